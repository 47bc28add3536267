"""What answers, and what can go wrong with it?

- `model`: what a model is, whoever it is; `failures`: what to do when there is no answer
- `openai_compatible`: any server of the OpenAI chat API; `endpoint`, `client`: where requests go,
  and nothing else; `asking`, `refusals`, `answers`: what its answer is, or which failure
- `installed`: is there a model on this machine; `local`: how it is asked; `serve`: its process;
  `turns`: whose turn it is
- `prices`: what tokens cost

>>> Completion("Paris.", "stop", prompt_tokens=14, seconds=0.4).cut
False
"""

from engine.models.failures import KINDS, ModelError, failure, require_whole
from engine.models.installed import gguf_path, local_available, missing_for_local
from engine.models.local import LocalServer
from engine.models.model import Completion, Messages, Model, continues_prefill, model_name
from engine.models.openai_compatible import OpenAICompatibleModel, list_models
from engine.models.prices import Price, price_of

__all__ = [
    "KINDS",
    "Completion",
    "LocalServer",
    "Messages",
    "Model",
    "ModelError",
    "OpenAICompatibleModel",
    "Price",
    "continues_prefill",
    "failure",
    "gguf_path",
    "list_models",
    "local_available",
    "missing_for_local",
    "model_name",
    "price_of",
    "require_whole",
]
