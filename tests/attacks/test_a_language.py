"""Group A: programs that attack the object model.

Names carry the numbers of the attack list.  A test passes when the attack gets
nothing and the process lives: the guest's own verdict is its output.

SPDX-License-Identifier: Apache-2.0
"""

import re
from pathlib import Path

from tool import Caisson, Done

ROOT = Path(__file__).resolve().parents[2]

LIMITS = ("--depth", "interp", "--timeout", "20", "--memory", "128M")


def run(caisson: Caisson, text: str, *options: str) -> Done:
    done = caisson.code(text, *LIMITS, *options)
    assert done.code in (0, 1), (text, done)
    return done


def says(caisson: Caisson, text: str, *lines: str) -> None:
    done = run(caisson, text)
    assert done.out.splitlines() == [*lines], (text, done)


def test_a01_type_tree(caisson: Caisson) -> None:
    text = """
seen, todo = set(), [object]
while todo:
    cls = todo.pop()
    if cls in seen:
        continue
    seen.add(cls)
    todo += type.__subclasses__(cls)
    todo += cls.__mro__ + cls.__bases__
bad = [c.__name__ for c in seen if c.__name__ in
       ('FileLoader', 'BuiltinImporter', 'Popen', 'socket', 'CDLL', 'PyDLL', '_wrap_close')]
print(len(seen) > 50, bad)
"""
    says(caisson, text, "True []")


def test_a02_frames_and_code(caisson: Caisson) -> None:
    text = """
import json, sys, textwrap
def gen(): yield
async def coro(): pass
async def agen(): yield
c = coro(); c.close()
try:
    1 / 0
except ZeroDivisionError as e:
    tb = e.__traceback__
frames = [gen().gi_frame, tb.tb_frame, sys._getframe()]
for f in frames:
    names = set()
    while f is not None:
        names |= set(f.f_globals)
        f = f.f_back
    print('os_call' in names or '_root' in names)
print(textwrap.dedent.__globals__, sorted(json.load.__globals__))
"""
    says(caisson, text, "False", "False", "False", "{} []")


def test_a03_every_binding_form(caisson: Caisson) -> None:
    text = """
import json, textwrap, types
target = textwrap.dedent
forms = '''
target.__code__ = (lambda: 0).__code__
target.__code__ += 1
del target.__code__
for target.__code__ in [(lambda: 0).__code__]: pass
(target.__code__,) = [(lambda: 0).__code__]
[*target.__defaults__] = 1, 2
target.__class__ = int
with types.SimpleNamespace() as target.__code__: pass
setattr(target, '__code__', (lambda: 0).__code__)
object.__setattr__(target, '__code__', (lambda: 0).__code__)
type(target).__code__.__set__(target, (lambda: 0).__code__)
target.__kwdefaults__['indent'] = 1
target.x = 1
len.__name__ = 'x'
int.x = 1
dict.__setitem__(int.__dict__, 'x', 1)
'''.strip().splitlines()
for form in forms:
    try:
        exec(form)
    except (TypeError, AttributeError, ValueError):
        continue
    print('went through:', form)
target.__dict__['x'] = 1
print(json.dumps([1]), hasattr(int, 'x'), hasattr(target, 'x'))
"""
    says(caisson, text, "[1] False False")


def test_a04_formatting(caisson: Caisson) -> None:
    text = r"""
import string, textwrap
for text in ('{0.__globals__}', '{0.__code__.co_consts}', '{0.__globals__[sys]}',
             '{0.__self__}', '{0.__class__.__mro__[1].__subclasses__}'):
    for make in (lambda: text.format(textwrap.dedent), lambda: string.Formatter().format(text, textwrap.dedent),
                 lambda: text.replace('0', 'x').format_map({'x': textwrap.dedent})):
        try:
            got = make()
        except (KeyError, AttributeError, ValueError, IndexError):
            continue
        if 'os_call' in got or '_root' in got:
            print('leak', text)
print('done')
"""
    says(caisson, text, "done")


