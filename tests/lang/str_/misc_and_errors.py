# misc_and_errors.py: str() construction, unknown attributes, iteration, immutability.
# SPDX-License-Identifier: Apache-2.0

print(str(), str(5), str(None), str(b'x'), str([1, 'a']), str('same'), str(object=7), str(1.0), str(True), str(...), str(int), repr(str(b'', 'ascii')), str(bytearray(b'abc'), 'utf-8'), str(memoryview(b'mv'), 'ascii'))
for args, kw in (((b'x', 'ascii', 'strict', 4), {}), ((5, 'x'), {}), (('x', 'utf-8'), {}), ((), {'foo': 1}), ((b'\xff', 'ascii'), {}), ((), {'encoding': 'ascii'}), ((b'a',), {'errors': 'x'}), ((None, 'utf-8'), {}), ((b'a', None), {}), ((b'a', 'nope'), {})):
    try:
        print(repr(str(*args, **kw)))
    except Exception as e:
        print(type(e).__name__, e)
s = 'abc'
for name in ('foo', 'Upper', 'append', 'size', 'length', 'contains', 'decode', '__nope__', 'has_key', 'uper'):
    try:
        getattr(s, name)
    except AttributeError as e:
        print(e)
it = iter(s)
print(next(it), list(it), next(it, 'end'), type(iter(s)).__name__, type(iter('é')).__name__, it.__length_hint__(), [c for c in 'é日😀'], list(zip('ab', 'é日')))
it = iter('héllo')
next(it)
print(it.__length_hint__(), ''.join(it), it.__length_hint__())
print(sorted(n for n in dir(str) if not n.startswith('_')))
print(str.__doc__.split('\n')[0], 'abc'.__class__, type('').__mro__, str.__name__, 'a'.__sizeof__() > 0, ''.__repr__(), 'x'.__str__(), 'x'.__format__(''), str.__add__('a', 'b'), 'a'.__getnewargs__(), str.__hash__('a') == hash('a'))
for f in (lambda: s(), lambda: s.upper.x, lambda: str.upper(), lambda: str.upper(5), lambda: str.join(',', 5), lambda: len(s, s), lambda: s.__getitem__('x'), lambda: str.__len__(5), lambda: ord(s), lambda: int(s), lambda: float(s), lambda: chr(s), lambda: s.format_map(5) and 1, lambda: [].join(s), lambda: s.upper(1)):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)
big = 'abc' * 10000
print(len(big), big[29999], big.count('ca'), big.find('cab', 20000), len(big.upper()), len(big.split('b')), len(big.replace('b', '--')), big[::10000], len(set(big)), big == 'abc' * 10000, big < big + 'a', len(big.encode()))
x = 'a'
y = x
x += 'b'
print(x, y, 'abc'.replace('b', 'b') == 'abc', 'é'.upper().lower(), 'ab'.join(['1', '2', '3']), str.join('-', 'abc'), 'A' 'B' "C", 'tEsT'.swapcase().title(), ' x '.strip().center(5, '_').upper())
