# stores.py: Item and attribute stores and deletes on all values.
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

for stmt in ('v[0] = 1', 'del v[0]', 'v["k"] = 1', 'del v["zz"]', 'v[:1] = [5]', 'del v[:1]', 'v.attr = 1', 'del v.attr', 'v[[]] = 1',
             'a, b = v', '(a,) = v', 'a, *b = v', 'v += 1', 'v += "s"', 'v += [1]', 'v *= 2', 'v |= {9}', 'v -= 1', 'for x in v: break',
             'with v: pass', 'raise v', 'v.real', 'v.__class__.__name__', 'assert v', 'del v', 'v @= 1', 'v //= 2', 'v[None]', 'v[1.5]'):
    for k, v in vals.items():
        if k == 'big' and stmt == 'v *= 2':
            continue
        import_free = {'v': v if k not in ('list', 'dict', 'set', 'bytearray', 'obj') else type(v)(v) if k != 'obj' else Obj()}
        try:
            exec(stmt, import_free)
            r = repr(import_free.get('v')).split(' at 0x')[0]
        except BaseException as e:
            r = f'{type(e).__name__}: {e}'
        print(stmt, '|', k, '|', r)
