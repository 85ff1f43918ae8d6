from dataclasses import *
from typing import ClassVar


def attempt(text):
    try:
        exec(text, globals())
        print("fine")
    except Exception as e:
        print(type(e).__name__, e)


for text in (
    "@dataclass\nclass A:\n x: list = []",
    "@dataclass\nclass A:\n x: dict = {}",
    "@dataclass\nclass A:\n x: set = set()",
    "@dataclass\nclass A:\n x: list = field(default=[])",
    "@dataclass\nclass A:\n x: int = 1\n y: int",
    "@dataclass(order=True, eq=False)\nclass A:\n x: int",
    "@dataclass\nclass A:\n x = field()",
    "@dataclass\nclass A:\n x: int = field(default=1, default_factory=int)",
    "@dataclass(frozen=True)\nclass A:\n x: int\n@dataclass\nclass B(A):\n y: int",
    "@dataclass\nclass A:\n x: int\n@dataclass(frozen=True)\nclass B(A):\n y: int",
    "@dataclass(order=True)\nclass A:\n x: int\n def __lt__(self, o): ...",
    "@dataclass(frozen=True)\nclass A:\n x: int\n def __setattr__(self, o, v): ...",
    "@dataclass(frozen=True)\nclass A:\n x: int\n def __delattr__(self, o): ...",
    "@dataclass(unsafe_hash=True)\nclass A:\n x: int\n def __hash__(self): ...",
    "@dataclass\nclass A:\n x: ClassVar[int] = field(default_factory=int)",
    "@dataclass\nclass A:\n x: InitVar[int] = field(default_factory=int)",
    "@dataclass\nclass A:\n x: ClassVar[int] = field(kw_only=True)",
    "@dataclass\nclass A:\n _: KW_ONLY\n __: KW_ONLY\n x: int",
    "@dataclass(slots=True)\nclass A:\n __slots__ = ('x',)\n x: int",
    "@dataclass(weakref_slot=True)\nclass A:\n x: int",
    "@dataclass(slots=True)\nclass A:\n x: int = 1\nprint(A().x, A.__slots__, type(A.x).__name__)",
    "@dataclass(bogus=1)\nclass A: pass",
    "field(1)",
    "dataclass(5)",
    "@dataclass\nclass A: pass\nprint(A(), A() == A(), fields(A))",
    "@dataclass\nclass A:\n x: int\n def __post_init__(self): raise ValueError('post ' + str(self.x))\nA(3)",
    "@dataclass(frozen=True)\nclass A:\n x: int\nclass B(A): pass\nb = B(1)\nb.y = 2\nprint(b.y)\nb.x = 3",
    "@dataclass\nclass A:\n x: int = 1\n@dataclass\nclass B(A):\n y: int",
    "@dataclass(eq=True, frozen=True)\nclass A:\n x: int\n __hash__ = None\nhash(A(1))",
    "@dataclass(eq=True, frozen=False)\nclass A:\n x: int\n def __hash__(self): return 5\nprint(hash(A(1)))",
    "@dataclass\nclass A:\n x: int\n def __eq__(self, o): return 1\nprint(A.__hash__)",
    "@dataclass(frozen=True)\nclass A:\n x: list\nhash(A([]))",
    "replace(field())",
):
    attempt(text)
