# methods_str_pad.py: Padding, case and predicate methods of str with all argument shapes.
# SPDX-License-Identifier: Apache-2.0

def show(f, a):
    try:
        r = f(*a)
        text = repr(sorted(r, key=repr)) if isinstance(r, (set, frozenset)) else repr(r)
    except Exception as e:
        text = f'{type(e).__name__}: {e}'
    return text.split(' at 0x')[0]


names = 'center ljust rjust zfill upper lower title casefold isalpha isdigit isascii encode format_map __getitem__ __contains__ __add__ __mul__'.split()
args = ((), (None,), (1,), (-1,), (1.5,), ("a",), ("",), (b"a",), ([],), (["x", "y"],), (("a", "b"),), ({},), ("a", 1), ("a", "b"), (1, "b"), (5, "*"), ("a", 0, 2), ("a", "b", 1), ("a", None, None), (1, 2, 3, 4))
for name in names:
    for a in args:
        obj = '-7a'
        print(name, a, show(getattr(obj, name), a), obj if type(obj) in (list, dict, bytearray) else '')
