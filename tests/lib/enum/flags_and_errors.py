import enum, warnings
warnings.simplefilter('ignore')
from enum import *
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
def f():
    class D(Enum):
        A=3;B=1;C=auto()
    return list(D)
t(f)
def f():
    class D(Enum):
        A=3;B='x';C=auto()
    return list(D)
t(f)
class S(Flag, boundary=STRICT): A=1; B=2; D=8
class E(Flag, boundary=EJECT): A=1; B=2; D=8
class K(Flag, boundary=KEEP): A=1; B=2; D=8
class Cc(Flag, boundary=CONFORM): A=1; B=2; D=8
class IF(IntFlag): A=1; B=2; D=8
for c in (S,E,K,Cc,IF):
    for v in (0,3,4,5,-1,-2,16,31,-20,'x',1.0):
        print(c.__name__, v, end=' '); t(lambda: c(v))
    print(c.__name__); t(lambda: ~c.A); t(lambda: ~c(0)); t(lambda: ~(c.A|c.D)); t(lambda: c._flag_mask_); t(lambda: c._all_bits_); t(lambda: c.A|4); t(lambda: c.A^c.B); t(lambda: c.A&c.B); t(lambda: str(c.A|c.B)); t(lambda: format(c.A)); t(lambda: len(c)); t(lambda: bool(c(0))); t(lambda: 4|c.A)
t(lambda: enum.bin(5)); t(lambda: enum.bin(-5)); t(lambda: enum.bin(5,8)); t(lambda: enum.show_flag_values(11))
def f():
    class D(Enum):
        A=1
        @classmethod
        def _missing_(cls, v):
            if v=='bad': return 5
            if v=='err': raise KeyError('kk')
            if v=='ve': raise ValueError('vv')
            if v == 'ok': return cls.A
    for v in ('bad','err','ve','ok','no'): t(lambda: D(v))
t(f)
def f():
    class D(int, Enum):
        A='x'
t(f)
def f():
    class D(int, Enum):
        A='5'
        B=('ff',16)
    return list(D), D.A+1, str(D.A), f'{D.A}', D.B.value
t(f)
def f():
    class D(Enum):
        _ignore_='x'
        for x in range(2): vars()[f'a{x}']=x
    return list(D)
t(f)
def f():
    class D(Enum):
        A=1
        class N: pass
        def m(self): return 3
        x = nonmember(5)
        @member
        def y(self): pass
        l = lambda self: 7
    return list(D)[0], len(D), D.x
t(f)
t(lambda: Enum('Q','a b c',start=5)); 
for args in (('Q','a,b'),('Q',['a','b']),('Q',[('a',5),('b',6)]),('Q',{'a':1}),('Q',())):
    t(lambda: list(Enum(*args)))
t(lambda: IntEnum('Q','a b',module='mm',qualname='X.Q')); t(lambda: Enum('Q','a',type=int).a+1); t(lambda: Flag('Q','a b c')); t(lambda: list(Flag('Q','a b c'))); t(lambda: list(StrEnum('Q','a B')))
t(lambda: StrEnum('Q','a B').B)
def f():
    class D(StrEnum):
        A=b'x','utf8'
        B=b'y','ascii','strict'
    return list(D)
t(f)
def f():
    class D(StrEnum):
        B='a','b','c','d'
t(f)
def f():
    class D(StrEnum):
        B='a',1
t(f)
def f():
    class D(ReprEnum):
        B=1
t(f)
class Cx(Enum):
    A=1
t(lambda: setattr(Cx.A,'value',3)); t(lambda: setattr(Cx.A,'name',3)); t(lambda: delattr(Cx.A,'name')); t(lambda: Cx.name); t(lambda: Cx.value); t(lambda: setattr(Cx.A,'foo',3)); t(lambda: Enum('A','')); t(lambda: Enum(3)); t(lambda: Enum.name); t(lambda: len(Enum)); t(lambda: bool(Enum)); t(lambda: Cx.A.__reduce_ex__(2)); t(lambda: hash(Cx.A)==hash('A')); t(lambda: Cx.A==1); t(lambda: object.__new__(Cx)); t(lambda: Cx._missing_(3)); t(lambda: repr(Cx)); t(lambda: Cx.__name__); t(lambda: verify(UNIQUE)(int)); t(lambda: unique(int))
def f():
    @verify(UNIQUE)
    class D(Enum):
        A=1;B=1
t(f)
def f():
    @verify(CONTINUOUS)
    class D(Flag):
        A=1;B=8
t(f)
def f():
    @verify(NAMED_FLAGS)
    class D(Flag):
        A=1;B=3
t(f)
def f():
    @verify(NAMED_FLAGS)
    class D(Flag):
        A=1;B=9;C=5
t(f)
@global_enum
class G(Enum): GA=1
print(GA, repr(GA))
@global_enum
class H(IntFlag): HA=1;HB=2
print(HA, repr(HA), repr(HA|HB), str(HA|HB), repr(H(0)), repr(H(8)), str(H(8)))
