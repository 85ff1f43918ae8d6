"""operator: what the natives of this module leave to Python.

Each twin is the operator itself, so instances, errors and mixed operands
behave as in an expression.
"""

from _caisson import native_class
from intrinsics import _twin

itemgetter = native_class('operator.itemgetter')
attrgetter = native_class('operator.attrgetter')

_twin('operator.add')(lambda a, b: a + b)
_twin('operator.sub')(lambda a, b: a - b)
_twin('operator.mul')(lambda a, b: a * b)
_twin('operator.truediv')(lambda a, b: a / b)
_twin('operator.floordiv')(lambda a, b: a // b)
_twin('operator.mod')(lambda a, b: a % b)
_twin('operator.pow')(lambda a, b: a ** b)
_twin('operator.lshift')(lambda a, b: a << b)
_twin('operator.rshift')(lambda a, b: a >> b)
_twin('operator.and_')(lambda a, b: a & b)
_twin('operator.or_')(lambda a, b: a | b)
_twin('operator.xor')(lambda a, b: a ^ b)
_twin('operator.lt')(lambda a, b: a < b)
_twin('operator.le')(lambda a, b: a <= b)
_twin('operator.eq')(lambda a, b: a == b)
_twin('operator.ne')(lambda a, b: a != b)
_twin('operator.gt')(lambda a, b: a > b)
_twin('operator.ge')(lambda a, b: a >= b)
_twin('operator.neg')(lambda a: -a)
_twin('operator.pos')(lambda a: +a)
_twin('operator.invert')(lambda a: ~a)
_twin('operator.not_')(lambda a: not a)
_twin('operator.truth')(lambda a: True if a else False)
_twin('operator.getitem')(lambda a, b: a[b])
_twin('operator.contains')(lambda a, b: b in a)

_builtin_abs = __import__('builtins').abs
_twin('operator.abs')(lambda a: _builtin_abs(a))


@_twin('operator.itemgetter.__call__')
def _getter_call(self, obj, /):
    items = _parts(self)
    if len(items) == 1:
        return obj[items[0]]
    return tuple([obj[item] for item in items])


@_twin('operator.itemgetter.__repr__')
def _getter_repr(self):
    return f"operator.itemgetter({', '.join(map(repr, _parts(self)))})"


@_twin('operator.itemgetter.__reduce__')
def _getter_reduce(self):
    return type(self), _parts(self)


def _dotted(obj, name):
    for part in name.split('.'):
        obj = getattr(obj, part)
    return obj


@_twin('operator.attrgetter.__call__')
def _attr_call(self, obj, /):
    names = _parts(self)
    if len(names) == 1:
        return _dotted(obj, names[0])
    return tuple([_dotted(obj, name) for name in names])


@_twin('operator.attrgetter.__repr__')
def _attr_repr(self):
    return f"operator.attrgetter({', '.join(map(repr, _parts(self)))})"


@_twin('operator.attrgetter.__reduce__')
def _attr_reduce(self):
    return type(self), _parts(self)


class methodcaller:
    __slots__ = ('_name', '_args', '_kwargs')

    def __init__(self, name, /, *args, **kwargs):
        if not isinstance(name, str):
            raise TypeError('method name must be a string')
        self._name = name
        self._args = args
        self._kwargs = kwargs

    @_twin('operator._call_method')
    def _py_call(self, obj, /):
        return getattr(obj, self._name)(*self._args, **self._kwargs)

    __call__ = _call_method

    def __repr__(self):
        args = [repr(self._name)]
        args.extend(map(repr, self._args))
        args.extend(f'{k}={v!r}' for k, v in self._kwargs.items())
        return f"operator.methodcaller({', '.join(args)})"

    def __reduce__(self):
        if not self._kwargs:
            return type(self), (self._name,) + self._args
        from functools import partial
        return partial(type(self), self._name, **self._kwargs), self._args


def matmul(a, b, /):
    return a @ b


def setitem(a, b, c, /):
    a[b] = c


def delitem(a, b, /):
    del a[b]


def concat(a, b, /):
    if not hasattr(a, '__getitem__'):
        raise TypeError(f"'{type(a).__name__}' object can't be concatenated")
    return a + b


def _iterate(a):
    try:
        return iter(a)
    except TypeError:
        raise TypeError(f"argument of type '{type(a).__name__}' is not "
                        "iterable") from None


def countOf(a, b, /):
    count = 0
    for item in _iterate(a):
        if item is b or item == b:
            count += 1
    return count


def indexOf(a, b, /):
    for position, item in enumerate(_iterate(a)):
        if item is b or item == b:
            return position
    raise ValueError('sequence.index(x): x not in sequence')


def length_hint(obj, default=0, /):
    if not isinstance(default, int):
        raise TypeError(f"'{type(default).__name__}' object cannot be "
                        "interpreted as an integer")
    try:
        return len(obj)
    except TypeError:
        pass
    hint = getattr(type(obj), '__length_hint__', None)
    if hint is None:
        return default
    try:
        value = hint(obj)
    except TypeError:
        return default
    if value is NotImplemented:
        return default
    if not isinstance(value, int):
        raise TypeError('__length_hint__ must be an integer, not '
                        + type(value).__name__)
    if value < 0:
        raise ValueError('__length_hint__() should return >= 0')
    return value


def call(obj, /, *args, **kwargs):
    return obj(*args, **kwargs)


def iadd(a, b, /):
    a += b
    return a


def isub(a, b, /):
    a -= b
    return a


def imul(a, b, /):
    a *= b
    return a


def imatmul(a, b, /):
    a @= b
    return a


def itruediv(a, b, /):
    a /= b
    return a


def ifloordiv(a, b, /):
    a //= b
    return a


def imod(a, b, /):
    a %= b
    return a


def ipow(a, b, /):
    a **= b
    return a


def ilshift(a, b, /):
    a <<= b
    return a


def irshift(a, b, /):
    a >>= b
    return a


def iand(a, b, /):
    a &= b
    return a


def ior(a, b, /):
    a |= b
    return a


def ixor(a, b, /):
    a ^= b
    return a


def iconcat(a, b, /):
    if not hasattr(a, '__getitem__'):
        raise TypeError(f"'{type(a).__name__}' object can't be concatenated")
    a += b
    return a


inv = invert
__all__ = [
    'abs', 'add', 'and_', 'attrgetter', 'call', 'concat', 'contains',
    'countOf', 'delitem', 'eq', 'floordiv', 'ge', 'getitem', 'gt', 'iadd',
    'iand', 'iconcat', 'ifloordiv', 'ilshift', 'imatmul', 'imod', 'imul',
    'index', 'indexOf', 'inv', 'invert', 'ior', 'ipow', 'irshift', 'is_',
    'is_not', 'isub', 'itemgetter', 'itruediv', 'ixor', 'le', 'length_hint',
    'lshift', 'lt', 'matmul', 'methodcaller', 'mod', 'mul', 'ne', 'neg',
    'not_', 'or_', 'pos', 'pow', 'rshift', 'setitem', 'sub', 'truediv',
    'truth', 'xor']
for _name in __all__ + ['inv']:
    globals().setdefault(f"__{_name.rstrip('_')}__", globals()[_name])
del _name, _twin
