# methods_bytes.py: Methods of bytes with all argument shapes.
# SPDX-License-Identifier: Apache-2.0

def show(f, a):
    try:
        r = f(*a)
        text = repr(sorted(r, key=repr)) if isinstance(r, (set, frozenset)) else repr(r)
    except Exception as e:
        text = f'{type(e).__name__}: {e}'
    return text.split(' at 0x')[0]


names = 'find count index startswith endswith split join replace strip center zfill partition hex decode translate __getitem__ __contains__ removeprefix upper'.split()
args = ((), (None,), (1,), (-1,), (1.5,), ("a",), ("",), (b"a",), (b"a", b"b"), (97,), (300,), ([],), (["x", "y"],), (("a", "b"),), ({},), ("a", 1), ("a", "b"), (1, "b"), (5, "*"), ("a", 0, 2), ("a", "b", 1), ("a", None, None), (1, 2, 3, 4))
for name in names:
    for a in args:
        obj = b'ba na'
        print(name, a, show(getattr(obj, name), a), obj if type(obj) in (list, dict, bytearray) else '')
