# torture: hashes by address
# dataclasses and enum: classes built by code.
from dataclasses import dataclass, field
from enum import Enum, Flag


@dataclass(order=True)
class Item:
    name: str
    price: float = 1.0
    tags: list = field(default_factory=list)


a = Item('b', 2.0, ['x'])
print(a, a == Item('b', 2.0, ['x']), sorted([a, Item('a')])[0], a < Item('c'))


class Color(Enum):
    RED = 1
    GREEN = 'g'


class Bits(Flag):
    A = 1
    B = 2


print(Color.RED, Color('g').name, list(Color), Bits.A | Bits.B, Bits.A in Bits.A | Bits.B)
