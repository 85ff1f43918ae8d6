# mocks made after models, patches in all forms, awaits, sealed mocks, open()
import asyncio
import re
import unittest
from unittest import mock
from unittest.mock import (ANY, DEFAULT, AsyncMock, MagicMock, Mock, NonCallableMagicMock,
                           NonCallableMock, PropertyMock, call, create_autospec, mock_open, patch,
                           seal, sentinel)


def show(what, *args, **kwargs):
    try:
        print(hide(repr(what(*args, **kwargs))))
    except BaseException as error:
        print(type(error).__name__, hide(str(error)))


def hide(text):
    return re.sub(r"0x[0-9a-f]+", "0x0", re.sub(r"id='\d+'", "id='N'", text))


class Model:
    attr = 3

    def __init__(self, a, b=2):
        self.own = a

    def method(self, x, *, key=None):
        return x

    @classmethod
    def make(cls, n):
        return cls(n)

    @staticmethod
    def helper(p, q=1):
        return p

    @property
    def prop(self):
        return 1

    async def later(self, z):
        return z

    def __len__(self):
        return 5


def func(a, b, /, c, *, d=4):
    "doc of func"
    return a


# --- autospec
m = create_autospec(Model)
show(m)
show(m, 1)
show(m, 1, 2, 3)
show(m.method, 1)
show(m.method)
show(m.make, 1)
show(m.make, 1, 2)
show(m.helper, 1, 2)
show(lambda: m.nosuch)
inst = m(1)
show(inst.method, 1, key=2)
show(inst.method, 1, bad=2)
show(inst.make, 1)
show(lambda: inst.own)
show(len, inst)
show(inst)
print(isinstance(inst, Model), m.method.call_args_list, m.mock_calls, inst.method.call_count)
show(m.method.assert_called_once_with, x=1)
show(m.method.assert_called_once_with, x=2)
f = create_autospec(func, return_value=7)
show(f, 1, 2, 3)
show(f, 1, 2, c=3, d=5)
show(f, 1)
show(f, a=1, b=2, c=3)
print(f.__name__, f.__doc__, f.call_count, f.call_args, f.called, f.mock_calls)
show(f.assert_called_with, 1, 2, 3, d=5)
show(f.assert_called_with, 1, 2, 4)
show(f.assert_has_calls, [call(1, 2, 3)])
f.side_effect = [1, ValueError("x")]
show(f, 1, 2, 3)
show(f, 1, 2, 3)
show(f, 1, 2, 3)
f.reset_mock()
print(f.called, f.call_args_list)
show(create_autospec, Model, instance=True)
show(create_autospec(Model, instance=True))
show(create_autospec, func, spec_set=True, bad=1)
show(create_autospec, Mock())
show(create_autospec, 3)
s = create_autospec(Model, spec_set=True)
show(setattr, s, "nosuch", 1)
show(setattr, s, "attr", 1)

# --- specs
for options in ({"spec": Model}, {"spec_set": Model}, {"spec": ["a", "b"]}, {"name": "n"},
                {"wraps": Model(1)}, {"return_value": 3}, {"side_effect": KeyError("k")}):
    for kind in (Mock, MagicMock, NonCallableMock):
        if kind is NonCallableMock and "wraps" in options:
            continue
        try:
            x = kind(**options)
        except TypeError as error:
            print(kind.__name__, sorted(options), "TypeError")
            continue
        print(kind.__name__, sorted(options), hide(repr(x)), isinstance(x, Model))
        show(lambda: x.method(1))
        show(lambda: x.a)
        show(lambda: x())
        show(lambda: setattr(x, "zzz", 1))
        show(lambda: len(x))
show(lambda: Mock().assert_foo)
show(lambda: Mock(unsafe=True).assert_foo)
show(lambda: Mock().__nosuch__)
show(lambda: Mock(spec=Mock()))
show(lambda: MagicMock(spec_set=["x"]).mock_add_spec(["y"]))

# --- recording
p = Mock()
p.a(1).b(x=2)
p.a.c()
p(3)
print(p.mock_calls, p.method_calls, p.a.mock_calls, p.a.return_value.mock_calls, p.call_args)
child = Mock(return_value=None)
p.attach_mock(child, "kid")
p.kid(4)
print(p.mock_calls, hide(repr(child)), call.kid(4) in p.mock_calls,
      [call(3), call.kid(4)] == p.mock_calls[-2:])
show(p.assert_has_calls, [call.a(1), call.a().b(x=2)])
show(p.assert_has_calls, [call.a(2)])
show(p.assert_has_calls, [call.kid(4), call(3)], any_order=True)
show(p.assert_has_calls, [call.kid(5)], any_order=True)
show(p.assert_any_call, 3)
show(p.assert_any_call, 4)
show(p.assert_called_once)
show(p.kid.assert_not_called)
show(p.b.assert_called)
show(p.kid.assert_called_with, ANY)
print(call.a.b(1).c(2).call_list(), call(1, k=2).args, call(1, k=2).kwargs, call.x == call.x,
      call(1) == ((1,), {}), call(1) == ("", (1,)), call.n(1) == ("n", (1,), {}))
p.reset_mock()
print(p.mock_calls, p.kid.call_count, hide(repr(p.kid.return_value)))
p.reset_mock(return_value=True, side_effect=True)
p.configure_mock(**{"x.y": 5, "z.return_value": 6, "w.side_effect": IndexError})
show(lambda: (p.x.y, p.z()))
show(lambda: p.w())
del p.x
show(lambda: p.x)

