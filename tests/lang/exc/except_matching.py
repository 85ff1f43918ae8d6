# except_matching.py: How except clauses select and bind.
# SPDX-License-Identifier: Apache-2.0

log = []


def t(name, value):
    log.append(name)
    return value


def m(exc):
    log.clear()
    try:
        raise exc
    except t('one', KeyError):
        r = 'one'
    except t('two', (IndexError, (ValueError,) and TypeError)):
        r = 'two'
    except t('three', ()):
        r = 'three'
    except t('four', Exception) as e:
        r = 'four ' + type(e).__name__
    return r, list(log)


for e in (KeyError(), IndexError(), TypeError(), OSError(), ZeroDivisionError()):
    print(m(e))


def err(f):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e, '|', repr(e.__context__))


def bad(clause):
    try:
        raise ValueError('orig')
    except clause:
        pass


for c in (5, 'x', None, int, (ValueError, 5), (5, ValueError), [ValueError], object, (int,), ((ValueError,),), ValueError('inst')):
    err(lambda: bad(c))


def undefined():
    try:
        raise ValueError
    except NoSuchName:
        pass


err(undefined)


def not_evaluated():
    try:
        return 'no exception'
    except NoSuchName:
        pass


print(not_evaluated())
e = 'outer'
try:
    raise ValueError('x')
except ValueError as e:
    print(repr(e))
try:
    e
except NameError as ne:
    print(ne)


def del_inside():
    try:
        raise ValueError
    except ValueError as ex:
        del ex
    return 'ok'


def rebind_inside():
    try:
        raise ValueError
    except ValueError as ex:
        ex = 5
        print(ex)
    try:
        ex
    except UnboundLocalError as u:
        return str(u)


print(del_inside(), rebind_inside())


def saved():
    try:
        raise ValueError('keep')
    except ValueError as ex:
        keep = ex
    return keep


print(repr(saved()))


class Meta(type):
    def __instancecheck__(cls, o): return True
    def __subclasscheck__(cls, c): return True


class Catch(Exception, metaclass=Meta): pass


try:
    try:
        raise ValueError('hook is not consulted')
    except Catch:
        print('caught by hook')
except ValueError as v:
    print(v)
for exc in (SystemExit(3), KeyboardInterrupt('k'), GeneratorExit()):
    try:
        try:
            raise exc
        except Exception:
            print('wrong')
    except BaseException as b:
        print(repr(b))
try:
    [].pop()
except LookupError as l:
    print(type(l).__name__, l)
try:
    {}[1]
except LookupError as l:
    print(type(l).__name__, l)
try:
    1 / 0
except ArithmeticError as a:
    print(type(a).__name__, a)
