"""Statements 40 to 42: values that cross, objects of both sides."""

import datetime as dt
import decimal
import fractions
import math
import uuid
from collections import namedtuple
from pathlib import PurePosixPath

import pytest

Pair = namedtuple("Pair", "left right")

EXACT = [
    None,
    True,
    0,
    -(2**200),
    1.5,
    -0.0,
    1 + 2j,
    "text é \ud800",
    b"\x00\xff",
    [1, [2]],
    (1, (2,)),
    {"b": 1, "a": {2: 3}},
    {1, 2},
    frozenset({3}),
    ...,
    NotImplemented,
    dt.date(2024, 2, 29),
    dt.time(1, 2, 3, 4),
    dt.datetime(2024, 1, 2, 3, 4, 5, 6),
    dt.datetime(2024, 1, 2, tzinfo=dt.timezone.utc),
    dt.timedelta(days=-1, microseconds=5),
    dt.timezone(dt.timedelta(hours=2), "X"),
    PurePosixPath("/a/b"),
    decimal.Decimal("1.10"),
    fractions.Fraction(1, 3),
    uuid.UUID(int=5),
    bytearray(b"x"),
    range(1, 10, 2),
]


@pytest.mark.parametrize("value", EXACT, ids=repr)
def test_40_exact_values(pool, value):
    with pool.checkout(native_types=True) as session:
        got = session.feed_run("v", inputs={"v": value})
        assert got == value
        assert type(got) is type(value)
        assert session.feed_run("f(v)", external_lookup={"f": lambda v: v}) == value


def test_40_nan_and_the_order_of_dicts(session):
    assert math.isnan(session.feed_run("float('nan')"))
    assert list(session.feed_run("{'z': 1, 'a': 2, 'm': 3}")) == ["z", "a", "m"]


def test_40_named_tuples_and_stats(m, session):
    got = session.feed_run("p", inputs={"p": Pair(1, 2)})
    assert (got.left, got.right, got._fields) == (1, 2, ("left", "right"))
    got = session.feed_run(
        "from collections import namedtuple\nnamedtuple('Own', 'a b')(3, 4)"
    )
    assert (type(got).__name__, got.a, got.b) == ("Own", 3, 4)
    status = m.StatResult.file_stat(7)
    assert session.feed_run("s.st_size", inputs={"s": status}) == 7
    assert session.feed_run("s", inputs={"s": status}) == status


def test_40_exceptions_and_types(m, session):
    got = session.feed_run("ValueError('x', 1)")
    assert (type(got), got.args) == (ValueError, ("x", 1))
    got = session.feed_run("[int, list, ValueError, type(None)]")
    assert got == [int, list, ValueError, type(None)]
    assert session.feed_run("v is str", inputs={"v": str}) is True
    proxy = session.feed_run("len")
    assert isinstance(proxy, m.MontyStdTypeProxy)
    assert (proxy.kind, proxy.name) == ("function", "len")


def test_40_what_has_no_form_outside(m, pool):
    codes = ("def f(): pass\nf", "class C: pass\nC", "iter([1])", "lambda: 1")
    with pool.checkout() as s:
        for code in codes:
            assert isinstance(s.feed_run(code), str)
    with pool.checkout(strict_output=True) as s:
        for code in codes:
            with pytest.raises(m.MontyConversionError):
                s.feed_run(code)
        assert s.feed_run("[1]") == [1]


def test_40_cycles_and_depth(m, session):
    assert session.feed_run("x = [1]\nx.append(x)\nx") == [1, "[...]"]
    assert session.feed_run("d = {}\nd['d'] = d\nd") == {"d": "{...}"}
    loop = []
    loop.append(loop)
    with pytest.raises(m.MontyRuntimeError) as caught:
        session.feed_run("v", inputs={"v": loop})
    assert str(caught.value) == "ValueError: Circular reference detected"
    deep = session.feed_run("x = 1\nfor i in range(3000): x = [x]\nx")
    for _ in range(900):
        (deep,) = deep
    while isinstance(deep, list):
        (deep,) = deep
    assert deep == "<deeply nested>"
    with pytest.raises(m.MontyConversionError):
        session.feed_run("v", inputs={"v": [object()]})
    assert session.feed_run("'usable'") == "usable"


def test_40_a_message_that_is_too_large(m, pool):
    limits = {"max_memory": 1_500_000_000}
    with pool.checkout(limits=limits) as s:
        with pytest.raises(m.MontyRuntimeError):
            s.feed_run("b'x' * (300 << 20)")
        assert s.feed_run("1 + 1") == 2


