#!/usr/bin/env python3
"""Speed of single library operations: Caisson against CPython.

    python3 bench/micro_lib.py --caisson build-rel/caisson [-k WORD] [--below R]

Every line of OPERATIONS is one statement, repeated in a function of its own.
The same file runs inside both engines (with MICRO_INNER as its only word),
where it prints one time per operation; the outer run prints the ratios, the
slowest first.  2.00 means twice as fast as CPython.

SPDX-License-Identifier: Apache-2.0
"""

import math
import sys
from time import perf_counter

# group | name | statement | preparation (separated by ;;)
OPERATIONS = r"""
str | split blank | s.split() | s = 'the quick brown fox jumps over it'
str | split comma | s.split(',') | s = 'a,bb,ccc,dddd,eeeee,f'
str | rsplit one | s.rsplit('.', 1) | s = 'archive.tar.gz'
str | splitlines | s.splitlines() | s = 'one\ntwo\nthree\nfour\n'
str | join | ','.join(p) | p = ['a', 'bb', 'ccc', 'dddd', 'eeeee']
str | join long | ''.join(p) | p = [str(i) for i in range(200)]
str | replace | s.replace('o', '0') | s = 'the quick brown fox jumps over it'
str | replace none | s.replace('zz', '0') | s = 'the quick brown fox jumps'
str | strip | s.strip() | s = '  hello world  '
str | strip chars | s.strip('[]') | s = '[hello]'
str | rstrip newline | s.rstrip('\n') | s = 'hello world\n'
str | find | s.find('fox') | s = 'the quick brown fox jumps over it'
str | in | 'over' in s | s = 'the quick brown fox jumps over it'
str | count | s.count('o') | s = 'the quick brown fox jumps over it'
str | startswith | s.startswith('the') | s = 'the quick brown fox'
str | startswith tuple | s.startswith(('a', 'th')) | s = 'the quick brown fox'
str | endswith | s.endswith('.py') | s = 'program.py'
str | upper | s.upper() | s = 'the quick brown fox'
str | lower | s.lower() | s = 'The Quick Brown Fox'
str | title | s.title() | s = 'the quick brown fox'
str | capitalize | s.capitalize() | s = 'the quick brown fox'
str | isdigit | s.isdigit() | s = '1234567'
str | isalpha | s.isalpha() | s = 'abcdefg'
str | partition | s.partition('=') | s = 'key=value'
str | zfill | s.zfill(8) | s = '42'
str | ljust | s.ljust(20) | s = 'name'
str | center | s.center(20, '*') | s = 'name'
str | translate | s.translate(t) | s = 'hello world' ;; t = str.maketrans('lo', '01')
str | encode | s.encode() | s = 'hello world'
str | decode | s.decode() | s = b'hello world'
str | slice | s[3:9] | s = 'the quick brown fox'
str | index | s[5] | s = 'the quick brown fox'
str | reverse | s[::-1] | s = 'the quick brown fox'
str | concat | s + t | s = 'hello ' ;; t = 'world'
str | repeat | s * 20 | s = 'ab'
str | compare eq | s == t | s = 'hello world a' ;; t = 'hello world b'
str | compare lt | s < t | s = 'hello world a' ;; t = 'hello world b'
str | iterate | for c in s: pass | s = 'the quick brown fox jumps over it'
str | ord chr | chr(ord(c) + 1) | c = 'a'
str | list | list(s) | s = 'the quick brown fox'
str | sorted | sorted(s) | s = 'the quick brown fox'
str | unicode split | s.split() | s = 'größe über straße naïve café'
str | unicode upper | s.upper() | s = 'größe über naïve café'
str | unicode index | s[9] | s = 'größe über naïve café'
str | hash new | hash(str(i)) | i = 123456
format | fstring plain | f'{a} {b}' | a = 'x' ;; b = 'yy'
format | fstring int | f'n={i}' | i = 12345
format | fstring 05d | f'{i:05d}' | i = 123
format | fstring .2f | f'{x:.2f}' | x = 3.14159
format | fstring ,.2f | f'{x:,.2f}' | x = 31415926.5
format | fstring >10 | f'{s:>10}' | s = 'abc'
format | fstring <10 | f'{s:<10}|' | s = 'abc'
format | fstring !r | f'{s!r}' | s = 'abc'
format | fstring pct | f'{x:.1%}' | x = 0.256
format | fstring hex | f'{i:x} {i:b}' | i = 255
format | fstring thousands | f'{i:,}' | i = 1234567
format | fstring float | f'{x}' | x = 3.14159
format | nested spec | f'{s:{w}}' | s = 'abc' ;; w = 8
format | str.format | '{} {}'.format(a, b) | a = 'x' ;; b = 5
format | str.format spec | '{0:>8} {n:.2f}'.format(a, n=x) | a = 'x' ;; x = 2.5
format | percent | '%s %d' % (a, i) | a = 'x' ;; i = 5
format | percent float | '%.2f' % x | x = 2.567
format | format() | format(x, '.3f') | x = 2.567
format | str int | str(i) | i = 123456
format | str float | str(x) | x = 3.14159
format | repr float | repr(x) | x = 0.1 + 0.2
format | repr list | repr(v) | v = [1, 2, 3, 'a', 'b', 4.5]
format | repr dict | repr(d) | d = {'a': 1, 'b': [2, 3], 'c': None}
format | str tuple | str(t) | t = (1, 2, 3)
parse | int | int(s) | s = '12345'
parse | int hex | int(s, 16) | s = 'ff3c'
parse | float | float(s) | s = '3.14159'
parse | float sci | float(s) | s = '6.02214076e23'
parse | int of float | int(x) | x = 3.99
parse | float of int | float(i) | i = 3
number | round 2 | round(x, 2) | x = 3.14159
number | round | round(x) | x = 3.6
number | divmod | divmod(a, b) | a = 1234 ;; b = 60
number | pow mod | pow(a, b, m) | a = 1234 ;; b = 567 ;; m = 1000007
number | abs | abs(i) | i = -5
number | bin | bin(i) | i = 12345
number | hex | hex(i) | i = 12345
number | bit_length | i.bit_length() | i = 12345
number | is_integer | x.is_integer() | x = 3.0
number | complex mul | a * b | a = 1 + 2j ;; b = 3 - 1j
fold | min 2 | min(a, b) | a = 3 ;; b = 5
fold | min list | min(v) | v = list(range(200))
fold | max list float | max(v) | v = [x * 0.5 for x in range(200)]
fold | max key | max(v, key=len) | v = ['a' * (i % 7) for i in range(50)]
fold | max key lambda | max(v, key=lambda x: -x) | v = list(range(50))
fold | max generator | max(x for x in v) | v = list(range(50))
fold | max default | max(v, default=0) | v = []
fold | sum list | sum(v) | v = list(range(200))
fold | sum float | sum(v) | v = [x * 0.5 for x in range(200)]
fold | sum generator | sum(x for x in v) | v = list(range(50))
fold | sum generator cond | sum(1 for x in v if x > 20) | v = list(range(50))
fold | any generator | any(x > 48 for x in v) | v = list(range(50))
fold | all generator | all(x < 50 for x in v) | v = list(range(50))
fold | any list | any(v) | v = [0] * 50
fold | list map str | list(map(str, v)) | v = list(range(50))
fold | list map int | list(map(int, v)) | v = [str(i) for i in range(50)]
fold | list map lambda | list(map(lambda x: x + 1, v)) | v = list(range(50))
fold | map two | list(map(pow, v, v)) | v = list(range(20))
fold | filter lambda | list(filter(lambda x: x & 1, v)) | v = list(range(50))
fold | filter none | list(filter(None, v)) | v = list(range(50))
fold | for zip | for a, b in zip(v, w): pass | v = list(range(50)) ;; w = v[:]
fold | for enumerate | for i, x in enumerate(v): pass | v = list(range(50))
fold | for reversed | for x in reversed(v): pass | v = list(range(50))
fold | for items | for k, x in d.items(): pass | d = {i: i for i in range(50)}
fold | list zip | list(zip(v, w)) | v = list(range(50)) ;; w = v[:]
fold | dict zip | dict(zip(v, w)) | v = 'abcdefgh' ;; w = list(range(8))
fold | list range | list(range(100)) | pass
fold | set list | set(v) | v = list(range(50))
fold | tuple gen | tuple(x for x in v) | v = list(range(20))
fold | join gen | ','.join(str(x) for x in v) | v = list(range(20))
sort | ints random | sorted(v) | import random ;; v = random.Random(1).sample(range(9999), 500)
sort | ints sorted | sorted(v) | v = list(range(500))
sort | floats | sorted(v) | import random ;; r = random.Random(2) ;; v = [r.random() for _ in range(500)]
sort | strs | sorted(v) | import random ;; r = random.Random(3) ;; v = [str(r.random()) for _ in range(300)]
sort | tuples | sorted(v) | import random ;; r = random.Random(4) ;; v = [(r.randrange(50), r.random()) for _ in range(300)]
sort | tuples str | sorted(v) | import random ;; r = random.Random(4) ;; v = [(str(r.randrange(20)), r.randrange(99)) for _ in range(300)]
sort | reverse | sorted(v, reverse=True) | import random ;; v = random.Random(1).sample(range(9999), 500)
sort | key lambda | sorted(v, key=lambda x: -x) | import random ;; v = random.Random(1).sample(range(9999), 300)
sort | key lambda pair | sorted(v, key=lambda p: p[1]) | v = [(i, i * 7919 % 1009) for i in range(300)]
sort | key tuple | sorted(v, key=lambda p: (-p[1], p[0])) | v = [(str(i), i * 7919 % 109) for i in range(300)]
sort | key itemgetter | sorted(v, key=g) | from operator import itemgetter ;; g = itemgetter(1) ;; v = [(i, i * 7919 % 1009) for i in range(300)]
sort | key str.lower | sorted(v, key=str.lower) | v = [str(i * 7919 % 1009) + 'Ab' for i in range(300)]
sort | key len | sorted(v, key=len) | v = ['a' * (i * 7919 % 13) for i in range(300)]
sort | key dict get | sorted(d, key=d.get) | d = {i: i * 7919 % 1009 for i in range(300)}
sort | key attrgetter | sorted(v, key=g) | from operator import attrgetter ;; g = attrgetter('real') ;; v = [i * 7919 % 1009 for i in range(300)]
sort | cmp_to_key | sorted(v, key=k) | from functools import cmp_to_key ;; k = cmp_to_key(lambda a, b: a - b) ;; v = [i * 7919 % 1009 for i in range(50)]
sort | list.sort | v[:].sort() | v = [i * 7919 % 1009 for i in range(300)]
list | append pop | v.append(1); v.pop() | v = []
list | insert 0 | v.insert(0, 1); del v[0] | v = list(range(50))
list | extend | v = [1]; v.extend(w) | w = list(range(20))
list | index | v.index(40) | v = list(range(50))
list | in | 40 in v | v = list(range(50))
list | in str | 'k40' in v | v = ['k%d' % i for i in range(50)]
list | count | v.count(3) | v = list(range(50))
list | slice | v[10:30] | v = list(range(50))
list | reverse slice | v[::-1] | v = list(range(50))
list | copy | v.copy() | v = list(range(50))
list | concat | v + v | v = list(range(20))
list | compare | v == w | v = list(range(50)) ;; w = list(range(50))
list | comprehension | [x * 2 for x in v] | v = list(range(50))
list | unpack star | a, *b = v | v = list(range(10))
dict | get | d.get('k') | d = {'k': 1}
dict | get default | d.get('z', 0) | d = {'k': 1}
dict | setdefault | d.setdefault('k', 1) | d = {}
dict | update | d.update(e) | d = {} ;; e = {i: i for i in range(10)}
dict | merge | d | e | d = {'a': 1, 'b': 2} ;; e = {'c': 1}
dict | double star | {**d, **e} | d = {'a': 1, 'b': 2} ;; e = {'c': 1}
dict | comprehension | {k: v for k, v in w} | w = [(i, i) for i in range(20)]
dict | copy | d.copy() | d = {i: i for i in range(10)}
dict | pop | d['k'] = 1; d.pop('k') | d = {}
dict | items list | list(d.items()) | d = {i: i for i in range(10)}
dict | fromkeys | dict.fromkeys(v, 0) | v = 'abcdefgh'
dict | tuple key | d[(i, j)] | d = {(1, 2): 3} ;; i = 1 ;; j = 2
dict | kwargs | dict(a=1, b=2) | pass
dict | compare | d == e | d = {i: i for i in range(10)} ;; e = dict(d)
set | add | s.add(5) | s = set()
set | union | s | t | s = set(range(20)) ;; t = set(range(10, 30))
set | intersection | s & t | s = set(range(20)) ;; t = set(range(10, 30))
set | difference | s - t | s = set(range(20)) ;; t = set(range(10, 30))
set | issubset | s <= t | s = set(range(20)) ;; t = set(range(30))
set | comprehension | {x % 7 for x in v} | v = list(range(30))
collections | Counter str | Counter(s) | from collections import Counter ;; s = 'the quick brown fox jumps over it'
collections | Counter list | Counter(v) | from collections import Counter ;; v = ['a', 'b', 'c'] * 20
collections | Counter inc | c['a'] += 1 | from collections import Counter ;; c = Counter()
collections | Counter update | c.update(v) | from collections import Counter ;; c = Counter() ;; v = ['a', 'b'] * 5
collections | Counter add | c + d | from collections import Counter ;; c = Counter('abcab') ;; d = Counter('bcd')
collections | most_common 3 | c.most_common(3) | from collections import Counter ;; c = Counter('the quick brown fox jumps over it')
collections | most_common | c.most_common() | from collections import Counter ;; c = Counter('the quick brown fox jumps over it')
collections | defaultdict inc | d['a'] += 1 | from collections import defaultdict ;; d = defaultdict(int)
collections | defaultdict append | d['a'].append(1); d['a'].pop() | from collections import defaultdict ;; d = defaultdict(list)
collections | defaultdict new | d = defaultdict(list); d[1].append(2) | from collections import defaultdict
collections | deque append popleft | d.append(1); d.popleft() | from collections import deque ;; d = deque([1, 2])
collections | deque appendleft pop | d.appendleft(1); d.pop() | from collections import deque ;; d = deque([1, 2])
collections | deque index | d[0] | from collections import deque ;; d = deque([1, 2])
collections | deque maxlen | d.append(1) | from collections import deque ;; d = deque(maxlen=5)
collections | deque len while | while d: d.popleft() | from collections import deque ;; d = deque([1, 2])
collections | deque iterate | for x in d: pass | from collections import deque ;; d = deque(range(50))
collections | deque rotate | d.rotate(1) | from collections import deque ;; d = deque(range(50))
collections | OrderedDict set | d['k'] = 1 | from collections import OrderedDict ;; d = OrderedDict()
collections | OrderedDict move | d.move_to_end('a') | from collections import OrderedDict ;; d = OrderedDict(a=1, b=2)
collections | OrderedDict popitem | d['k'] = 1; d.popitem(last=False) | from collections import OrderedDict ;; d = OrderedDict(a=1)
collections | namedtuple new | P(1, 2) | from collections import namedtuple ;; P = namedtuple('P', 'x y')
collections | namedtuple attr | p.x + p.y | from collections import namedtuple ;; P = namedtuple('P', 'x y') ;; p = P(1, 2)
collections | namedtuple unpack | x, y = p | from collections import namedtuple ;; P = namedtuple('P', 'x y') ;; p = P(1, 2)
collections | namedtuple replace | p._replace(x=5) | from collections import namedtuple ;; P = namedtuple('P', 'x y') ;; p = P(1, 2)
collections | namedtuple asdict | p._asdict() | from collections import namedtuple ;; P = namedtuple('P', 'x y') ;; p = P(1, 2)
collections | ChainMap get | c['b'] | from collections import ChainMap ;; c = ChainMap({'a': 1}, {'b': 2})
collections | abc isinstance | isinstance(v, Mapping) | from collections.abc import Mapping ;; v = {}
collections | abc isinstance no | isinstance(v, Mapping) | from collections.abc import Mapping ;; v = []
itertools | accumulate | list(accumulate(v)) | from itertools import accumulate ;; v = list(range(100))
itertools | accumulate func | list(accumulate(v, max)) | from itertools import accumulate ;; v = list(range(100))
itertools | accumulate lambda | list(accumulate(v, lambda a, b: a + b)) | from itertools import accumulate ;; v = list(range(100))
itertools | groupby | [(k, len(list(g))) for k, g in groupby(v)] | from itertools import groupby ;; v = 'aaabbbccddddde'
itertools | groupby key | [(k, list(g)) for k, g in groupby(v, key=lambda x: x // 10)] | from itertools import groupby ;; v = list(range(50))
itertools | takewhile | list(takewhile(lambda x: x < 40, v)) | from itertools import takewhile ;; v = list(range(50))
itertools | dropwhile | list(dropwhile(lambda x: x < 40, v)) | from itertools import dropwhile ;; v = list(range(90))
itertools | chain | list(chain(v, w)) | from itertools import chain ;; v = list(range(50)) ;; w = v[:]
itertools | chain.from_iterable | list(chain.from_iterable(v)) | from itertools import chain ;; v = [[1, 2, 3]] * 20
itertools | chain.from gen | list(chain.from_iterable(x for x in v)) | from itertools import chain ;; v = [[1, 2, 3]] * 20
itertools | islice | list(islice(v, 10, 40)) | from itertools import islice ;; v = list(range(50))
itertools | islice gen | list(islice((x for x in v), 20)) | from itertools import islice ;; v = list(range(50))
itertools | islice batches | while list(islice(it, 3)): pass | from itertools import islice ;; it = iter(range(20))
itertools | product | list(product(v, w)) | from itertools import product ;; v = list(range(10)) ;; w = v[:]
itertools | product repeat | list(product('ab', repeat=5)) | from itertools import product
itertools | permutations | list(permutations(v)) | from itertools import permutations ;; v = list(range(4))
itertools | combinations | list(combinations(v, 2)) | from itertools import combinations ;; v = list(range(12))
itertools | combinations_rep | list(combinations_with_replacement(v, 2)) | from itertools import combinations_with_replacement ;; v = list(range(12))
itertools | zip_longest | list(zip_longest(v, w, fillvalue=0)) | from itertools import zip_longest ;; v = list(range(50)) ;; w = v[:30]
itertools | starmap | list(starmap(pow, v)) | from itertools import starmap ;; v = [(i, 2) for i in range(50)]
itertools | starmap lambda | list(starmap(lambda a, b: a + b, v)) | from itertools import starmap ;; v = [(i, 2) for i in range(50)]
itertools | pairwise | list(pairwise(v)) | from itertools import pairwise ;; v = list(range(50))
itertools | count next | next(c) | from itertools import count ;; c = count()
itertools | count zip | list(zip(v, count(1))) | from itertools import count ;; v = list(range(50))
itertools | cycle next | next(c) | from itertools import cycle ;; c = cycle([1, 2, 3])
itertools | repeat | list(repeat(1, 50)) | from itertools import repeat
itertools | compress | list(compress(v, w)) | from itertools import compress ;; v = list(range(50)) ;; w = [i & 1 for i in v]
itertools | filterfalse | list(filterfalse(lambda x: x & 1, v)) | from itertools import filterfalse ;; v = list(range(50))
itertools | tee | a, b = tee(v); list(zip(a, b)) | from itertools import tee ;; v = list(range(50))
functools | lru_cache hit | f(5) | from functools import lru_cache ;; f = lru_cache(maxsize=None)(lambda x: x)
functools | lru_cache bounded | f(5) | from functools import lru_cache ;; f = lru_cache(maxsize=128)(lambda x: x)
functools | lru_cache miss | f.cache_clear(); f(5) | from functools import lru_cache ;; f = lru_cache(maxsize=128)(lambda x: x)
functools | cache hit two | f(5, 6) | from functools import cache ;; f = cache(lambda x, y: x)
functools | reduce lambda | reduce(lambda a, b: a + b, v) | from functools import reduce ;; v = list(range(50))
functools | reduce operator | reduce(mul, v) | from functools import reduce ;; from operator import mul ;; v = [1.5] * 50
functools | partial call | p(5) | from functools import partial ;; p = partial(lambda a, b: a + b, 3)
functools | partial kw | p(5) | from functools import partial ;; p = partial(int, base=10) ;; p = partial(max, 3)
functools | wraps | wraps(f)(g) | from functools import wraps ;; f = lambda: 1 ;; g = lambda: 2
functools | cached_property | c.x | from functools import cached_property ;; C = type('C', (), {'x': cached_property(lambda s: 1)}) ;; C.__dict__['x'].__set_name__(C, 'x') ;; c = C()
functools | singledispatch | f(5) | from functools import singledispatch ;; f = singledispatch(lambda x: x)
functools | total_ordering | a <= b | from functools import total_ordering ;; C = total_ordering(type('C', (), {'__lt__': lambda s, o: False, '__eq__': lambda s, o: s is o})) ;; a = C() ;; b = C()
operator | itemgetter | g(t) | from operator import itemgetter ;; g = itemgetter(1) ;; t = (1, 2)
operator | itemgetter two | g(t) | from operator import itemgetter ;; g = itemgetter(1, 0) ;; t = (1, 2)
operator | add | add(a, b) | from operator import add ;; a = 1 ;; b = 2
operator | attrgetter | g(x) | from operator import attrgetter ;; g = attrgetter('real') ;; x = 3
operator | methodcaller | g(x) | from operator import methodcaller ;; g = methodcaller('upper') ;; x = 'abc'
heapq | push pop | heappush(h, (3, 'x')); heappop(h) | from heapq import heappush, heappop ;; h = [(i, str(i)) for i in range(50)]
heapq | push pop int | heappush(h, 25); heappop(h) | from heapq import heappush, heappop ;; h = list(range(50))
heapq | heapify | heapify(v[:]) | from heapq import heapify ;; v = [i * 7919 % 1009 for i in range(200)]
heapq | nlargest | nlargest(5, v) | from heapq import nlargest ;; v = [i * 7919 % 1009 for i in range(200)]
heapq | nlargest key | nlargest(5, v, key=lambda p: p[1]) | from heapq import nlargest ;; v = [(i, i * 7919 % 1009) for i in range(200)]
heapq | nsmallest | nsmallest(5, v) | from heapq import nsmallest ;; v = [i * 7919 % 1009 for i in range(200)]
heapq | merge | list(merge(v, w)) | from heapq import merge ;; v = list(range(0, 50, 2)) ;; w = list(range(1, 50, 2))
heapq | heappushpop | heappushpop(h, 30) | from heapq import heappushpop ;; h = list(range(50))
bisect | bisect_left | bisect_left(v, 77) | from bisect import bisect_left ;; v = list(range(200))
bisect | bisect | bisect(v, 77) | from bisect import bisect ;; v = list(range(200))
bisect | insort | insort(v, 77); v.pop(77) | from bisect import insort ;; v = list(range(200))
bisect | key | bisect_left(v, 77, key=lambda x: x) | from bisect import bisect_left ;; v = list(range(200))
re | search | p.search(s) | import re ;; p = re.compile(r'\d+') ;; s = 'order number 12345 shipped'
re | match groups | p.match(s).groups() | import re ;; p = re.compile(r'(\w+)=(\d+)') ;; s = 'count=42'
re | match group | p.match(s).group(1) | import re ;; p = re.compile(r'(\w+)=(\d+)') ;; s = 'count=42'
re | match index | p.match(s)[2] | import re ;; p = re.compile(r'(\w+)=(\d+)') ;; s = 'count=42'
re | groupdict | p.match(s).groupdict() | import re ;; p = re.compile(r'(?P<k>\w+)=(?P<v>\d+)') ;; s = 'count=42'
re | match none | p.match(s) | import re ;; p = re.compile(r'\d+') ;; s = 'count=42'
re | module search | re.search(r'\d+', s) | import re ;; s = 'order number 12345 shipped'
re | module match | re.match(r'(\w+) (\w+)', s) | import re ;; s = 'order number 12345 shipped'
re | module sub | re.sub(r'\s+', ' ', s) | import re ;; s = 'order  number   12345 shipped'
re | findall words | p.findall(s) | import re ;; p = re.compile(r'\w+') ;; s = 'the quick brown fox jumps over it'
re | findall groups | p.findall(s) | import re ;; p = re.compile(r'(\w)(\w+)') ;; s = 'the quick brown fox jumps over it'
re | finditer | for m in p.finditer(s): m.group() | import re ;; p = re.compile(r'\w+') ;; s = 'the quick brown fox jumps over it'
re | sub plain | p.sub('-', s) | import re ;; p = re.compile(r'\W+') ;; s = 'the quick brown fox jumps over it'
re | sub template | p.sub(r'<\1>', s) | import re ;; p = re.compile(r'(\w+)') ;; s = 'the quick brown fox jumps over it'
re | sub lambda | p.sub(lambda m: m.group().upper(), s) | import re ;; p = re.compile(r'\w+') ;; s = 'the quick brown fox jumps over it'
re | split | p.split(s) | import re ;; p = re.compile(r'[\s,]+') ;; s = 'a, b, c  d,e f'
re | alternation | p.search(s) | import re ;; p = re.compile(r'cat|dog|fox') ;; s = 'the quick brown fox jumps'
re | ignorecase | p.search(s) | import re ;; p = re.compile(r'FOX', re.I) ;; s = 'the quick brown fox jumps'
re | lazy | p.search(s) | import re ;; p = re.compile(r'<(.+?)>') ;; s = 'some text with <tag> inside'
re | email | p.search(s) | import re ;; p = re.compile(r'[\w.+-]+@[\w-]+\.[\w.-]+') ;; s = 'write to someone@example.com today'
re | date groups | p.search(s).groups() | import re ;; p = re.compile(r'(\d{4})-(\d{2})-(\d{2})') ;; s = 'on 2024-05-17 at noon'
re | lookahead | p.sub(',', s) | import re ;; p = re.compile(r'(?<=\d)(?=(\d{3})+$)') ;; s = '1234567890'
re | escape | re.escape(s) | import re ;; s = 'a.b*c[d]'
json | dumps small | dumps(d) | from json import dumps ;; d = {'a': 1, 'b': [1, 2, 3], 'c': 'x'}
json | dumps indent | dumps(d, indent=2) | from json import dumps ;; d = {'a': 1, 'b': [1, 2, 3], 'c': 'x'}
json | dumps sorted | dumps(d, sort_keys=True) | from json import dumps ;; d = {'b': 1, 'a': [1, 2, 3], 'c': 'x'}
json | dumps list | dumps(v) | from json import dumps ;; v = [{'id': i, 'name': 'n%d' % i, 'x': i / 7} for i in range(20)]
json | dumps default | dumps(v, default=str) | from json import dumps ;; v = [{1, 2}.__class__, 3]
json | loads small | loads(s) | from json import loads ;; s = '{"a": 1, "b": [1, 2, 3], "c": "x"}'
json | loads list | loads(s) | from json import loads, dumps ;; s = dumps([{'id': i, 'name': 'n%d' % i, 'x': i / 7} for i in range(20)])
csv | reader | list(csv.reader(v)) | import csv ;; v = ['a,b,c,1,2'] * 20
csv | reader quoted | list(csv.reader(v)) | import csv ;; v = ['a,"b ""x"", y",c,1,2'] * 20
csv | DictReader | list(csv.DictReader(v)) | import csv ;; v = ['k,l,m'] + ['a,b,1'] * 20
csv | writer | w.writerows(v) | import csv, io ;; w = csv.writer(io.StringIO()) ;; v = [['a', 'b', 1, 2.5]] * 20
csv | writer row | w.writerow(v) | import csv, io ;; w = csv.writer(io.StringIO()) ;; v = ['a', 'b c', 'd, e', 2.5]
csv | DictWriter | w.writerow(v) | import csv, io ;; w = csv.DictWriter(io.StringIO(), ['a', 'b']) ;; v = {'a': 1, 'b': 'x'}
csv | StringIO reader | list(csv.reader(io.StringIO(s))) | import csv, io ;; s = 'a,b,c,1,2\n' * 20
datetime | date new | date(2024, 5, 17) | from datetime import date
datetime | datetime new | datetime(2024, 5, 17, 12, 30) | from datetime import datetime
datetime | timedelta new | timedelta(days=1) | from datetime import timedelta
datetime | timedelta hms | timedelta(hours=1, minutes=30) | from datetime import timedelta
datetime | date + timedelta | d + t | from datetime import date, timedelta ;; d = date(2024, 5, 17) ;; t = timedelta(1)
datetime | datetime + timedelta | d + t | from datetime import datetime, timedelta ;; d = datetime(2024, 5, 17, 3) ;; t = timedelta(1, 3)
datetime | datetime - datetime | d - e | from datetime import datetime ;; d = datetime(2024, 5, 17, 3) ;; e = datetime(2023, 1, 1)
datetime | date - date days | (d - e).days | from datetime import date ;; d = date(2024, 5, 17) ;; e = date(2023, 1, 1)
datetime | date compare | d < e | from datetime import date ;; d = date(2024, 5, 17) ;; e = date(2023, 1, 1)
datetime | datetime compare | d < e | from datetime import datetime ;; d = datetime(2024, 5, 17) ;; e = datetime(2023, 1, 1)
datetime | date attributes | d.year + d.month + d.day | from datetime import date ;; d = date(2024, 5, 17)
datetime | weekday | d.weekday() | from datetime import date ;; d = date(2024, 5, 17)
datetime | isoformat date | d.isoformat() | from datetime import date ;; d = date(2024, 5, 17)
datetime | isoformat datetime | d.isoformat() | from datetime import datetime ;; d = datetime(2024, 5, 17, 12, 30)
datetime | str datetime | str(d) | from datetime import datetime ;; d = datetime(2024, 5, 17, 12, 30)
datetime | fromisoformat date | date.fromisoformat('2024-05-17') | from datetime import date
datetime | fromisoformat | datetime.fromisoformat('2024-05-17T12:30:00') | from datetime import datetime
datetime | strftime | d.strftime('%Y-%m-%d') | from datetime import datetime ;; d = datetime(2024, 5, 17, 12, 30)
datetime | strftime long | d.strftime('%A %d %B %Y %H:%M:%S') | from datetime import datetime ;; d = datetime(2024, 5, 17, 12, 30)
datetime | strptime | datetime.strptime('2024-05-17', '%Y-%m-%d') | from datetime import datetime
datetime | strptime long | datetime.strptime('2024-05-17 12:30:45', '%Y-%m-%d %H:%M:%S') | from datetime import datetime
datetime | toordinal | d.toordinal() | from datetime import date ;; d = date(2024, 5, 17)
datetime | fromordinal | date.fromordinal(738000) | from datetime import date
datetime | replace | d.replace(day=1) | from datetime import date ;; d = date(2024, 5, 17)
datetime | hash | x[d] | from datetime import date ;; d = date(2024, 5, 17) ;; x = {d: 1}
datetime | isocalendar | d.isocalendar() | from datetime import date ;; d = date(2024, 5, 17)
datetime | total_seconds | t.total_seconds() | from datetime import timedelta ;; t = timedelta(1, 2, 3)
datetime | timedelta arith | t * 2 + t | from datetime import timedelta ;; t = timedelta(1, 2, 3)
datetime | timedelta div | t / u | from datetime import timedelta ;; t = timedelta(1, 2, 3) ;; u = timedelta(hours=1)
datetime | utc timestamp | d.timestamp() | from datetime import datetime, timezone ;; d = datetime(2024, 5, 17, tzinfo=timezone.utc)
datetime | fromtimestamp | datetime.fromtimestamp(1e9, timezone.utc) | from datetime import datetime, timezone
datetime | astimezone | d.astimezone(z) | from datetime import datetime, timezone, timedelta ;; d = datetime(2024, 5, 17, tzinfo=timezone.utc) ;; z = timezone(timedelta(hours=2))
datetime | combine | datetime.combine(d, t) | from datetime import datetime, time ;; d = datetime(2024, 5, 17).date() ;; t = time(1, 2)
text | wrap | wrap(s, 30) | from textwrap import wrap ;; s = 'the quick brown fox jumps over the lazy dog again and again ' * 3
text | fill | fill(s, 30) | from textwrap import fill ;; s = 'the quick brown fox jumps over the lazy dog again and again ' * 3
text | dedent | dedent(s) | from textwrap import dedent ;; s = '    one\n      two\n    three\n' * 3
text | indent | indent(s, '> ') | from textwrap import indent ;; s = 'one\n  two\nthree\n' * 3
text | shorten | shorten(s, 30) | from textwrap import shorten ;; s = 'the quick brown fox jumps over the lazy dog'
text | Template | t.substitute(a=1, b=2) | from string import Template ;; t = Template('$a and ${b}')
text | StringIO write | o.write('abc') | import io ;; o = io.StringIO()
text | StringIO lines | for x in io.StringIO(s): pass | import io ;; s = 'one\ntwo\nthree\n' * 5
text | StringIO getvalue | o = io.StringIO(); o.write('a'); o.getvalue() | import io
text | difflib ratio | SequenceMatcher(None, 'abcd efgh', 'bcde fghi').ratio() | from difflib import SequenceMatcher
text | shlex split | split('a "b c" d') | from shlex import split
class | dataclass new | P(1, 2) | from dataclasses import make_dataclass ;; P = make_dataclass('P', ['x', 'y'])
class | dataclass eq | p == q | from dataclasses import make_dataclass ;; P = make_dataclass('P', ['x', 'y']) ;; p = P(1, 2) ;; q = P(1, 2)
class | dataclass repr | repr(p) | from dataclasses import make_dataclass ;; P = make_dataclass('P', ['x', 'y']) ;; p = P(1, 2)
class | dataclass lt | p < q | from dataclasses import make_dataclass ;; P = make_dataclass('P', ['x', 'y'], order=True) ;; p = P(1, 2) ;; q = P(1, 3)
class | dataclass frozen new | P(1, 2) | from dataclasses import make_dataclass ;; P = make_dataclass('P', ['x', 'y'], frozen=True)
class | dataclass frozen hash | hash(p) | from dataclasses import make_dataclass ;; P = make_dataclass('P', ['x', 'y'], frozen=True) ;; p = P(1, 2)
class | dataclass replace | replace(p, x=5) | from dataclasses import make_dataclass, replace ;; P = make_dataclass('P', ['x', 'y']) ;; p = P(1, 2)
class | dataclass asdict | asdict(p) | from dataclasses import make_dataclass, asdict ;; P = make_dataclass('P', ['x', 'y']) ;; p = P(1, [2])
class | enum access | E.A | from enum import Enum ;; E = Enum('E', 'A B C')
class | enum value | e.value | from enum import Enum ;; E = Enum('E', 'A B C') ;; e = E.A
class | enum name | e.name | from enum import Enum ;; E = Enum('E', 'A B C') ;; e = E.A
class | enum by value | E(2) | from enum import Enum ;; E = Enum('E', 'A B C')
class | enum by name | E['B'] | from enum import Enum ;; E = Enum('E', 'A B C')
class | enum iterate | list(E) | from enum import Enum ;; E = Enum('E', 'A B C')
class | enum compare | e == f | from enum import Enum ;; E = Enum('E', 'A B C') ;; e = E.A ;; f = E.B
class | enum key | d[e] | from enum import Enum ;; E = Enum('E', 'A B C') ;; e = E.A ;; d = {e: 1}
class | IntEnum compare | e < 3 | from enum import IntEnum ;; E = IntEnum('E', 'A B C') ;; e = E.A
class | Flag or | e | f | from enum import Flag ;; E = Flag('E', 'A B C') ;; e = E.A ;; f = E.B
class | contextmanager | exec_with(c) | from contextlib import contextmanager ;; ns = {} ;; exec('def c():\n yield 1\ndef exec_with(m):\n with m() as x: pass', ns) ;; c = contextmanager(ns['c']) ;; exec_with = ns['exec_with']
class | suppress | exec_with(suppress) | from contextlib import suppress ;; ns = {} ;; exec('def exec_with(m):\n with m(KeyError): pass', ns) ;; exec_with = ns['exec_with']
class | copy.copy list | copy(v) | from copy import copy ;; v = [1, 2, 3]
class | deepcopy | deepcopy(v) | from copy import deepcopy ;; v = {'a': [1, 2, {'b': 3}], 'c': (4, [5])}
class | deepcopy object | deepcopy(p) | from copy import deepcopy ;; from types import SimpleNamespace ;; p = SimpleNamespace(a=[1, 2], b='x')
class | isinstance | isinstance(x, int) | x = 5
class | isinstance tuple | isinstance(x, (str, int)) | x = 5
class | getattr default | getattr(x, 'zz', 0) | x = 5
class | hasattr | hasattr(x, 'real') | x = 5
class | pathlib join | p / 'b' / 'c.txt' | from pathlib import PurePosixPath ;; p = PurePosixPath('/a')
class | pathlib suffix | p.suffix | from pathlib import PurePosixPath ;; p = PurePosixPath('/a/b.txt')
class | pathlib new | Path('/a/b/c.txt').name | from pathlib import PurePosixPath as Path
class | os.path join | join('/a', 'b', 'c') | from os.path import join
class | os.path splitext | splitext('/a/b.txt') | from os.path import splitext
number | random | r() | import random ;; r = random.Random(1).random
number | randint | r(1, 100) | import random ;; r = random.Random(1).randint
number | choice | r(v) | import random ;; r = random.Random(1).choice ;; v = [1, 2, 3]
number | shuffle | r(v) | import random ;; r = random.Random(1).shuffle ;; v = list(range(50))
number | sample | r(v, 5) | import random ;; r = random.Random(1).sample ;; v = list(range(50))
number | uniform | r(1, 2) | import random ;; r = random.Random(1).uniform
number | gauss | r(1, 2) | import random ;; r = random.Random(1).gauss
number | mean | mean(v) | from statistics import mean ;; v = [1, 2, 3, 4, 5] * 5
number | mean float | mean(v) | from statistics import mean ;; v = [1.5, 2.5, 3.5, 4.5, 5.0] * 5
number | fmean | fmean(v) | from statistics import fmean ;; v = [1.5, 2.5, 3.5, 4.5, 5.0] * 5
number | median | median(v) | from statistics import median ;; v = [1, 2, 3, 4, 5] * 5
number | stdev | stdev(v) | from statistics import stdev ;; v = [1.5, 2.5, 3.5, 4.5, 5.0] * 5
number | mode | mode(v) | from statistics import mode ;; v = [1, 2, 3, 4, 5, 5] * 5
number | sqrt | sqrt(x) | from math import sqrt ;; x = 2.5
number | floor | floor(x) | from math import floor ;; x = 2.5
number | gcd | gcd(a, b) | from math import gcd ;; a = 1071 ;; b = 462
number | comb | comb(20, 6) | from math import comb
number | factorial | factorial(20) | from math import factorial
number | hypot | hypot(3.0, 4.0) | from math import hypot
number | isclose | isclose(a, b) | from math import isclose ;; a = 0.1 + 0.2 ;; b = 0.3
number | prod | prod(v) | from math import prod ;; v = [1, 2, 3, 4, 5]
number | isqrt | isqrt(n) | from math import isqrt ;; n = 123456789
number | log | log(x) | from math import log ;; x = 2.5
number | Decimal new | D('3.14') | from decimal import Decimal as D
number | Decimal add | a + b | from decimal import Decimal as D ;; a = D('3.14') ;; b = D('2.50')
number | Decimal mul | a * b | from decimal import Decimal as D ;; a = D('3.14') ;; b = D('2.50')
number | Decimal div | a / b | from decimal import Decimal as D ;; a = D('3.14') ;; b = D('2.50')
number | Decimal quantize | a.quantize(q) | from decimal import Decimal as D ;; a = D('3.14159') ;; q = D('0.01')
number | Decimal compare | a < b | from decimal import Decimal as D ;; a = D('3.14') ;; b = D('2.50')
number | Decimal str | str(a) | from decimal import Decimal as D ;; a = D('3.14')
number | Decimal sum | sum(v) | from decimal import Decimal as D ;; v = [D('1.10')] * 20
number | Fraction new | F(3, 4) | from fractions import Fraction as F
number | Fraction add | a + b | from fractions import Fraction as F ;; a = F(1, 3) ;; b = F(1, 6)
number | Fraction mul | a * b | from fractions import Fraction as F ;; a = F(1, 3) ;; b = F(1, 6)
number | Fraction compare | a < b | from fractions import Fraction as F ;; a = F(1, 3) ;; b = F(1, 6)
bytes | sha256 | sha256(b).hexdigest() | from hashlib import sha256 ;; b = b'hello world'
bytes | md5 | md5(b).hexdigest() | from hashlib import md5 ;; b = b'hello world'
bytes | sha256 long | sha256(b).hexdigest() | from hashlib import sha256 ;; b = b'hello world' * 1000
bytes | b64encode | b64encode(b) | from base64 import b64encode ;; b = b'hello world' * 5
bytes | b64decode | b64decode(b) | from base64 import b64encode, b64decode ;; b = b64encode(b'hello world' * 5)
bytes | hex | b.hex() | b = b'hello world'
bytes | fromhex | bytes.fromhex(s) | s = '68656c6c6f'
bytes | struct pack | pack('<IHB', 1, 2, 3) | from struct import pack
bytes | struct unpack | unpack('<IHB', b) | from struct import unpack ;; b = b'\1\0\0\0\2\0\3'
bytes | crc32 | crc32(b) | from zlib import crc32 ;; b = b'hello world' * 50
bytes | int.from_bytes | int.from_bytes(b, 'big') | b = b'\1\2\3\4'
bytes | to_bytes | i.to_bytes(4, 'big') | i = 123456
bytes | iterate | for x in b: pass | b = b'hello world'
bytes | bytearray append | b.append(5); b.pop() | b = bytearray()
bytes | uuid5 | str(uuid5(NAMESPACE_DNS, 'x')) | from uuid import uuid5, NAMESPACE_DNS
bytes | urlparse | urlparse('http://a.b/c?d=e') | from urllib.parse import urlparse
bytes | quote | quote('a b/c') | from urllib.parse import quote
"""


