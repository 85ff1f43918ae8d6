# startswith_prefixes.py: startswith, endswith, removeprefix, removesuffix, partition.
# SPDX-License-Identifier: Apache-2.0

s = 'filename.tar.gz'
for p in ('file', '', 'x', ('x', 'file'), ('.gz',), (), 'filename.tar.gz', 'filename.tar.gz!', 'name'):
    print(repr(p), s.startswith(p), s.endswith(p), s.startswith(p, 4), s.endswith(p, 0, 8), s.startswith(p, -3), s.startswith(p, 4, 8), s.endswith(p, 20), s.startswith(p, 15))
print(''.startswith(''), ''.endswith(''), 'a'.startswith('', 1), 'a'.startswith('', 2), 'a'.endswith('', 2), 'abc'.startswith('b', 1), 'abc'.endswith('b', 0, 2), 'abc'.startswith('', 2, 1))
print(s.removeprefix('file'), s.removeprefix('x'), s.removeprefix(''), s.removesuffix('.gz'), s.removesuffix(''), s.removesuffix('x'), 'aaa'.removeprefix('a'), 'aaa'.removesuffix('aa'), ''.removeprefix('a'), 'ab'.removeprefix('abc'), '日本'.removeprefix('日'))
for sep in ('.', '.tar', 'x', 'filename', 'gz', 'filename.tar.gz'):
    print(s.partition(sep), s.rpartition(sep))
print(''.partition('a'), ''.rpartition('a'), 'aXbXc'.partition('X'), 'aXbXc'.rpartition('X'), '日-本'.partition('-'))


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


err(lambda: s.startswith()); err(lambda: s.startswith(5)); err(lambda: s.startswith((5,))); err(lambda: s.startswith(['a'])); err(lambda: s.endswith(None)); err(lambda: s.endswith(('x', b'y'))); err(lambda: s.startswith('a', 'b')); err(lambda: s.removeprefix(5)); err(lambda: s.removesuffix()); err(lambda: s.partition('')); err(lambda: s.rpartition('')); err(lambda: s.partition(5)); err(lambda: s.partition()); err(lambda: s.partition(None)); err(lambda: s.startswith(b'f')); err(lambda: s.startswith(('f', 5))); err(lambda: s.startswith(('q', 5))); err(lambda: s.startswith('a', 1, 2, 3)); err(lambda: s.removeprefix(('a',)))
