# fstring_quotes.py: PEP 701: any quote may be reused inside an f-string.
# SPDX-License-Identifier: Apache-2.0

d = {'k': 'v', "it's": 1}
print(f'{d['k']} {d["k"]}')
print(f"{d["k"]} {"a" + "b"}")
print(f'{', '.join(['a', 'b'])}')
print(f'{f'{f'{1 + 1}'}'}')
print(f"{f"{f"{f"{f"{1 + 1}"}"}"}"}")
print(f'{'nested' if d else 'none'}')
print(f'''{'''triple inside'''} {"""other"""}''')
print(f"{'a' 'b'}{"c" 'd'}")
print(f'{'x':>5}|{'y':{'>'}{5}}|')
print(f'{d['k']!r:>6}|{d['k']=}')
print(f'{'"'}{"'"}{'\''}')
print(f'{[f'{i}' for i in range(3)]}', f'{ {'a': f'{1}'}['a'] }')
print(f'{(lambda s='dflt': s)()}', f'{(lambda: 'x')()}')
print(f'{'a'.join('xyz')} {'%s' % 'p'} {'{}'.format('q')}')
print(f'{d["it's"]}')
print(rf'{'\n'}' == '\n', rf'{r'\n'}', fr'\{'x'}')
name = 'n'
print(f'{f'{name!r}':>10}|{f"{name:*^5}":_>9}|')
print(f'outer {f'inner {f'deep {name}'} end'} done')
print(len(f'{'é'}{'日'}'), f'{'é'!a}', f'{'}'}{'{'}')
