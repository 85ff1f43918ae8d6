# Classes: inheritance, properties, descriptors, metaclasses, slots.
class Base:
    kind = 'base'

    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return f'{type(self).__name__}({self.value!r})'

    @property
    def double(self):
        return self.value * 2

    @double.setter
    def double(self, v):
        self.value = v // 2

    @classmethod
    def make(cls, *a):
        return cls(*a)

    @staticmethod
    def add(a, b):
        return a + b


class Child(Base):
    kind = 'child'

    def __init__(self, value, extra):
        super().__init__(value)
        self.extra = extra

    def __eq__(self, other):
        return self.value == other.value

    def __hash__(self):
        return hash(self.value)


c = Child.make(4, 'x')
c.double = 20
print(c, c.double, c.kind, c.add(1, 2), isinstance(c, Base), Child.__mro__)
print(c == Child(10, 0), {c: 1}[Child(10, 'y')], vars(c), c.__class__.__bases__)


class Slots:
    __slots__ = ('a', 'b')


s = Slots()
s.a = 1
try:
    s.c = 3
except AttributeError as error:
    print(error)
print(s.a, hasattr(s, 'b'))


class Meta(type):
    def __new__(meta, name, bases, space, **kw):
        space['made_by'] = meta.__name__
        return super().__new__(meta, name, bases, space)


class Made(metaclass=Meta, option=1):
    def __init_subclass__(cls, /, tag=None):
        cls.tag = tag


class Sub(Made, tag='t'):
    pass


print(Made.made_by, Sub.tag, type(Sub).__name__)
for i in range(5):
    kind = type(f'C{i}', (Base,), {'n': i, 'get': lambda self: self.n})
    print(kind(i), kind(i).get(), end=' ')
print()
