# calls.py - call everything with hostile values.
#
# A guest program for tests/fuzz/calls.c, which sets MODULES, NATIVES (a dict of
# the engine's intrinsics, or {}), HASHES (of those intrinsics), COUNT and TRACE
# before it, and answers ready() with a seed.  It finds by reflection every function, method, special method and descriptor
# that a program can reach, and calls them with values that lie about their
# class, change what is being worked on, or were never finished.  It never
# asserts results: the sanitizers, the asserts of the engine and a check of the
# whole heap afterwards judge.  The exceptions are things no program may ever
# hold, which meet() reports.
#
# SPDX-License-Identifier: Apache-2.0
import sys
import types

TRACE, COUNT = globals().get('TRACE', 0), globals().get('COUNT', 300)
NATIVES, HASHES = globals().get('NATIVES', {}), globals().get('HASHES', [0])
state = 1


def rnd(n):
    """A number below n; a generator of our own, the same everywhere, whose
    numbers all fit into a word: with larger ones it took half of the time."""
    global state
    state = state * 48271 % 2147483647
    return (state >> 4) % n


def pick(things):
    return things[rnd(len(things))]


def meet(thing):
    """Is it something of the engine that no program may get?"""
    if type(thing) is types.BuiltinFunctionType and not NATIVES:
        try:
            home = thing.__module__
        except BaseException:
            return
        if home == 'intrinsics':
            print('FINDING a program holds the intrinsic', object.__repr__(thing))


# --- what is called ---------------------------------------------------------

# Programs that wait, end the run, or only ask the host.
LEAVE = {'input', 'exit', 'quit', 'breakpoint', '_exit', 'abort', 'help', 'sleep', 'interact', 'set_trace', 'getpass',
         'setrecursionlimit', 'run_until_complete', 'run_forever', 'wait', 'acquire', 'join', 'collect', 'os_call',
         'host_wait', 'main', '_fiber_park', '_fiber_go', '_host_call', '_ask_name', 'run_docstring_examples', 'timeit',
         'repeat', 'autorange', 'getrandbits', 'kill', '_gc_collect', 'pause', 'serve_forever', 'factorial', 'perm', 'comb'}
functions, classes, seen = [], [], set()


def look(thing, name, depth):
    if id(thing) in seen or name in LEAVE:
        return
    seen.add(id(thing))
    if type.__instancecheck__(type, thing):
        classes.append(thing)
        for key, value in list(type.__dict__['__dict__'].__get__(thing).items()):
            if key not in LEAVE and callable(value) or hasattr(type(value), '__get__'):
                functions.append((f'{name}.{key}', value))
    if callable(thing):
        functions.append((name, thing))
    elif depth and type(thing) is types.ModuleType:
        for key, value in list(vars(thing).items()):
            look(value, f'{name}.{key}', 0)


