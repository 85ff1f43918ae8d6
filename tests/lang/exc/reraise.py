# reraise.py: Bare raise and raising stored exceptions.
# SPDX-License-Identifier: Apache-2.0

import sys


def outer():
    try:
        inner()
    except ValueError:
        print('passing on')
        raise


def inner():
    raise ValueError('v')


try:
    outer()
except ValueError as e:
    print(repr(e))
try:
    raise
except RuntimeError as e:
    print(e)


def helper():
    raise


try:
    helper()
except RuntimeError as e:
    print(e)
try:
    try:
        raise KeyError('active')
    except KeyError:
        helper()
except KeyError as e:
    print('helper re-raised', e)
try:
    try:
        raise KeyError('k')
    except KeyError as e:
        try:
            raise ValueError('v')
        except ValueError:
            pass
        print(sys.exc_info()[0].__name__)
        raise
except KeyError as e:
    print('restored', e)
print(sys.exc_info())


def finally_raise():
    try:
        raise KeyError('f')
    finally:
        print('in finally', sys.exc_info()[0])


try:
    finally_raise()
except KeyError as e:
    print(e, sys.exc_info()[1] is e)
stored = None
try:
    1 / 0
except ZeroDivisionError as e:
    stored = e
try:
    raise stored
except ZeroDivisionError as e:
    print(e is stored, e.__context__)


def loop():
    for i in range(3):
        try:
            raise ValueError(i)
        except ValueError:
            try:
                raise
            except ValueError as e:
                print('inner', e, e.__context__)


loop()


def deep(n):
    try:
        if n == 0:
            raise OSError('bottom')
        deep(n - 1)
    except OSError:
        if n % 2:
            print('level', n)
        raise


try:
    deep(4)
except OSError as e:
    tb, n = e.__traceback__, 0
    while tb:
        n += 1
        tb = tb.tb_next
    print(e, n)


def gen():
    try:
        yield 1
    except ValueError:
        raise


g = gen()
next(g)
try:
    g.throw(ValueError('gen'))
except ValueError as e:
    print(e)
try:
    raise ValueError
except (ValueError, TypeError):
    print(sys.exc_info()[0], sys.exc_info()[1].args)
    assert sys.exc_info()[2].tb_lineno
