import asyncio
import os
import sys
import unittest.mock
from unittest.mock import *


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except BaseException as e:
        print(type(e).__name__, str(e).split(" id='")[0].split(" at 0x")[0])


print(unittest.mock.__all__)
m = Mock()
print(m.called, m.call_count, m.call_args, m.mock_calls)
m(1, 2, a=3)
m.foo.bar(4).baz(5)
m.x = 5
print(m.called, m.call_count, m.call_args, m.call_args.args, m.call_args.kwargs, m.call_args_list, m.mock_calls, m.method_calls, m.x)
for f in (m.assert_called, m.assert_called_once, m.assert_not_called, lambda: m.assert_called_with(1, 2, a=3), lambda: m.assert_called_with(9),
          lambda: m.assert_called_once_with(1, 2, a=3), lambda: m.assert_any_call(7), lambda: m.assert_has_calls([call(1, 2, a=3), call.foo.bar(4)]),
          lambda: m.assert_has_calls([call(9)]), lambda: m.assert_has_calls([call(9)], any_order=True), lambda: m.foo.bar.assert_called_with(4),
          lambda: Mock(name="n").assert_called(), lambda: Mock(name="n").assert_called_with(1), lambda: Mock().assert_called_once(), lambda: m.assert_foo, lambda: m.asert_called):
    show(f)
m(2)
show(m.assert_called_once)
show(m.assert_not_called)
show(m.assert_called_once_with, 2)
m.reset_mock()
print(m.mock_calls, m.called, m.foo.bar.called)
r = Mock(return_value=5, side_effect=[1, 2, ValueError("boom")])
print(r(), r())
show(r)
show(r)
r.side_effect = None
print(r())
r.side_effect = lambda x: x * 2
print(r(4))
r.side_effect = lambda x: DEFAULT
print(r(4))
r.side_effect = KeyError
show(r)
s = Mock(spec=["a", "b"])
print(s.a is s.a, isinstance(s, Mock))
show(lambda: s.c)
s.c = 1
print(s.c)
ss = Mock(spec_set=["a"])
show(setattr, ss, "zz", 1)


class C:
    attr = 1

    def method(self, a, b=2):
        return a

    @staticmethod
    def st(x): ...

    @classmethod
    def cm(cls, y): ...

    async def am(self, z): ...


sc = Mock(spec=C)
print(isinstance(sc, C), sc.method(1) is not None, sc.__class__)
show(lambda: sc.nope)
mm = MagicMock()
print(len(mm), bool(mm), int(mm), float(mm), list(mm), 5 in mm, mm == mm, mm != mm, mm == 3, str(mm).startswith("<MagicMock id="), hash(mm) == hash(mm), complex(mm))
mm.__len__.return_value = 7
mm.__getitem__.side_effect = lambda k: k * 2
mm.__iter__.return_value = [1, 2]
mm.__contains__.return_value = True
print(len(mm), mm[4], list(mm), list(mm), 9 in mm, mm.__getitem__.mock_calls)
with mm as ctx:
    print(ctx is mm.__enter__.return_value)
mm + 1
print(mm.mock_calls[-2:], mm.__add__.call_args)
show(lambda: Mock() + 1)
show(lambda: len(Mock()))
pm = Mock()
pm.__str__ = lambda self: "custom str"
pm.__len__ = Mock(return_value=3)
print(str(pm), len(pm))
print(call(1, a=2), call.foo(1).bar(), call == call, call(1) == call(1), call(1) == call(2), call.a.b, call(1).call_list(), ("", (1,), {}) == call(1), ((1,), {}) == call(1))
print(ANY == 5, call(ANY) == call("x"), ANY, sentinel.foo, sentinel.foo is sentinel.foo, DEFAULT, sentinel.DEFAULT is DEFAULT)
print(repr(Mock(name="nm")).startswith("<Mock name='nm' id="), repr(Mock(name="nm").child()).startswith("<Mock name='nm.child()' id="), repr(Mock(spec=C)).startswith("<Mock spec='C' id="))


class Mod:
    value = 1

    def get(self):
        return "real"


with patch.object(Mod, "value", 42):
    print(Mod.value)
