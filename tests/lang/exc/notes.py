# notes.py: add_note and __notes__.
# SPDX-License-Identifier: Apache-2.0

e = ValueError('v')
print(hasattr(e, '__notes__'))
e.add_note('first')
e.add_note('second')
print(e.__notes__, e.args, str(e), repr(e))
for bad in (5, None, b'x', ['a']):
    try:
        e.add_note(bad)
    except TypeError as t:
        print(t)
for args in ((), ('a', 'b')):
    try:
        BaseException.add_note(e, *args)
    except TypeError as t:
        print(t)
print(e.add_note(''))
print(e.__notes__)
e.__notes__ = ['replaced']
e.add_note('more')
print(e.__notes__)
e.__notes__ = 'not a list'
try:
    e.add_note('x')
except TypeError as t:
    print(t)
del e.__notes__
e.add_note('fresh')
print(e.__notes__, vars(e))
try:
    try:
        raise KeyError('k')
    except KeyError as k:
        k.add_note('seen once')
        raise
except KeyError as k:
    k.add_note('seen twice')
    print(k.__notes__)


class Sub(Exception):
    def add_note(self, n): super().add_note(n.upper())


s = Sub()
s.add_note('shout')
print(s.__notes__)


class StrSub(str): pass


s.add_note(StrSub('ok'))
print(s.__notes__, type(s.__notes__[1]).__name__)
g = ExceptionGroup('g', [ValueError(1)])
g.add_note('group note')
print(g.__notes__, g.subgroup(ValueError).__notes__, g.derive([KeyError()]).__dict__)
m, r = g.split(TypeError)
print(m, r.__notes__, r.__notes__ is g.__notes__)
