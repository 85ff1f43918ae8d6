# Structural pattern matching.
class Point:
    __match_args__ = ('x', 'y')

    def __init__(self, x, y):
        self.x, self.y = x, y


def what(v):
    match v:
        case 0 | 1:
            return 'small'
        case int(n) if n > 100:
            return f'big {n}'
        case str() as s:
            return f'text {s}'
        case []:
            return 'empty'
        case [x]:
            return f'one {x}'
        case [first, *rest]:
            return f'{first} then {rest}'
        case {'type': t, **more}:
            return f'{t} with {more}'
        case Point(0, y=b):
            return f'on axis {b}'
        case Point(x=a):
            return f'point {a}'
        case None:
            return 'none'
    return 'other'


for v in (0, 500, 'hi', [], [7], [1, 2, 3], (4, 5), {'type': 'a', 'b': 2}, {}, Point(0, 3), Point(4, 5), None, 2.5):
    print(what(v))
