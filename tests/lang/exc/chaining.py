# chaining.py: __cause__, __context__ and __suppress_context__.
# SPDX-License-Identifier: Apache-2.0

def chain(e):
    out = []
    while e is not None:
        out.append((repr(e), repr(e.__cause__), repr(e.__context__), e.__suppress_context__))
        e = e.__cause__ or e.__context__
    return out


def show(f):
    try:
        f()
    except Exception as e:
        for row in chain(e):
            print(row)
        print('--')


def implicit():
    try:
        1 / 0
    except ZeroDivisionError:
        raise ValueError('during')


def explicit():
    try:
        1 / 0
    except ZeroDivisionError as e:
        raise ValueError('because') from e


def suppressed():
    try:
        1 / 0
    except ZeroDivisionError:
        raise ValueError('hidden') from None


def from_class():
    raise ValueError('x') from KeyError


def three():
    try:
        try:
            raise KeyError(1)
        except KeyError:
            raise IndexError(2)
    except IndexError as e:
        raise TypeError(3) from e


def in_finally():
    try:
        raise KeyError('a')
    finally:
        raise ValueError('b')


def reraise_keeps():
    try:
        try:
            raise KeyError('a')
        except KeyError as e:
            raise e
    except KeyError as e2:
        raise


def after_handled():
    try:
        raise KeyError('done')
    except KeyError:
        pass
    raise ValueError('no context')


def nested_call():
    def helper():
        raise ValueError('helper')
    try:
        raise KeyError('k')
    except KeyError:
        helper()


def same_object():
    e = ValueError('same')
    try:
        raise e
    except ValueError:
        raise e from e


for f in (implicit, explicit, suppressed, from_class, three, in_finally, reraise_keeps, after_handled, nested_call):
    print(f.__name__)
    show(f)
try:
    same_object()
except ValueError as e:
    print(e.__cause__ is e, e.__context__)
e = ValueError('v')
e.__cause__ = KeyError('k')
print(e.__suppress_context__, repr(e.__cause__))
e.__cause__ = None
print(e.__suppress_context__)
e.__context__ = IndexError('i')
e.__suppress_context__ = False
print(repr(e.__context__))
for attr, v in (('__cause__', 5), ('__context__', 'x'), ('__suppress_context__', 'y'), ('__traceback__', 5)):
    try:
        setattr(e, attr, v)
        print('ok', attr)
    except TypeError as t:
        print(t)
for attr in ('__cause__', '__context__', '__traceback__', '__suppress_context__', 'args'):
    try:
        delattr(e, attr)
        print('deleted', attr)
    except Exception as t:
        print(attr, type(t).__name__, t)
