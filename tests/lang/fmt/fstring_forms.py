# fstring_forms.py: f-string forms of PEP 498: conversions, nesting, debug, escapes.
# SPDX-License-Identifier: Apache-2.0

x, y, s, d = 5, 2.5, 'str', {'k': 'v'}
print(f'', f'{x}', f'a{x}b{y}c', f'{x}{y}', f'{{}}', f'{{{x}}}', f'{{{{', f'}}}}')
print(f'{x!r} {s!r} {s!s} {s!a} {"é"!a} {"é"!r}')
print(f'{x=} {x = } {x= } {x =} {y=:.2f} {s=!s} {s=} {s=!r:>6} {x=:>4}|')
print(f'{x + 1} {x * y} {x if x else y} {[1, 2][0]} {(1, 2)} {d["k"]} {d.get("z")}')
print(f'{x:3}|{x:<3}|{x:^3}|{s:>6}|{s:.2}|{y:08.3f}|{x:#x}')
w, p = 8, 3
print(f'{y:{w}.{p}f}|{s:{"*"}^{w}}|{x:{"0"}{w}}|{s!r:{w}}|{y:{w}}|{x:{"+d"}}')
print(f"{'nested'} {'a' 'b'} {'it' + chr(39) + 's'}")
print(f'''triple {x}
line {y
}''')
print(f"{ x } {  x  } {x   }")
print(f'{lambda_ if (lambda_ := 3) else 0}', f'{(lambda v: v * 2)(4)}', f'{(z := 7)}', z)
print(f'{ {1: 2}[1] } { {1, 1} } {[i for i in range(3)]} {"".join(c for c in "ab")}')
print('a' f'{x}' "b" f"{y}" '{x}', rf'\n{x}\t', fr'{x}\{y}', F'{x}', Rf'{x}', f'\x41\u00e9\N{BULLET}{x}')
print(f'{x!r:>5}|{None!s:>6}|{True:5}|{True}|{None}|{...}')
print(f'{3.14:10}|{3.14:<10}|{-x:+}|{x:+}|{x: }|{x:,}|{1234567:,}|{1234567:_}')
print(f'{"a":>{"5"}}|{"x":{w - 3}}|{1:{2}{3}}|')


class F:
    def __format__(self, spec): return f'<{spec}>'
    def __repr__(self): return 'F!'
    def __str__(self): return 'str F'


o = F()
print(f'{o} {o:} {o:abc} {o!r} {o!s} {o!r:>4} {o:{x}} {o:%Y-%m-%d} {o=} {o=:q} {o:a{x}b{y}c} {o:!r}')
print(f'{x!s:{w}}|', f'{1 != 2} {1 == 1} {x >= 5} {x <= 5} {x!=5}')
print(f'{d["k"]!r}', f"{d['k']:>4}", f'{s[0]}{s[-1]}{s[::-1]}', f'{s.upper()!r:^9}')
print(f'{x}' == '5', type(f'{x}').__name__, len(f'{x}{y}'), f'{x}' 'tail' * 2)


def g():
    v = 'local'
    return f'{v} {[f"{v}{i}" for i in range(2)]}'


print(g())
print(f'{f"{x}"}', f"{f'{x}'}", f'{x:{f"{w}"}}|')
print(f'{"{}"} {"{x}"} {"}"} {"{"}', f'{x}{{x}}{x}', f'{{x}}')
print(f'a\
b{x}', f'{x}\n{y}'.splitlines())
print(f'{yield_}' if (yield_ := 1) else '', f'{x,}', f'{x, y}', f'{*[1, 2],}')
print(f'{0:b}{1:o}{255:X}{1e10:g}{.5:%}{65:c}')
