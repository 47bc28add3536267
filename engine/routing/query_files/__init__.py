"""How does each tool write labelled queries down, and how do they leave again?

- `load`: any file becomes a `QuerySet`, bad rows listed; `detect` says which format it is
- one reader a file: `csv_file`, `json_file`, `nlupp`, `clinc150`, `rasa`
- `rows`: what one row means; `json_walk`: on which line it stands; `dump`: the way back
"""

from engine.routing.query_files.detect import TITLES
from engine.routing.query_files.dump import dump_queries, refusal
from engine.routing.query_files.load import LoadedQueries, load_queries
from engine.routing.query_files.rows import RowProblem

__all__ = ["TITLES", "LoadedQueries", "RowProblem", "dump_queries", "load_queries", "refusal"]
