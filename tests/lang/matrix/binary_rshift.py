# binary_rshift.py: The operator >> over all pairs of built-in values.
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


def show(v):
    text = repr(v)
    return text if ' at 0x' not in text else text.split(' at 0x')[0]


for a, x in vals.items():
    for b, y in vals.items():
        try:
            r = show(x >> y)
        except Exception as e:
            r = f'{type(e).__name__}: {e}'
        print(a, b, r)
