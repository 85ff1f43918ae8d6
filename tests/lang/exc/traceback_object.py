# traceback_object.py: __traceback__: frames, line numbers, with_traceback.
# SPDX-License-Identifier: Apache-2.0
# torture: prints tracebacks

def a():
    b()


def b():
    raise ValueError('deep')


def lines(e):
    out, tb = [], e.__traceback__
    while tb is not None:
        out.append((tb.tb_frame.f_code.co_name, tb.tb_lineno))
        tb = tb.tb_next
    return out


try:
    a()
except ValueError as e:
    print(lines(e))
    first = e
try:
    raise first
except ValueError as e:
    print(lines(e))
e = KeyError('fresh')
print(e.__traceback__, e.with_traceback(None) is e)
try:
    raise e.with_traceback(first.__traceback__)
except KeyError as k:
    print(lines(k))
try:
    e.with_traceback(5)
except TypeError as t:
    print(t)
first.__traceback__ = None
print(first.__traceback__)


def rethrow():
    try:
        a()
    except ValueError:
        raise


try:
    rethrow()
except ValueError as e:
    print(lines(e))


def gen():
    yield 1
    a()


try:
    list(gen())
except ValueError as e:
    print(lines(e))


def fin():
    try:
        a()
    finally:
        pass


try:
    fin()
except ValueError as e:
    print(lines(e))
    tb = e.__traceback__
    print(type(tb).__name__, tb.tb_next is not None, tb.tb_frame.f_globals is globals(), tb.tb_frame.f_lineno >= tb.tb_lineno)
    print(tb.tb_next.tb_frame.f_locals)


class C:
    def m(self):
        return [][0]

    @property
    def p(self):
        return self.m()


try:
    C().p
except IndexError as e:
    print(lines(e))
try:
    (lambda: 1 / 0)()
except ZeroDivisionError as e:
    print(lines(e))
try:
    exec('def z():\n  1/0\n\nz()')
except ZeroDivisionError as e:
    print(lines(e))
try:
    sorted([1, 2], key=lambda x: x / 0)
except ZeroDivisionError as e:
    print(lines(e))