def find_all():
    import builtins
    for key, value in list(vars(builtins).items()):
        look(value, key, 0)
    for name in MODULES:
        try:
            look(__import__(name, None, None, ['x']), name, 1)
        except Exception:
            pass
    for cls in list(vars(types).values()):
        look(cls, 'types', 0)
    todo = [object]
    while todo:
        for cls in type.__subclasses__(todo.pop()):
            if id(cls) not in seen:
                todo.append(cls)
                look(cls, getattr(cls, '__name__', '?'), 0)
    natives = [(name, f) for name, f in NATIVES.items() if name not in LEAVE]
    functions.extend(natives * (1 + len(functions) // (1 + len(natives))))


# --- hostile values -----------------------------------------------------------

victims = [[1, 2, 3], {1: 2, 'a': 3}, {1, 2}, bytearray(b'abcdef'), [], {}, [[1], [2]]]
kept = []


def disturb():
    """Change what somebody may be working on."""
    what = rnd(12)
    v = pick(victims + kept[-8:])
    try:
        if what == 0: v.clear()
        elif what == 1: v.append(0)
        elif what == 2: v.extend(range(40))
        elif what == 3: v[0] = v
        elif what == 4: del v[0]
        elif what == 5: v.update({rnd(99): v})
        elif what == 6: v.pop()
        elif what == 7: v.__class__ = pick(classes)
        elif what == 8: v.__dict__.clear()
        elif what == 9: v.sort()
        elif what == 10: kept.clear()
        else: v.close()
    except Exception:
        pass


class Claims:
    """Says that it is an instance of any class."""

    def __init__(self, cls):
        object.__setattr__(self, 'claimed', cls)

    @property
    def __class__(self):
        return object.__getattribute__(self, 'claimed')

    def __getattr__(self, name):
        return getattr(object.__getattribute__(self, 'claimed'), name)


def hostile(kind):
    def method(self, *args, **words):
        for a in args:
            meet(a)
        if rnd(2):
            disturb()
        how = rnd(8)
        if how == 0: raise pick((ValueError, StopIteration, KeyError, AttributeError, IndexError))
        if how == 1: return simple()
        if how == 2: return self
        if kind == '__hash__': return pick((0, 1, -1, 2 ** 61 - 1, hash('a'), rnd(5)))
        if kind in ('__len__', '__index__', '__int__', '__length_hint__'):
            return pick((0, 1, 2, -1, 3, 2 ** 31, 2 ** 32, 2 ** 63 - 1, 2 ** 64, True))
        if kind in ('__eq__', '__lt__', '__bool__', '__contains__'): return bool(rnd(2))
        if kind in ('__repr__', '__str__', '__format__'): return pick(('', 'x', 'x' * 70))
        if kind == '__iter__': return iter(pick(victims))
        if kind == '__next__': raise StopIteration
        if kind == '__float__': return pick((0.0, 1e308, float('nan'), -0.0))
        if kind == '__bytes__': return b'x'
        return simple()
    return method


SPECIAL = ['__eq__', '__hash__', '__lt__', '__le__', '__gt__', '__ge__', '__ne__', '__len__', '__index__', '__int__', '__float__', '__iter__', '__next__',
           '__contains__', '__getitem__', '__setitem__', '__delitem__', '__bool__', '__repr__', '__str__', '__format__',
           '__call__', '__getattr__', '__get__', '__set__', '__add__', '__radd__', '__mul__', '__mod__', '__enter__', '__exit__',
           '__bytes__', '__length_hint__', '__fspath__', '__reduce_ex__', '__copy__', '__missing__', '__instancecheck__',
           '__subclasscheck__', '__mro_entries__', '__set_name__', '__await__', '__anext__', '__aiter__', '__del__',
           '__getattribute__', '__setattr__', '__init__', '__new__', '__class_getitem__', '__prepare__', '__reversed__',
           '__round__', '__trunc__', '__complex__', '__divmod__', '__pow__', '__rshift__', '__and__', '__dir__', '__sizeof__']
BASES = [int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, object, object, Exception, type, property, classmethod,
         staticmethod, super, memoryview, types.ModuleType, types.GenericAlias, OSError, StopIteration, SystemExit, UnicodeDecodeError]
SAFE = [n for n in SPECIAL if n not in ('__new__', '__init__', '__getattribute__', '__setattr__', '__del__')]
made_classes = []


def make_class():
    space = {}
    for _ in range(rnd(5)):
        name = pick(SPECIAL if rnd(3) == 0 else SAFE)
        space[name] = hostile(name) if rnd(8) else value()
    if rnd(4) == 0:
        space['__slots__'] = pick([(), 'abc', ('a', 'b'), ('__dict__',), ('x',) * 2, tuple('abcdefghij'), value()])
    if rnd(6) == 0:
        space[pick(('__qualname__', '__module__', '__doc__', '__classcell__', '__match_args__', '__dict__', '__weakref__',
                    '__abstractmethods__', '__annotations__', '__name__', '__mro__', '__bases__', '__class__'))] = likely()
    if rnd(4) == 0:  # a descriptor or function of somebody else
        name, f = pick(functions)
        space[name.rpartition('.')[2]] = f
    bases = tuple(pick(BASES + made_classes[-4:]) for _ in range(rnd(3)))
    meta = type
    if rnd(4) == 0:
        order = [pick((pick(classes), pick(BASES), Claims(type), value())) for _ in range(rnd(3))]
        meta = type('Meta', (type,), {'mro': lambda cls: pick((
            [cls, *order, object], [cls, object], (cls, *order), order, value(), type.mro(cls)))})
    made = meta(pick(('Made', 'Made', likely())), bases, space)
    made_classes.append(made)
    del made_classes[:-30]
    return made


def use(thing):
    """What everybody may do with it: show it, and read and write what it has."""
    for look_at in (repr, str, dir, type, hash, bool, len, iter, vars, id):
        try:
            look_at(thing)
        except Exception:
            pass
    for name in dir(thing)[:60]:
        try:
            meet(getattr(thing, name))
            if rnd(4) == 0: setattr(thing, name, value())
        except Exception:
            pass


def likely():
    """What passes for a str, a tuple or a class where somebody asks __class__."""
    return pick((value(), Claims(str), Claims(tuple), Claims(type), pick(SUBS), 'text', ('a', 'b')))


def gen(n):
    got = None
    for i in range(n):
        got = yield (i, got)


async def coro():
    return 1


async def agen():
    yield 1


def closure():
    x, y = [], 1

    def inner(a=1, *b, c=2, **d):
        nonlocal y
        y += 1
        return x, y, a
    return inner


def traceback():
    try:
        1 / 0
    except ZeroDivisionError as error:
        return error.__traceback__


def self_holding():
    a, d = [], {}
    a.append(a)
    d['d'] = d
    return pick((a, d, (a,), [d]))


def half_built():
    cls = pick(classes + made_classes)
    return pick((object.__new__, cls.__new__))(cls)


def view():
    v = memoryview(pick((b'abcdef', bytearray(b'abcdef'))))
    if rnd(3) == 0: v = v[::-2]
    if rnd(3) == 0: v.release()
    return v


def forged():
    """A key whose hash is that of something that no program may hold."""
    made = Key()
    made.h = pick(HASHES)
    return made


class Key:
    h = 0

    def __hash__(self): return self.h if self.h != -1 else -2

    def __eq__(self, other):
        meet(other)
        return bool(rnd(2))


PLAIN = [0, 1, -1, 2, 7, 255, 256, 1 << 31, 1 << 32, (1 << 49) - 1, 1 << 49, 1 << 63, -(1 << 63), 1 << 64, -(1 << 200), True, False, None, Ellipsis,
         NotImplemented, 0.0, -0.0, 1.5, 1e308, float('inf'), float('nan'), 5e-324, 1j, '', 'a', 'abc', 'self', 'é', '\U0001F600', '\ud800', 'x' * 100,
         '%s%d', '{0}{a}', '__class__', '__dict__', '1', 'utf-8', 'exec', 'os', '\0', b'', b'a', b'\xff\0', (), (1,), (1, 2, 3), ('a', 'b'), range(5), range(2 ** 70),
         slice(None), slice(1, 2, -1), slice('a'), frozenset(), frozenset((1, 2)), int, str, list, tuple, dict, type, object, Exception, ValueError, len, print, sys,
         types, list.append, str.join, dict.get, type.__call__, int.__add__, [].append, 'a'.join, Exception('e'), KeyError(1)]


def simple():
    return pick(PLAIN)


class Obj:
    def __init__(self): self.a, self.b = 1, [2]

    def method(self, *args): return self

    @property
    def prop(self): return self.a

    @classmethod
    def cm(cls, *a): return cls

    @staticmethod
    def sm(*a): return a


MAKERS = [lambda: [1, 2, 3], lambda: ['b', 'a', 'c'], lambda: [], lambda: {1: 2, 'a': 'b'}, lambda: {}, lambda: {1, 'a', 2.5}, lambda: bytearray(b'hello'),
          view, lambda: gen(3), lambda: iter([1, 2, 3]), lambda: iter({1: 2}), lambda: iter('abc'), lambda: map(str, [1, 2]), lambda: zip([1], [2]),
          lambda: filter(None, [0, 1]), lambda: enumerate('ab'), lambda: reversed([1, 2]), lambda: {1: 2}.items(), lambda: {1: 2}.keys(), lambda: {1: 2}.values(),
          coro, agen, closure, lambda: closure().__code__, lambda: closure().__closure__, lambda: closure().__closure__[0], lambda: (lambda: 0).__code__,
          traceback, lambda: traceback().tb_frame, lambda: sys._getframe(), self_holding, half_built, half_built, half_built, lambda: types.MappingProxyType({1: 2}),
          lambda: types.SimpleNamespace(a=1), lambda: types.ModuleType('m'), lambda: property(len), lambda: classmethod(len), lambda: staticmethod(len),
          lambda: super(Obj, Obj()), lambda: Obj().method, lambda: Obj.__dict__['cm'], Obj, Obj, lambda: Claims(pick(classes)), lambda: Claims(pick(classes)),
          lambda: Claims(pick(classes)), lambda: pick(BASES)(), lambda: make_class()(), lambda: make_class()(), lambda: make_class()(), make_class,
          lambda: pick(made_classes)(simple()), lambda: pick(classes), lambda: pick(classes)(), lambda: pick(functions)[1], lambda: pick(victims),
          lambda: pick(victims), lambda: pick(kept), lambda: pick(kept), lambda: pick(kept), lambda: list[int], lambda: int | str, forged,
          lambda: [value() for _ in range(rnd(4))], lambda: tuple([value() for _ in range(rnd(4))]), lambda: {pick(PLAIN[:40]): value()},
          lambda: types.CellType(simple()), lambda: open, lambda: pick(SPECIAL), lambda: Obj.__dict__['prop'], lambda: type(Obj()).__dict__]
level = 0


# One subclass instance of each built-in, with contents that are looked at.
SUBS = [type('Sub', (type(x),), {})(x) for x in (5, 2.5, 1j, 'abcd', 'os', b'ab', bytearray(b'ab'), [1, 2], (1, 2), {1: 2}, {1, 2}, frozenset((1,)))]
SUBS.append(type('SubModule', (types.ModuleType,), {})('m'))


def value():
    global level
    how = rnd(9)
    if level > 3 or how < 3:
        return simple()
    if how == 3:
        return pick(SUBS) if rnd(2) else Claims(pick((pick(BASES), types.CellType, types.CodeType, types.FunctionType)))
    level += 1
    try:
        return pick(MAKERS)()
    except Exception as error:
        return error
    finally:
        level -= 1


# --- calls ---------------------------------------------------------------------

WORDS = ['closure', 'key', 'default', 'start', 'stop', 'encoding', 'errors', 'sep', 'end', 'reverse', 'strict', 'globals', 'locals', 'name', 'mode', 'flags',
         'maxsplit', 'byteorder', 'signed', 'cls', 'metaclass', 'fromlist', 'level', 'initial', 'n', 'file', 'factory']
ARITY = [0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5]


def own_words(f):
    try:
        return list(f.__code__.co_varnames[:f.__code__.co_argcount + f.__code__.co_kwonlyargcount])
    except Exception:
        return WORDS


def call(name, f):
    args = [value() for _ in range(pick(ARITY))]
    words = {pick(own_words(f)): value()} if rnd(7) == 0 else {}
    if rnd(3) == 0 and '.' in name:  # the receiver that it expects
        owner = getattr(f, '__objclass__', None)
        if owner is not None:
            args[:1] = [fitting(owner)]
    if TRACE:
        tell(name, args, words)
    how = rnd(12)
    if how == 0 and hasattr(type(f), '__get__'):
        return type(f).__get__(f, *args[:2])
    if how == 1 and args:
        return getattr(args[0], name.rpartition('.')[2])(*args[1:], **words)
    return f(*args, **words)


def fitting(cls):
    """An object of a class that is there, a subclass's, or a claim."""
    how = rnd(4)
    if how == 0: return Claims(cls)
    if how == 1: return type('Sub', (cls,), {})()
    if how == 2: return cls.__new__(cls)
    return cls()


def change():
    """What a program can do to objects without calling anything by name."""
    obj, name = value(), pick(SPECIAL + ['__class__', '__dict__', '__bases__', '__code__', '__closure__', '__defaults__', '__kwdefaults__', '__globals__',
                                         '__mro__', '__name__', '__qualname__', '__module__', '__doc__', '__annotations__', '__traceback__', '__cause__',
                                         '__context__', 'args', 'a', 'b', 'x', 'gi_frame', 'f_back', 'f_locals', 'co_consts', 'cell_contents', 'tb_next'])
    if rnd(3) == 0:
        obj = pick(made_classes)
    if TRACE:
        tell('attribute ' + name, [obj], {})
    how = rnd(9)
    if how == 0: return setattr(obj, name, value())
    if how == 1: return delattr(obj, name)
    if how == 2: return getattr(obj, name)
    if how == 3: obj[value()] = value(); return obj
    if how == 4: return obj[value()]
    if how == 5: return obj + value()
    if how == 6: return obj == value(), obj in [value()], value() in obj
    if how == 7: return [x for x, _ in zip(obj, range(50))]
    return '%s %r' % (obj, obj), f'{obj!s:>{rnd(20)}}', str(obj), repr(obj)


class Tuple(tuple):
    pass


def cells(f):
    """What is, or looks like, the closure of a function."""
    own = getattr(f, '__closure__', None) or ()
    made = [pick((Claims(types.CellType), Obj(), value(), *own)) for _ in range(pick((len(own), 2)))]
    return pick((own, Tuple(own), tuple(made), Tuple(made), made, value()))


def run_code():
    f = pick((closure(), gen, coro, hostile('__eq__'), Obj.method))
    how = rnd(7)
    if TRACE:
        tell('code', [f, how], {})
    if how == 0: return exec(f.__code__, {}, closure=cells(f))
    if how == 1: return types.FunctionType(f.__code__, {}, 'f', value(), cells(f))()
    if how == 2: return f.__code__.replace(**{pick(('co_name', 'co_filename', 'co_firstlineno', 'co_varnames', 'co_consts', 'co_flags')): value()})
    if how == 3: return __import__(likely(), *[value() for _ in range(rnd(4))])
    if how == 4: return exec(value(), value())
    if how == 5: closure().__code__ = f.__code__; return f
    return compile(value(), value(), pick(('exec', 'eval', 'single')), rnd(3000))


def sweep():
    """Keys of which each may be equal to one that lies in an engine's table."""
    name, f = pick(KEYED)
    if TRACE:
        tell('sweep ' + name, [], {})

    def factory(*args):
        raise LookupError
    key = Key()
    for key.h in HASHES:
        try:
            meet(f(key, factory))
        except LookupError:
            pass


def is_keyed(f):
    try:
        return f.__code__.co_varnames[0] == 'key' and f.__code__.co_argcount == 2
    except Exception:
        return False


class_name = type.__dict__['__name__'].__get__


def tell(name, args, words):
    """The call, without running any code of a value."""
    texts = [repr(a)[:60] if type(a) in (int, str, bytes, float, bool, type(None)) else class_name(type(a)) for a in args]
    sys.stdout.write(f'TRACE {name} {texts} {list(words)}\n')
    sys.stdout.flush()


def park():
    """A thread that waits forever: the engine keeps its frames somewhere."""
    import threading
    threading.Thread(target=threading.Event().wait, daemon=True).start()


find_all()
park()
KEYED = [(name, f) for name, f in functions if is_keyed(f)]


state = globals().get('ready', lambda: 1)() * 16807 % 2147483647 or 1
for _ in range(4):
    rnd(2)


def one():
    how = rnd(20)
    if how == 0: return make_class()().a
    if how == 1: return use(pick((make_class(), make_class()(), value())))
    if how == 2: return change()
    if how == 3: return run_code()
    if how == 4 and KEYED and rnd(20) == 0: return sweep()
    return call(*pick(functions))


calls, raised = 0, 0
while calls < COUNT:
    calls += 1
    if calls % 500 == 0:
        print('CALLS 500')
    try:
        result = one()
        meet(result)
        kept.append(result)
        if len(kept) > 40:
            del kept[:20]
    except (Exception, GeneratorExit, SystemExit, KeyboardInterrupt):
        raised += 1
print('CALLS', calls % 500)