def operations(word):
    for line in OPERATIONS.strip().splitlines():
        group, name, *rest = line.split(' | ')
        statement, setup = ' | '.join(rest[:-1]), rest[-1]
        if word in f'{group} {name}':
            yield group, name, statement, setup.split(' ;; ')


def make(statement, setup):
    """A function that repeats the statement n times and gives the seconds."""
    lines = ['def bench(n, clock):']
    lines += ['  ' + line for line in setup]
    lines += ['  start = clock()', '  for _ in range(n):']
    lines += ['    ' + statement, '  return clock() - start']
    space = {}
    exec('\n'.join(lines), space)
    return space['bench']


def best_time(bench):
    """Seconds per repetition: the best of five rounds of about 8 ms."""
    n = 1
    while True:
        took = bench(n, perf_counter)
        if took > 0.002 or n > 1 << 22:
            break
        n = n * 2 if took < 0.0005 else int(n * 0.003 / took) + 1
    rounds = max(1, int(n * 0.008 / max(took, 1e-9)))
    return min(bench(rounds, perf_counter) for _ in range(5)) / rounds


def inner(word):
    for group, name, statement, setup in operations(word):
        try:
            result = repr(best_time(make(statement, setup)))
        except Exception as error:
            result = f'failed {error!r}'
        print(group, name, result, sep='\t', flush=True)


