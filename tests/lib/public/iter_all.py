"""itertools, unicodedata: every function, with edge cases and errors."""
import itertools, unicodedata
from itertools import *


def attempt(f, *args, **kw):
    try:
        r = f(*args, **kw)
        if hasattr(r, '__next__'):
            r = [next(r, 'end') for _ in range(7)]
            while r and r[-1] == 'end':
                r.pop()
        return r
    except Exception as e:
        # how arguments are counted is not what this is about
        return type(e).__name__ if 'argument' in str(e) else f'{type(e).__name__}: {e}'


print(attempt(combinations, 'ABC', 2), attempt(combinations, 'AB', 3), attempt(combinations, 'AB', 0), attempt(combinations, 'AB', -1), attempt(combinations, 'AB'), attempt(combinations, 5, 1), attempt(combinations, [1], 1.5))
print(attempt(combinations_with_replacement, 'AB', 2), attempt(combinations_with_replacement, '', 2), attempt(combinations_with_replacement, 'A', -1), attempt(combinations_with_replacement, '', 0))
print(attempt(permutations, 'ABC', 2), attempt(permutations, 'AB'), attempt(permutations, 'AB', None), attempt(permutations, 'AB', 3), attempt(permutations, 'AB', -1), attempt(permutations, 'A', 'x'))
print(attempt(product, 'AB', [1, 2]), attempt(product, 'A', repeat=3), attempt(product), attempt(product, 'A', repeat=-1), attempt(product, '', 'A'), attempt(product, 5), attempt(product, 'A', repeat=0), attempt(product, 'A', x=1))
print(attempt(compress, 'ABCDE', [1, 0, 1, True]), attempt(compress, 'A', 5), attempt(compress, 'A'))
print(attempt(cycle, 'AB'), attempt(cycle, ''), attempt(cycle, 5), attempt(cycle))
print(attempt(dropwhile, str.isdigit, '12a3'), attempt(takewhile, str.isdigit, '12a3'), attempt(filterfalse, str.isdigit, '1a2b'), attempt(filterfalse, None, [0, 1, '', 'a']), attempt(dropwhile, None, 'a'), attempt(takewhile, len), attempt(filterfalse, len, [1]))
for args in ((3,), (1, 4), (1, None), (0, 9, 3), (None, None), (2, 2), (-1,), (1, -2), (0, 5, 0), ('x',), (0, 5, 'x'), ()):
    print(args, attempt(islice, range(10), *args))
print(attempt(pairwise, 'ABCD'), attempt(pairwise, 'A'), attempt(pairwise, ''), attempt(pairwise, 5))
a, b = tee([1, 2, 3])
print(next(a), list(b), list(a), [list(x) for x in tee('ab', 3)], attempt(tee, 'a', -1), attempt(tee, 5), tee('a', 0), attempt(tee, 'a', 'x'))
c, = tee(a, 1)
print(list(c))
print(attempt(accumulate, [1, 2, 3]), attempt(accumulate, [1, 2], max), attempt(accumulate, [1, 2], initial=10), attempt(accumulate, []), attempt(accumulate, [], initial=1), attempt(accumulate, ['a', 1]), attempt(accumulate, [1, 2], lambda a, b: a * b, initial=None))
print(attempt(chain, 'a', [1]), attempt(chain), attempt(chain, 5), attempt(chain.from_iterable, ['ab', 'c']), attempt(chain.from_iterable, [1]))
print(attempt(count), attempt(count, 3, -1), attempt(count, 0.5, 0.25), attempt(count, 'a'), attempt(count, 1, 2, 3), repr(count(3)), repr(count(3, 2)), attempt(count, step=2))
print(attempt(repeat, 'a', 2), attempt(repeat, 1, -1), attempt(repeat, 1, 'x'), repr(repeat(1)), repr(repeat(1, 2)), attempt(repeat))
print(attempt(starmap, pow, [(2, 3), (3, 2)]), attempt(starmap, pow, [2]), attempt(starmap, pow))
print(attempt(zip_longest, 'AB', 'x', fillvalue='-'), attempt(zip_longest), attempt(zip_longest, 'a', 5), attempt(zip_longest, 'a', x=1))
print([(k, list(g)) for k, g in groupby('AAbbA')], [(k, list(g)) for k, g in groupby([1, 3, 2], key=lambda x: x % 2)], attempt(groupby), attempt(groupby, 5))
g = groupby('aab')
k, first = next(g)
next(g)
print(k, list(first))

chars = ['a', 'A', ' ', '5', '½', '٣', 'é', 'ß', '中', '한', '\u0301', '\ud7a3', '٪', '(', '∑', '\u200f', '\U0001f600', '\ue000', '\x00', 'Ⅷ', 'ﬁ', '²', '\u0660']
for name in 'bidirectional category combining decomposition east_asian_width mirrored'.split():
    print(name, [getattr(unicodedata, name)(c) for c in chars])
for name in 'decimal digit numeric name'.split():
    f = getattr(unicodedata, name)
    print(name, [attempt(f, c) for c in chars], [f(c, None) for c in chars[:6]], attempt(f, 'ab'), attempt(f), attempt(f, 5))
for form in ('NFC', 'NFD', 'NFKC', 'NFKD'):
    print(form, [ascii(unicodedata.normalize(form, t)) for t in ('é', 'e\u0301', 'ﬁ²', '한글', 'Å', '\u1e9b\u0323', '')], [unicodedata.is_normalized(form, t) for t in ('é', 'e\u0301', 'ﬁ', 'a')])
print(attempt(unicodedata.normalize, 'X', 'a'), attempt(unicodedata.is_normalized, 'X', 'a'), attempt(unicodedata.normalize, 'NFC', 5))
print([attempt(unicodedata.lookup, n) for n in ('LATIN SMALL LETTER A', 'snowman', 'GREEK CAPITAL LETTER OMEGA', 'no such name', '', 'HANGUL SYLLABLE GA', 'CJK UNIFIED IDEOGRAPH-4E2D')], unicodedata.unidata_version)