def test_a05_names_made_at_run_time(caisson: Caisson) -> None:
    text = """
import textwrap
spellings = [getattr(textwrap.dedent, '__glo' + 'bals__'), textwrap.dedent.__ｇlobals__,
             type(textwrap.dedent).__dict__['__globals__'].__get__(textwrap.dedent),
             eval('textwrap.dedent.__globals__'), [*map(eval, ['textwrap.dedent.__globals__'])][0],
             object.__getattribute__(textwrap.dedent, chr(95) * 2 + 'globals__')]
print([dict(s) for s in spellings])
ｐrint = print
ｐrint(1)
"""
    says(caisson, text, "[{}, {}, {}, {}, {}, {}]", "1")


def test_a06_host_failures_show_no_host(caisson: Caisson) -> None:
    text = """
try:
    open('/etc/passwd')
except OSError as e:
    print(type(e).__name__, '/usr/src' in repr(e), e.__cause__, e.__context__)
"""
    done = run(caisson, text)
    assert "False None None" in done.out, done


def test_a09_imports(caisson: Caisson) -> None:
    text = """
import builtins, importlib, inspect, os, gc, pathlib, pickle, sys, typing, random
for name in ('ctypes', '_ctypes', 'cffi', 'marshal', 'subprocess', 'socket', 'posix',
             'intrinsics', '_posixsubprocess', 'code', 'nt', 'pty', 'signal', 'resource'):
    for load in (__import__, importlib.import_module, lambda n: exec('import ' + n)):
        try:
            load(name)
        except ImportError as e:
            continue
        print('imported', name)
for module in (os, pathlib, typing, random, sys, builtins, inspect, pickle):
    for name in dir(module):
        value = getattr(module, name, None)
        if type(value) is type(sys) and value.__name__ in ('intrinsics', '_engine'):
            print(module.__name__, name)
sys.modules['os'] = None
try:
    import os
except ImportError:
    print('gone')
for call in (lambda: os.system('true'), lambda: os.popen('true'), lambda: os.fork(),
             lambda: os.execv('/bin/true', ['true']), lambda: os.kill(1, 9)):
    try:
        call()
        print('ran')
    except (AttributeError, OSError, NotImplementedError):
        pass
"""
    says(caisson, text, "gone")


def test_a10_import_paths(caisson: Caisson) -> None:
    text = r"""
import importlib
for name in ('..os', '/etc/passwd', 'os\0x', '', '.', 'os/path', '..', 'a' * 10000, 'os.\0', '\ud800'):
    for load in (__import__, importlib.import_module):
        try:
            load(name)
            print('imported', ascii(name)[:20])
        except (ImportError, ValueError, TypeError, OSError):
            pass
print('done')
"""
    says(caisson, text, "done")


def test_a11_generators(caisson: Caisson) -> None:
    text = """
import asyncio
def again():
    try:
        yield next(g)
    finally:
        pass
g = again()
try:
    next(g)
except ValueError as e:
    print(e)
def stubborn():
    while True:
        try:
            yield
        except GeneratorExit:
            pass
s = stubborn(); next(s)
try:
    s.close()
except RuntimeError as e:
    print(e)
async def own():
    await box[0]
box = [own()]
try:
    box[0].send(None)
except RuntimeError as e:
    print(e)
async def deep(n):
    if n:
        await asyncio.gather(deep(n - 1))
asyncio.run(deep(50))
print('done')
"""
    says(
        caisson,
        text,
        "generator already executing",
        "generator ignored GeneratorExit",
        "coroutine is being awaited already",
        "done",
    )


