# match.py: Syntax errors of match statements.
# SPDX-License-Identifier: Apache-2.0

H = 'match x:\n case '
for pat in ('a | b: pass', '[a, a]: pass', '1 | a: pass', 'a: pass\n case b: pass',
            '_: pass\n case 1: pass', '{**a, "k": b}: pass', '{**_}: pass', '[*a, *b]: pass',
            '{"k": 1, "k": 2}: pass', 'C(a=1, a=2): pass', 'C(a=1, b): pass', 'f"x": pass',
            '1 + 2: pass', '-x: pass', 'a as b.c: pass', 'a as _: pass', '(a as b) as b: pass',
            '1 as 2: pass', 'a.b(): pass', 'x(): pass', '[a] | [b]: pass', '[a] | [a]: pass',
            '(a, b) | {"a": a}: pass', '*a: pass', '*a, b: pass', '{a: 1}: pass', '{1, 2}: pass',
            '1.5j: pass', '1 - 2j: pass', '2j + 1: pass', '-1 + 2j: pass', '+1: pass',
            'a if: pass', ': pass', 'a b: pass', 'a', 'None | True | _: pass',
            'x if x > 1: pass\n case y: pass', '...: pass', 'not x: pass', 'x[0]: pass', '"a" b"b": pass'):
    src = H + pat
    try:
        compile(src, 's', 'exec')
        print(repr(pat), 'ok')
    except SyntaxError as e:
        print(repr(pat), '->', e.msg)
for src in ('match x:\n pass', 'match x:', 'match x:\ncase 1: pass', 'match:\n case 1: pass',
            'match x\n case 1: pass', 'match *x:\n case 1: pass', 'match *x, y:\n case 1: pass',
            'match (x):\n case 1:\n pass', 'case 1: pass', 'match x:\n case 1:\n  pass\n else: pass',
            'match(x)', 'match = 1', 'match x = 1', 'match.x', 'match -x:\n case 1: pass', 'match - x'):
    try:
        compile(src, 's', 'exec')
        print(repr(src), 'ok')
    except SyntaxError as e:
        print(repr(src), '->', type(e).__name__, e.msg)
