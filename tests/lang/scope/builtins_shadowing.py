# builtins_shadowing.py: Shadowing and restoring built-in names.
# SPDX-License-Identifier: Apache-2.0

def f():
    len = lambda x: 'local len'
    return len([])


print(f(), len([1]))
len = lambda x: 'global len'
print(len([]))
del len
print(len([1, 2]))
try:
    del len
except NameError as e:
    print(e)
list = [1, 2]
try:
    list('ab')
except TypeError as e:
    print(e)
del list
print(list('ab'))


def g(str=str, int=int):
    return str(5), int('7')


str_backup = str
str = 'shadow'
print(g())
del str
print(str(1))


class C:
    print = 'class attr'
    def m(self): return print


print(C().m() is print, C.print)
id, type_, max = 1, 2, 3
print(id, type_, max)
del id, max
print(max(1, 2))
for sum in range(3):
    pass
print(sum)
del sum
print(sum([1]))
print([min for min in range(2)], min(3, 4))
try:
    print(undefined_builtin_name)
except NameError as e:
    print(e)


def h():
    try:
        print('x', abs(-1))
        abs = 5
    except UnboundLocalError as e:
        return str(e)


print(h())


def k():
    global range
    range = 'global range'


saved = range
k()
print(range)
range = saved
print(range(2))
exec('pow = "in exec"')
print(pow)
del pow
print(pow(2, 3))
True_ = True
print(True_ and None is None, ... is Ellipsis, NotImplemented is NotImplemented)
Ellipsis = 5
print(Ellipsis, ...)
del Ellipsis
print(Ellipsis)
open = exit = quit = 'mine'
print(open, exit, quit)
__builtins__x = 1
print(__builtins__x)
with_import = __import__('sys')
print(with_import.__name__)
