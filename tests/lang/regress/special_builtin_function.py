"""A built-in function as special method gets no self; subclasses made by fromhex."""


class A:
    __call__ = len
    __getitem__ = len
    __contains__ = str.isdigit

    def __len__(self):
        return 5


a = A()
for call in (lambda: a([1, 2, 3]), lambda: a(), lambda: a([1], [2]), lambda: a['abc'], lambda: a.__call__('ab'),
             lambda: 5 in a, lambda: len(a)):
    try:
        print(call())
    except TypeError as e:
        print(e)


class B:
    __call__ = A()


class C:
    __call__ = int


class D:
    import math
    __call__ = math.sqrt
    __bool__ = dict


print(B()([1, 2]), C()('12'), D()(16))
try:
    print(bool(D()))
except TypeError as e:
    print(e)


class B1(bytes):
    def __new__(cls, value):
        me = bytes.__new__(cls, value)
        me.foo = 'bar'
        return me


class B2(bytearray):
    def __init__(self, *args):
        super().__init__(*args)
        self.foo = 'baz'


for cls in (B1, B2):
    made = cls.fromhex('1a2b30')
    print(type(made).__name__, bytes(made), made.foo)

x, y = list[int | str] | int, list[str | int] | int
print(x == y, x != y, x == list[int] | int, hash(x) == hash(y), {x: 1}[y])


def evaluated(f, *args):
    import unittest
    case = unittest.TestCase()
    case.assertRaises(SyntaxError, f, *args)
    case.assertRaises(NameError, f, 'nothing_of_that_name')
    return 'ok'


print(evaluated(eval, '.. .'), evaluated(exec, 'a b'))
