# assignment_targets.py: Targets that cannot be assigned to.
# SPDX-License-Identifier: Apache-2.0

for src in ('*a, *b = 1, 2', '*a = 1', 'a, b += 1, 2', 'f() = 1', 'a + 1 = 2',
            '(a, 1) = 1, 2', 'None = 1', '"x" = 1', '[x for x in y] = 1',
            'x if y else z = 1', '{a} = 1', '-a = 1', 'lambda: x = 1', '... = 1',
            'a = b = 1 = c', 'True, a = 1, 2', '{} = 1', 'a < b = 1', 'f"x" = 1',
            'a and b = 1', 'not a = 1', '(a, f()) = 1', 'a = yield = 1', 'None += 1',
            'f() += 1', '(a, b) += 1', '[a] += 1', '1 += 1', 'a + b += 1', 'for 1 in x: pass',
            'for f() in x: pass', 'for a + b in x: pass', 'with a as f(): pass',
            'with a as 1: pass', 'del f()', 'del 1', 'del a + b', 'del (a, 1)', 'del None',
            'del [a, f()]', 'import a as b.c', '__debug__ = 1', 'a.None = 1', 'x = 1 = y',
            '(a): int = 1', '(a, b): int', '[a]: int', 'f(): int', '1: int', 'a, b: int',
            'a if b else c += 1', '`a` = 1', 'a = ', '= 1', 'a == b = c', '(yield) = 1'):
    try:
        compile(src, 's', 'exec')
        print('ok', src)
    except SyntaxError as e:
        print(src, '->', e.msg)
