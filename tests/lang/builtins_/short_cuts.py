"""Built-ins that have a short way for common arguments: both ways agree."""


def show(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as error:
        print(type(error).__name__, error)


# str.translate: bytes for bytes until something harder comes
text = 'The quick brown fox: (über) 123' * 3
for table in ({}, {97: 'A'}, {32: None}, {32: '  '}, {111: 0x1F600}, {111: 'ß'},
              {111: ''}, {104: 72, 58: None, 0xFC: 'ue'}, {120: True},
              str.maketrans('abc', 'xyz', 'q'), {ord(':'): 5.5},
              {ord('3'): -1}, {ord('3'): 0x110000}, {0x75: 'U' * 20}):
    show(text.translate, table)
show(('a' * 600 + 'b').translate, {97: None})
show(len(('ab' * 500).translate({97: 'xyz'})).__add__, 0)
show('äöü'.translate, {228: 'a', 246: None})


class Table(dict):
    def __missing__(self, key):
        return '?'


show('abc'.translate, Table({97: 'x'}))

# strip: with sets, with blanks of all kinds
for s in ('', ' ', 'a', ' a ', '\x1fa\x85', '\u2003x y\u3000', '\x7f x', '..a.b..', 'ÄaÄ', 'é'):
    show(lambda: (s.strip(), s.lstrip(), s.rstrip(), s.strip('.Ä'), s.strip(''),
                  s.rstrip('aéÄ. '), s.lstrip('!"#$%&\'()*+,-./:;<=>?@')))

# one character for another
for s in ('', 'a', 'ab', 'a-b-c', '----', 'ä-ö-ü', '\ud800-\ud800'):
    show(lambda: (s.replace('-', '/'), s.replace('-', '/', 1), s.replace('-', '/', 0),
                  s.replace('-', ''), s.replace('-', 'ä'), s.replace('x', 'y') is s))

# sorting texts by what follows their common start
alphabet = ['', 'a', 'b', '\0', 'é', '\U0001F600', '\x7f', '\x80', 'aaaaaaaa', 'zz']
for start in ('', 'common start of all/', 'é' * 5):
    for n in (3, 8, 30):
        words = [start + alphabet[i * 7 % 10] + alphabet[i * i % 10] + alphabet[i % 3] * (i % 4)
                 for i in range(n)]
        pairs = [(w, i) for i, w in enumerate(words)]
        key = dict(pairs)
        a = sorted(words)
        b = sorted(pairs, key=lambda p: p[0])
        c = sorted(pairs, key=lambda p: p[0], reverse=True)
        assert all(x <= y for x, y in zip(a, a[1:]))
        assert [p[0] for p in b] == a
        assert all(x[0] < y[0] or x[1] < y[1] for x, y in zip(b, b[1:]))
        assert all(x[0] > y[0] or x[1] < y[1] for x, y in zip(c, c[1:]))
        assert sorted(words, reverse=True) == a[::-1]
        assert sorted(key) == sorted(set(words)) == sorted(key.keys())
        print(len(a), ascii(a[0]), ascii(a[-1]), len(set(words)))
print(hash(tuple(sorted(str(i * 7919 % 1000) for i in range(300)))) ==
      hash(tuple(sorted([str(i * 7919 % 1000) for i in range(300)], key=lambda s: s))))
print(sorted(['a\0', 'a', 'a\0\0', 'b', 'a\0b', 'a', 'a\0', '', 'a']))

# folds
d = {chr(65 + i): i for i in range(20)}
print(sum(d.values()), sum([True, False, 3, True]), sum([True] * 5, 2), sum({2.5, 1}),
      sum([1, 2.5, True]), sum([True, True]), sum((c == 'a' for c in 'banana'), 10))
print(any([0, 0, None, False, '']), any([0, 0.0, 'x']), all([1, True, 'a', 2.5]),
      all([1, None]), any({}), all({0: 1}), any({0: 1}.values()), any({0: 1}.items()))
print(max(d, key=d.get), min(d.values()), max({3, 1, 2}), sorted(d, reverse=True)[:3])
print(type(sum([True, False])), True + 1, True * 3, True - True, False ** 2, 3 & True,
      True & False, True | 2, True ^ True, 2 ** True, 7 // True, True / 2)

# many columns, reversed sequences, maps of built-ins
m = [[r * 10 + c for c in range(3)] for r in range(12)]
print(list(zip(*m)))
show(lambda: list(zip(*m, strict=True)))
show(lambda: list(zip(*m, [1, 2], strict=True)))
show(lambda: list(zip(*m, 'äbc', {1: 2, 3: 4}.items())))
print([list(reversed(x)) for x in ([], [1], [1, 2, 3], (1, 2), 'abc', range(3), b'ab')])
l = [1, 2, 3, 4]
r = reversed(l)
print(next(r), list(r), list(r))
r = reversed(l)
l.pop()
l.pop()
print(list(r), list(r))
it = iter(l)
next(it)
l += [7, 8]
print(list(it), list(it), tuple(map(str, l)), list(map(len, ['a', 'bc', ()])))
show(lambda: list(map(len, ['a', 1, 'c'])))
mapped = map(int, ['1', 'x', '3'])
show(list, mapped)
show(list, mapped)
show(lambda: sum(map(len, ['ab', 'c'] * 10)))

# numbers that leave the small range, also in constants
for i in (0, 1, 3, -7, 10 ** 6):
    print(i * 10 ** 18, i ** 2, i ** 3, i ** 17, (-i) ** 5, i << 70, i * (1 << 100))
print(2 ** 62, 2 ** 63, -2 ** 63, 2 ** 64, 7 ** 22, 7 ** 23, 10 ** 38, (-3) ** 40, 0 ** 0,
      1 << 127, 1 << 128, 99999999999 * 99999999999, 0 << 500, (-1) ** 128)
show(lambda: 1 << -1)
show(lambda: 0 ** -1)
show(lambda: 5 % 0)


# texts of instances
class Own:
    def __format__(self, spec):
        return f'<{spec}>'

    def __str__(self):
        return 'str'

    def __repr__(self):
        return 'repr'


class Str:
    def __str__(self):
        return 'S'


class Repr:
    def __repr__(self):
        return 'R'


class Sub(str):
    def __str__(self):
        return 'sub'


class Wrong:
    def __format__(self, spec):
        return 3

    def __str__(self):
        return 3


class Gen:
    def __str__(self):
        yield 'x'


class Off:
    __str__ = None


for obj in (Own(), Str(), Repr(), Sub('x'), Wrong(), Gen(), Off(), ValueError(Str())):
    show(lambda: f'{obj}')
    show(lambda: f'{obj!s}')
    show(lambda: f'{obj!s:>6}')
    show(lambda: format(obj))
    show(lambda: format(obj, '>4'))
    show(lambda: str(obj))
    if isinstance(obj, (Own, Repr, Sub)):
        show(lambda: f'{obj!r}{obj!a}')
        show(lambda: repr(obj))
obj = Str()
obj.__str__ = lambda: 'of the instance'
print(str(obj), f'{obj}')


# class methods by class, instance and subclass
class Base:
    tag = 'base'

    @classmethod
    def who(cls, *args, **kwargs):
        return cls.tag, args, kwargs

    @classmethod
    def mro(cls):
        return 'hidden by type.mro' if cls is None else cls.tag

    @classmethod
    def gen(cls):
        yield cls.tag


class Derived(Base):
    tag = 'derived'

    @classmethod
    def who(cls, *args):
        return ('+',) + super().who(*args, via=1)


class Meta(type):
    def who(cls):
        return 'meta'


class Metaed(metaclass=Meta):
    @classmethod
    def who(cls):
        return 'class method', cls


for c in (Base, Derived):
    for obj in (c, c()):
        print(obj.who(1), obj.mro(), list(obj.gen()))
obj = Derived()
obj.who = lambda: 'own'
print(obj.who(), Metaed.who(), Metaed().who(), type(obj).__name__, Metaed.__name__)
Base.who = classmethod(len)
show(lambda: Base.who())
Base.who = staticmethod(lambda: 'static')
print(Base.who(), Base().who())
print(getattr(obj, 'who')(), getattr(obj, 'nope', 5), getattr(Base(), 'tag', 5))
d = {}
d.update(a=1, b=2)
d.update({'c': 3}, d=4)
show(lambda: d.update(1, 2, a=1))
show(lambda: d.update(5, a=1))
print(d)
print([c in 'aeiou' for c in 'axe'], 'ei' in 'aeiou', '' in 'x', 'é' in 'aé', 'a' in ('b', 'a'),
      Sub('a') in 'abc', Sub('a') in ('b', 'a'), {1} in [{1}], frozenset({1}) in {frozenset({1})},
      {1} in {frozenset({1})}, 1.0 in {1, 2}, True in {1}, '-' * 3, 'ab' * 2, 'x' * 0, 3 * 'é')

# case, padding, common keys, class methods of built-ins
for s in ('hello world', "it's 3RD-rate", '', 'a', 'AB', '[x]^{Y}@`', 'ÄhnLich ß', 'x1y2'):
    print(s.title(), s.capitalize(), s.swapcase(), s.casefold(), s.upper(), s.lower(), sep='|')
    print(s.ljust(5), s.rjust(12, '*'), s.center(7), s.center(8, 'é'), s.ljust(1), s.rjust(2),
          s.zfill(6), sep='|')
for a, b in (((3, 11, 19, 1), (19, 11, 3)), ((19, 11, 3), (3, 11, 19, 1)),
             ((19, 11, 3), (3, 11, 19)), ((3, 11, 19), (19, 11, 3)), ((), (1,)), (('a', 'b'), ('b',))):
    a = dict.fromkeys(a)
    b = dict.fromkeys(b)
    print(a.keys() & b.keys())


class Int(int):
    pass


print(int.from_bytes(b'ab', 'big'), (5).from_bytes(b'ab', byteorder='little'),
      type(Int.from_bytes(b'a', 'big')).__name__, type(Int(3).from_bytes(b'a', 'big')).__name__,
      bytes.fromhex('6162'), bytearray.fromhex('61'), float.fromhex('0x1p3'), {}.fromkeys('ab', 1),
      dict.fromkeys([]), int.__new__(Int, 7), object.__new__(Base).tag)
show(lambda: int.from_bytes())
show(lambda: dict.fromkeys())
