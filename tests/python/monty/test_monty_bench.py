"""Statement 55: the benchmark knows both ways to start."""

import importlib.util
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[3] / "bench" / "monty.py"


@pytest.fixture(scope="module")
def bench():
    spec = importlib.util.spec_from_file_location("bench_monty", BENCH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_55_a_warm_start_in_both_isolations(m, bench, isolation):
    side = bench.Newer(m, isolation=isolation)
    assert side.start() == 2
    assert 0 < bench.per_call(side.start, 20) < 0.5
    assert set(bench.GOALS) == {"start", bench.IN_PROCESS}


def test_55_every_measure_runs(m, bench):
    for side in (bench.Newer(m), bench.Older(m)):
        assert side.start() == 2
        assert side.dump_and_load() > 0
        assert side.resume() > 0
        assert side.program("print(6 * 7)")[1] == "42\n"
