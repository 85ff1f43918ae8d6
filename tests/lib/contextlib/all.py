# caisson: options --tmpfs /tmp
import contextlib
import io
import os
import sys
from contextlib import *


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e, "| ctx:", repr(e.__context__), "| cause:", repr(e.__cause__))


print(contextlib.__all__)


@contextmanager
def cm(x, *, fail=None):
    "cm doc"
    print("enter", x)
    try:
        yield x * 2
    except ValueError as e:
        print("caught", e)
    finally:
        print("exit", x)
    if fail:
        raise fail


with cm(2) as v:
    print("body", v)
with cm(3):
    raise ValueError("swallowed")


def raises():
    with cm(4):
        raise KeyError("through")


show(raises)


def after():
    with cm(5, fail=TypeError("late")):
        raise ValueError("x")


show(after)
print(cm.__name__, cm.__doc__, cm(1).__doc__)


@contextmanager
def noyield():
    return
    yield


@contextmanager
def twice():
    yield 1
    yield 2


@contextmanager
def twice_throw():
    try:
        yield 1
    except ValueError:
        yield 2


def use(c, exc=None):
    with c:
        if exc:
            raise exc


show(use, noyield())
show(use, twice())
show(use, twice_throw(), ValueError("q"))


@contextmanager
def transparent():
    yield


for exc in (StopIteration("si"), RuntimeError("re"), KeyError("k"), StopAsyncIteration("sa")):
    show(use, transparent(), exc)


@contextmanager
def replaces():
    try:
        yield
    except Exception as e:
        raise RuntimeError("new") from e


show(use, replaces(), ValueError("orig"))


@cm(7)
def decorated(a, b=1):
    "decorated doc"
    return a + b


print(decorated(1), decorated(2, b=5), decorated.__name__, decorated.__doc__)


class Mine(ContextDecorator):
    def __enter__(self):
        print("in")
        return self

    def __exit__(self, *exc):
        print("out", exc[0])
        return True


@Mine()
def risky():
    raise ValueError


print(risky())


class Closer:
    def close(self):
        print("closed")


with closing(Closer()) as c:
    print(type(c).__name__)
show(use, closing(Closer()), ValueError("in closing"))
with suppress(ValueError, KeyError):
    raise KeyError("gone")
show(use, suppress(), ValueError("kept"))
show(use, suppress(LookupError), IndexError())
buf = io.StringIO()
with redirect_stdout(buf) as target:
    print("captured")
    with redirect_stdout(io.StringIO()):
        print("nested")
    print("more")
print(repr(buf.getvalue()), target is buf)
with redirect_stderr(buf):
    print("err", file=sys.stderr)
print(repr(buf.getvalue()))
with nullcontext(5) as n, nullcontext() as n2:
    print(n, n2)
with ExitStack() as st:
    st.enter_context(cm(1))
    st.enter_context(cm(2))
    st.callback(print, "callback", 1, sep="-")
    st.push(lambda *a: print("push", a[0]))
    st.callback(lambda: print("first out"))


def stack_err():
    with ExitStack() as st:
        st.push(lambda t, v, tb: print("last sees", t, v))
        st.callback(lambda: 1 / 0)
        st.push(lambda t, v, tb: print("sees", t, v) or False)
        raise ValueError("body")


show(stack_err)


def stack_suppress():
    with ExitStack() as st:
        st.push(lambda t, v, tb: print("now", t))
        st.push(lambda t, v, tb: True)
        st.callback(lambda: {}["x"])
        raise ValueError("body")
    return "suppressed"


show(stack_suppress)
st = ExitStack()
st.callback(print, "kept")
st2 = st.pop_all()
st.close()
print("closing")
st2.close()
show(ExitStack().enter_context, 5)
st = ExitStack()
print(st.push(cm(9)) is not None, st.callback(print) is print)


def chain():
    with ExitStack() as st:
        def f1(): raise KeyError("one")
        def f2(): raise IndexError("two")
        st.callback(f1)
        st.callback(f2)
        raise ValueError("zero")


try:
    chain()
except Exception as e:
    while e:
        print("chain", repr(e))
        e = e.__context__


class Abs(AbstractContextManager):
    def __exit__(self, *a):
        print("abs exit")


with Abs() as a:
    print(isinstance(a, Abs))
print(issubclass(Closer, AbstractContextManager), isinstance(io.StringIO(), AbstractContextManager),
      isinstance(open, AbstractContextManager))
show(AbstractContextManager)


def drive(coro):
    try:
        while True:
            coro.send(None)
    except StopIteration as e:
        return e.value


@asynccontextmanager
async def acm(x):
    "acm doc"
    print("aenter", x)
    try:
        yield x
    except ValueError as e:
        print("acaught", e)
    finally:
        print("aexit", x)


async def amain():
    async with acm(1) as v:
        print("abody", v)
    async with acm(2):
        raise ValueError("sw")
    try:
        async with acm(3):
            raise KeyError("th")
    except KeyError as e:
        print("through", e)

    @acm(8)
    async def fn(q):
        return q
    print(await fn(4))

    class AC:
        async def aclose(self):
            print("aclosed")
    async with aclosing(AC()):
        pass

    async def cb(*a, **k):
        print("acb", a, k)

    async def ex(t, v, tb):
        print("aex", t)
        return True
    async with AsyncExitStack() as st:
        await st.enter_async_context(acm(5))
        st.enter_context(cm(6))
        st.push_async_callback(cb, 1, k=2)
        st.push_async_exit(ex)
        st.callback(print, "sync")
        raise ValueError("inside")
    async with nullcontext(3) as z:
        print(z)
    try:
        await AsyncExitStack().enter_async_context(5)
    except TypeError as e:
        print(e)
    return "done"


print(drive(amain()))
old = os.getcwd()
with chdir("/"):
    print(os.getcwd())
print(os.getcwd() == old)
