# subclass_str_tuple.py: Subclasses of str, bytes and tuple.
# SPDX-License-Identifier: Apache-2.0

class S(str):
    def shout(self): return self.upper() + '!'
    def __getitem__(self, i): return 'item'
    def __len__(self): return 99
    def __eq__(self, o): return 'eq'
    __hash__ = str.__hash__
    def __contains__(self, x): return True


s = S('abc')
print(s, s.shout(), s[0], len(s), s == 1, 'z' in s, type(s.upper()).__name__, type(s + 'x').__name__, type(s[:]).__name__)
print(s.replace('a', 'b'), s.split('b'), list(s), '-'.join(s), str(s), type(str(s)).__name__, s.find('c'), hash(s) == hash('abc'))
print({'abc': 1}.get(s), s.join(['x', 'y']), f'{s}', '%s' % s, s % (), s * 2, 'x' + s, sorted(s), s.encode())
s.attr = 5
print(s.attr, vars(s), isinstance(s, str), S(5), S(b'x', 'ascii'), S())


class Plain(str): pass


p = Plain('hi')
for m in ('lower', 'strip', 'title', 'swapcase', 'casefold', 'expandtabs'):
    print(m, type(getattr(p, m)()).__name__, end=' ')
print()
print(type(p.center(2)).__name__, type(p[0:2]).__name__, type(p * 1).__name__, p == 'hi', p is str(p))
print(Plain('a') < 'b', {Plain('k'): 1}['k'], getattr(5, Plain('real')), int(Plain('12')), [Plain('q')], repr(Plain('r')))


class T(tuple):
    def __new__(cls, *a): return super().__new__(cls, a)
    def __repr__(self): return 'T' + super().__repr__()
    def __add__(self, o): return T(*super().__add__(tuple(o)))
    x = property(lambda self: self[0])


t = T(1, 2, 3)
print(t, t.x, t + (4,), t[1:], type(t[1:]).__name__, t * 2, type(t * 2).__name__, len(t), t == (1, 2, 3), hash(t) == hash((1, 2, 3)))
a, *b = t
print(a, b, (1, 2, 3) in [t], {t: 'v'}[(1, 2, 3)], sorted([T(2), T(1)]), T(1) < (2,), '%s-%s-%s' % t, isinstance(t, tuple))
t.extra = 1
print(t.extra, T(), tuple(t), type(tuple(t)).__name__, [*t], t.index(2), t.count(1))
try:
    t[0] = 1
except TypeError as e:
    print(e)


class B(bytes):
    def __new__(cls, s): return super().__new__(cls, s.encode())


b = B('hey')
print(b, b[0], b + b'x', type(b + b'x').__name__, b.upper(), type(b.upper()).__name__, b == b'hey', b.decode())


class Point(tuple):
    __slots__ = ()
    _fields = ('x', 'y')
    def __new__(cls, x, y): return tuple.__new__(cls, (x, y))
    def __getattr__(self, k):
        try:
            return self[self._fields.index(k)]
        except ValueError:
            raise AttributeError(k) from None


q = Point(3, 4)
print(q.x, q.y, q)
try:
    q.z
except AttributeError as e:
    print(e)
