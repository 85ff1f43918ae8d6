# comprehensions.py: Malformed comprehensions.
# SPDX-License-Identifier: Apache-2.0

for src in ('[i for i in range(3)', '[for i in x]', '[i, j for i in x]', '{a: b, c for a in x}',
            '[i for i in]', '[i for 1 in x]', '[i for f() in x]', '[i if 1 for i in x]',
            '[x for x in 1, 2]', '(x for x in y, 1)', 'f(x for x in y, 1)', 'f(1, x for x in y)',
            '[i for i, in [[1]] if i else 2]', '{x: for x in y}', '[i async for i in x]',
            '[yield for i in x]', 'dict(a=1 for a in x)'):
    try:
        compile(src, 's', 'eval')
        print('ok', src)
    except SyntaxError as e:
        print(src, '->', e.msg)
