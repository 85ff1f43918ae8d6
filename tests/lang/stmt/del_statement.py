# del_statement.py: Deleting names, items, attributes, slices and groups.
# SPDX-License-Identifier: Apache-2.0

x = 1
del x
try:
    x
except NameError as e:
    print(e)
a, b, c = 1, 2, 3
del a, (b, c)
for n in ('a', 'b', 'c'):
    print(n in globals())
lst = list(range(10))
del lst[0], lst[-1]
print(lst)
del lst[::2]
print(lst)
del lst[1:3]
print(lst)
del lst[:]
print(lst)
d = {1: 2, 3: 4}
del d[1]
print(d)


class O:
    cls = 1

    def __init__(self):
        self.a = self.b = 2


o = O()
del o.a, [o.b]
print(vars(o))
del O.cls
print(hasattr(o, 'cls'))


def f(p, q=5):
    del p
    try:
        print(p)
    except UnboundLocalError as e:
        print(type(e).__name__, e)
    p = 3
    del q
    return p


print(f(1))


def cell():
    v = 1

    def inner():
        return v
    print(inner())
    del v
    try:
        inner()
    except NameError as e:
        print(type(e).__name__, e)
    try:
        v
    except UnboundLocalError as e:
        print(e)
    v = 2
    print(inner())


cell()
for i in range(2):
    pass
del i
del ()
del []
for src in ('del y', 'del d[9]', 'del o.zz', 'del (1).real', 'del [1][5]', 'del d[[]]',
            'del (1,)[0]', 'del "abc"[0]', 'del range(3)[0]', 'del O.zz', 'del int.real',
            'del None.x', 'del {1}[1]', 'del len.x', 'del b"a"[0]', 'del f.zz',
            'del f.__name__', 'del o.__class__', 'del o.__dict__', 'del {}["k"]'):
    try:
        exec(src)
        print('ok', src)
    except Exception as e:
        print(src, '->', type(e).__name__, e)
