# generic_functions.py: PEP 695: type parameters of functions.
# SPDX-License-Identifier: Apache-2.0

def ident[T](x: T) -> T:
    return x


def pair[K, V](k: K, v: V) -> tuple[K, V]:
    return k, v


def many[T: int, *Ts, **P](a: T, *args: *Ts, **kw: P.kwargs):
    return a, args, kw


print(ident(5), pair(1, 'a'), many(1, 2, k=3))
print(ident.__type_params__, pair.__type_params__, many.__type_params__)
print(ident.__annotations__, ident.__name__, ident.__qualname__, ident.__defaults__)
T = many.__type_params__[0]
print(T, T.__name__, T.__bound__, T.__constraints__, type(T).__name__, T.__covariant__, T.__contravariant__, T.__infer_variance__)
print([type(p).__name__ for p in many.__type_params__], [repr(p) for p in many.__type_params__])


def closure[T](x: T):
    def inner() -> T:
        return T.__name__, x
    return inner


print(closure(3)(), closure.__type_params__[0] is closure(1).__annotations__['return'])


def default[T](x: T = 5, *, y: T = 6) -> T:
    return x, y


print(default(), default.__defaults__, default.__kwdefaults__)


def gen[T](xs: list[T]):
    yield from xs


async def co[T](x: T) -> T:
    return x


print(list(gen([1])), type(gen([])).__name__)
c = co(4)
try:
    c.send(None)
except StopIteration as e:
    print(e.value)


def deco(f):
    print('decorating', f.__name__, f.__type_params__)
    return f


@deco
def decorated[T](a: T): return a


def bound[T: undefined_later](x: T): return x


try:
    bound.__type_params__[0].__bound__
except NameError as e:
    print(e)
undefined_later = int
print(bound.__type_params__[0].__bound__)
for src in ('def f[T, T](): pass', 'def f[](): pass', 'def f[T: (yield)](): pass', 'def f[1](): pass', 'lambda[T]: 0', 'def f[T: x := 1](): pass', 'type X[T, T] = int', 'type 1 = 2', 'type X = ', 'class C[T, T]: pass', 'def f[*T: int](): pass', 'def f[**P: int](): pass', 'def f[T = int](): pass', 'type X = yield', 'def f[T](x: T): nonlocal T'):
    try:
        compile(src, 's', 'exec')
        print(src, 'ok')
    except SyntaxError as e:
        print(src, '->', e.msg)
print(decorated('d'), bound('anything'))
