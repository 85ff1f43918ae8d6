import types
from types import *


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


print(types.__all__)
for n in ("FunctionType", "LambdaType", "CodeType", "MappingProxyType", "CellType", "GeneratorType",
          "CoroutineType", "AsyncGeneratorType", "MethodType", "BuiltinFunctionType", "ModuleType",
          "TracebackType", "FrameType", "GenericAlias", "UnionType", "EllipsisType", "NoneType",
          "NotImplementedType", "SimpleNamespace"):
    print(n, getattr(types, n))
s = SimpleNamespace(a=1, b="x")
print(s, s.a, s == SimpleNamespace(a=1, b="x"), s != SimpleNamespace(), vars(s), s == 5)
s.c = [s]
print(s)
del s.a
print(sorted(vars(s)), SimpleNamespace(), SimpleNamespace(**{"b c": 1}))
show(SimpleNamespace, 1)
show(lambda: s.nope)


class NS(SimpleNamespace):
    def hi(self):
        return self.x


print(NS(x=3), NS(x=3).hi())
m = MappingProxyType({"a": 1})
print(m, m["a"], len(m), "a" in m, list(m.items()), m | {"b": 2}, m == {"a": 1}, m.get("z", 0))
show(lambda: m.__setitem__("b", 1))
show(MappingProxyType, 5)
C = new_class("C", (), {}, lambda ns: ns.update(x=1, f=lambda self: self.x))
print(C, C().f(), C.__name__, C.__mro__)


class Meta(type):
    @classmethod
    def __prepare__(mcs, name, bases, **kw):
        return {"prepared": (name, kw)}

    def __new__(mcs, name, bases, ns, **kw):
        return super().__new__(mcs, name, bases, ns)

    def __init__(cls, name, bases, ns, **kw):
        cls.kw = kw


D = new_class("D", (C,), {"metaclass": Meta, "z": 5})
print(D.prepared, D.kw, type(D).__name__, prepare_class("E", (D,), {"q": 1}))


class M2(type):
    pass


show(prepare_class, "F", (D, M2("G", (), {})))


class Ent:
    def __mro_entries__(self, bases):
        return (C,)


e = Ent()
print(resolve_bases((e, int)) == (C, int), resolve_bases((int,)) == (int,))
H = new_class("H", (e,))
print(H.__mro__[1], H.__orig_bases__ == (e,))


class Bad:
    def __mro_entries__(self, bases):
        return None


show(resolve_bases, (Bad(),))


class Dyn:
    @DynamicClassAttribute
    def val(self):
        "doc"
        return self._v

    @val.setter
    def val(self, v):
        self._v = v


d = Dyn()
d.val = 5
print(d.val)
show(lambda: Dyn.val)
show(delattr, d, "val")


@coroutine
def gen():
    x = yield 1
    return x


async def use():
    return await gen()


u = use()
print(u.send(None))
try:
    u.send(7)
except StopIteration as e:
    print("result", e.value)
show(coroutine, 5)


@coroutine
def plain():
    return iter([])


print(type(plain()).__name__)
f = FunctionType((lambda a, b=2: (a, b)).__code__, {}, "named", (9,))
print(f.__name__, f(1))
print(MethodType(lambda self, x: (self, x), 5)(6))
print(GenericAlias(list, (int,)), list[int].__origin__, (int | str).__args__)
mod = ModuleType("m", "the doc")
mod.x = 1
print(mod, mod.__name__, mod.__doc__, vars(mod)["x"])
c = CellType(5)
print(c.cell_contents)
