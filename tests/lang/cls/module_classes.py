import sys, types
class M(types.ModuleType):
    extra = 5
    def __getattr__(self, n): 
        if n.startswith('__'): raise AttributeError(n)
        return 'dyn '+n
m = M("x"); print(m.__name__, m.extra, m.foo, m.__dict__.keys())
m.__dict__.update({"a": 1}); print(m.a, m.__dict__["a"])
del m.a; print(m.a)
m.b=3; print(m.__dict__["b"], vars(m)["b"]); print(m)
setattr(m,'c',4); print(sorted(k for k in m.__dict__ if not k.startswith('__')), dir(m)[-2:])
sys.modules["x"]=m
import x; print(x.b, x.zzz)
from x import qq; print(qq)
y=types.ModuleType("y"); y.v=1
y.__class__=M; print(y.v, y.extra, y.other, type(y))
y.v=2; print(y.v, y.__dict__['v'])
sys.modules["y"]=y
from y import v, w; print(v,w)
import __main__
class P(types.ModuleType):
    @property
    def answer(self): return 42
__main__.__class__=P
print(__main__.answer, isinstance(__main__,P))
exec("k=9", y.__dict__); print(y.k)
try: 
    class Q: pass
    y.__class__=Q
except TypeError as e: print(e)


class Busy(types.ModuleType):
    def __init__(self, name, **more):
        super().__init__(name, "told")
        self.__dict__.update(more)

    def __call__(self, x):
        return x * 2

    def __getitem__(self, key):
        return key, self.__name__

    def __iter__(self):
        return iter("ab")

    def __len__(self):
        return 7

    def __setattr__(self, name, value):
        print("set", name)
        super().__setattr__(name, value)

    def __delattr__(self, name):
        print("del", name)
        super().__delattr__(name)

    def __repr__(self):
        return f"<busy {self.__name__}>"

    @property
    def twice(self):
        return self.n * 2

    @classmethod
    def made(cls):
        return cls("made", n=1)


b = Busy("b", n=4)
print(b, b(3), b["k"], list(b), len(b), b.twice, b.__doc__, callable(b))
b.z = 1
del b.z
print(hasattr(b, "z"), isinstance(b, Busy), isinstance(b, types.ModuleType),
      Busy.made().n, b.__class__ is Busy, type(b).__mro__)
sys.modules["busy"] = b
import busy
print(busy is b, busy(5))
for i in range(3):
    print(busy.n, busy.twice, end=" ")
    busy.__dict__["n"] += 1
print()
plain = types.ModuleType("plain")
plain.n = 1


def ask(m):
    return m.n


class Prop(types.ModuleType):
    n = property(lambda self: "computed")


print(ask(plain), ask(plain), ask(plain))
plain.__class__ = Prop
print(ask(plain), plain.__dict__["n"])
plain.__class__ = types.ModuleType
print(ask(plain), type(plain))
for bad in (int, object, Exception, 3):
    try:
        plain.__class__ = bad
    except TypeError as e:
        print(e)


class Slotted(types.ModuleType):
    __slots__ = ("s",)


try:
    s = Slotted("s")
    s.t = 2
    print(s.t)
except (AttributeError, TypeError) as e:
    print(type(e).__name__)
