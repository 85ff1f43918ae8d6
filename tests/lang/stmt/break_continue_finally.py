# break_continue_finally.py: Break, continue and return through finally blocks.
# SPDX-License-Identifier: Apache-2.0

log = []


def p(x):
    log.append(x)


def show():
    print(log)
    log.clear()


for i in range(3):
    try:
        if i == 1:
            break
        p(('body', i))
    finally:
        p(('fin', i))
show()
for i in range(3):
    try:
        if i == 1:
            continue
        p(i)
    finally:
        p(-i)
else:
    p('else')
show()


def f():
    for i in range(3):
        try:
            return i
        finally:
            p('fin')
            break
    return 'after'


print(f())
show()


def g():
    for i in range(3):
        try:
            1 / 0
        finally:
            p(i)
            continue
    return 'swallowed'


print(g())
show()


def h():
    while True:
        try:
            try:
                return 'inner'
            finally:
                p('f1')
        finally:
            p('f2')


print(h())
show()


def k():
    for i in range(4):
        try:
            try:
                if i == 0:
                    continue
                if i == 2:
                    break
                raise KeyError(i)
            except KeyError as e:
                p(('caught', e.args))
                continue
            else:
                p('else')
            finally:
                p(('inner', i))
        finally:
            p(('outer', i))
    else:
        p('loop else')
    return i


print(k())
show()


def m():
    try:
        for i in range(2):
            with C(i):
                if i:
                    break
                continue
    finally:
        p('end')


class C:
    def __init__(self, n):
        self.n = n

    def __enter__(self):
        p(('enter', self.n))

    def __exit__(self, *a):
        p(('exit', self.n, a[0]))


m()
show()
