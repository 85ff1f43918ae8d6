# except_star.py: except* matching, splitting, raising and combining.
# SPDX-License-Identifier: Apache-2.0

def run(exc):
    log = []
    try:
        try:
            raise exc
        except* ValueError as e:
            log.append(('V', repr(e)))
        except* (KeyError, TypeError) as e:
            log.append(('KT', repr(e)))
    except BaseException as rest:
        log.append(('rest', repr(rest)))
    return log


for e in (ValueError(1), KeyError('k'), OSError('o'), ExceptionGroup('g', [ValueError(1), KeyError(2), OSError(3)]),
          ExceptionGroup('n', [ExceptionGroup('i', [ValueError(4)]), TypeError(5)]), KeyboardInterrupt(),
          BaseExceptionGroup('b', [KeyboardInterrupt(), ValueError(6)])):
    print(run(e))


def els():
    try:
        pass
    except* ValueError:
        print('no')
    else:
        print('else')
    finally:
        print('finally')


els()


def raises_new():
    try:
        raise ExceptionGroup('g', [ValueError(1), TypeError(2), OSError(3)])
    except* ValueError:
        raise KeyError('new')
    except* TypeError as e:
        raise


try:
    raises_new()
except ExceptionGroup as e:
    print(repr(e), [repr(x.__context__) for x in e.exceptions if not isinstance(x, ExceptionGroup)])


def naked():
    try:
        raise ValueError('naked')
    except* ValueError as e:
        print(type(e).__name__, repr(e.message), e.exceptions)
        raise


try:
    naked()
except BaseException as e:
    print(repr(e))


def bind():
    try:
        raise ValueError
    except* ValueError as e:
        pass
    try:
        e
    except UnboundLocalError as u:
        print(u)


bind()


def bad(t):
    try:
        raise ValueError('x')
    except* t:
        pass


for t in (5, ExceptionGroup, (ValueError, ExceptionGroup), BaseExceptionGroup, int):
    try:
        bad(t)
    except TypeError as e:
        print(e)


def loop():
    for i in range(3):
        try:
            raise ExceptionGroup('l', [ValueError(i)])
        except* ValueError as e:
            x = e.exceptions[0].args
        print(i, x)


loop()


def nested():
    try:
        try:
            raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
        except* ValueError:
            print('inner V')
    except* TypeError as e:
        print('outer T', repr(e))
    return 'done'


print(nested())


def twice():
    try:
        raise ExceptionGroup('t', [ValueError(1), ValueError(2)])
    except* ValueError as a:
        print(len(a.exceptions))
    except* Exception as b:
        print('never', b)


twice()
