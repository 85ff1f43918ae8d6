"""P21, P13: however a session was had, the same settings are the same session.

A session may be new, reset, restored from a snapshot, a fork, or one that a limit
has ended before.  A census of what a program sees, and programs that run into each
limit, tell the same in all of them (P21).  Calls of tools, however they are nested
and in whichever of these sessions they are made, never exceed the budget, and each
call that the host sees is counted once (P13).

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from caisson import Limits, Sandbox
from choices import Choices
from prop import Broken, Property

CENSUS = """
def census():
    import builtins, os, sys, time, random
    seen = {}
    def ask(name, f):
        try:
            seen[name] = repr(f())
        except BaseException as e:
            seen[name] = type(e).__name__ + ': ' + str(e)
    ask('builtins', lambda: sorted(vars(builtins)))
    ask('names', lambda: sorted(n for n in globals() if n not in ('census', 'left')))
    ask('env', lambda: sorted(os.environ.items()))
    ask('cwd', os.getcwd)
    ask('root', lambda: sorted(os.listdir('/')))
    ask('data', lambda: sorted(os.listdir('/data')))
    ask('file', lambda: open('/data/f').read())
    ask('make', lambda: open('/data/new', 'x').close())
    ask('time', time.time)
    ask('random', lambda: type(random.random()))
    ask('argv', lambda: sys.argv)
    ask('limit', sys.getrecursionlimit)
    ask('path', lambda: sys.path)
    def deep(n):
        try:
            return deep(n + 1)
        except RecursionError:
            return n
    ask('depth', lambda: deep(0))
    return seen
