# build_class_and_import.py: __build_class__, __import__, __debug__, __name__.
# SPDX-License-Identifier: Apache-2.0

def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


def body():
    x = 1


C = __build_class__(body, 'C')
print(C, C.__name__, C.__bases__, hasattr(C, 'x'))


def wrapper():
    class Inner:
        y = 2
    return Inner


print(wrapper().y, wrapper() is wrapper())
err(lambda: __build_class__()); err(lambda: __build_class__(1)); err(lambda: __build_class__(1, 2)); err(lambda: __build_class__(body, 5)); err(lambda: __build_class__(body, 'D', 5)); err(lambda: __build_class__(body, 'D', int, str))


class Entry:
    def __mro_entries__(self, bases):
        print('mro_entries', len(bases))
        return (list,)


class E(Entry()): pass


print(E.__bases__, E.__orig_bases__[0].__class__.__name__, E([1]))


class NoEntry:
    def __mro_entries__(self, bases): return ()


class F(NoEntry(), dict): pass


print(F.__bases__)


class BadEntry:
    def __mro_entries__(self, bases): return 5


err(lambda: exec('class G(BadEntry()): pass', {'BadEntry': BadEntry}))
err(lambda: exec('class H(5): pass')); err(lambda: exec('class H("x"): pass')); err(lambda: exec('class H(None): pass')); err(lambda: exec('class H(len): pass')); err(lambda: exec('class H(int, int): pass')); err(lambda: exec('class H(bool): pass')); err(lambda: exec('class H(*[1]): pass'))
m = __import__('sys')
print(m.__name__, __import__('sys') is m, __debug__, __name__, type(__builtins__).__name__)
err(lambda: __import__('no_such_module_x')); err(lambda: __import__(5)); err(lambda: __import__('')); err(lambda: __import__()); err(lambda: __import__('a.b.c'))
class K(*(int,), **{'metaclass': type}): pass
print(K.__bases__, K(5))
print(type(__loader__).__name__ != '', __spec__ is None, __doc__, '__file__' in globals())
