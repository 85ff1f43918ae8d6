"""Statements 10 to 16: snapshots, futures, event loops."""

import asyncio

import pytest


def test_10_a_call_is_a_snapshot(m, session):
    snap = session.feed_start("greet(n, mood='fine')", inputs={"n": "Ada"})
    assert isinstance(snap, m.FunctionSnapshot)
    assert (snap.function_name, snap.args) == ("greet", ("Ada",))
    assert snap.kwargs == {"mood": "fine"}
    assert isinstance(snap.call_id, int)
    assert not snap.is_os_function
    assert snap.object_id is None
    assert snap.script_name == "main.py"
    done = snap.resume({"return_value": "hello"})
    assert isinstance(done, m.MontyComplete)
    assert done.output == "hello"
    assert session.feed_run("1") == 1


def test_10_positions_are_offsets_into_the_feed(m, session):
    code = "x = 1\ny = greet(x)"
    where = session.feed_start(code).position
    assert code[where.start : where.end] == "greet(x)"
    assert where.filename == "<python-input-0>"


def test_10_undefined_arguments_are_asked_before_the_call(m, session):
    snap = session.feed_start("greet(who)")
    assert isinstance(snap, m.NameLookupSnapshot)
    assert snap.variable_name == "who"
    snap = snap.resume(value="Bo")
    assert (snap.function_name, snap.args) == ("greet", ("Bo",))


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        ({"return_value": [1, 2]}, "[1, 2]"),
        ({"exception": ValueError("bad")}, "ValueError('bad')"),
        ({"exc_type": "KeyError", "message": "k"}, "KeyError('k')"),
        ({"exc_type": "OSError"}, "OSError()"),
    ],
)
def test_11_every_shape_of_a_result(session, result, outcome):
    code = "try:\n    r = repr(f())\nexcept Exception as e:\n    r = repr(e)\nr"
    assert session.feed_start(code).resume(result).output == outcome


def test_11_a_future_is_settled_later(m, session):
    snap = session.feed_start("await f()").resume({"future": ...})
    assert isinstance(snap, m.FutureSnapshot)
    (number,) = snap.pending_call_ids
    with pytest.raises(TypeError):
        snap.resume({number: {"future": ...}})
    assert snap.resume({number: {"return_value": 7}}).output == 7


@pytest.mark.parametrize(
    "wrong", [{"value": 1}, {"return_value": 1, "future": ...}, {}, 5, {"future": 1}]
)
def test_11_wrong_keys_are_type_errors(session, wrong):
    snap = session.feed_start("f()")
    with pytest.raises(TypeError):
        snap.resume(wrong)
    assert snap.resume({"return_value": 3}).output == 3


def test_11_a_snapshot_is_used_once(session):
    snap = session.feed_start("f()")
    snap.resume({"return_value": 1})
    with pytest.raises(RuntimeError):
        snap.resume({"return_value": 2})
    with pytest.raises(RuntimeError):
        snap.dump()


GATHER = "import asyncio\nawait asyncio.gather(f('a'), f('b'))"


def test_12_two_futures_settled_one_at_a_time(m, session):
    first = session.feed_start(GATHER)
    second = first.resume({"future": ...})
    assert second.args == ("b",)
    waiting = second.resume({"future": ...})
    assert isinstance(waiting, m.FutureSnapshot)
    ids = [first.call_id, second.call_id]
    assert sorted(waiting.pending_call_ids) == sorted(ids)
    waiting = waiting.resume({ids[1]: {"return_value": "B"}})
    assert waiting.pending_call_ids == [ids[0]]
    done = waiting.resume({ids[0]: {"return_value": "A"}})
    assert done.output == ["A", "B"]


def test_12_a_future_awaited_twice_gives_the_same(session):
    snap = session.feed_start("c = f()\n(await c, await c)").resume({"future": ...})
    (number,) = snap.pending_call_ids
    assert snap.resume({number: {"return_value": 5}}).output == (5, 5)