print(census())
"""
BOMBS = {
    "calls": "n = 0\nwhile True:\n    t(n)\n    n += 1",
    "output": "while True: print('x' * 100)",
    "fuel": "while True: pass",
    "memory": "x = []\nwhile True: x.append(bytes(100000))",
    "sleep": "import time\nwhile True: time.sleep(0.001)",
    "recursion": "def f(): f()\nf()",
    "source": "exec('x = 1 #' + 'y' * 100000)",
}
STEPS = ("restart", "reload", "fork", "limit", "run", "sealed")


@dataclass(frozen=True)
class Case:
    limits: dict[str, Any]
    settings: dict[str, Any]
    steps: tuple[str, ...]
    bombs: tuple[str, ...]


@dataclass
class Opened:
    """A session and what its host saw; limits and settings stay the same."""

    case: Case
    defect: bool
    calls: int = 0
    box: Sandbox = field(init=False)

    def __post_init__(self) -> None:
        self.box = Sandbox(**self.options())

    def options(self, loaded: bool = False) -> dict[str, Any]:
        def t(*a: object) -> int:
            self.calls += 1
            return len(a)

        limits = {} if loaded and self.defect else {"limits": Limits(**self.case.limits)}
        return dict(tools=[t], **limits, **self.case.settings)

    def change(self, new: Sandbox) -> None:
        self.box.close()
        self.box = new

    def step(self, name: str) -> None:
        if name == "restart":
            self.box.restart()
        elif name == "reload":
            self.change(Sandbox.load(self.box.dump(), **self.options(True)))
        elif name == "sealed":
            key = bytes(range(32))
            self.change(Sandbox.load(self.box.dump(key=key), key=key, **self.options(True)))
        elif name == "fork":
            self.change(self.box.fork())
        elif name == "limit":
            self.box.run(BOMBS["fuel"])
        else:
            self.box.run("left = 5")


class WaysIn(Property):
    number = "P21"
    holds = "new, reset, restored and forked sessions have the same limits and see the same"
    depths = "interp"
    defect = "a restored session gets default limits"
    slice = 400

    def draw(self, c: Choices) -> Case:
        limits: dict[str, Any] = {"fuel": 300_000 + 1000 * c.below(100), "recursion": 50 + c.below(200)}
        limits["calls"] = 1 + c.below(20)
        limits["output"] = 1000 + c.below(5000)
        limits["memory"] = (24 + c.below(16)) << 20
        limits["sleep"] = 0.004 + 0.001 * c.below(5)
        settings: dict[str, Any] = {"isolation": "inprocess", "clock": c.pick((5.0, "denied")), "random": 3}
        settings["env"] = c.pick(({}, {"A": "1"}, {"A": "2", "B": "x"}))
        settings["files"] = c.pick(({}, {"/data/f": "text"}, {"/data/f": b"1", "/data/g": "2"}))
        settings["script_name"] = c.pick(("main.py", "other.py"))
        steps = tuple(c.several(1, 3, lambda: c.pick(STEPS)))
        return Case(limits, settings, steps, tuple(c.several(1, 3, lambda: c.pick(tuple(BOMBS)))))

    def tell(self, o: Opened) -> dict[str, object]:
        """What is seen, and how each bomb ends."""
        told: dict[str, object] = {}
        done = o.box.run(CENSUS)
        told["census"] = done.stdout if done.ok else str(done.error)
        for name in o.case.bombs:
            before = o.calls
            done = o.box.run(BOMBS[name])
            kind = done.error.type if done.error else None
            told[name] = (done.status, done.limit, kind, o.calls - before, done.limit_configured)
        return told

    def judge(self, case: Case, defect: bool) -> int:
        fresh = Opened(case, False)
        later = Opened(case, defect)
        try:
            for step in case.steps:
                later.step(step)
            a, b = self.tell(fresh), self.tell(later)
        finally:
            fresh.box.close()
            later.box.close()
        for what in a:
            # the budget of calls is one of the session: what is left may be less
            if what != "calls" and a[what] != b[what]:
                raise Broken(f"{what}\n  new:   {a[what]}\n  after {case.steps}: {b[what]}")
        return a["census"].count("': ") + len(case.bombs)  # type: ignore[attr-defined]


NESTS = (
    "t(1)",
    "exec({0!r})",
    "eval(compile({0!r}, 'x', 'exec'))",
    "for i in range(3): exec({0!r})",
    "sorted([2, 1], key=lambda v: exec({0!r}) or v)",
    "try: exec({0!r})\nfinally: t(2)",
    "class D:\n    def __del__(self): exec({0!r})\nd = D()\ndel d",
    "list(map(lambda v: exec({0!r}), range(3)))",
    "import threading\na = threading.Thread(target=lambda: exec({0!r}))\na.start()\na.join()",
    "def g():\n    exec({0!r})\n    yield 1\nnext(g())",
    "try: raise ValueError\nexcept ValueError: exec({0!r})",
    "import functools\nfunctools.reduce(lambda x, y: exec({0!r}), [1, 2, 3])",
    "try:\n    exec({0!r})\nexcept BaseException: pass\nexec({0!r})",
)


@dataclass(frozen=True)
class Nested:
    budget: int
    fuel: int
    programs: tuple[tuple[str, str], ...]  # what happens before, the program


class Budgets(Property):
    number = "P13"
    holds = "no nesting, reset, restore or fork gives a run more than its budget; charges add up"
    depths = "interp"
    defect = "a restored session gets default limits"
    slice = 600

    def draw(self, c: Choices) -> Nested:
        def program() -> str:
            text = "t(0)"
            for _ in range(c.below(5)):
                text = c.pick(NESTS).format(text)
            return "\n".join([text] * (1 + c.below(4)))

        def entry() -> tuple[str, str]:
            return c.pick(("run", "restart", "reload", "fork")), program()

        return Nested(1 + c.below(6), 200_000, tuple(entry() for _ in range(1 + c.below(3))))

    def judge(self, case: Nested, defect: bool) -> int:
        """The budget is one of the session, whatever it is restored from; a
        restart is a new session.  A call that is refused is counted as well."""
        limits = {"calls": case.budget, "fuel": case.fuel}
        o = Opened(Case(limits, {"isolation": "inprocess"}, (), ()), defect)
        n = entered = refused = 0
        try:
            for before, text in case.programs:
                if before != "run":
                    o.step(before)
                if before == "restart":
                    entered = refused = 0
                seen = o.calls
                done = o.box.run(text)
                entered += o.calls - seen
                refused += done.limit == "calls"
                used = done.usage
                if entered > case.budget:
                    raise Broken(f"{entered} calls with a budget of {case.budget}, after {before}:\n{text}")
                if used.host_calls != entered + refused:
                    raise Broken(f"{entered} calls reached the host, {used.host_calls} were counted:\n{text}")
                if used.fuel > case.fuel + 1000:
                    raise Broken(f"{used.fuel} of {case.fuel} instructions:\n{text}")
                n += 1 + o.calls - seen
        finally:
            o.box.close()
        return n
