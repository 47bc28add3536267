"""How are the gates swept over a query log that is larger than one machine?

    python examples/dask_sweep.py

Sweeps of disjoint queries add up, so the log is swept part by part, wherever the parts lie (map),
and the counts are added (reduce). Only counts travel: 100 × 100 gates are 245 kB a part, however
many queries it holds. Needs dask and distributed (`requirements-extras.txt`).
"""

from __future__ import annotations

import operator
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from engine.routing.sweep import GateSweep, sweep_gates

Part = TypeVar("Part")
THRESHOLDS = np.linspace(0, 1, 100)
MARGINS = np.linspace(0, 0.5, 100)


def sweep_log(parts: Sequence[Part], sweep_part: Callable[[Part], GateSweep]) -> Any:
    """The sweep of all parts, to be computed: `.compute()` gives a `GateSweep`.

    A part is what a worker needs to find its queries, such as the name of a file; `sweep_part`
    reads them, scores them and sweeps them on the same grid for every part.
    """
    import dask.bag

    log = dask.bag.from_sequence(parts, npartitions=len(parts))
    return log.map(sweep_part).fold(operator.add)


def sweep_file(path: str, thresholds: Any = THRESHOLDS, margins: Any = MARGINS) -> GateSweep:
    """The sweep of one file of scored queries, as `write_part` writes it."""
    with np.load(path) as rows:
        return sweep_gates(
            rows["top"], rows["second"], rows["correct"], rows["in_scope"], thresholds, margins
        )


def write_part(path: Path, seed: int, queries: int) -> str:
    """Made-up scores in the place of a log; the path of the file they were written to."""
    rng = np.random.default_rng(seed)
    top = rng.beta(4, 3, queries)
    np.savez(
        path,
        top=top,
        second=top * rng.random(queries),
        correct=rng.random(queries) < top,
        in_scope=rng.random(queries) < 0.8,
    )
    return str(path)


def main() -> None:
    """Eight files over two local workers, and the same in one go."""
    from distributed import Client, LocalCluster

    with tempfile.TemporaryDirectory() as folder:
        names = [write_part(Path(folder) / f"{k}.npz", k, 250_000) for k in range(8)]
        local = LocalCluster(n_workers=2, processes=True, dashboard_address=None)
        with local as cluster, Client(cluster):
            whole = sweep_log(names, sweep_file).compute()
        alone = sum(map(sweep_file, names[1:]), start=sweep_file(names[0]))
    print(f"{whole.queries:,} queries; equal: {np.array_equal(whole.cells, alone.cells)}")


if __name__ == "__main__":
    main()
