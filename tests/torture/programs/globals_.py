# Names: globals, builtins, del, exec and eval.
x = 1


def f():
    global x
    x += 1
    return x


print(f(), f(), globals()['x'])
del x
try:
    f()
except NameError as error:
    print(error)
space = {}
exec('y = 3\ndef g(a): return a * y', space)
print(space['g'](5), eval('y + 1', space), eval('[i for i in range(3)]'))
code = compile('z = sum(range(5))', '<made>', 'exec')
exec(code)
print(z, sorted(k for k in space if not k.startswith('__')))
try:
    exec('x = = 1')
except SyntaxError as error:
    print(error.msg, error.lineno)
def h():
    a, b = 1, 2
    return sorted(locals().items())
print(h())
