"""Statements 47 to 52 and 54: what Monty lacks."""

import time

import pytest

LANGUAGE = {
    "inheritance": "class A:\n    def f(self): return 1\n"
    "class B(A):\n    def f(self): return super().f() + 1\nB().f()",
    "metaclasses": "class M(type):\n    def __new__(c, n, b, d):\n"
    "        d['tag'] = n\n        return super().__new__(c, n, b, d)\n"
    "class X(metaclass=M): pass\nX.tag == 'X' and 2",
    "exceptions": "class E(Exception): pass\ntry:\n    try: 1 / 0\n"
    "    except ZeroDivisionError as z: raise E('e') from z\n"
    "except E as e:\n    r = type(e.__cause__).__name__\nlen(r) - 15",
    "groups": "try: raise ExceptionGroup('g', [ValueError(1), KeyError(2)])\n"
    "except* ValueError as g: n = len(g.exceptions)\nexcept* KeyError: pass\nn + 1",
    "properties": "class P:\n    def __init__(self): self._x = 1\n    @property\n"
    "    def x(self): return self._x\n    @x.setter\n"
    "    def x(self, v): self._x = v\np = P()\np.x = 2\np.x",
    "descriptors": "class D:\n    def __set_name__(s, o, n): s.n = n\n"
    "    def __get__(s, i, o): return len(s.n)\nclass H:\n    ab = D()\nH().ab",
    "operators": "class V:\n    def __init__(s, v): s.v = v\n"
    "    def __radd__(s, o): return s.v + o\n    def __index__(s): return s.v\n"
    "(1 + V(1)) * [0, 1][V(1)]",
    "generators": "def g():\n    x = yield 1\n    yield x\n"
    "it = g()\nnext(it)\nit.send(2)",
    "delegation": "def a():\n    return (yield from iter([1]))\nlist(a())[0] + 1",
    "match": "match {'k': [1, 2]}:\n    case {'k': [_, int(x)]} if x > 1: r = x\nr",
    "deletion": "d = {1: 1, 2: 2}\ndel d[1]\nx = [1, 2]\ndel x[:1]\nlen(d | {9: 9})",
    "async": "class C:\n    async def __aenter__(s): return 2\n"
    "    async def __aexit__(s, *a): pass\nasync with C() as v: r = v\nr",
    "comprehensions": "async def g():\n    yield 1\n    yield 2\n"
    "len([x async for x in g()])",
    "imports": "from math import *\nimport os.path as p\nfloor(2.5)",
    "walrus": "(n := 1) + n",
    "parameters": "def f(a, /, b, *, c=0): return a + b + c\nf(1, b=1)",
    "format": "len('{:,}'.format(1)) + len(f'{1=}') - 2",
    "methods": "f = [].append\nlist(map(str.upper, 'ab')).index('B') + 1",
    "attributes": "def f(): 'doc'\nf.x = 2\nf.x if f.__doc__ == 'doc' else 0",
    "identity": "n = float('nan')\n2 if n in [n] else 0",
    "recursion": "x = []\nfor i in range(200): x = [x]\nlen(repr(x)) // 201",
    "generics": "def first[T](x: list[T]) -> T: return x[0]\ntype P = int\nfirst([2])",
}


@pytest.mark.parametrize("name", LANGUAGE)
def test_47_language(session, name):
    assert session.feed_run(LANGUAGE[name]) == 2


def test_47_wrong_syntax_is_a_syntax_error(m, session):
    with pytest.raises(m.MontySyntaxError):
        session.feed_run("class A(:")


TIER_1 = """
asyncio collections collections.abc contextlib copy pprint textwrap string operator
bisect heapq statistics fractions numbers csv dataclasses datetime calendar zoneinfo
decimal enum functools hashlib hmac secrets uuid base64 binascii zlib struct io
itertools json logging warnings traceback types typing abc inspect weakref time os
os.path pathlib glob fnmatch shutil tempfile random re sys unicodedata html
urllib.parse shlex difflib ipaddress array queue cmath math
"""
MEMBERS = {
    "asyncio": "create_task gather wait wait_for as_completed timeout TaskGroup sleep "
    "Queue Lock Semaphore Event run to_thread shield CancelledError TimeoutError",
    "collections": "OrderedDict ChainMap UserDict Counter deque defaultdict namedtuple",
    "contextlib": "contextmanager asynccontextmanager suppress redirect_stdout "
    "ExitStack nullcontext closing",
    "csv": "reader writer DictReader DictWriter Sniffer",
    "dataclasses": "field fields asdict astuple replace InitVar",
    "enum": "Enum IntEnum StrEnum Flag auto unique",
    "functools": "wraps cached_property cmp_to_key total_ordering singledispatch "
    "lru_cache cache partial partialmethod reduce",
    "itertools": "tee batched pairwise groupby product",
    "json": "load dump loads dumps JSONDecodeError",
    "operator": "itemgetter attrgetter methodcaller",
    "pathlib": "Path PurePath",
    "random": "Random SystemRandom",
    "re": "subn VERBOSE PatternError",
    "statistics": "mean median stdev quantiles",
    "sys": "argv exit path modules exc_info stdin stdout stderr getsizeof maxsize "
    "version_info",
    "typing": "cast NamedTuple TypedDict overload get_type_hints Protocol",
    "time": "strftime perf_counter",
    "hashlib": "sha256 file_digest",
    "string": "Template ascii_letters",
}


