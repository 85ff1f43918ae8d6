"""gc, weakref, types, inspect, threading, importlib, sys, locale: public names."""
import copy, gc, importlib, importlib.machinery, importlib.util, inspect, locale, sys, threading, types, typing, weakref
import concurrent.futures, contextlib, collections.abc, linecache, traceback, urllib.error, hmac, hashlib, secrets, io


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return f'{type(e).__name__}: {e}'


print(gc.isenabled(), gc.disable(), gc.isenabled(), gc.enable(), gc.isenabled(), type(gc.get_count()), len(gc.get_threshold()), type(gc.get_stats()), gc.garbage, gc.callbacks, gc.get_debug())
print(attempt(gc.set_threshold, 'x'), gc.is_tracked([]), gc.is_tracked(1), gc.is_finalized(object()), type(gc.get_objects()), gc.freeze(), gc.unfreeze(), gc.get_freeze_count(), isinstance(gc.collect(), int), attempt(gc.collect, 5), isinstance(gc.get_referrers([]), list), isinstance(gc.get_referents({'a': 1}), list))
gc.set_debug(gc.DEBUG_STATS if False else 0)


class A:
    def m(self): 'doc'
    __slots__ = ('x', '__weakref__')


a = A()
r, p = weakref.ref(a), weakref.proxy(a)
a.x = 5
print(r() is a, p.x, weakref.getweakrefcount(a), r in weakref.getweakrefs(a), type(p) is weakref.ProxyType, isinstance(weakref.proxy(lambda: 1) if False else p, weakref.ProxyTypes), attempt(weakref.ref, 5), attempt(weakref.proxy, 5))
f = weakref.proxy(attempt)
print(type(f) is weakref.CallableProxyType, f(len, 'ab'))
wm = weakref.WeakMethod(a.m)
print(wm()() is None, weakref.WeakSet([a]), ) if False else print(wm() == a.m)
d = weakref.WeakValueDictionary(k=a)
print(d['k'] is a, list(d), attempt(d.__setitem__, 'x', 5), list(d.valuerefs())[0]() is a)
w = weakref.WeakKeyDictionary({a: 1})
print(w[a], len(w), list(w.keyrefs())[0]() is a)

for value, name in ((A.x, 'MemberDescriptorType'), (types.FunctionType.__code__, 'GetSetDescriptorType'), (str.join, 'MethodDescriptorType'), (object.__init__, 'WrapperDescriptorType'), (object().__str__, 'MethodWrapperType'), (dict.__dict__['fromkeys'], 'ClassMethodDescriptorType'), ([].append, 'BuiltinMethodType'), (len, 'BuiltinFunctionType')):
    print(name, isinstance(value, getattr(types, name)))
print(inspect.isgetsetdescriptor(types.FunctionType.__code__), inspect.ismemberdescriptor(A.x), inspect.isgetsetdescriptor(5))


def gen():
    yield 1


async def coro(): pass


g = gen()
print(inspect.getgeneratorstate(g) == inspect.GEN_CREATED, next(g), inspect.getgeneratorstate(g) == inspect.GEN_SUSPENDED, g.close(), inspect.getgeneratorstate(g) == inspect.GEN_CLOSED, inspect.GEN_RUNNING)
c = coro()
print(inspect.getcoroutinestate(c) == inspect.CORO_CREATED, inspect.getcoroutinelocals(c), c.close(), inspect.getcoroutinestate(c), inspect.CORO_RUNNING, inspect.CORO_SUSPENDED)


def full(a, b: int = 1, *args, c=2, **kw) -> str: return locals()


spec = inspect.getfullargspec(full)
print(spec, isinstance(spec, inspect.FullArgSpec))
bound = inspect.signature(full).bind(1, 2, 3, c=4, d=5)
print(type(bound) is inspect.BoundArguments, bound.args, bound.kwargs, dict(bound.arguments), bound.signature == inspect.signature(full))
bound = inspect.signature(full).bind_partial()
bound.apply_defaults()
print(bound.arguments, attempt(inspect.signature(full).bind), attempt(inspect.signature, 5))
x = 10


def outer():
    y = 1

    def inner(): return y
    return inspect.getclosurevars(inner)


print(outer(), inspect.formatannotation(int), inspect.formatannotation(typing.List[int]), inspect.formatannotationrelativeto(A)(int))
print([n for n, _ in inspect.getmembers_static(A) if n in ('m', 'x')], inspect.getattr_static(a, 'x') is A.x, [(c.name, c.kind) for c in inspect.classify_class_attrs(A) if c.name in 'mx'], bool(full.__code__.co_flags & inspect.CO_VARKEYWORDS), bool(full.__code__.co_flags & inspect.CO_OPTIMIZED), bool(full.__code__.co_flags & inspect.CO_NEWLOCALS), bool(full.__code__.co_flags & inspect.CO_NESTED), inspect.TPFLAGS_IS_ABSTRACT)
print(inspect.walktree(inspect.getclasstree([bool, int])[1:] and [], {}, None) if False else inspect.getclasstree([bool, int]))

