# context_cycles.py: Implicit contexts in loops, handlers and generators.
# SPDX-License-Identifier: Apache-2.0

def ctx(e):
    out = []
    seen = []
    while e is not None and not any(e is s for s in seen):
        seen.append(e)
        out.append(repr(e))
        e = e.__context__
    return out


last = None
for i in range(3):
    try:
        try:
            raise KeyError(i)
        except KeyError as e:
            raise ValueError(i)
    except ValueError as e:
        print(ctx(e))
        last = e
try:
    try:
        raise ValueError('a')
    except ValueError as a:
        try:
            raise KeyError('b')
        except KeyError as b:
            raise a
except ValueError as e:
    print(ctx(e))
try:
    try:
        raise ValueError('outer')
    except ValueError:
        try:
            raise KeyError('inner')
        except KeyError:
            pass
        raise
except ValueError as e:
    print(ctx(e))


def f():
    try:
        raise ValueError('in f')
    except ValueError:
        g()


def g():
    try:
        raise KeyError('in g')
    except KeyError:
        raise IndexError('from g')


try:
    f()
except IndexError as e:
    print(ctx(e))


class CM:
    def __enter__(self): return self
    def __exit__(self, t, v, tb): raise RuntimeError('exit')


try:
    with CM():
        raise ValueError('body')
except RuntimeError as e:
    print(ctx(e))
try:
    try:
        raise ValueError('x')
    finally:
        try:
            raise KeyError('y')
        except KeyError:
            pass
except ValueError as e:
    print(ctx(e))


def gen():
    try:
        yield
    except ValueError:
        raise KeyError('gen')


it = gen()
next(it)
try:
    try:
        raise IndexError('around')
    except IndexError:
        it.throw(ValueError('thrown'))
except KeyError as e:
    print(ctx(e))
try:
    try:
        raise ValueError('once')
    except ValueError as e:
        saved = e
        raise
except ValueError as e:
    print(e is saved, ctx(e))
try:
    try:
        1 / 0
    except ZeroDivisionError:
        {}['missing']
except KeyError as e:
    print(ctx(e))
print(ctx(last))
