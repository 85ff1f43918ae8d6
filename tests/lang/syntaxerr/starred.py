# starred.py: Stars where they are not allowed.
# SPDX-License-Identifier: Apache-2.0

for src in ('[**{}]', '*a', '(*a)', 'print((*a))', '*a = [1]', '{*a: 1}',
            '{*a, **{}}', 'x = *a', '[*a for a in [[1]]]', '{**d for d in [{}]}',
            '{1: *a}', '{1: 2, *a}', 'del *a,', 'del *a', 'f(**a, *b)', 'f(*a, b)',
            'f(**a, b)', 'f(a=1, b)', 'f(a=1, *b)', 'f(**a, b=1)', 'f(a=1, a=2)',
            'f(a.b=1)', 'f(1=2)', 'f(True=1)', 'f(**)', 'f(*)',
            'return *a', 'for x in *a: pass', 'for x in *a, b: pass', 'x = **a',
            'if *a: pass', '*a, b', '*(a, b)', '(*a, b)', 'f((a)=1)', 'f(a+b=1)',
            '*a += 1', '[*a] += 1', 'x = yield *a', 'lambda: *a', 'print(*a or b)',
            'a[*b:1]', 'a[**b]', 'a[*b]', 'with *a: pass', 'assert *a', 'import *a'):
    try:
        compile(src, 's', 'exec')
        print('ok', src)
    except SyntaxError as e:
        print(src, '->', e.msg)