def test_12_a_failed_future_raises_each_time(session):
    code = (
        "c = f()\nn = 0\n"
        "for i in range(2):\n"
        "    try:\n        await c\n"
        "    except ValueError:\n        n += 1\n"
        "n"
    )
    snap = session.feed_start(code).resume({"future": ...})
    (number,) = snap.pending_call_ids
    assert snap.resume({number: {"exception": ValueError("x")}}).output == 2


def drive(m, snap):
    steps = 0
    while not isinstance(snap, m.MontyComplete):
        snap = snap.resume_auto()
        steps += 1
    return snap.output, steps


def test_13_auto_answers_from_lookup_mounts_and_handler(m, session, tmp_path):
    (tmp_path / "a.txt").write_text("mounted")
    code = (
        "from pathlib import Path\n"
        "a = Path('/data/a.txt').read_text()\n"
        "b = Path('/else/b.txt').read_text()\n"
        "(a, b, double(n))"
    )

    def handler(*, name, args, kwargs, is_async, **_):
        assert name == "Path.read_text"
        return f"handled {args[0]}"

    snap = session.feed_start(
        code,
        external_lookup={"double": lambda x: 2 * x, "n": 21},
        mount=m.MountDir(host_path=tmp_path, virtual_path="/data"),
        os=handler,
    )
    output, steps = drive(m, snap)
    assert output == ("mounted", "handled /else/b.txt", 42)
    assert steps == 4


def test_13_nothing_is_consulted_before_auto(m, session):
    def never(*_args, **_kwargs):
        raise AssertionError("consulted")

    snap = session.feed_start("f()", external_lookup={"f": never}, os=never)
    assert snap.resume({"return_value": 1}).output == 1


def test_14_a_name_without_a_value(m, session):
    snap = session.feed_start("x")
    assert isinstance(snap, m.NameLookupSnapshot)
    with pytest.raises(m.MontyRuntimeError, match="NameError: name 'x' is not defined"):
        snap.resume()
    done = session.feed_start("y is None").resume(value=None)
    assert done.output is True
    assert session.feed_run("y") is None


def test_15_coroutines_run_at_the_same_time(m):
    here = []

    async def meet(x):
        here.append(x)
        while len(here) < 2:  # only ends when both are here
            await asyncio.sleep(0.01)
        return x

    async def main():
        async with m.AsyncMonty() as pool, pool.checkout() as s:
            return await s.feed_run(
                "import asyncio\nawait asyncio.gather(meet(1), meet(2))",
                external_lookup={"meet": meet},
            )

    assert asyncio.run(asyncio.wait_for(main(), 60)) == [1, 2]


def test_15_coroutine_functions_are_refused_without_a_loop(m, session):
    async def f():
        return 1

    with pytest.raises(m.MontyRuntimeError, match="RuntimeError"):
        session.feed_run("f()", external_lookup={"f": f})


def test_15_async_snapshots(m):
    async def f(x):
        await asyncio.sleep(0)
        return x + 1

    async def main():
        async with m.AsyncMonty() as pool, pool.checkout() as s:
            snap = await s.feed_start("await f(1)", external_lookup={"f": f})
            assert isinstance(snap, m.AsyncFunctionSnapshot)
            snap = await snap.resume_auto()
            assert isinstance(snap, m.AsyncFutureSnapshot)
            done = await snap.resume_auto()
            assert done.output == 2
            snap = await s.feed_start("g()")
            data = snap.dump()
        async with m.AsyncMonty() as pool, pool.checkout() as s:
            snap = await s.load_snapshot(data)
            done = await snap.resume({"return_value": 9})
            return done.output, await s.feed_run("1")

    assert asyncio.run(main()) == (9, 1)


@pytest.mark.parametrize("code", ["while True: pass", "await forever()"])
def test_16_cancelling_leaves_the_session_usable(m, code):
    async def forever():
        await asyncio.sleep(60)

    async def main():
        async with m.AsyncMonty() as pool, pool.checkout() as s:
            await s.feed_run("kept = 5")
            task = asyncio.ensure_future(
                s.feed_run(code, external_lookup={"forever": forever})
            )
            await asyncio.sleep(0.1)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            return await s.feed_run("kept + 1")

    assert asyncio.run(asyncio.wait_for(main(), 40)) == 6
