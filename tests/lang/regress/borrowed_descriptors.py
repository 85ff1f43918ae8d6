# A descriptor of one class, kept in another: it reads objects of its owner only.
import types
def attempt(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class B:
    m = type.__dict__['__mro__']
    n = type.__dict__['__name__']
    c = types.FunctionType.__dict__['__code__']
    k = types.CodeType.__dict__['co_name']
    r = range.__dict__['start']
    f = types.FrameType.__dict__['f_code'] if hasattr(types,'FrameType') else 0
    g = types.GeneratorType.__dict__['gi_frame']
    t = types.TracebackType.__dict__['tb_next']
    e = BaseException.__dict__['args']
    a = list.append
    p = property.__dict__['fget']
b=B()
for x in 'mnckrfgtep':
    attempt(lambda: getattr(b,x))
    attempt(lambda: setattr(b,x,5))
    attempt(lambda: delattr(b,x))
attempt(lambda: b.a(3))
class C(metaclass=type('M',(type,),{'m': range.__dict__['start'],'k':types.CodeType.__dict__['co_name']})): pass
attempt(lambda: C.m); attempt(lambda: C.k)
def slots():
    class S:
        __slots__=('a','b','c','d','e','f')
    class T: 
        q=S.f
    attempt(lambda: T().q)
    attempt(lambda: setattr(T(),'q',1))
slots()