with patch.object(Mod, "get") as g:
    g.return_value = "fake"
    print(Mod().get(), g.call_args)
print(Mod.value, Mod().get())


@patch.object(Mod, "get", return_value="deco")
@patch.object(Mod, "value", new=5)
def test(a, g):
    "doc"
    return a, Mod().get(), Mod.value, g.called


print(test(1), test.__name__)
with patch("__main__.Mod") as M:
    M.return_value.get.return_value = "patched class"
    print(Mod().get(), M.mock_calls)
with patch.dict(os.environ, {"MOCK_X": "1"}):
    print(os.environ["MOCK_X"])
print("MOCK_X" in os.environ)
d = {"a": 1}
with patch.dict(d, b=2, clear=True):
    print(d)
print(d)
with patch.multiple(Mod, value=9, get=DEFAULT) as vals:
    print(Mod.value, list(vals))
p = patch.object(Mod, "value", 77)
p.start()
print(Mod.value)
p.stop()
print(Mod.value)
patch.object(Mod, "value", 88).start()
patch.stopall()
print(Mod.value)
show(lambda: patch.object(Mod, "missing").start())
with patch.object(Mod, "missing", create=True) as z:
    print(hasattr(Mod, "missing"))
print(hasattr(Mod, "missing"))
show(lambda: patch("nodots"))
show(lambda: patch.object("str", "x"))
show(lambda: patch.object(Mod, "get", new=1, new_callable=Mock))
with patch.object(Mod, "get", new_callable=PropertyMock) as pr:
    pr.return_value = "prop"
    print(Mod().get)


@patch.object(Mod, "value", 3)
class TC:
    def test_a(self):
        return Mod.value

    def other(self):
        return Mod.value


print(TC().test_a(), TC().other())


def func(a, b, *, c=1): ...


auto = create_autospec(func, return_value="auto")
print(auto(1, 2), auto.called, auto.call_args, auto.__name__)
show(auto, 1)
show(auto, 1, 2, 3)
show(auto.assert_called_once_with, 1, 2)
ac = create_autospec(C)
inst = ac()
print(inst.method(1) is not None, isinstance(inst, C), inst.method.call_args)
show(inst.method)
show(inst.method, 1, 2, 3)
show(lambda: inst.nope)
show(ac.st)
with patch.object(C, "method", autospec=True) as am:
    am.return_value = "auto method"
    print(C().method(5), len(am.call_args.args))
mo = mock_open(read_data="line1\nline2\n")
with patch("builtins.open", mo):
    with open("f") as fh:
        print(repr(fh.read()))
    with open("g") as fh:
        print(list(fh), fh.readline())
    with open("h", "w") as fh:
        fh.write("out")
print(mo.call_args_list, mo().write.mock_calls)
w = Mock(wraps=[3, 1, 2])
print(w.index(1), w.mock_calls, w.count(3))
parent = Mock()
child1, child2 = Mock(), Mock()
parent.attach_mock(child1, "one")
parent.attach_mock(child2, "two")
child2(2)
child1(1)
print(parent.mock_calls)
conf = Mock(**{"method.return_value": 3, "other.side_effect": KeyError("z")}, plain=1)
print(conf.method(), conf.plain)
show(conf.other)
sealed = Mock(a=1)
seal(sealed)
show(lambda: sealed.b)
del conf.plain
show(lambda: conf.plain)


async def amain():
    am = AsyncMock(return_value=7)
    print(await am(1), am.await_count, am.await_args, am.call_args)
    am.assert_awaited_once_with(1)
    am.side_effect = [1, ValueError("async")]
    print(await am())
    try:
        await am()
    except ValueError as e:
        print(e)
    mg = MagicMock()
    async with mg as q:
        print(q is mg.__aenter__.return_value)
    mg.__aiter__.return_value = [1, 2]
    print([x async for x in mg])
    sp = Mock(spec=C)
    sp.am.return_value = 9
    print(await sp.am(1), type(sp.am).__name__)
    with patch.object(C, "am") as pam:
        pam.return_value = 4
        print(await C().am(1), type(pam).__name__)
    try:
        am.assert_not_awaited()
    except AssertionError as e:
        print(e)


asyncio.run(amain())
