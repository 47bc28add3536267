"""How does a tuned router leave, for this engine or another tool, and come back?

- `config`: the value; `schema`: what a file may hold; `document`: our own JSON
- `semantic_router` and `rasa`: YAML for others; `snippet`: a program; `load`: any of them back
"""

from engine.routing.exports.config import Metric, RouterConfig, data_hash
from engine.routing.exports.document import load_router_config, to_json
from engine.routing.exports.load import is_config, load_config
from engine.routing.exports.rasa import to_rasa_yaml
from engine.routing.exports.semantic_router import to_semantic_router_yaml
from engine.routing.exports.snippet import to_snippet

__all__ = [
    "Metric",
    "RouterConfig",
    "data_hash",
    "is_config",
    "load_config",
    "load_router_config",
    "to_json",
    "to_rasa_yaml",
    "to_semantic_router_yaml",
    "to_snippet",
]
