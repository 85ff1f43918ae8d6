# set_name.py: __set_name__ is called after the class exists, in order.
# SPDX-License-Identifier: Apache-2.0

class D:
    def __init__(self, tag): self.tag = tag

    def __set_name__(self, owner, name):
        print(self.tag, owner.__name__, name, name in owner.__dict__)
        self.name = name


class A:
    one = D(1)
    two = D(2)
    alias = one


print(A.one.name)
A.late = D('late')
print(hasattr(A.late, 'name'))


class B(A):
    three = D(3)


T = type('T', (), {'x': D('dyn'), 'y': 5})


class Bad:
    def __set_name__(self, owner, name):
        raise ValueError('refused ' + name)


try:
    class C:
        b = Bad()
except RuntimeError as e:
    print(e)
    print(repr(e.__cause__))


class WrongArgs:
    def __set_name__(self): pass


try:
    class E:
        w = WrongArgs()
except RuntimeError as e:
    print(e, '|', e.__cause__)


class Inst: pass


i = Inst()
i.__set_name__ = lambda *a: print('never')


class F:
    attr = i


class Mutates:
    def __set_name__(self, owner, name):
        owner.added = name


class G:
    m = Mutates()


print(G.added)


class Field:
    def __set_name__(self, owner, name):
        owner.__dict__.get('fields', []).append(name)


class Model:
    fields = []
    a = Field()
    b = Field()


print(Model.fields)


class Meta(type):
    def __new__(m, n, b, ns):
        print('before')
        c = super().__new__(m, n, b, ns)
        print('after')
        return c


class H(metaclass=Meta):
    d = D('h')


class Cls:
    def __set_name__(owner, name, *rest): print('as attribute', rest)


class J:
    inner = Cls()
