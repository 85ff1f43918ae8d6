"""Errors inside generated methods, which count their lines each for itself."""
from dataclasses import dataclass, field
import traceback
@dataclass
class A:
    x: int
    y: int = 2
    z: list = field(default_factory=list)
    def __post_init__(self):
        if self.x < 0: raise ValueError("neg")
@dataclass(order=True)
class B:
    a: object
    b: int = 0
@dataclass(frozen=True)
class C:
    a: int
@dataclass(unsafe_hash=True)
class D:
    a: list
@dataclass
class E:
    a: object
class Bad:
    def __repr__(self): raise KeyError("r")
    def __eq__(self, o): raise KeyError("e")
def boom(): raise RuntimeError("factory")
@dataclass
class F:
    p: int
    q: int = field(default_factory=boom)
for f in (lambda: A(-1), lambda: B(1) < B("a"), lambda: setattr(C(1), "a", 2), lambda: delattr(C(1), "a"), lambda: hash(D([])), lambda: E(Bad()) == E(Bad()), lambda: F(1), lambda: A(), lambda: B(1) < 5, lambda: A(1, 2, 3, 4), lambda: A(1, q=2), lambda: B(1, 2) >= B(1, "z")):
    try: f()
    except Exception: print(traceback.format_exc())
