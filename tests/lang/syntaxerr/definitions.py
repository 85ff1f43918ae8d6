# definitions.py: Malformed definitions, async and except clauses.
# SPDX-License-Identifier: Apache-2.0

for src in ('def f(:', 'def 1(): pass', 'class 1: pass', 'class C(a=1, b): pass',
            'lambda x', 'for in x: pass', 'async x', 'async def',
            'async for x in y: pass', 'async with x: pass', 'def f(): await x',
            'try: pass\nexcept A as b.c: pass', 'try: pass\nexcept A, B: pass',
            'try: pass\nexcept* : pass', 'try: pass\nexcept A: pass\nexcept* B: pass'):
    try:
        compile(src, 's', 'exec')
        print(repr(src), 'ok')
    except SyntaxError as e:
        print(repr(src), '->', type(e).__name__, e.msg)
