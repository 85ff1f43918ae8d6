# simple_statements.py: Incomplete simple statements.
# SPDX-License-Identifier: Apache-2.0

for src in ('raise x from', 'import', 'from x', 'from x import', 'import a.b as',
            'from x import a, (b)', 'from x import (a', 'def f():\n from x import *',
            'assert', 'del', 'with', 'with x as', 'with x', 'x +', 'x = = y', 'x y',
            'print x', 'exec x', 'print "a"'):
    try:
        compile(src, 's', 'exec')
        print(repr(src), 'ok')
    except SyntaxError as e:
        print(repr(src), '->', type(e).__name__, e.msg)
