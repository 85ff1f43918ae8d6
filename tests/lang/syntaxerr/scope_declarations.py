# scope_declarations.py: Errors of global and nonlocal declarations.
# SPDX-License-Identifier: Apache-2.0

for src in ('def f():\n x = 1\n global x',
            'def f():\n print(x)\n global x',
            'def f(x):\n global x',
            'def f():\n global x\n global x',
            'nonlocal x',
            'def f():\n nonlocal x',
            'def f():\n x = 1\n def g():\n  x = 2\n  nonlocal x',
            'def f(x):\n nonlocal x',
            'def f():\n x = 1\n def g():\n  print(x)\n  nonlocal x',
            'def f():\n x = 1\n def g():\n  global x\n  nonlocal x',
            'def f():\n global x\n def g():\n  nonlocal x',
            'def f():\n x: int = 1\n global x',
            'def f():\n global x\n x: int = 1',
            'class C:\n nonlocal x',
            'class C:\n x = 1\n def f(self):\n  nonlocal x',
            'def f():\n for x in y: pass\n global x',
            'def f():\n def x(): pass\n global x',
            'def f():\n import x\n global x',
            'global x\nx = 1',
            'x = 1\nglobal x',
            'def f(): global',
            'def f(): global 1',
            'def f(): global x.y',
            'def f(): global x = 1',
            'def f():\n lambda: (yield)\n nonlocal q',
            'def f():\n [x for x in y]\n global x',
            'def f():\n nonlocal f',
            'def f(a, a): pass',
            'def f(a, *a): pass',
            'def f(a, **a): pass',
            'def f(*, a, a): pass'):
    try:
        compile(src, 's', 'exec')
        print(repr(src), 'ok')
    except SyntaxError as e:
        print(repr(src), e.lineno, e.msg)
