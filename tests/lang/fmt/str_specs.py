# str_specs.py: Format specs for str and bool.
# SPDX-License-Identifier: Apache-2.0

for spec in ('', 's', '6', '<6', '>6', '^6', '^7', '.2', '.0', '6.2', '*^9', '06', '<06', '>06', '5s', '.10', '-<6', '0<6', '0>6', ' ^6', '=>6', '>>6'):
    print(repr(spec), repr(format('abc', spec)), repr(format('', spec)), repr(format('é😀', spec)))
for spec in ('d', 'x', 'f', 'c', '=6', '+', ' ', '-', ',', '_', '#', '+s', '0=6', '.', '5.', 'ss', '.2d', ',s', '_s', 'q', '6.x', '#s', '.-1', '=', '*=9'):
    try:
        print(repr(spec), repr(format('abc', spec)))
    except ValueError as e:
        print(repr(spec), e)
print(f'{"a":5}|{"a":<5}|{"a":>5}|{"a":^5}|{"a":_^5}|{"abcdef":.3}|{"abcdef":8.3}|{"abc":>8.2}|{"abc":1}|')
print('{:>5}|{:^6}|{:*<3}|{:-^3}|{:>4}|'.format('日本', '日本', 'é', '😀', 'e\u0301'))
print([format(v, s) for v in (True, False) for s in ('', 'd', '5', '>6', '05', 'x', '.1f', 'e', '%', 'c', ',', '+')])
try:
    format(True, 's')
except ValueError as e:
    print(e)
for v in (None, [], {}, (), object, print, ...):
    print(format(v, '') == str(v), end=' ')
    try:
        format(v, '5')
    except TypeError as e:
        print(e)
print(repr(format(b'x')), repr(format(b'')), '{!r:>6}'.format(b'x'))
try:
    format(b'x', '5')
except TypeError as e:
    print(e)
try:
    format('x', 5)
except TypeError as e:
    print(e)
try:
    '{:{}}'.format('x', [])
except (TypeError, ValueError) as e:
    print(e)
print(str.__format__('x', '>3'), 'x'.__format__(''), (5).__format__('03'), (1.5).__format__('.2f'), object.__format__(None, ''))
