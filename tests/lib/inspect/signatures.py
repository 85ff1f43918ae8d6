import inspect
from inspect import *
import functools
from typing import *
from dataclasses import dataclass


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, str(e).split(" at 0x")[0])


def f1(a, b: int, /, c=1, *args: str, d, e: "X" = 5, **kw: float) -> Optional[int]: ...
def f2(): ...
def f3(*, a, b=2): ...
def f4(a=1, *rest): ...
def f5(x, /): ...
async def f6(x: List[int]): ...
def f7(x=lambda: 0, *, y="s"): ...


class C:
    def __init__(self, a, b=2): ...
    def m(self, x): ...
    @classmethod
    def cm(cls, y=1): ...
    @staticmethod
    def sm(z): ...
    def __call__(self, q): ...


class D(C): ...


class N:
    def __new__(cls, a, *b): ...


class E: ...


class Meta(type):
    def __call__(cls, meta_arg): ...


class WM(metaclass=Meta): ...


@dataclass
class DC:
    x: int
    y: str = "a"


def deco(f):
    @functools.wraps(f)
    def w(*a, **k): ...
    return w


for o in (f1, f2, f3, f4, f5, f6, C, D, N, E, WM, C.m, C(1).m, C.cm, C.sm, C(1), DC, deco(f1), functools.partial(f1, 1), functools.partial(f1, 1, 2, d=5),
          functools.partial(f3, a=1), functools.partial(C, b=5), functools.lru_cache(f4), lambda x, y=1: 0, functools.partial(f4, 9), Exception if False else f2):
    print(getattr(o, "__name__", type(o).__name__), signature(o))
sig = signature(f1)
print(repr(sig), list(sig.parameters), sig.return_annotation, sig.empty is Signature.empty)
for p in sig.parameters.values():
    print(p, repr(p), p.name, p.kind, repr(p.kind), p.default is p.empty, p.annotation is p.empty, p.kind.description)
b = sig.bind(1, 2, 3, "x", "y", d=4, z=1.5)
print(b, b.args, b.kwargs, b.arguments, b.signature is sig)
b = sig.bind(1, 2, d=4)
print(b.arguments)
b.apply_defaults()
print(b.arguments, b.args, b.kwargs)
print(sig.bind_partial(1), sig.bind_partial(d=3).kwargs)
for args, kw in (((), {}), ((1,), {}), ((1, 2), {}), ((1, 2, 3), {"c": 4, "d": 1}), ((1, 2), {"a": 1, "d": 1})):
    show(sig.bind, *args, **kw)
show(signature(f2).bind, 1)
show(signature(f2).bind, x=1)
show(signature(f3).bind, 1)
print(signature(f2) == signature(lambda: 0), signature(f3) == signature(f4), hash(signature(f2)) == hash(signature(lambda: 0)))
P = Parameter
show(P, "1x", P.POSITIONAL_ONLY)
show(P, "x", 99)
show(P, 5, P.POSITIONAL_ONLY)
show(P, "x", P.VAR_POSITIONAL, default=1)
show(P, "class", P.KEYWORD_ONLY)
show(Signature, [P("a", P.KEYWORD_ONLY), P("b", P.POSITIONAL_ONLY)])
show(Signature, [P("a", P.POSITIONAL_ONLY, default=1), P("b", P.POSITIONAL_ONLY)])
show(Signature, [P("a", P.POSITIONAL_ONLY), P("a", P.KEYWORD_ONLY)])
print(Signature([P("a", P.POSITIONAL_OR_KEYWORD, annotation=int, default=3)], return_annotation=str), sig.replace(return_annotation=int),
      sig.parameters["c"].replace(default=9, name="zz"), P("a", P.KEYWORD_ONLY) == P("a", P.KEYWORD_ONLY))
show(signature, 5)
show(signature, deco)


class HasSig:
    __signature__ = Signature([P("custom", P.KEYWORD_ONLY)])

    def __call__(self): ...


print(signature(HasSig()), signature(HasSig))


def g():
    pass


g.__signature__ = 5
show(signature, g)
print(getfullargspec(f1), getfullargspec(C.m), getfullargspec(C), getfullargspec(C(1).m))
show(getfullargspec, 5)
print(getcallargs(f4, 1, 2, 3), getcallargs(f3, a=1))
show(getcallargs, f3)
show(getcallargs, f5)
show(getcallargs, f5, 1, 2)
show(getcallargs, f5, 1, z=2)
print(get_annotations(f1), get_annotations(DC), get_annotations(E), get_annotations(f6, eval_str=True), get_annotations(C))
show(get_annotations, 5)
print(formatannotation(int), formatannotation(List[int]), formatannotation("x"), formatannotation(Optional[C]), formatannotation(list[int]), formatannotation(C))
print(signature(f7).parameters["y"], signature(functools.partial(functools.partial(f1, 1), 2)))