def test_a12_changes_during_iteration(caisson: Caisson) -> None:
    text = """
import itertools
def attempt(f):
    try:
        f()
    except (RuntimeError, ValueError, TypeError, IndexError, KeyError, BufferError):
        pass
l = [*range(100)]
attempt(lambda: [l.clear() or l.append(x) for x in l if len(l) < 1000])
d = {i: i for i in range(100)}
attempt(lambda: [d.pop(k) for k in d])
attempt(lambda: [d.__setitem__(k + 1000, 1) for k in d])
s = {*range(100)}
attempt(lambda: [s.discard(x) or s.add(x + 1000) for x in s])
xs = [*range(50)]
attempt(lambda: xs.sort(key=lambda v: xs.append(v) or v))
class Eq:
    def __init__(self, n): self.n = n
    def __hash__(self): return 1
    def __eq__(self, other):
        table.clear()
        return False
table = {}
for i in range(20):
    attempt(lambda: table.__setitem__(Eq(i), i))
attempt(lambda: table[Eq(3)])
pool = {Eq(i) for i in range(3)}
class Less:
    def __lt__(self, other):
        victims.clear()
        return True
victims = [Less() for _ in range(40)]
attempt(victims.sort)
class Evil(list):
    def __iter__(self):
        self.clear()
        return iter([1])
attempt(lambda: [*Evil([1, 2])])
b = bytearray(100)
m = memoryview(b)
attempt(b.clear)
print('alive', len(b))
"""
    says(caisson, text, "alive 100")


def test_a13_resize_from_callbacks(caisson: Caisson) -> None:
    text = """
def attempt(f):
    try:
        f()
    except (RuntimeError, ValueError, TypeError, IndexError, BufferError):
        pass
class Shrink:
    def __init__(self, target, n): self.target, self.n = target, n
    def __index__(self):
        self.target.clear()
        return self.n
for make in (lambda: [*range(100)], lambda: bytearray(100)):
    for use in (lambda t, i: t[i], lambda t, i: t.__setitem__(i, 1), lambda t, i: t.pop(i),
                lambda t, i: t[i:50], lambda t, i: t.__setitem__(slice(i, 60), b'xy'),
                lambda t, i: t.__delitem__(slice(0, i)), lambda t, i: t.insert(i, 1),
                lambda t, i: t * i, lambda t, i: t.index(5, i), lambda t, i: t[::i]):
        for n in (0, 5, 99, -1, -100):
            t = make()
            attempt(lambda: use(t, Shrink(t, n)))
b = bytearray(b'x' * 100)
attempt(lambda: b.join(iter(lambda: b.clear() or b'y', b'z')) if 0 else None)
attempt(lambda: bytes([1, Shrink(b, 3)]))
m = memoryview(bytearray(100))
class Release:
    def __index__(self):
        m.release()
        return 1
attempt(lambda: m[Release()])
attempt(lambda: m.__setitem__(Release(), 1))
print('alive')
"""
    says(caisson, text, "alive")


def test_a17_private_slots(caisson: Caisson) -> None:
    text = """
import dataclasses, enum, textwrap
class M(type):
    def __instancecheck__(cls, o): return True
class Any(metaclass=M):
    __match_args__ = ('__globals__', '__closure__')
match textwrap.dedent:
    case Any(g, c):
        print(dict(g), c)
try:
    class E(enum.Enum):
        __globals__ = textwrap.dedent.__globals__
        A = 1
    print(dict(E.__globals__))
except ValueError:
    print({})
p = property(lambda s: textwrap.dedent.__globals__)
print(dict(p.fget(None)))
"""
    says(caisson, text, "{} None", "{}", "{}")


def test_a18_inert_text(caisson: Caisson) -> None:
    done = caisson.code("'''\nimport os; os._exit(9)\n'''\ndef f(x: 'exit(9)'): pass\nprint(1)")
    assert (done.code, done.out) == (0, "1\n"), done


def test_a19_from_modules_to_helpers(caisson: Caisson) -> None:
    text = """
import re, json, datetime, decimal, struct, math, collections, itertools, random, sys
hidden = ('_root', '_twin', '_engine', 'intrinsics', '_compile', '_frame_at')
seen, todo = set(), [re, json, datetime, decimal, struct, math, collections, itertools, random]
while todo:
    value = todo.pop()
    if id(value) in seen or len(seen) > 20000:
        continue
    seen.add(id(value))
    for name in dir(value):
        if name in ('__builtins__',):
            continue
        try:
            inner = getattr(value, name)
        except Exception:
            continue
        if name in hidden:
            print(type(value).__name__, getattr(value, '__name__', ''), name)
        if type(inner) in (type(sys), type, type(len), type(json.dumps)):
            todo.append(inner)
print(len(seen) > 100)
"""
    says(caisson, text, "True")


