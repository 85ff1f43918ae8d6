import abc
from abc import ABC, ABCMeta, abstractmethod


def show(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


class Shape(ABC):
    @abstractmethod
    def area(self): "area"

    @property
    @abstractmethod
    def name(self): ...

    @classmethod
    @abstractmethod
    def make(cls): ...

    @staticmethod
    @abstractmethod
    def helper(): ...

    def concrete(self):
        return f"{self.name}:{self.area()}"


print(sorted(Shape.__abstractmethods__))
show(Shape)


class Half(Shape):
    def area(self):
        return 1
    name = "half"


show(Half)


class Full(Half):
    @classmethod
    def make(cls):
        return cls()

    @staticmethod
    def helper():
        return 7


print(Full.make().concrete(), Full.helper(), sorted(Full.__abstractmethods__))


class One(metaclass=ABCMeta):
    @abstractmethod
    def only(self): ...


show(One)


class Plugin(ABC):
    pass


class Alien:
    pass


class SubAlien(Alien):
    pass


t0 = abc.get_cache_token()
print(isinstance(Alien(), Plugin), issubclass(SubAlien, Plugin))
print(Plugin.register(Alien) is Alien)
print(abc.get_cache_token() != t0)
print(isinstance(Alien(), Plugin), issubclass(SubAlien, Plugin),
      isinstance(SubAlien(), Plugin), Plugin in Alien.__mro__)
show(Plugin.register, 42)
show(issubclass, 42, Plugin)
show(isinstance, 42, Plugin)


@Plugin.register
class Decorated:
    pass


print(issubclass(Decorated, Plugin))


class Sub(Plugin):
    pass


show(Sub.register, Plugin)
Sub.register(int)
print(issubclass(int, Plugin), issubclass(bool, Plugin), isinstance(3, Sub))


class Quack(ABC):
    @classmethod
    def __subclasshook__(cls, C):
        if cls is Quack:
            return any("quack" in B.__dict__ for B in C.__mro__)
        return NotImplemented


class Duck:
    def quack(self): ...


print(issubclass(Duck, Quack), issubclass(int, Quack))


class Bad(ABC):
    @classmethod
    def __subclasshook__(cls, C):
        return 5


show(issubclass, int, Bad)


class Kw(ABC):
    def __init_subclass__(cls, tag=None, **kw):
        super().__init_subclass__(**kw)
        cls.tag = tag


class Tagged(Kw, tag="x"):
    pass


print(Tagged.tag)
print(type(ABC), ABC.__name__, ABC.__slots__, ABCMeta.__name__)


class Late(ABC):
    @abstractmethod
    def f(self): ...


Late.f = lambda self: 1
show(Late)
print(abc.update_abstractmethods(Late) is Late)
print(Late().f())
print(abc.update_abstractmethods(int))


class P(ABC):
    @abc.abstractproperty
    def x(self): ...

    @abc.abstractclassmethod
    def c(cls): ...

    @abc.abstractstaticmethod
    def s(): ...


show(P)
print(P.x.__isabstractmethod__, P.__dict__["c"].__isabstractmethod__)
print(property(Shape.area).__isabstractmethod__)


class Lie:
    __class__ = Full


print(isinstance(Lie(), Shape))
print(repr(Shape), Shape.__module__)
