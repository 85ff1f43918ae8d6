# global_binders.py: Statements that bind a name declared global.
# SPDX-License-Identifier: Apache-2.0

x = 'module x'
fresh = 1


class C:
    global in_class
    in_class = 'set in class'
    x = 'class x'

    def m(self):
        return x


print(in_class, C.x, C().m(), hasattr(C, 'in_class'))


def f():
    global g

    def g():
        return 'defined globally'


f()
print(g(), g.__qualname__)


def k():
    global imp, loopvar, Cls
    class Cls:
        pass
    for loopvar in range(3):
        pass
    try:
        1 / 0
    except ZeroDivisionError as imp:
        pass


k()
print(loopvar, Cls.__qualname__, 'imp' in globals())


def aug():
    global fresh
    fresh += 10
    del x_missing


try:
    aug()
except UnboundLocalError as e:
    print(e, fresh)
