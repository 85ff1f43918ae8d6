# objects.py: Exceptions as objects: fields, construction, groups.
# SPDX-License-Identifier: Apache-2.0
# exceptions
def show(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
for c in (ValueError, KeyError, OSError, StopIteration, SystemExit, ImportError, AttributeError, NameError, UnicodeError):
    e = c('a', 'b'); print(repr(e), str(e), e.args, e.__dict__, e.__reduce__())
e = OSError(2, 'No such file', 'f.txt', None, 'g.txt'); print(e, e.errno, e.strerror, e.filename, e.filename2, e.args, type(e))
e = OSError(13, 'x', 'f'); print(type(e), e, e.args)
show(lambda: OSError(1,2,3,4,5,6)); show(lambda: OSError(2)); print(OSError(2).errno)
class MyOS(OSError):
    def __init__(self, a, b): super().__init__(a, b); self.extra = 1
e = MyOS(2, 'z'); print(e, e.errno, e.extra, type(e), e.__dict__)
class My2(OSError): pass
e = My2(2,'q','r'); print(repr(e), str(e), e.filename)
e = ImportError('m', name='n', path='p'); print(e, e.name, e.path, e.msg, e.args)
show(lambda: ImportError('m', foo=1)); show(lambda: ValueError(a=1)); show(lambda: AttributeError('x', name='n', obj=5).obj)
show(lambda: NameError('x', name='q').name); show(lambda: KeyError('x', name='q'))
e = StopIteration(5); print(e.value, StopIteration().value, StopIteration(1,2).value); e.value = 3; print(e.value, e.args)
e = SystemExit(1,2); print(e.code, SystemExit().code, SystemExit('x').code)
e = UnicodeDecodeError('utf-8', b'abc', 1, 2, 'why'); print(e, e.args, e.encoding, e.object, e.start, e.end, e.reason); e.start=0; print(e)
e = UnicodeEncodeError('ascii', 'a\u20ac', 1, 2, 'why'); print(e)
e = UnicodeTranslateError('abc', 1, 3, 'why'); print(e)
show(UnicodeDecodeError); show(UnicodeDecodeError, 1, b'', 0, 0, ''); show(UnicodeDecodeError, 'a', 'b', 0, 0, ''); show(UnicodeEncodeError, 'a', b'b', 0, 0, '')
e = SyntaxError('msg', ('f.py', 3, 4, 'text', 5, 6)); print(e, e.msg, e.filename, e.lineno, e.offset, e.text, e.end_lineno, e.end_offset, e.print_file_and_line)
show(SyntaxError, 'm', ('f',)); show(SyntaxError, 'm', 5); print(SyntaxError().msg)
e = ValueError(1); e.x = 5; print(e.__dict__, e.__reduce__()); e.__setstate__({'y': 6}); print(e.y)
show(lambda: setattr(e, '__cause__', 5)); show(lambda: setattr(e, '__context__', 5)); show(lambda: setattr(e, '__traceback__', 5)); show(lambda: delattr(e, '__cause__')); show(lambda: setattr(e,'args',5))
e.__cause__ = KeyError(); print(e.__suppress_context__); e.__suppress_context__ = False; print(e.__suppress_context__)
show(lambda: e.with_traceback(5)); print(e.with_traceback(None) is e)
e.args = 'ab'; print(e.args, repr(e)); e.args = iter([1,2]); print(e.args)
class E2(Exception):
    def __init__(self, *, code): self.code = code
print(repr(E2(code=5)), E2(code=5).args, E2(code=1).code)
class E3(Exception):
    def __new__(cls, *a, **k): o = super().__new__(cls, *a); o.k = k; return o
show(E3, 1, z=2)
class E4(ValueError, KeyError): pass
print(E4.__mro__, str(E4('q')))
try:
    class E5(OSError, StopIteration): pass
except TypeError as x: print(x)
class E6(KeyError, AttributeError): pass

g = ExceptionGroup('eg', [ValueError(1), TypeError(2)]); print(g, g.message, g.exceptions, g.args, repr(g)); print(g.split(ValueError), g.subgroup(TypeError), g.subgroup(lambda e: isinstance(e, KeyError)), g.derive([KeyError()]))
show(BaseExceptionGroup, 'x', [KeyboardInterrupt()]); show(ExceptionGroup, 'x', [KeyboardInterrupt()]); show(ExceptionGroup, 'x', []); show(ExceptionGroup, 'x', 5); show(ExceptionGroup, 1, [1]); show(ExceptionGroup, 'x', [1]); show(type, BaseExceptionGroup('a', [ValueError()]))
print(isinstance(g, Exception), ExceptionGroup.__mro__)
import copy
print(repr(copy.copy(ValueError(1,2))), copy.copy(OSError(2,'a','b')).filename, copy.deepcopy(KeyError([1])))