# --- special methods
g = MagicMock()
for what in (len, iter, int, float, complex, bool, hash, str, repr, abs, round, dir):
    show(lambda: type(what(g)))
show(lambda: [list(g), g[1], 1 in g, g < 1, g == g, g == 3, g + 1, 1 + g, -g, ~g][0:4:2])
g.__len__.return_value = 4
g.__getitem__.side_effect = lambda k: k * 2
g.__str__ = lambda self: "text"
g.__iter__.return_value = [1, 2]
with g as entered:
    pass
print(len(g), g[3], str(g), list(g), g.__len__.call_count, g.__getitem__.call_args,
      g.__enter__.called, g.__exit__.call_args)
h = Mock()
show(len, h)
h.__len__ = Mock(return_value=2)
print(len(h), h.__len__.mock_calls)
show(setattr, h, "__getattr__", 1)


class Owner:
    pass


Owner.p = PropertyMock(return_value=8)
o = Owner()
o.p = 9
print(o.p, Owner.__dict__["p"].mock_calls)

# --- sealed
q = Mock(name="root")
q.known.return_value.deep = 1
seal(q)
show(lambda: q.known().deep)
show(lambda: q.other)
show(lambda: q.known.more)
show(setattr, q, "new", 1)


# --- patches
class Target:
    value = 1
    other = 2

    def run(self):
        return "real"


@patch.object(Target, "value", 10)
@patch.object(Target, "run")
def with_two(run):
    run.return_value = "mocked"
    return Target.value, Target().run()


@patch.multiple(Target, value=DEFAULT, other=20)
def with_many(value):
    return hide(repr(value)), Target.other


@patch.dict("os.environ", {"NEW": "x"})
def with_env():
    import os
    return os.environ["NEW"]


@patch.object(Target, "value", 5)
class Cases:
    def test_a(self):
        return Target.value

    def helper(self):
        return Target.value


print(with_two(), with_many(), with_env(), Cases().test_a(), Cases().helper(), Target.value)
with patch.object(Target, "run", autospec=True) as run:
    t = Target()
    t.run()
    show(t.run, 1)
    print(hide(repr(run.mock_calls)))
with patch("__main__.Target") as fake:
    print(hide(repr(Target)), hide(repr(Target())))
with patch("__main__.Target", spec=True) as fake:
    show(lambda: Target().run())
    show(lambda: Target().nosuch)
with patch.object(Target, "fresh", create=True, new=3):
    print(Target.fresh)
print(hasattr(Target, "fresh"))
d = {"a": 1}
with patch.dict(d, {"b": 2}, clear=True, c=3):
    print(d)
print(d)
patcher = patch.object(Target, "value", 77)
print(patcher.start(), Target.value, patcher.stop(), Target.value, patcher.stop())
patch.object(Target, "value", 1).start()
patch.object(Target, "other", 5).start()
patch.stopall()
print(Target.value, Target.other)
for bad in (lambda: patch("nodot"), lambda: patch("nosuch.name").start(),
            lambda: patch.object("text", "x"), lambda: patch.multiple(Target),
            lambda: patch("os.sep", new=1, new_callable=Mock),
            lambda: patch.object(Target, "value", 1, spec=True, autospec=True).start(),
            lambda: patch.object(Target, "value", 1, foo=2).start(),
            lambda: patch.object(Target, "none").start()):
    show(bad)

# --- open()
for data in ("one\ntwo\nthree", b"x\ny\n"):
    o = mock_open(read_data=data)
    with patch("builtins.open", o):
        with open("name") as file:
            print(file.read(), file.read())
        with open("name") as file:
            print(file.readline(), list(file), file.readlines())
        with open("name", "w") as file:
            file.write("z")
    print([c for c in o.mock_calls if c[0] in ("", "().write")])


# --- coroutines
async def main():
    a = AsyncMock(return_value=3)
    print(await a(1), await a(x=2), a.await_count, a.await_args, a.await_args_list)
    for what, args in (("assert_awaited", ()), ("assert_awaited_once", ()),
                       ("assert_awaited_with", (1,)), ("assert_any_await", (1,)),
                       ("assert_has_awaits", ([call(1), call(x=2)],)),
                       ("assert_has_awaits", ([call(3)],)), ("assert_not_awaited", ()),
                       ("assert_awaited_once_with", (1,))):
        show(getattr(a, what), *args)
    a.side_effect = [1, KeyError("k")]
    print(await a())
    for _ in range(2):
        try:
            await a()
        except BaseException as error:
            print(type(error).__name__, error)
    a.side_effect = lambda n: n + 1
    print(await a(1))
    a.reset_mock()
    print(a.await_count, a.call_count)
    model = create_autospec(Model)
    print(await model(1).later(2) is not None, type(Mock(Model).later).__name__,
          type(MagicMock().__aenter__).__name__)
    async with MagicMock() as inner:
        print(type(inner).__name__)
    many = MagicMock()
    many.__aiter__.return_value = [1, 2]
    print([x async for x in many])

asyncio.run(main())
print(sentinel.x is sentinel.x, sentinel.x, ANY == 3, mock.FILTER_DIR, dir(Mock(spec=["q"]))[-3:])
