"""What answers, and what can go wrong with it?

- `model`: what a model is, whoever it is; `failures`: what to do when there is no answer

>>> Completion("Paris.", "stop", prompt_tokens=14, seconds=0.4).cut
False
"""

from engine.models.failures import KINDS, ModelError, failure, require_whole
from engine.models.model import Completion, Messages, Model, continues_prefill, model_name

__all__ = [
    "KINDS",
    "Completion",
    "Messages",
    "Model",
    "ModelError",
    "continues_prefill",
    "failure",
    "model_name",
    "require_whole",
]
