"""Threads of the engine: they wait across runs, dumps and limits."""

from caisson import Limits, Sandbox

WAITER = """
import threading, time
go, out = threading.Event(), []
def wait():
    out.append("waits")
    go.wait()
    out.append("goes on")
thread = threading.Thread(target=wait)
thread.start()
out
"""


def test_threads_wait_across_runs_dumps_and_forks():
    with Sandbox(depth="interp") as box:
        assert box.run(WAITER).value == ["waits"]
        dump = box.dump()
        for twin in (box.fork(), Sandbox.load(dump), box):
            with twin:
                r = twin.run("go.set()\nthread.join()\nout, thread.is_alive()")
                assert r.value == (["waits", "goes on"], False), r


def test_tools_are_called_from_threads():
    with Sandbox(depth="interp", tools={"double": lambda x: 2 * x}) as box:
        r = box.run(
            "import queue, threading\n"
            "todo, done = queue.Queue(), []\n"
            "def work():\n"
            "    while (item := todo.get()) is not None:\n"
            "        done.append(double(x=item))\n"
            "workers = [threading.Thread(target=work) for _ in range(3)]\n"
            "for w in workers: w.start()\n"
            "for i in range(6): todo.put(i)\n"
            "for w in workers: todo.put(None)\n"
            "for w in workers: w.join()\n"
            "sorted(done)"
        )
        assert r.value == [0, 2, 4, 6, 8, 10], r


def test_a_limit_in_a_thread_leaves_the_session_usable():
    with Sandbox(depth="interp", limits=Limits(time=0.3)) as box:
        assert box.run(WAITER).value == ["waits"]
        r = box.run(
            "def spin():\n while True: pass\nthreading.Thread(target=spin).start()"
        )
        assert r.limit == "time", r
        r = box.run("threading.current_thread().name, threading.active_count(), out")
        assert r.value == ("MainThread", 1, ["waits"]), r
        r = box.run(
            "t = threading.Thread(target=lambda: (time.sleep(0.01), out.append(1)))\n"
            "t.start()\nt.join()\nout[-1]"
        )
        assert r.value == 1, r
