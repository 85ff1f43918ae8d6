# lambda.py: Malformed lambda expressions.
# SPDX-License-Identifier: Apache-2.0

for src in ('lambda x=1, y: 0', 'lambda x, x: 0', 'lambda *: 0', 'lambda *, **k: 0',
            'lambda **k, a: 0', 'lambda (a, b): 0', 'lambda x: y = 1', 'lambda: return',
            'lambda 1: 0', 'lambda /: 0', 'lambda a, /, b, /: 0', 'lambda *a, *b: 0',
            'lambda a: int: 0', 'lambda', 'lambda None: 0', 'lambda *a, /: 0'):
    try:
        compile(src, 's', 'exec')
        print('ok', src)
    except SyntaxError as e:
        print(src, '->', e.msg)
