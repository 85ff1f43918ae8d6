# expressions.py: Incomplete expressions and reserved names.
# SPDX-License-Identifier: Apache-2.0

for src in ('global', 'pass 1', 'x.', 'x..y', 'x[', 'x[]', 'x[1', '.x', 'None = 1',
            'def None(): pass', 'class None: pass', 'for None in x: pass', 'import None',
            'é = ', '0 = x', 'from __future__ import nope',
            'x = 1\nfrom __future__ import annotations', 'raise a, b', '@', '@x',
            '@x\ny = 1', 'a = b = ', 'a: ', 'a: int =', 'not', 'a not b', 'a is',
            'a if b', 'a if b else', 'def f(a=): pass', 'if:\n pass'):
    try:
        compile(src, 's', 'exec')
        print(repr(src), 'ok')
    except SyntaxError as e:
        print(repr(src), '->', type(e).__name__, e.msg)