def run_engine(command, path, word):
    import subprocess
    text = open(path, encoding='utf-8').read()
    text = text.replace("WORD = ''  # set", f'WORD = {word!r}  # set')
    text = text.replace('INNER = False', 'INNER = True')
    done = subprocess.run([*command, '-'], input=text, text=True,
                          capture_output=True, check=False)
    times = {}
    for line in done.stdout.splitlines():
        group, name, result = line.split('\t')
        times[group, name] = result
    if not times:
        sys.exit(f'{command}: {done.stderr}')
    return times


def outer():
    import argparse
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--caisson', default='build-rel/caisson')
    parser.add_argument('--python', default='/usr/bin/python3')
    parser.add_argument('-k', default='', metavar='WORD',
                        help='only operations whose group or name has WORD')
    parser.add_argument('--below', type=float, default=math.inf,
                        help='print only ratios below this')
    options = parser.parse_args()
    theirs = run_engine([options.python], __file__, options.k)
    ours = run_engine([options.caisson, 'run'], __file__, options.k)
    rows, logs = [], []
    for key, text in theirs.items():
        mine = ours.get(key, 'failed: nothing printed')
        if mine.startswith('failed') or text.startswith('failed'):
            rows.append((0.0, key, text[:60], mine[:60]))
            continue
        ratio = float(text) / float(mine)
        logs.append(math.log(ratio))
        rows.append((ratio, key, f'{float(text) * 1e9:.0f}',
                     f'{float(mine) * 1e9:.0f}'))
    print(f'{"ratio":>6}  {"operation":38} {"cpython ns":>11} '
          f'{"caisson ns":>11}')
    for ratio, key, their, mine in sorted(rows):
        if ratio < options.below:
            print(f'{ratio:6.2f}  {": ".join(key):38} {their:>11} {mine:>11}')
    if logs:
        print(f'{math.exp(sum(logs) / len(logs)):6.2f}  geometric mean of '
              f'{len(logs)}')


INNER = False
WORD = ''  # set by the outer run

if INNER:
    inner(WORD)
elif __name__ == '__main__':
    outer()
