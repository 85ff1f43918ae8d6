# exception_groups.py: ExceptionGroup construction, split, subgroup, derive.
# SPDX-License-Identifier: Apache-2.0

g = ExceptionGroup('msg', [ValueError(1), KeyError('k'), ExceptionGroup('in', [TypeError(2), ValueError(3)])])
print(repr(g))
print(str(g), g.message, len(g.exceptions), type(g.exceptions).__name__, g.args)
print(g.subgroup(ValueError))
print(repr(g.subgroup(ValueError)))
print(repr(g.subgroup((KeyError, TypeError))))
print(repr(g.subgroup(lambda e: isinstance(e, TypeError))))
print(g.subgroup(OSError), g.subgroup(lambda e: True) is g, g.subgroup(ExceptionGroup) is g)
m, r = g.split(ValueError)
print(repr(m))
print(repr(r))
print(g.split(OSError)[0], g.split(OSError)[1] is g or repr(g.split(OSError)[1]))
print(repr(g.split(Exception)[0]), g.split(Exception)[1])
print(repr(g.derive([OSError()])))
b = BaseExceptionGroup('b', [KeyboardInterrupt(), ValueError()])
print(type(b).__name__, type(BaseExceptionGroup('x', [ValueError()])).__name__)
print(repr(b.subgroup(ValueError)), repr(b.split(KeyboardInterrupt)[0]))


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


err(lambda: ExceptionGroup()); err(lambda: ExceptionGroup('m')); err(lambda: ExceptionGroup('m', [])); err(lambda: ExceptionGroup('m', 5))
err(lambda: ExceptionGroup(5, [ValueError()])); err(lambda: ExceptionGroup('m', [5])); err(lambda: ExceptionGroup('m', [ValueError]))
err(lambda: ExceptionGroup('m', [KeyboardInterrupt()])); err(lambda: ExceptionGroup('m', (ValueError(),))); err(lambda: ExceptionGroup('m', {ValueError()}))
err(lambda: ExceptionGroup('m', [ValueError()], 3)); err(lambda: g.subgroup(5)); err(lambda: g.split()); err(lambda: g.split([ValueError]))
err(lambda: g.derive(5)); err(lambda: g.derive([])); err(lambda: setattr(g, 'message', 'x')); err(lambda: setattr(g, 'exceptions', ()))


class MyGroup(ExceptionGroup):
    def derive(self, excs):
        return MyGroup('derived ' + self.message, excs)


mg = MyGroup('mine', [ValueError(1), TypeError(2)])
print(repr(mg.subgroup(ValueError)), [repr(x) for x in mg.split(ValueError)])


class NoDerive(ExceptionGroup): pass


print(repr(NoDerive('nd', [ValueError(1), KeyError(2)]).subgroup(KeyError)))
src = [ValueError(1)]
c = ExceptionGroup('c', src)
src.append(2)
print(c.exceptions, c.exceptions is c.exceptions)
print(ExceptionGroup.__mro__[:3], issubclass(ExceptionGroup, BaseExceptionGroup), issubclass(BaseExceptionGroup, Exception))
e = ValueError('cause')
c.__cause__ = e
sub = c.subgroup(ValueError)
print(c.subgroup(ValueError) is c, repr(c.split(ValueError)[0].__cause__))
try:
    raise ExceptionGroup('raised', [KeyError('a')])
except ExceptionGroup as eg:
    print(repr(eg), eg.__traceback__ is not None)
