"""Is a log swept by two workers, part by part, the log swept in one go, to the last count?"""

from __future__ import annotations

import numpy as np
import pytest

from engine.routing.sweep import sweep_gates
from examples.dask_sweep import MARGINS, THRESHOLDS, sweep_file, sweep_log, write_part


def test_two_workers_count_what_one_counts(tmp_path):
    pytest.importorskip("dask.bag")
    distributed = pytest.importorskip("distributed")
    sizes = (5_000, 1, 0, 12_345)
    names = [write_part(tmp_path / f"{k}.npz", k, size) for k, size in enumerate(sizes)]
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster),
    ):
        spread = sweep_log(names, sweep_file).compute()
    columns = []
    for name in ("top", "second", "correct", "in_scope"):
        columns.append(np.concatenate([np.load(path)[name] for path in names]))
    whole = sweep_gates(*columns, THRESHOLDS, MARGINS)
    assert spread.queries == sum(sizes)
    for name in (
        "routed_right",
        "routed_wrong",
        "routed_out_of_scope",
        "low_confidence",
        "ambiguous_tie",
    ):
        assert np.array_equal(getattr(spread, name), getattr(whole, name))
