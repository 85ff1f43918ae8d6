# hierarchy.py: The built-in exception tree.
# SPDX-License-Identifier: Apache-2.0

def walk(c, depth=0):
    print('  ' * depth + c.__name__)
    for s in sorted(c.__subclasses__(), key=lambda k: k.__name__):
        if s.__module__ == 'builtins':
            walk(s, depth + 1)


for c in (ArithmeticError, LookupError, NameError, RuntimeError, SyntaxError, ImportError, UnicodeError, OSError, Warning):
    walk(c)
for c in (SystemExit, KeyboardInterrupt, GeneratorExit, Exception, BaseExceptionGroup):
    print(c.__name__, [b.__name__ for b in c.__mro__])
for name in ('AssertionError', 'AttributeError', 'BufferError', 'EOFError', 'MemoryError', 'ReferenceError', 'StopAsyncIteration',
             'StopIteration', 'SystemError', 'TypeError', 'ValueError', 'KeyError', 'IndexError', 'OverflowError', 'ZeroDivisionError',
             'FloatingPointError', 'ModuleNotFoundError', 'UnboundLocalError', 'NotImplementedError', 'RecursionError', 'IndentationError',
             'TabError', 'FileNotFoundError', 'PermissionError', 'TimeoutError', 'ConnectionError', 'UnicodeDecodeError', 'BlockingIOError'):
    c = eval(name)
    print(name, c.__mro__[1].__name__, c.__module__, repr(c))
print(IOError is OSError, EnvironmentError is OSError)
for c in (ValueError, KeyError, OSError, SystemExit):
    print(c(), repr(c()), c(1), repr(c(1)), repr(c(1, 2)), c('a', 'b'))
print(str(KeyError('k')), str(KeyError()), str(KeyError(1, 2)), str(KeyError('')), repr(str(KeyError('it\'s'))))
print(BaseException(1).args, Exception.__new__(Exception, 1, 2).args, ValueError.__doc__)
