# fstring_backslashes.py: PEP 701: backslashes in replacement fields.
# SPDX-License-Identifier: Apache-2.0

words = ['a', 'b', 'c']
print(f'{'\n'.join(words)}')
print(f"{'\t'.join(words)!r}")
print(f'{"\x41\u00e9\N{BULLET}"}')
print(f'{'\\'}', f'{'a\'b'}', f'{"\""}')
print(f'{len('a\nb')} {'\0' in 'x\0y'}')
print(f'{words[0]}\n{words[1]}\\{words[2]}')
print(f'{'line1\
line2'}')
print(f'{1 + \
    2}')
print(rf'{'\t'}|\t|{words[0]}')
print(f'\N{EURO SIGN}{1}\N{BULLET}', f'\x7b{1}\x7d', f'\u007b')
print(f'{chr(10)!r} {'\r\n'!r}')
print(f'{'\u0301':>3}'.encode('ascii', 'backslashreplace'))
print(f'{{\n}}', f'a\\{2}')
