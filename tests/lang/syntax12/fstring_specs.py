# fstring_specs.py: PEP 701: nested format specs and deeper nesting.
# SPDX-License-Identifier: Apache-2.0

w, p, v = 10, 3, 3.14159
print(f'{v:{w}.{p}}|{v:{w}.{p}f}|{v:{'>'}{w}}|{'s':{'*'}^{w}}|')
print(f'{v:{f'{w}'}.{f'{p}'}f}|', f'{v:{w + 2}.{p - 1}f}|')
print(f'{'x':{'-'}{'<'}{w if w > 5 else 5}}|')
print(f'{1:{5:{1}}}|', f'{5:{'0'}{4}d}|')


class F:
    def __format__(self, spec): return f'<{spec}>'


print(f'{F():a{1}b{2}c}', f'{F():x}', f'{F():!r}', f'{F():%H:%M}', f'{F():"q"}', f"{F():'q'}", f'{F(): }', f'{F():\n}')
print(f'{v!r:>{w}}|{v=:{w}.2f}|{v = !s:>8}|')
print(f'{w:#x} {w:#{'b'}} {-w:=+{6}}')
print(f'{lambda_:>3}' if (lambda_ := 7) else '', f'{(a := 3):{a}}|', f'{a:=+5}')
print(f'{'a' if w else 'b':>{3 if w else 4}}', f'{w if w else p:{'d'}}')
print(f'{ {1: 2}[1]:>{ {3: 4}[3] }}|', f'{[1, 2][0]:{[5][0]}}|', f'{w!s:{'<'}{5}}|')
