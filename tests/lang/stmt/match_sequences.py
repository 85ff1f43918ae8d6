# match_sequences.py: Match: sequence patterns and what counts as a sequence.
# SPDX-License-Identifier: Apache-2.0

def m(x):
    match x:
        case []:
            return 'empty'
        case [a]:
            return 'one', a
        case [1, b]:
            return 'starts 1', b
        case (a, b):
            return 'two', a, b
        case [a, [b, c], *_]:
            return 'nested', a, b, c
        case [first, *mid, last]:
            return 'star', first, mid, last
        case _:
            return 'other'


class Seq:
    def __len__(self):
        return 2

    def __getitem__(self, i):
        return i


class L(list):
    pass


class T(tuple):
    pass


for v in ([], (), [5], (1, 2), [3, 4], [1, [2, 3]], [1, (2, 3), 4], [1, 2, 3, 4],
          'ab', b'ab', bytearray(b'ab'), {1, 2}, {1: 2}, range(2), range(5), Seq(),
          L([7]), T((1, 9)), iter([1]), None, (i for i in [1]), memoryview(b'ab')):
    print(type(v).__name__, m(v))


def s(x):
    match x:
        case *_, 'end':
            return 'ends'
        case 'start', *rest:
            return 'starts', rest
        case [*all]:
            return 'all', all


print(s([1, 'end']), s(('start', 1, 2)), s([1, 2]), s(['end']), s([]), s('end'))
match [1, 2, 3]:
    case [x, y]:
        print('no', x)
    case [x, y, z]:
        print(x, y, z)
match [[1, 2], [3]]:
    case [[a, b], [c]]:
        print(a, b, c)
match (1,):
    case (x,):
        print('tuple', x)
match 5:
    case (x):
        print('paren', x)
match [1, 2], 3:
    case [a, b] as pair, c:
        print(pair, a, b, c)
match [0, 1]:
    case [0, x] | [x, 0]:
        print('or', x)
match ['go', 'north']:
    case ['go', ('north' | 'south') as direction]:
        print(direction)
match range(10):
    case [0, 1, *mid, 8, 9]:
        print(mid)