def test_a20_sessions_share_nothing(caisson: Caisson) -> None:
    first = "import json, re, decimal\njson.mark = 1\nimport sys\nsys.modules['zz'] = 1\nprint(1)"
    second = "import json, sys\nprint(hasattr(json, 'mark'), 'zz' in sys.modules)"
    assert caisson.code(first).out == "1\n"
    assert caisson.code(second).out == "False False\n"


def test_a_every_callable_with_wrong_arguments(caisson: Caisson) -> None:
    """No native crashes on arguments of wrong number, kind or name."""
    text = """
import warnings
warnings.simplefilter("ignore")
import array, binascii, bisect, builtins, codecs, collections, datetime, decimal, functools, heapq
import itertools, json, math, operator, random, re, struct, unicodedata, weakref, zlib, types
skip = {'exit', 'quit', 'input', 'breakpoint', 'help', 'print', 'open', '_exit', 'sleep', 'collect',
        'set_debug', 'count', 'repeat', 'cycle', 'exec', 'eval', 'getrandbits', 'randbytes', 'pow',
        '__pow__', '__rpow__', '__lshift__', '__rlshift__', 'lshift', 'factorial', 'comb', 'perm',
        'ljust', 'rjust', 'center', 'zfill', '__mul__', '__rmul__', 'expandtabs', 'bytes',
        'bytearray', 'product', 'combinations', 'permutations', 'mul', 'ipow', 'imul', 'ilshift',
        '__imul__', 'combinations_with_replacement', 'range', '__init__', 'concat', 'to_bytes'}
values = (-1, 2 ** 70, 'a', b'a', None, [], int)
calls = 0
def attempt(f, *a, **k):
    global calls
    calls += 1
    try:
        f(*a, **k)
    except Exception:
        pass
def poke(f):
    attempt(f)
    for v in values:
        attempt(f, v)
        attempt(f, v, v)
    attempt(f, 1, foo=1)
    for n in (3, 13, 20):
        attempt(f, *[None] * n)
    attempt(f, **{f'k{i}': i for i in range(20)})
modules = (builtins, array, binascii, bisect, codecs, collections, datetime, decimal, functools,
           heapq, itertools, json, math, operator, random, re, struct, unicodedata, weakref, zlib)
for module in modules:
    for name in dir(module):
        value = getattr(module, name)
        if name not in skip and callable(value):
            poke(value)
samples = [1, 2 ** 70, 1.5, 1j, 's', 'é', b's', bytearray(b's'), [1], (1,), {1: 2}, {1}, frozenset(),
           range(3), slice(1), memoryview(b'ab'), len, poke, poke.__code__, (x for x in ()), iter([]),
           {}.keys(), {}.items(), object(), type, ValueError(1), property(), re.compile('a'),
           re.match('a', 'a'), struct.Struct('i'), zlib.compressobj(), collections.deque(),
           array.array('i', [1]), random.Random(), types.MappingProxyType({}), weakref.ref(poke),
           super(int, 1), classmethod(len), staticmethod(len), int | str, list[int], decimal.Decimal(1),
           itertools.chain(), zip(), map(len, []), enumerate([]), reversed([]), types.CellType(1)]
for sample in samples:
    for name in dir(sample):
        if name in skip or name.startswith('_randbelow'):
            continue
        try:
            value = getattr(sample, name)
            raw = getattr(type(sample), name, None)
        except Exception:
            continue
        if callable(value):
            poke(value)
        if callable(raw):
            poke(raw)
print(calls > 5000)
"""
    done = caisson.code(text, "--timeout", "50", "--memory", "256M")
    assert done.code == 0 and done.out.endswith("True\n"), done


