# What an object claims to be by __class__ is not what C code may read it as.
import ast
import types


class Claims:
    def __init__(self, cls):
        self.cls = cls

    @property
    def __class__(self):
        return self.cls


def attempt(what, action):
    try:
        print(what, action())
    except Exception as error:
        print(what, type(error).__name__, error)


# --- mro() of a metaclass


def with_order(order, **space):
    class Meta(type):
        def mro(cls):
            return order(cls)
    return Meta('Made', (), space)


class Slots:
    __slots__ = tuple('abcdefghijklmnop')


class Own:
    __slots__ = ('own',)

    def method(self):
        return 'method of Own'


class Plain:
    def method(self):
        return 'method of Plain'


attempt('instance', lambda: with_order(lambda c: [c, Claims(type), object]))
attempt('number', lambda: with_order(lambda c: [c, 1.5, object]))
for base in (list, int, str, dict, tuple, bytes, float, complex, set, type, ValueError, OSError,
             bool, range, slice, memoryview, property, Slots, Own, classmethod, super,
             types.FunctionType, types.ModuleType, types.GeneratorType, type(iter([])), map, zip,
             types.CellType, types.CodeType, types.TracebackType, types.MethodType):
    attempt(base.__name__, lambda: with_order(lambda c: [c, base, object])().x)
    attempt(base.__name__, lambda: with_order(lambda c: [c, base, object], __slots__=('z',))().x)
attempt('plain', lambda: with_order(lambda c: [c, Plain, object])().method())
attempt('itself', lambda: with_order(lambda c: [c, object])().__class__.__mro__[1:])
attempt('tuple', lambda: with_order(lambda c: (c, Plain, object))().method())
attempt('nothing', lambda: with_order(lambda c: None))


class Order(type):
    def mro(cls):
        return [cls, object]


class Leaves(Own, metaclass=Order):
    pass


class Again(Leaves):
    __slots__ = ('more',)


again = Again()
again.more = 1
attempt('left out', lambda: again.own)
attempt('left out', lambda: Own.own.__get__(again))
attempt('both', lambda: type('Both', (Again, Slots), {}))

# --- exec(code, closure=...)


def outer():
    x = y = 1

    def inner():
        nonlocal x
        x += 1
        return x, y
    return inner


class Tuple(tuple):
    pass


inner = outer()
fakes = Claims(types.CellType), Claims(types.CellType)
cells = inner.__closure__
for closure in (Tuple(cells), fakes, (1.5, 2.5), (), cells[:1], cells * 2, list(cells), 5, None, cells):
    attempt('exec', lambda: exec(inner.__code__, {}, closure=closure))
    attempt('FunctionType', lambda: types.FunctionType(inner.__code__, {}, None, None, closure)())
attempt('eval', lambda: eval(inner.__code__))
attempt('plain', lambda: exec((lambda: 0).__code__, {}, closure=()))
attempt('plain', lambda: exec((lambda: 0).__code__, {}, closure=cells))
attempt('text', lambda: exec('1', {}, closure=cells))
code = type('code', (), {'co_freevars': (), 'co_argcount': 0})()
attempt('named so', lambda: exec(code))

# --- names


class Str(str):
    def __hash__(self):
        return 1

    def __eq__(self, other):
        return True


attempt('import', lambda: __import__(Str('no_such_module')))
attempt('import', lambda: __import__(Claims(str)))
attempt('import', lambda: __import__('sys').__name__)
attempt('qualname', lambda: type('X', (), {'__qualname__': Claims(str)}))
attempt('qualname', lambda: type('X', (), {'__qualname__': 5}))
attempt('qualname', lambda: type('X', (), {'__qualname__': Str('Y')}))
attempt('name', lambda: type(Claims(str), (), {}))
attempt('bases', lambda: type('X', Claims(tuple), {}))
attempt('bases', lambda: type('X', (Claims(type),), {}))
attempt('space', lambda: type('X', (), Claims(dict)))
attempt('slots', lambda: type('X', (), {'__slots__': [Claims(str)]}))
attempt('slots', lambda: type('X', (), {'__slots__': [Str('a')]})().a)
attempt('classcell', lambda: type('X', (), {'__classcell__': Claims(types.CellType)}))

# --- source texts

for source in (5, None, Claims(str), Claims(bytes), [], object):
    attempt('ast.parse', lambda: ast.parse(source))
    attempt('compile', lambda: compile(source, 'f', 'exec'))
    attempt('eval', lambda: eval(source))
attempt('file', lambda: ast.parse('1', Claims(str)))
attempt('file', lambda: ast.parse('1', 5))
attempt('file', lambda: compile('1', 5, 'exec'))
