# finally_and_with.py: try/finally, with and loops inside generators.
# SPDX-License-Identifier: Apache-2.0

log = []


def g():
    try:
        log.append('a')
        yield 1
        log.append('b')
        yield 2
    except ValueError as e:
        log.append(str(e))
        yield 3
    else:
        log.append('else')
        yield 4
    finally:
        log.append('fin')
        yield 5
        log.append('after')


print(list(g()), log)
log.clear()
i = g()
print(next(i), i.throw(ValueError('thrown')), next(i), next(i, 'end'), log)
log.clear()


class CM:
    def __init__(self, n): self.n = n
    def __enter__(self): log.append('enter' + self.n); return self.n
    def __exit__(self, t, v, tb):
        log.append('exit' + self.n + (t.__name__ if t else ''))
        return t is KeyError


def w():
    with CM('x') as x, CM('y') as y:
        yield x
        yield y
    yield 'after'


print(list(w()), log)
log.clear()
j = w()
next(j)
print(j.throw(KeyError('k')), log)
log.clear()


def ret():
    try:
        yield 1
        return 'from try'
    finally:
        log.append('cleanup')


k = ret()
next(k)
try:
    next(k)
except StopIteration as e:
    print(e.value, log)
log.clear()


def override():
    try:
        yield 1
        return 'a'
    finally:
        return 'b'


k = override()
next(k)
try:
    k.throw(ValueError)
except StopIteration as e:
    print(e.value)


def nested():
    for a in range(2):
        try:
            for b in range(2):
                try:
                    yield a, b
                finally:
                    log.append((a, b))
                if b == 0 and a == 1:
                    break
        finally:
            log.append(a)


print(list(nested()), log)
log.clear()


def exc_state():
    try:
        raise ValueError('outer')
    except ValueError:
        yield 'in except'
        try:
            raise
        except ValueError as e:
            yield 're-raised ' + str(e)


e = exc_state()
print(next(e))
try:
    raise KeyError('other')
except KeyError:
    print(next(e))
print(next(e, 'end'))


def reraise():
    try:
        yield
    except Exception:
        log.append('saw')
        raise


r = reraise()
next(r)
try:
    r.throw(OSError('o'))
except OSError as ex:
    print(ex, log)