def test_a90_session_state_keys(caisson: Caisson) -> None:
    """A key with a forged hash and __eq__ meets no key of the engine."""
    text = """
import threading, _caisson
seen = []
class Key:
    def __init__(self, hash_): self.hash = hash_
    def __hash__(self): return self.hash
    def __eq__(self, other): seen.append(other); return True
class Text(str, Key):
    __hash__ = Key.__hash__
    __eq__ = Key.__eq__
go = threading.Event()
thread = threading.Thread(target=go.wait)
thread.start()
refused = 0
for key in (Key(hash('threads')), Key(0), Text('threads'), 5, None, len):
    try:
        _caisson.session_state(key, dict)
    except TypeError:
        refused += 1
go.set()
thread.join()
print(refused, seen)
"""
    says(caisson, text, "6 []")


def test_a91_frames_of_waiting_threads(caisson: Caisson) -> None:
    """What a thread puts aside cannot be read, wherever a program finds it."""
    text = """
import threading, sys, gc, _caisson
go, found = threading.Event(), []
def look():
    frame = sys._getframe()
    while frame is not None:
        for space in (frame.f_locals, frame.f_globals):
            for value in list(space.values()):
                found.append(value)
                if type(value) is dict:
                    found.extend(value.values())
        frame = frame.f_back
waits = threading.Thread(target=go.wait)
looks = threading.Thread(target=look)
waits.start(); looks.start(); go.set()
waits.join(); looks.join()
fibers = [x for x in found if type(x).__name__ == 'Fiber']
lists = [x for x in found if type(x) is list and any(type(y).__name__ == 'code' for y in x)]
bad = 0
for x in fibers:
    for use in (list, len, iter, vars, lambda x: x[0], lambda x: x(), lambda x: x.__dict__):
        try:
            use(x); bad += 1
        except (TypeError, AttributeError):
            pass
print(lists, bad)
"""
    says(caisson, text, "[] 0")


def test_a92_no_intrinsic_is_reachable(caisson: Caisson) -> None:
    """tests/fuzz/reach.py walks everything from a fresh session."""
    library = ROOT / "src/py/prelude/lib"
    modules, keys = [], set()
    for file in library.rglob("*.py"):
        name = ".".join(file.relative_to(library).with_suffix("").parts)
        modules.append(name.removesuffix(".__init__"))
        keys |= set(re.findall(r'session_state\(\s*"([^"]+)"', file.read_text()))
    assert len(modules) > 200 and len(keys) > 20
    walk = (ROOT / "tests/fuzz/reach.py").read_text()
    says(caisson, f"MODULES, KEYS = {modules!r}, {sorted(keys)!r}\n{walk}", "many")


def test_a93_namespaces_of_library_code(caisson: Caisson) -> None:
    """globals(), eval() and frames inside library code show no helpers."""
    text = """
from concurrent.futures import ThreadPoolExecutor
import functools, sys, threading
def frames():
    f, names = sys._getframe(), set()
    while f is not None:
        names |= {*f.f_globals, *f.f_locals}
        f = f.f_back
    return names
bad = {'_root', '_fiber_go', '_fiber_park', 'session_state', '_twin'}
with ThreadPoolExecutor() as pool:
    for f, args in ((globals, ()), (eval, ('globals()',)), (frames, ()), (vars, ()), (dir, ())):
        print(bad & {*pool.submit(f, *args).result()})
print(bad & {*functools.lru_cache(globals)()})
"""
    says(caisson, text, *["set()"] * 6)


def test_a94_a_class_found_before_it_is_complete(caisson: Caisson) -> None:
    """A key of its namespace finds the class before it has its slots."""
    text = """
made = []
class Base: __slots__ = ()
class Key:
    def __hash__(self): return hash('__slots__')
    def __eq__(self, other):
        for cls in Base.__subclasses__():
            for use in (cls, lambda: cls.__new__(cls), lambda: type('Y', (cls,), {}),
                        lambda: setattr(Other(), '__class__', cls)):
                try:
                    made.append(use())
                except TypeError:
                    pass
        return self is other
class Other(Base): pass
X = type('X', (Base,), {Key(): 1, '__slots__': tuple('abcdefghijklmnop')})
for x in made:
    try:
        x.p = 1.5
        x.a = 2
    except AttributeError:
        pass
x = X()
x.p = 3
print(x.p, [x for x in made if type(x) is X])
"""
    says(caisson, text, "3 []")