print(threading.get_ident() == threading.current_thread().ident, isinstance(threading.get_native_id(), int), threading.TIMEOUT_MAX > 1e6, threading.stack_size(), attempt(threading.stack_size, 5), threading.gettrace(), threading.getprofile(), issubclass(threading.ThreadError, RuntimeError), threading.settrace(None), threading.setprofile(None))
b = threading.Barrier(2)
b.abort()
print(attempt(b.wait), issubclass(threading.BrokenBarrierError, RuntimeError))
seen = []
threading.excepthook = lambda args: seen.append((args.exc_type, str(args.exc_value), args.thread.name))
t = threading.Thread(target=lambda: 1 / 0, name='T')
t.start()
t.join()
print(seen, threading.excepthook is not threading.__excepthook__, attempt(threading.ExceptHookArgs, 5), attempt(threading.ExceptHookArgs, [1]), threading.ExceptHookArgs([1, 2, 3, 4]).thread)

with concurrent.futures.ThreadPoolExecutor(2) as pool:
    fs = [pool.submit(pow, 2, n) for n in range(3)] + [pool.submit(int, 'x')]
    done, rest = concurrent.futures.wait(fs, return_when=concurrent.futures.ALL_COMPLETED)
    print(len(done), len(rest), [f.result() for f in fs[:3]], repr(fs[3].exception()), isinstance(pool, concurrent.futures.Executor), concurrent.futures.FIRST_EXCEPTION)
print(concurrent.futures.TimeoutError is TimeoutError, issubclass(concurrent.futures.BrokenExecutor, RuntimeError), attempt(pool.submit, len, ''))

print(importlib.invalidate_caches(), attempt(importlib.reload, 5), importlib.machinery.SOURCE_SUFFIXES, '.py' in importlib.machinery.all_suffixes(), importlib.util.resolve_name('.a', 'p'), importlib.util.resolve_name('a', None), attempt(importlib.util.resolve_name, '..a', 'p'), attempt(importlib.util.resolve_name, '.a', ''))
spec = importlib.machinery.ModuleSpec('made', None, origin='here', is_package=True)
print(spec.name, spec.parent, spec.submodule_search_locations, spec.origin, spec.has_location, spec.cached)


class Loader:
    def create_module(self, spec): return None
    def exec_module(self, module): module.value = 42


spec = importlib.util.spec_from_loader('mine', Loader())
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
print(module.value, module.__name__, module.__spec__ is spec, importlib.util.find_spec('nothing_here'), attempt(importlib.util.find_spec, 'nothing.here'))

print(sys.getrecursionlimit() > 100, attempt(sys.setrecursionlimit, 0), sys.getdefaultencoding(), sys.getfilesystemencoding(), sys.getfilesystemencodeerrors(), sys.intern('abc') is sys.intern('abc'), attempt(sys.intern, 5), sys.is_finalizing(), sys.getswitchinterval() > 0, sys.gettrace(), sys.getprofile(), sys.maxunicode, sys.float_repr_style, sys.hexversion >> 16 == 0x30b, sys.float_info.max, sys.float_info.dig, sys.int_info.bits_per_digit, sys.hash_info.width, sys.hash_info.modulus, sys.get_int_max_str_digits(), attempt(sys.set_int_max_str_digits, 5), sys.call_tracing(max, (1, 2)), sys.audit('x', 1), type(sys.implementation).__name__, isinstance(sys.getsizeof([]), int), sys.thread_info.name is not None, 'json' in sys.stdlib_module_names, sys.warnoptions == [] or True, isinstance(sys.orig_argv, list), type(sys.path_hooks), type(sys.path_importer_cache))
print(locale.setlocale(locale.LC_CTYPE, 'C'), attempt(locale.setlocale, locale.LC_ALL, 'xx_YY'), locale.getlocale(locale.LC_NUMERIC), locale.localeconv()['decimal_point'], locale.str(1.5), locale.atof('1.5'), locale.atoi('7'), locale.format_string('%d', 5), locale.format_string('%.2f', 1234.5, grouping=True), locale.strcoll('a', 'b') < 0, locale.strxfrm('a'), locale.delocalize('1.5'), locale.localize('1.5'), attempt(locale.currency, 5), locale.CHAR_MAX, issubclass(locale.Error, Exception))
e = urllib.error.HTTPError('http://x', 404, 'Not Found', {'A': 'b'}, io.BytesIO(b'body'))
print(e, repr(e), e.code, e.reason, e.msg, e.headers, e.read(), urllib.error.URLError('why'), urllib.error.URLError('why').reason, urllib.error.ContentTooShortError('m', b'c').content)
h = hmac.HMAC(b'k', b'm', 'sha256')
print(h.hexdigest() == hmac.new(b'k', b'm', hashlib.sha256).hexdigest(), h.name, h.digest_size, h.block_size, attempt(hmac.HMAC, 'k', b'm', 'sha256'), attempt(hmac.HMAC, b'k', b'm'), hmac.compare_digest(b'a', b'a'), attempt(hmac.compare_digest, 'é', 'é'), hashlib.algorithms_guaranteed <= hashlib.algorithms_available, isinstance(secrets.SystemRandom().random(), float))
print(issubclass(contextlib.AbstractAsyncContextManager, object), isinstance(typing.get_type_hints, object), typing.SupportsComplex, isinstance({}.keys(), collections.abc.MappingView), issubclass(collections.abc.AsyncIterator, collections.abc.AsyncIterable), linecache.lazycache('x', {}))
traceback.print_stack(limit=0, file=io.StringIO())
