# walrus.py: Syntax errors of assignment expressions.
# SPDX-License-Identifier: Apache-2.0

for src in ('(x.y := 1)', '(x[0] := 1)', 'x := 1', '((a, b) := 1)',
            '[i := 0 for i in range(3)]', '[(j := 1) for i in (j := [1])]',
            'f(a = b := 1)', '(None := 1)', 'lambda: x := 1',
            'class C: [(k := i) for i in range(3)]', '(1 := 2)',
            'def f(a: x := 1): pass', '(f() := 1)'):
    try:
        exec(src)
        print('ok', src)
    except SyntaxError as e:
        print(src, '->', e.msg)
