# yield_and_async.py: Yield and await where they may not be.
# SPDX-License-Identifier: Apache-2.0

for src in ('[(yield x) for x in y]', 'def f(): [(yield x) for x in y]', 'def f(): {(yield) for x in y}',
            'def f(): ((yield) for x in y)', 'def f(): {(yield): 1 for x in y}', 'class C: yield', 'lambda: (yield)',
            'def f(): return (yield)', 'def f(): yield from', 'def f(): x = yield = 1', 'def f(): yield x = 1',
            'def f(): (yield) = 1', 'def f(): yield += 1', 'def f(): del (yield)', 'def f(a=(yield)): pass',
            'def g():\n def f(a=(yield)): pass', 'def f(): f(yield)', 'def f(): f(yield x)', 'def f(): f((yield x))',
            'def f(): a, yield', 'def f(): a, (yield)', 'def f(): x[yield]', 'def f(): await x', 'await x',
            'async def f(): yield from x', 'async def f(): return 1; yield', 'async def f():\n yield 1\n return 2',
            'async def f():\n yield 1\n return', 'async def f(): [await x for x in y]', 'def f(): [await x for x in y]',
            'async def f(): lambda: await x', 'def f(): [x async for x in y]', 'async def f(): [x async for x in y]',
            'def f(): async with x: pass', 'def f():\n async for x in y: pass', 'async def f():\n def g(): await x',
            'async def f(): await', 'async def f(): await = 1', 'async = 1', 'await = 1', 'def async(): pass',
            'async def f(await): pass', 'class C: await x', 'x = await y', 'async lambda: 1', 'async class C: pass',
            'def f(): yield *a', 'def f(): yield *a, b', 'def f(): return *a, b', 'def f(): yield from *a', 'async def f(): await *x',
            'yield x', 'yield from x', 'class C:\n def f(self): yield\n yield 1', '(x for x in (yield))', 'def f(): (x for x in (yield))'):
    try:
        compile(src, 's', 'exec')
        print(repr(src), 'ok')
    except SyntaxError as e:
        print(repr(src), '->', e.msg)
