# throw.py: throw() forms, handling inside, and propagation.
# SPDX-License-Identifier: Apache-2.0

def g():
    while True:
        try:
            x = yield 'ready'
            print('got', x)
        except ValueError as e:
            print('caught', repr(e))
            yield 'handled'
        except KeyError:
            return 'by key'
        finally:
            print('finally')


i = g()
print(next(i))
print(i.throw(ValueError))
print(next(i))
print(i.throw(ValueError('inst')))
print(i.send(None))
print(i.throw(ValueError, 'msg'))
print(next(i))
try:
    i.throw(KeyError('k'))
except StopIteration as e:
    print('stop', e.value)
try:
    i.throw(OSError('finished'))
except OSError as e:
    print('OSError', e)


def fresh():
    print('never starts')
    yield 1


f = fresh()
try:
    f.throw(ValueError('at start'))
except ValueError as e:
    print(e)
print(list(f))


def passing():
    yield 1
    yield 2


p = passing()
next(p)
try:
    p.throw(RuntimeError('through'))
except RuntimeError as e:
    print(e, e.__traceback__ is not None)
print(next(p, 'dead'))


def err(fn):
    try:
        print(fn())
    except Exception as e:
        print(type(e).__name__, e)


for args in ((), (5,), ('s',), (ValueError, 1, 2, 3), (ValueError('a'), 'b'), (int,), (ValueError, ValueError('v')),
             (ValueError, None), (ValueError, (1, 2)), (None,), (ValueError, 'm', 5)):
    q = passing()
    next(q)
    err(lambda: q.throw(*args))


def convert():
    try:
        yield
    except ValueError as e:
        raise TypeError('converted') from e


c = convert()
next(c)
try:
    c.throw(ValueError('orig'))
except TypeError as e:
    print(e, repr(e.__cause__), repr(e.__context__))


def swallow():
    for k in range(3):
        try:
            yield k
        except Exception as e:
            print('swallowed', e)


s = swallow()
print(next(s), s.throw(ValueError('a')), s.throw(TypeError('b')))
try:
    s.throw(KeyError('c'))
except StopIteration as e:
    print('ended', e.value)


def ctx():
    try:
        raise KeyError('inner')
    except KeyError:
        yield


x = ctx()
next(x)
try:
    x.throw(ValueError('outer'))
except ValueError as e:
    print(repr(e.__context__))