def test_48_modules(session):
    for name in TIER_1.split():
        session.feed_run(f"import {name}")


@pytest.mark.parametrize("name", MEMBERS)
def test_48_members(session, name):
    missing = session.feed_run(
        f"import {name} as module\n[n for n in names if not hasattr(module, n)]",
        inputs={"names": MEMBERS[name].split()},
    )
    assert missing == []


PLACES = [
    ("sorted([3, 1, 2], key=f)", [1, 2, 3]),
    ("def g():\n    for i in range(3): yield f(i)\nlist(g())", [0, 1, 2]),
    ("class C:\n    def __repr__(self): return f('me')\nrepr([C()])", "[me]"),
    (
        "from collections import defaultdict\n"
        "d = defaultdict(lambda: f(5))\nd['x'] + d['y']",
        10,
    ),
    ("from functools import reduce\nreduce(lambda a, b: f(a + b), [1, 2, 3])", 6),
    ("max([1, 5, 3], key=lambda v: f(-v))", 1),
    ("list(map(f, filter(f, [0, 1, 2])))", [1, 2]),
]


@pytest.mark.parametrize(("code", "expected"), PLACES)
def test_49_suspensions_everywhere(m, pool, code, expected):
    with pool.checkout() as s:
        assert s.feed_run(code, external_lookup={"f": lambda x: x}) == expected
        snap = s.feed_start(code)
        data = None
        while not isinstance(snap, m.MontyComplete):
            data = snap.dump()
            snap = snap.resume({"return_value": snap.args[0]})
        assert snap.output == expected
    with pool.checkout() as s:
        snap = s.load_snapshot(data)
        assert snap.resume({"return_value": snap.args[0]}).output == expected


def test_50_laziness(session):
    code = (
        "import itertools\nseen = []\n"
        "def g():\n    for i in itertools.count():\n"
        "        seen.append(i)\n        yield i\n"
        "a = next(x for x in g())\n"
        "b = list(itertools.islice(itertools.count(5), 3))\n"
        "c = list(zip('ab', g()))\n(a, b, c, len(seen))"
    )
    expected = (0, [5, 6, 7], [("a", 0), ("b", 1)], 4)
    got = session.feed_run(code)
    assert got[:3] == expected[:3]
    assert got[3] <= 4


def test_51_catastrophic_patterns(m, pool):
    with pool.checkout(limits={"max_feed_duration_secs": 1.0}) as s:
        before = time.monotonic()
        code = "import re\nre.match(r'(a|aa)+$', 'a' * {} + 'b')"
        with pytest.raises(m.MontyRuntimeError, match="time limit exceeded"):
            s.feed_run(code.format(60))
        assert time.monotonic() - before < 20
        assert s.feed_run("re.match(r'(a|aa)+$', 'a' * 20) is not None") is True


def test_52_appending_to_text_is_linear(session):
    code = "s = ''\nfor i in range({}): s += 'ab'\nlen(s)"

    def seconds(n):
        before = time.perf_counter()
        assert session.feed_run(code.format(n)) == 2 * n
        return time.perf_counter() - before

    for _ in range(5):  # a busy machine is not the program's fault
        short = min(seconds(40_000) for _ in range(10))
        long = min(seconds(80_000) for _ in range(10))
        if long < 2 * short * 1.2:
            return
    raise AssertionError((short, long))


def test_54_both_isolations_are_tested(isolation, session):
    # conftest.py of this folder's parent runs every test in both.
    assert isolation in ("worker", "inprocess")
    assert session.feed_run("1") == 1
