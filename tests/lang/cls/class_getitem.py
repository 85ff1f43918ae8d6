# class_getitem.py: __class_getitem__ and subscripting classes.
# SPDX-License-Identifier: Apache-2.0

class A:
    def __class_getitem__(cls, k):
        return cls.__name__, k


class B(A): pass


print(A[1], B['x'], A[1, 2], A[:], A[()], A[int, ...])
print(type(A.__dict__['__class_getitem__']).__name__)


class Plain: pass


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


err(lambda: Plain[int])
err(lambda: A()[1])
err(lambda: int[str])
err(lambda: str[0])
err(lambda: object[0])


class Meta(type):
    def __getitem__(cls, k): return 'meta', cls.__name__, k
    def __setitem__(cls, k, v): print('meta set', k, v)
    def __delitem__(cls, k): print('meta del', k)
    def __len__(cls): return 7
    def __iter__(cls): return iter('xyz')
    def __contains__(cls, x): return x == 'in'


class C(metaclass=Meta):
    def __class_getitem__(cls, k): return 'never'


print(C[5], len(C), list(C), 'in' in C, 'out' in C)
C[1] = 2
del C[3]
g = list[int]
print(g, g.__origin__, g.__args__, type(g).__name__, g == list[int], hash(g) == hash(list[int]))
print(dict[str, list[int]], tuple[int, ...], tuple[()], type[int], set['fwd'], frozenset[None])
print(g(), g('ab'), dict[str, int](a=1), type(g()).__name__)
print(list[int].append is list.append, g.__class__ is list, isinstance([], list))
err(lambda: isinstance([], list[int]))
err(lambda: issubclass(list, list[int]))
err(lambda: g[str])
print(repr(list[Plain]).split('.')[-1], list[int | str], list[list])
print(g.__parameters__, list[int, str].__args__)


class Sub(list[int]): pass


print(Sub.__bases__, Sub.__orig_bases__, Sub([1]))
err(lambda: list[int].nope)
print([*map(repr, (list[1], list['a'], list[[1]], list[...], list[int,]))])
