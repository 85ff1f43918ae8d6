# unary.py: Unary operators, truth and simple conversions of all values.
# SPDX-License-Identifier: Apache-2.0

class Obj:
    def __repr__(self):
        return 'Obj()'


vals = {
    'int': 7, 'neg': -3, 'zero': 0, 'big': 2 ** 70, 'bool': True, 'float': 2.5, 'nan': float('nan'), 'complex': 1 + 2j,
    'str': 'ab', 'empty': '', 'bytes': b'xy', 'bytearray': bytearray(b'q'), 'none': None, 'list': [1, 2], 'tuple': (1, 2),
    'dict': {'k': 1}, 'set': {1}, 'frozenset': frozenset({2}), 'range': range(3), 'func': len, 'type': int, 'obj': Obj(),
    'dots': ..., 'slice': slice(1), 'iter': iter(()),
}


def show(f, v):
    try:
        return repr(f(v)).split(' at 0x')[0]
    except Exception as e:
        return f'{type(e).__name__}: {e}'


ops = {
    'neg': lambda v: -v, 'pos': lambda v: +v, 'inv': lambda v: ~v, 'not': lambda v: not v, 'abs': abs, 'bool': bool,
    'int': int, 'float': float, 'complex': complex, 'len': len, 'hex': hex, 'round': round, 'call': lambda v: v(),
    'item': lambda v: v[0], 'attr': lambda v: v.nope, 'iter': lambda v: type(iter(v)).__name__, 'next': next,
    'hash': lambda v: hash(v) == hash(v), 'unpack': lambda v: [*v], 'keys': lambda v: {**v}, 'slice': lambda v: v[:1],
    'reversed': lambda v: type(reversed(v)).__name__, 'sorted': sorted, 'sum': sum, 'max': max, 'chr': chr, 'ord': ord,
    'format': lambda v: format(v, '>5'), 'bytes': lambda v: bytes(v) if v != 2 ** 70 else 'skipped',
}
for name, f in ops.items():
    for k, v in vals.items():
        if name == 'call' and k == 'type' or k == 'iter' and name == 'bytes':
            continue
        print(name, k, show(f, v))
