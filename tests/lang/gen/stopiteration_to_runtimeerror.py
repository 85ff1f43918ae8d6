# stopiteration_to_runtimeerror.py: StopIteration escaping a generator becomes RuntimeError.
# SPDX-License-Identifier: Apache-2.0

def g():
    yield 1
    raise StopIteration('inside')


i = g()
print(next(i))
try:
    next(i)
except RuntimeError as e:
    print(e, repr(e.__cause__), repr(e.__context__))


def h():
    yield next(iter([]))


try:
    list(h())
except RuntimeError as e:
    print(e, repr(e.__cause__))


def caught():
    try:
        next(iter([]))
    except StopIteration:
        yield 'handled inside'


print(list(caught()))
try:
    list(next(iter([])) for _ in range(2))
except RuntimeError as e:
    print(e)
try:
    [next(iter([])) for _ in range(2)]
except StopIteration as e:
    print('listcomp leaks', repr(e))


def thrown():
    yield


t = thrown()
next(t)
try:
    t.throw(StopIteration('t'))
except RuntimeError as e:
    print(e, repr(e.__cause__))


def deleg():
    yield from g()


try:
    list(deleg())
except RuntimeError as e:
    print(e, repr(e.__cause__))


class Sub(StopIteration): pass


def sub():
    raise Sub('x')
    yield


try:
    next(sub())
except RuntimeError as e:
    print(e, type(e.__cause__).__name__)


def ret_exc():
    return StopIteration('as value')
    yield


try:
    next(ret_exc())
except StopIteration as e:
    print(repr(e.value))


def ret_tuple():
    return (1, 2)
    yield


try:
    next(ret_tuple())
except StopIteration as e:
    print(e.value, e.args)


def fmap(f, xs):
    for x in xs:
        yield f(x)


try:
    print(list(fmap(lambda x: next(iter(())), [1])))
except RuntimeError as e:
    print(e)
print(list(map(lambda x: next(iter(())), [1, 2])))
for args in ((), (1,), (1, 2), ((1, 2),), (None,)):
    s = StopIteration(*args)
    print(s.value, s.args, repr(s))
s = StopIteration(1)
s.value = 'set'
print(s.value, s.args)
