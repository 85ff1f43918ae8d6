# blocks.py: Incomplete compound statements and indentation.
# SPDX-License-Identifier: Apache-2.0

for src in ('if x', 'if x:', 'while x', 'for x', 'for x in', 'for x in y', 'def f',
            'def f()', 'def f():', 'class', 'class C', 'class C(', 'try: pass',
            'try:\n pass\nx = 1', 'try: pass\nexcept: pass\nexcept A: pass',
            'else: pass', 'elif x: pass', 'except: pass', 'finally: pass', 'if x:\npass',
            'x = 1\n y = 2', 'if x:\n  a\n b', 'if x:\n\ta\n        b'):
    try:
        compile(src, 's', 'exec')
        print(repr(src), 'ok')
    except SyntaxError as e:
        print(repr(src), '->', type(e).__name__, e.msg)