class Account:
    kind = "current"

    def __init__(self, owner, balance):
        self.owner = owner
        self.balance = balance
        self._pin = 1234

    def deposit(self, amount, note="-"):
        self.balance += amount
        return (self.balance, note)

    def close(self):
        raise AssertionError("not allowed")

    @property
    def rich(self):
        return self.balance > 100


@pytest.fixture
def account():
    return Account("Ada", 90)


def opened(m, account, **more):
    return m.ClassInstance(
        account,
        eager_attrs=["owner"],
        lazy_attrs=["balance", "rich"],
        allowed_methods=["deposit"],
        **more,
    )


def test_41_exactly_what_was_opened(m, session, account):
    inputs = {"acc": opened(m, account)}
    code = "(acc.owner, acc.deposit(20, note='n'), acc.balance, acc.rich)"
    assert session.feed_run(code, inputs=inputs) == ("Ada", (110, "n"), 110, True)
    for name in ("_pin", "close", "kind", "missing"):
        with pytest.raises(m.MontyRuntimeError) as caught:
            session.feed_run(f"acc.{name}")
        expected = f"AttributeError: 'Account' object has no attribute '{name}'"
        assert str(caught.value) == expected


def test_41_the_returned_object_is_the_original(m, session, account):
    got = session.feed_run("[acc, acc]", inputs={"acc": opened(m, account)})
    assert got[0] is account
    assert got[1] is account
    seen = []
    session.feed_run("f(acc)", external_lookup={"f": seen.append})
    assert seen == [account]


def test_41_all_skips_private_names(m, session, account):
    all_of_it = m.ClassInstance(account, eager_attrs="all", allowed_methods="all")
    code = "(acc.owner, acc.balance, acc.deposit(1))"
    expected = ("Ada", 90, (91, "-"))
    assert session.feed_run(code, inputs={"acc": all_of_it}) == expected
    with pytest.raises(m.MontyRuntimeError, match="AttributeError"):
        session.feed_run("acc._pin")


def test_41_converted(m, session, account):
    class Shouting(m.ClassInstance):
        def convert_value(self, name, value):
            return value.upper() if isinstance(value, str) else value

    loud = Shouting(account, eager_attrs=["owner"])
    assert session.feed_run("acc.owner", inputs={"acc": loud}) == "ADA"


def test_41_classes(m, session):
    closed = m.ClassType(Account, eager_attrs="all")
    assert session.feed_run("A.kind", inputs={"A": closed}) == "current"
    with pytest.raises(m.MontyRuntimeError) as caught:
        session.feed_run("A('Bo', 1)")
    expected = "TypeError: cannot instantiate host class 'Account'"
    assert str(caught.value) == expected
    free = m.ClassType(
        Account, init=True, instance_eager_attrs="all", instance_allowed_methods="all"
    )
    code = "b = B('Bo', balance=1)\nb.deposit(2)\nb"
    made = session.feed_run(code, inputs={"B": free})
    assert isinstance(made, Account)
    assert made.balance == 3


def test_41_steps(m, session, account):
    snap = session.feed_start(
        "acc.deposit(1) + acc.balance", inputs={"acc": opened(m, account)}
    )
    assert (snap.function_name, snap.args) == ("deposit", (1,))
    assert isinstance(snap.object_id, uuid.UUID)
    number = snap.object_id
    snap = snap.resume({"return_value": 5})
    assert isinstance(snap, m.NameLookupSnapshot)
    assert (snap.variable_name, snap.object_id) == ("balance", number)
    assert snap.resume(value=6).output == 11


def test_42_instances_of_the_program(m, session):
    code = "class A:\n    def __init__(self): self.v = [1]\na = A()\na"
    proxy = session.feed_run(code)
    assert isinstance(proxy, m.MontyClassProxy)
    assert (proxy.name, proxy.is_dataclass) == ("A", False)
    assert dict(proxy.attributes) == {"v": [1]}
    assert session.feed_run("b is a", inputs={"b": proxy}) is True
    same = session.feed_run("f(a) is a", external_lookup={"f": lambda x: x})
    assert same is True
    data = session.feed_run(
        "from dataclasses import dataclass\n@dataclass\nclass D:\n    x: int\nD(1)"
    )
    assert (data.name, data.is_dataclass, dict(data.attributes)) == (
        "D",
        True,
        {"x": 1},
    )
