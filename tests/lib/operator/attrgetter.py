"""attrgetter of several names and of names with dots; items of classes."""
from enum import Enum
from operator import attrgetter


class Node:
    kind = "node"

    def __init__(self, name, next=None):
        self.name, self.next = name, next

    @property
    def size(self):
        return len(self.name)

    def __getattr__(self, name):
        if name == "extra":
            return self.name * 2
        raise AttributeError(f"no {name} here")


class Meta(type):
    def __getitem__(cls, key):
        return cls.__name__, key


class Indexed(metaclass=Meta):
    pass


class Generic:
    def __class_getitem__(cls, key):
        return "generic", key


class Colour(Enum):
    RED = 1
    GREEN = 2


a = Node("a", Node("bb", Node("ccc")))
for names in (("name",), ("next.name",), ("next.next.name",), ("name", "next.name"), ("size",), ("next.size", "size"),
              ("kind", "next.kind", "size"), ("extra",), ("next.extra", "name"), ("missing",), ("next.missing",),
              ("name", "missing.name"), ("next.next.next.name",), ("name.upper",), ("__class__.__name__",), ("",), (".name",),
              ("next.",), ("next..name",)):
    for _ in range(2):
        try:
            result = attrgetter(*names)(a)
            print(names, result() if callable(result) else result)
        except AttributeError as error:
            print(names, error)
rows = [Node("x", Node("q")), Node("a", Node("z")), Node("m", Node("b"))]
print([r.name for r in sorted(rows, key=attrgetter("name", "next.name"))], [r.name for r in sorted(rows, key=attrgetter("next.name"))])
print(max(rows, key=attrgetter("size", "name")).name, list(map(attrgetter("next.size", "extra"), rows)))
print(Indexed["k"], Generic[1, 2], Colour["RED"], list[int], [Colour[n].value for n in ("RED", "GREEN")])
for bad in (lambda: Colour["BLUE"], lambda: Node[1], lambda: int["x"], lambda: attrgetter(1)):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, error)
