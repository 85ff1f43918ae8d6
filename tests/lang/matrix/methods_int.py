# methods_int.py: Methods of int with all argument shapes.
# SPDX-License-Identifier: Apache-2.0

def show(f, a):
    try:
        r = f(*a)
        text = repr(sorted(r, key=repr)) if isinstance(r, (set, frozenset)) else repr(r)
    except Exception as e:
        text = f'{type(e).__name__}: {e}'
    return text.split(' at 0x')[0]


names = 'bit_length bit_count to_bytes from_bytes conjugate as_integer_ratio __add__ __sub__ __mul__ __truediv__ __floordiv__ __mod__ __and__ __rshift__ __divmod__ __round__ __eq__ __lt__ __radd__ __rsub__ __rpow__ __format__'.split()
args = ((), (None,), (0,), (3,), (-2,), (2.5,), ("a",), (True,), (2 ** 65,), (1j,), ([],), (2, 5), (3, "big"), (3, "little"), (1, 2, 3))
for name in names:
    for a in args:
        obj = 7
        print(name, a, show(getattr(obj, name), a), obj if type(obj) in (list, dict, bytearray) else '')
