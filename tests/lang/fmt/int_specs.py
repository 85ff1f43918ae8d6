# int_specs.py: Format specs for int, thoroughly.
# SPDX-License-Identifier: Apache-2.0

for n in (0, 5, -5, 255, -255, 1234567, -1234567, 10 ** 20, True):
    row = []
    for spec in ('', 'd', '5', '<8', '>8', '^8', '=8', '08', '+', '-', ' ', '+08', ' 08', 'x', 'X', '#x', '#X', '#o', '#b', 'o', 'b',
                 '#010x', '+#x', ',', '_', '010,', '*^9,', '_x', '_b', '#_b', 'n', 'e', '.2e', 'f', '.1f', 'g', '%', '.0%', '=+6', '*=8', '0=6', '<06', '^06'):
        row.append(format(n, spec))
    print(n, row)
print([format(c, 'c') for c in (65, 0x20ac, 0x1f600)], format(65, '>5c'), format(65, '^5c'), format(65, '05c'))
for spec in ('s', 'q', '.2', '.2d', ',x', '+c', '#c', '=c', ',c', '_c', '.2c', '5.', '5,,', ',_', '_,', '++', '5d5', 'dd', '{', '<<<', '#,', 'xx', '  5',
             '05s', '!r', '-+', '1' * 30, '.' + '9' * 30, 'k', 'Z', '_d5', 'é', '.d', ',.2'):
    try:
        print(repr(spec), repr(format(42, spec))[:60])
    except (ValueError, OverflowError) as e:
        print(repr(spec), type(e).__name__, e)
for v in (-1, 0x110000, 2 ** 70):
    try:
        print(repr(format(v, 'c')))
    except OverflowError as e:
        print(v, e)
print(f'{10 ** 30:,} {10 ** 30:_} {-10 ** 30:_x} {2 ** 100:#b}'[:200])
print(f'{2 ** 63:x} {-2 ** 63:x} {2 ** 64 - 1:b} {10 ** 15:,.2f} {10 ** 22:g} {2 ** 53 + 1:f} {10 ** 400:,}'[:260])
try:
    f'{10 ** 400:f}'
except OverflowError as e:
    print(e)
for w in range(1, 14):
    print(f'{-1234567:0{w},}', f'{1234567:0{w}_}', f'{0xabcdef:#0{w}_x}', sep='|')
print(f'{5:é>4}', f'{5:😀^4}', f'{5:>{4}}', f'{5:<<4}', f'{5:==4}', f'{5:>>4}', f'{-5:0=5}', f'{5:x<4}')
print(format(True), format(True, ''), format(True, 'd'), format(False, '5'), format(True, '#x'))
