# star_call_iteration.py: How star and double-star arguments are consumed.
# SPDX-License-Identifier: Apache-2.0

log = []


def gen(n):
    for i in range(n):
        log.append(i)
        yield i


def f(*a, **k):
    return a, k


print(f(*gen(3), *gen(2)), log)


class It:
    def __iter__(self):
        print('iter')
        return iter('xy')


class Old:
    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return i * i


class Map:
    def keys(self):
        print('keys')
        return iter(['a', 'b'])

    def __getitem__(self, k):
        print('get', k)
        return k.upper()


class NotMap:
    def keys(self):
        return 5


class D(dict):
    def __getitem__(self, k):
        return 'ignored'

    def keys(self):
        print('sub keys')
        return dict.keys(self)


print(f(*It()), f(*Old()), f(**Map()))
print(f(**D(q=1)))
print(f(*{1: 2}, *{3}, *'ab', *b'a', *range(2), *(4,), **{'z': 1}))
try:
    f(**NotMap())
except TypeError as e:
    print(e)


class BadIter:
    def __iter__(self):
        raise ValueError('iter failed')


class BadNext:
    def __iter__(self):
        return self

    def __next__(self):
        raise KeyError('next failed')


class NoNext:
    def __iter__(self):
        return 5


for x in (BadIter(), BadNext(), NoNext(), 5, None, f):
    try:
        f(1, *x)
    except Exception as e:
        print(type(e).__name__, e)


def gen_raise():
    yield 1
    raise TypeError('inside generator')


try:
    f(*gen_raise())
except TypeError as e:
    print(e)


class StrSub(str):
    pass


r = f(**{StrSub('k'): 1})
print(r)
for d in ({1: 2}, {None: 1}, {b'x': 1}, {('a',): 1}):
    try:
        f(**d)
    except TypeError as e:
        print(e)
try:
    f(**{'a': 1}, **Map())
except TypeError as e:
    print(e)
