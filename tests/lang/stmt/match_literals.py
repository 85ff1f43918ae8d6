# match_literals.py: Match: literal, value, or and capture patterns.
# SPDX-License-Identifier: Apache-2.0

def m(x):
    match x:
        case 0:
            return 'zero'
        case 1 | 2 | 3:
            return 'small'
        case -1:
            return 'minus one'
        case 1.5:
            return 'float'
        case 2 + 3j:
            return 'complex'
        case -4 - 1j:
            return 'complex2'
        case 'a' | "b":
            return 'str'
        case 'con' 'cat':
            return 'concat'
        case b'x':
            return 'bytes'
        case None:
            return 'none'
        case True:
            return 'true'
        case False:
            return 'false'
        case _:
            return 'default'


for v in (0, 1, 3, 4, -1, 1.5, 2 + 3j, -4 - 1j, 'a', 'b', 'concat', b'x', None, True,
          False, 0.0, 1.0, [], 'c', 10 ** 20, ...):
    print(repr(v), m(v))


class K:
    RED = 1
    GREEN = 'g'

    class N:
        deep = 7


def q(x):
    match x:
        case K.RED:
            return 'red'
        case K.GREEN:
            return 'green'
        case K.N.deep:
            return 'deep'
        case other:
            return 'other', other


print(q(1), q('g'), q(7), q(8), q(True), q(1.0))


def guard(x):
    match x:
        case n if n > 10:
            return 'big', n
        case n if (half := n / 2) > 2:
            return 'mid', half
        case (1 | 2) as n if n != 2:
            return 'one', n
        case n:
            return 'rest', n


print(guard(11), guard(6), guard(1), guard(2))
match 5:
    case 1:
        print('no')
print('fell through')
match 1, 2:
    case a, b:
        print(a, b)
match = 3
case = 4
_ = 5
print(match, case, _)
match 7:
    case _:
        print('wildcard keeps', _)
match (x := 9):
    case 9: print('walrus', x)
print(match (1) if callable(match) else 'not callable')
