# compile_eval_exec.py: compile, eval and exec: modes, namespaces, errors.
# SPDX-License-Identifier: Apache-2.0

def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, getattr(e, 'msg', e))


print(eval('1 + 2'), eval(' 3 '), eval('x', {'x': 5}), eval('x + y', {'x': 1}, {'y': 2}), eval('x', {'x': 1}, {'x': 2}), eval('[i for i in range(3)]'), eval('(1,\n2)'), eval('\t1'), eval('lambda: 5')(), eval(b'7'), eval('1 # comment'), eval('"é"'))
ns = {}
print(exec('a = 1\nb = a + 1\ndef f(): return b', ns), sorted(k for k in ns if k != '__builtins__'), ns['f'](), '__builtins__' in ns)
g, l = {'x': 1}, {}
exec('y = x + 1\nx = 10\nglobal z\nz = 3', g, l)
print(l, g['x'], g['z'])
x = 'module'
exec('x = "changed"')
print(x)


def f():
    x = 'local'
    exec('x = "lost"; w = 1')
    return x, eval('x'), 'w' in locals()


print(f())
c = compile('1 + 1', '<s>', 'eval')
print(eval(c), type(c).__name__, c.co_filename, c.co_name)
c = compile('q = 5\nprint(q)', 'f.py', 'exec')
exec(c)
exec(compile('3 + 4; "shown"; None\n', 'x', 'single'))
print(eval(compile('r = 6', 'x', 'exec')), r)
exec('')
exec('\n\n# only comment\n')
exec('if True:\n  k = 1\nelse:\n  k = 2')
print(k, exec('pass'), eval('None'))
for fn in (lambda: eval(''), lambda: eval('a = 1'), lambda: eval('1 +'), lambda: eval('import sys'), lambda: eval('1; 2'), lambda: eval(5), lambda: eval(None), lambda: eval('undefined_q'), lambda: exec('1 +'), lambda: exec(5), lambda: exec('return 1'), lambda: eval('1', 5), lambda: eval('1', {}, 5), lambda: exec('1', []), lambda: eval('1', None, {}), lambda: compile('1', 'f', 'bad'), lambda: compile(5, 'f', 'exec'), lambda: compile('1'), lambda: compile('a = 1', 'f', 'eval'), lambda: compile('a\nb', 'f', 'single'), lambda: eval(), lambda: exec(), lambda: eval('1', {}, {}, {}), lambda: eval('1/0'), lambda: eval('x', {}), lambda: exec('x = 1\n  y = 2'), lambda: eval(compile('for i in []: pass', 'f', 'exec')), lambda: eval('yield 1'), lambda: eval('await x'), lambda: eval('x := 1'), lambda: eval('(xx := 1)'), lambda: exec('def f(:'), lambda: eval('*[1]'), lambda: eval('[*[1]]'), lambda: eval('__builtins__') and 1, lambda: eval('len', {'__builtins__': {}}), lambda: eval('1 + 1', {'__builtins__': {}}), lambda: exec('class C: x = y', {'y': 4}) or 'ok', lambda: compile('', 'f', 'exec').co_name, lambda: compile('', 'f', 'eval')):
    err(fn)


class M(dict):
    def __missing__(self, k): return f'<{k}>'
    def __setitem__(self, k, v):
        print('set', k)
        super().__setitem__(k, v)


print(eval('aa + bb', {}, M()))
m = M()
exec('p = 1\nfor i in (0, 1): pass', {}, m)
print(dict(m))
