# close.py: close(), GeneratorExit and finally blocks.
# SPDX-License-Identifier: Apache-2.0

def g():
    try:
        yield 1
        yield 2
    except GeneratorExit:
        print('GeneratorExit seen')
        raise
    finally:
        print('finally')


i = g()
print(next(i))
print(i.close(), i.close(), i.gi_frame)
print(next(i, 'closed'))
j = g()
print(j.close(), list(j))
k = g()
print(list(k), k.close())


def ignores():
    try:
        yield 'first'
    except GeneratorExit:
        yield 'ignored it'


x = ignores()
next(x)
try:
    x.close()
except RuntimeError as e:
    print(e)


def returns():
    try:
        yield
    except GeneratorExit:
        return 'value'


r = returns()
next(r)
print(r.close())


def raises():
    try:
        yield
    finally:
        raise ValueError('in finally')


q = raises()
next(q)
try:
    q.close()
except ValueError as e:
    print(e, repr(e.__context__))


def with_cm():
    class CM:
        def __enter__(self): print('enter')
        def __exit__(self, t, v, tb): print('exit', t.__name__)
    with CM():
        yield 1


w = with_cm()
next(w)
w.close()


def nested():
    try:
        yield from g()
    finally:
        print('outer finally')


n = nested()
next(n)
n.close()


def thrown_exit():
    try:
        yield 1
    except GeneratorExit as e:
        print('args', e.args)
        yield 2


t = thrown_exit()
next(t)
print(t.throw(GeneratorExit('x')))
t.close()
print(issubclass(GeneratorExit, Exception), GeneratorExit.__base__.__name__)


def selfclose():
    try:
        me.close()
    except ValueError as e:
        print(e)
    yield


me = selfclose()
next(me)


def loop():
    for v in range(5):
        try:
            yield v
        finally:
            print('cleanup', v)


l = loop()
for v in l:
    if v == 2:
        break
l.close()
print('done')
