# exec_namespaces.py: exec and eval with separate globals and locals.
# SPDX-License-Identifier: Apache-2.0

g = {'__builtins__': __builtins__}
l = {}
exec('''
x = 1
def f():
    return x
try:
    r = f()
except NameError as e:
    r = str(e)
class C:
    y = 'own'
    def m(self):
        return x
''', g, l)
print(sorted(l), l['r'], l['C'].y)
try:
    l['C']().m()
except NameError as e:
    print(e)
ns = {}
exec('''
x = 1
def f():
    return x
r = f()
lst = [x for _ in range(2)]
''', ns)
print(ns['r'], ns['lst'])
l = {'items': [1, 2]}
exec('out = [i for i in items]', {}, l)
print(l['out'])
try:
    exec('k = 2\nout = [i * k for i in items]', {}, {'items': [1]})
except NameError as e:
    print(e)
print(eval('x', {'x': 'g'}, {}), eval('x', {'x': 'g'}, {'x': 'l'}), eval('(lambda: x)()', {'x': 'g'}, {'x': 'l'}))


def func():
    a = 1
    exec('b = a + 1')
    d = locals()
    exec('c = 5', globals(), d)
    return sorted(d), eval('a'), d.get('c')


print(func())


def func2(v):
    return eval('[v, inner]', {'v': v, 'inner': 'x'}), eval('v + 1')


print(func2(4))
exec('global_made = 3')
print(global_made)


def func3():
    exec('global from_func; from_func = 9')


func3()
print(from_func)
ns = {'print': lambda *a: out.append(a)}
out = []
exec('print(1, 2); print("x")', ns)
print(out)
ns = {'__builtins__': {'len': len}}
exec('r = len([1, 2])', ns)
print(ns['r'])
for src in ('print(1)', 'int', 'open', '[x for x in (1,)]', 'import sys', '1 + 1'):
    try:
        exec(src, {'__builtins__': {}})
        print('ok', src)
    except Exception as e:
        print(src, type(e).__name__, e)
ns = {}
exec('import sys as s\nfrom sys import maxsize', ns)
print(sorted(k for k in ns if k[0] != '_'))
ns = {'n': 3}
exec('while n:\n    n -= 1\n    last = n', ns)
print(ns['n'], ns['last'])
code = compile('total = a + b', 's', 'exec')
for a in range(2):
    env = {'a': a, 'b': 10}
    exec(code, env)
    print(env['total'])
exec('def rec(n): return 1 if n < 2 else n * rec(n - 1)', ns)
print(ns['rec'](5), ns['rec'].__globals__ is ns, ns['rec'].__module__)
print(eval('locals()', {}, {'q': 1}), sorted(eval('globals()', {'z': 1})) == ['__builtins__', 'z'], eval('vars()', {}, {'w': 2}))
