#!/usr/bin/env python3
"""Speed of single library operations: Caisson against CPython.

    python3 bench/micro_lib.py --caisson build-rel/caisson [-k WORD] [--below R]

Every line of OPERATIONS is one statement, repeated in a function of its own.
The same file runs inside both engines,
where it prints one time per operation; the outer run prints the ratios, the
slowest first.  2.00 means twice as fast as CPython.  The engines take turns,
a few operations each, and the best of --rounds counts.

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
number | isqrt | isqrt(i) | from math import isqrt ;; i = 123456789
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
number | choices | r(v, k=10) | import random ;; r = random.Random(1).choices ;; v = list(range(50))
number | choices weights | r(v, weights=w, k=10) | import random ;; r = random.Random(1).choices ;; v = list(range(5)) ;; w = [1, 2, 3, 4, 5]
number | randrange | r(10) | import random ;; r = random.Random(1).randrange
number | getrandbits | r(32) | import random ;; r = random.Random(1).getrandbits
number | seed | Random(5) | from random import Random
number | expovariate | r(1.5) | import random ;; r = random.Random(1).expovariate
number | variance | variance(v) | from statistics import variance ;; v = [1, 2, 3, 4, 5] * 5
number | pstdev | pstdev(v) | from statistics import pstdev ;; v = [1, 2, 3, 4, 5] * 5
number | quantiles | quantiles(v) | from statistics import quantiles ;; v = [1, 2, 3, 4, 5] * 5
number | multimode | multimode(v) | from statistics import multimode ;; v = [1, 2, 3, 4, 5, 5] * 5
number | correlation | correlation(v, w) | from statistics import correlation ;; v = [1.0, 2, 3, 4, 5] * 5 ;; w = [2.0, 1, 3, 5, 4] * 5
number | linear_regression | linear_regression(v, w) | from statistics import linear_regression ;; v = [1.0, 2, 3, 4, 5] * 5 ;; w = [2.0, 1, 3, 5, 4] * 5
number | geometric_mean | geometric_mean(v) | from statistics import geometric_mean ;; v = [1.0, 2, 3, 4, 5] * 5
number | Decimal int | D(5) | from decimal import Decimal as D
number | Decimal sub neg | -(a - b) | from decimal import Decimal as D ;; a = D('3.14') ;; b = D('2.50')
number | Decimal pow | a ** 3 | from decimal import Decimal as D ;; a = D('3.14')
number | Decimal sqrt | a.sqrt() | from decimal import Decimal as D ;; a = D('3.14')
number | Decimal round | round(a, 1) | from decimal import Decimal as D ;; a = D('3.14')
number | Decimal format | f'{a:.2f}' | from decimal import Decimal as D ;; a = D('3.14159')
number | Decimal format , | f'{a:,.2f}' | from decimal import Decimal as D ;; a = D('31415.9')
number | Decimal float | float(a) | from decimal import Decimal as D ;; a = D('3.14')
number | Decimal int() | int(a) | from decimal import Decimal as D ;; a = D('3.14')
number | Decimal mul int | a * 3 | from decimal import Decimal as D ;; a = D('3.14')
number | Decimal mod | a % b | from decimal import Decimal as D ;; a = D('3.14') ;; b = D('0.5')
number | Decimal eq | a == b | from decimal import Decimal as D ;; a = D('3.14') ;; b = D('3.140')
number | Decimal hash | hash(a) | from decimal import Decimal as D ;; a = D('3.14')
number | Decimal repr | repr(a) | from decimal import Decimal as D ;; a = D('3.14')
number | Decimal quant half | a.quantize(q, ROUND_HALF_UP) | from decimal import Decimal as D, ROUND_HALF_UP ;; a = D('3.145') ;; q = D('0.01')
number | Decimal context | getcontext().prec | from decimal import getcontext
number | Decimal localcontext | with_ctx() | from decimal import localcontext ;; ns = {'l': localcontext} ;; exec('def w():\n with l() as c: c.prec = 5', ns) ;; with_ctx = ns['w']
number | Fraction str | F('3/4') | from fractions import Fraction as F
number | Fraction div int | a / 3 | from fractions import Fraction as F ;; a = F(1, 3)
number | Fraction sub | a - b | from fractions import Fraction as F ;; a = F(1, 3) ;; b = F(1, 6)
number | Fraction sum | sum(v) | from fractions import Fraction as F ;; v = [F(1, i) for i in range(1, 10)]
number | Fraction limit | F(3.14159).limit_denominator(100) | from fractions import Fraction as F
number | Fraction eq int | a == 1 | from fractions import Fraction as F ;; a = F(1, 3)
number | Fraction float | float(a) | from fractions import Fraction as F ;; a = F(1, 3)
number | complex abs | abs(c) | c = 3 + 4j
number | math dist | dist(p, q) | from math import dist ;; p = (1.0, 2.0) ;; q = (4.0, 6.0)
number | math fsum | fsum(v) | from math import fsum ;; v = [0.1] * 50
number | math ceil | ceil(x) | from math import ceil ;; x = 2.5
number | math lcm | lcm(4, 6) | from math import lcm
number | math perm | perm(10, 3) | from math import perm
number | math trig | sin(x) * cos(x) | from math import sin, cos ;; x = 0.5
number | math pow exp | exp(x) + pow(x, 2) | from math import exp, pow ;; x = 0.5
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
collections | Counter sub | c - d | from collections import Counter ;; c = Counter('abcabc') ;; d = Counter('bcd')
collections | Counter and | c & d | from collections import Counter ;; c = Counter('abcabc') ;; d = Counter('bcd')
collections | Counter elements | list(c.elements()) | from collections import Counter ;; c = Counter('the quick brown fox')
collections | Counter gen | Counter(x % 7 for x in v) | from collections import Counter ;; v = list(range(100))
collections | Counter subtract | c.subtract(d) | from collections import Counter ;; c = Counter('abcabc') ;; d = Counter('bcd')
collections | Counter total | c.total() | from collections import Counter ;; c = Counter('the quick brown fox')
collections | Counter missing | c['zz'] | from collections import Counter ;; c = Counter('abc')
collections | Counter items | for k, n in c.items(): pass | from collections import Counter ;; c = Counter('the quick brown fox')
collections | Counter update dict | c.update(d) | from collections import Counter ;; c = Counter() ;; d = {'a': 1, 'b': 2}
collections | Counter eq | c == d | from collections import Counter ;; c = Counter('abcabc') ;; d = Counter('cbacba')
collections | defaultdict nested | d['a']['b'] += 1 | from collections import defaultdict ;; d = defaultdict(lambda: defaultdict(int))
collections | defaultdict set | d['a'].add(1) | from collections import defaultdict ;; d = defaultdict(set)
collections | OrderedDict new | OrderedDict(v) | from collections import OrderedDict ;; v = [('a', 1), ('b', 2), ('c', 3)]
collections | OrderedDict items | for k, x in d.items(): pass | from collections import OrderedDict ;; d = OrderedDict((i, i) for i in range(20))
collections | OrderedDict get | d['a'] | from collections import OrderedDict ;; d = OrderedDict(a=1, b=2)
collections | OrderedDict pop | d['k'] = 1; d.pop('k') | from collections import OrderedDict ;; d = OrderedDict(a=1)
collections | OrderedDict reversed | list(reversed(d)) | from collections import OrderedDict ;; d = OrderedDict((i, i) for i in range(20))
collections | deque new | deque(v) | from collections import deque ;; v = list(range(20))
collections | deque extend | d.extend(v) | from collections import deque ;; v = list(range(20)) ;; d = deque(maxlen=30)
collections | deque in | 40 in d | from collections import deque ;; d = deque(range(50))
collections | deque list | list(d) | from collections import deque ;; d = deque(range(50))
collections | deque sum | sum(d) | from collections import deque ;; d = deque(range(50))
collections | deque last | d[-1] | from collections import deque ;; d = deque(range(50))
collections | deque max | max(d) | from collections import deque ;; d = deque(range(50))
collections | deque set item | d[3] = 4 | from collections import deque ;; d = deque(range(50))
collections | ChainMap new | ChainMap(a, b) | from collections import ChainMap ;; a = {'a': 1} ;; b = {'b': 2}
collections | ChainMap items | dict(c) | from collections import ChainMap ;; c = ChainMap({'a': 1}, {'b': 2})
collections | ChainMap get dflt | c.get('z', 0) | from collections import ChainMap ;; c = ChainMap({'a': 1}, {'b': 2})
collections | ChainMap child | c.new_child({'x': 1}) | from collections import ChainMap ;; c = ChainMap({'a': 1}, {'b': 2})
collections | UserDict set | d['a'] = 1 | from collections import UserDict ;; d = UserDict()
collections | namedtuple make | P._make(v) | from collections import namedtuple ;; P = namedtuple('P', 'x y') ;; v = [1, 2]
collections | namedtuple repr | repr(p) | from collections import namedtuple ;; P = namedtuple('P', 'x y') ;; p = P(1, 2)
collections | namedtuple kw | P(x=1, y=2) | from collections import namedtuple ;; P = namedtuple('P', 'x y')
collections | namedtuple eq | p == q | from collections import namedtuple ;; P = namedtuple('P', 'x y') ;; p = P(1, 2) ;; q = P(1, 2)
collections | NamedTuple class | P(1, 2).x | from typing import NamedTuple ;; P = NamedTuple('P', [('x', int), ('y', int)])
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
itertools | for chain | for x in chain(v, w): pass | from itertools import chain ;; v = list(range(50)) ;; w = v[:]
itertools | for islice | for x in islice(v, 40): pass | from itertools import islice ;; v = list(range(50))
itertools | for islice gen | for x in islice((x for x in v), 40): pass | from itertools import islice ;; v = list(range(50))
itertools | for product | for a, b in product(v, v): pass | from itertools import product ;; v = list(range(10))
itertools | for combinations | for a, b in combinations(v, 2): pass | from itertools import combinations ;; v = list(range(12))
itertools | for permutations | for p in permutations(v, 2): pass | from itertools import permutations ;; v = list(range(10))
itertools | for pairwise | for a, b in pairwise(v): pass | from itertools import pairwise ;; v = list(range(50))
itertools | for accumulate | for x in accumulate(v): pass | from itertools import accumulate ;; v = list(range(50))
itertools | for zip_longest | for a, b in zip_longest(v, w): pass | from itertools import zip_longest ;; v = list(range(50)) ;; w = v[:30]
itertools | for groupby key | for k, g in groupby(v, len): list(g) | from itertools import groupby ;; v = ['a'] * 5 + ['bb'] * 5 + ['ccc'] * 5
itertools | for count | for i in count(): break | from itertools import count
itertools | for takewhile | for x in takewhile(f, v): pass | from itertools import takewhile ;; v = list(range(50)) ;; f = lambda x: x < 40
itertools | for starmap | for x in starmap(f, v): pass | from itertools import starmap ;; v = [(i, 2) for i in range(50)] ;; f = lambda a, b: a + b
itertools | for cycle | for x in islice(cycle(v), 100): pass | from itertools import cycle, islice ;; v = [1, 2, 3]
itertools | for repeat | for x in repeat(None, 100): pass | from itertools import repeat
itertools | for compress | for x in compress(v, w): pass | from itertools import compress ;; v = list(range(50)) ;; w = [i & 1 for i in v]
itertools | for filterfalse | for x in filterfalse(None, v): pass | from itertools import filterfalse ;; v = [i % 3 for i in range(50)]
itertools | for tee | a, b = tee(x for x in v); next(b); list(zip(a, b)) | from itertools import tee ;; v = list(range(50))
itertools | batch tuple | list(iter(lambda: tuple(islice(it, 7)), ())) | from itertools import islice ;; it = iter(range(20))
itertools | sum chain | sum(chain(v, w)) | from itertools import chain ;; v = list(range(50)) ;; w = v[:]
itertools | sum starmap mul | sum(starmap(mul, zip(v, v))) | from itertools import starmap ;; from operator import mul ;; v = list(range(50))
itertools | sum map mul | sum(map(mul, v, v)) | from operator import mul ;; v = list(range(50))
itertools | accumulate mul | list(accumulate(v, mul)) | from itertools import accumulate ;; from operator import mul ;; v = [1.5] * 50
itertools | accumulate initial | list(accumulate(v, initial=5)) | from itertools import accumulate ;; v = list(range(50))
itertools | accumulate gen | list(accumulate(x for x in v)) | from itertools import accumulate ;; v = list(range(50))
itertools | map chain gen | list(map(str, (x for x in v))) | v = list(range(50))
itertools | zip gen | list(zip((x for x in v), v)) | v = list(range(50))
itertools | enumerate gen | for i, x in enumerate(x for x in v): pass | v = list(range(50))
itertools | pairwise gen | list(pairwise(x for x in v)) | from itertools import pairwise ;; v = list(range(50))
itertools | groupby gen | [(k, sum(1 for _ in g)) for k, g in groupby(x // 5 for x in v)] | from itertools import groupby ;; v = list(range(50))
itertools | sorted groupby | for k, g in groupby(sorted(v, key=f), key=f): list(g) | from itertools import groupby ;; f = lambda p: p['k'] ;; v = [{'k': i % 5} for i in range(40)]
itertools | next islice | next(islice(v, 10, None)) | from itertools import islice ;; v = list(range(50))
itertools | deque consume | deque(map(str, v), maxlen=0) | from collections import deque ;; v = list(range(50))
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
functools | reduce dict | reduce(lambda d, k: d[k], 'abc', m) | from functools import reduce ;; m = {'a': {'b': {'c': 1}}}
functools | partial kwargs | p(5, c=2) | from functools import partial ;; p = partial(lambda a, b, c=1: a + b, 3, c=4)
functools | lru_cache fib | f.cache_clear(); f(20) | from functools import lru_cache ;; ns = {} ;; exec('def f(n):\n return n if n < 2 else f(n-1) + f(n-2)', ns) ;; f = ns['f'] = lru_cache(maxsize=None)(ns['f'])
functools | lru_cache method | o.f(3) | from functools import lru_cache ;; C = type('C', (), {'f': lru_cache(None)(lambda s, x: x)}) ;; o = C()
functools | lru_cache str key | f('abc', 2) | from functools import lru_cache ;; f = lru_cache(maxsize=128)(lambda x, y: x)
functools | lru_cache kw | f(x=5) | from functools import lru_cache ;; f = lru_cache(maxsize=128)(lambda x: x)
functools | partialmethod | o.g(2) | from functools import partialmethod ;; C = type('C', (), {'f': lambda s, a, b: a}) ;; C.g = partialmethod(C.f, 1) ;; C.g = partialmethod(C.f, 1) ;; o = C()
functools | singledispatch cls | f('x') | from functools import singledispatch ;; f = singledispatch(lambda x: x) ;; f.register(str, lambda x: x)
functools | cmp_to_key sort | sorted(v, key=k) | from functools import cmp_to_key ;; k = cmp_to_key(lambda a, b: (a > b) - (a < b)) ;; v = [i * 7919 % 1009 for i in range(100)]
functools | compose | reduce(lambda f, g: lambda x: g(f(x)), v)(3) | from functools import reduce ;; v = [abs, str, len]
operator | itemgetter | g(t) | from operator import itemgetter ;; g = itemgetter(1) ;; t = (1, 2)
operator | itemgetter two | g(t) | from operator import itemgetter ;; g = itemgetter(1, 0) ;; t = (1, 2)
operator | add | add(a, b) | from operator import add ;; a = 1 ;; b = 2
operator | attrgetter | g(x) | from operator import attrgetter ;; g = attrgetter('real') ;; x = 3
operator | methodcaller | g(x) | from operator import methodcaller ;; g = methodcaller('upper') ;; x = 'abc'
operator | attrgetter dotted | g(p) | from operator import attrgetter ;; from types import SimpleNamespace as N ;; g = attrgetter('a.b') ;; p = N(a=N(b=1))
operator | attrgetter inst | g(p) | from operator import attrgetter ;; from types import SimpleNamespace as N ;; g = attrgetter('a') ;; p = N(a=N(b=1))
operator | sort attrgetter | sorted(v, key=g) | from operator import attrgetter ;; from types import SimpleNamespace as N ;; g = attrgetter('a') ;; v = [N(a=i * 7919 % 1009) for i in range(50)]
operator | map itemgetter | list(map(g, v)) | from operator import itemgetter ;; g = itemgetter('k') ;; v = [{'k': i} for i in range(50)]
heapq | push pop | heappush(h, (3, 'x')); heappop(h) | from heapq import heappush, heappop ;; h = [(i, str(i)) for i in range(50)]
heapq | push pop int | heappush(h, 25); heappop(h) | from heapq import heappush, heappop ;; h = list(range(50))
heapq | heapify | heapify(v[:]) | from heapq import heapify ;; v = [i * 7919 % 1009 for i in range(200)]
heapq | nlargest | nlargest(5, v) | from heapq import nlargest ;; v = [i * 7919 % 1009 for i in range(200)]
heapq | nlargest key | nlargest(5, v, key=lambda p: p[1]) | from heapq import nlargest ;; v = [(i, i * 7919 % 1009) for i in range(200)]
heapq | nsmallest | nsmallest(5, v) | from heapq import nsmallest ;; v = [i * 7919 % 1009 for i in range(200)]
heapq | merge | list(merge(v, w)) | from heapq import merge ;; v = list(range(0, 50, 2)) ;; w = list(range(1, 50, 2))
heapq | heappushpop | heappushpop(h, 30) | from heapq import heappushpop ;; h = list(range(50))
heapq | push pop tuple | heappush(h, (5, 'x')); heappop(h) | from heapq import heappush, heappop ;; h = [(i, 'a') for i in range(50)]
heapq | heapreplace | heapreplace(h, 50) | from heapq import heapreplace ;; h = list(range(50))
heapq | push pop object | heappush(h, o); heappop(h) | from heapq import heappush, heappop ;; C = type('C', (), {'__lt__': lambda s, o: s.v < o.v, '__init__': lambda s, v: setattr(s, 'v', v)}) ;; h = [C(i) for i in range(20)] ;; o = C(5)
heapq | bisect key | bisect_left(v, 50, key=lambda p: p[0]) | from bisect import bisect_left ;; v = [(i, i) for i in range(200)]
heapq | bisect right float | bisect_right(v, 50.5) | from bisect import bisect_right ;; v = [i * 1.5 for i in range(100)]
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
re | fullmatch | p.fullmatch(s) | import re ;; p = re.compile(r'[a-z]+\d*') ;; s = 'hello42'
re | module fullmatch | re.fullmatch(r'[a-z]+', s) | import re ;; s = 'hello'
re | module findall | re.findall(r'\d+', s) | import re ;; s = 'a1 b22 c333 d4444'
re | module split | re.split(r'[,;]\s*', s) | import re ;; s = 'a, b; c,d;e'
re | module compile | re.compile(r'\d+') | import re
re | start end span | m.start(), m.end(), m.span() | import re ;; m = re.search(r'b+', 'aabbcc')
re | group name | m.group('k') | import re ;; m = re.match(r'(?P<k>\w+)=(?P<v>\d+)', 'count=42')
re | group multi | m.group(1, 2) | import re ;; m = re.match(r'(?P<k>\w+)=(?P<v>\d+)', 'count=42')
re | index name | m['k'] | import re ;; m = re.match(r'(?P<k>\w+)=(?P<v>\d+)', 'count=42')
re | lastgroup | m.lastgroup | import re ;; m = re.match(r'(?P<k>\w+)=(?P<v>\d+)', 'count=42')
re | tokenizer | for m in p.finditer(s): m.lastgroup, m.group() | import re ;; p = re.compile(r'(?P<num>\d+)|(?P<id>[a-z]\w*)|(?P<op>[-+*/()])|(?P<ws>\s+)') ;; s = 'total = price * (3 + tax_2) - 17'
re | sub func name | p.sub(lambda m: d[m['k']], s) | import re ;; p = re.compile(r'\{(?P<k>\w+)\}') ;; d = {'a': 'x', 'b': 'y'} ;; s = 'hi {a} and {b} and {a}'
re | sub named tmpl | p.sub(r'\g<v>=\g<k>', s) | import re ;; p = re.compile(r'(?P<k>\w+)=(?P<v>\w+)') ;; s = 'a=1 b=2 c=3'
re | sub count | p.sub('x', s, count=1) | import re ;; p = re.compile(r'\d') ;; s = 'a1b2c3'
re | subn | p.subn('x', s) | import re ;; p = re.compile(r'\d') ;; s = 'a1b2c3'
re | sub delete | p.sub('', s) | import re ;; p = re.compile(r'[^\w\s]') ;; s = 'Hello, world! How are you? Fine; thanks.'
re | sub html tags | p.sub('', s) | import re ;; p = re.compile(r'<[^>]+>') ;; s = '<p>Hello <b>bold</b> and <i>it</i></p>'
re | split keep | p.split(s) | import re ;; p = re.compile(r'([-+*/])') ;; s = '1+2*3-4/5'
re | split lines | p.split(s) | import re ;; p = re.compile(r'\n\s*\n') ;; s = 'para one\nline\n\npara two\n\n\npara three'
re | sentence split | p.split(s) | import re ;; p = re.compile(r'(?<=[.!?])\s+') ;; s = 'One two. Three four! Five six? Seven.'
re | multiline | p.findall(s) | import re ;; p = re.compile(r'^(\w+):\s*(.*)$', re.M) ;; s = 'name: Bob\nage: 42\ncity: Oslo\n'
re | backreference | p.search(s) | import re ;; p = re.compile(r'(\w)\1') ;; s = 'the quick brown fox will jump'
re | ip address | p.match(s) | import re ;; p = re.compile(r'(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$') ;; s = '192.168.10.255'
re | log line | p.match(s).groupdict() | import re ;; p = re.compile(r'(?P<ip>\S+) \S+ \S+ \[(?P<t>[^\]]+)\] "(?P<m>\w+) (?P<p>\S+) [^"]*" (?P<s>\d{3}) (?P<n>\d+|-)') ;; s = '127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET /a.gif HTTP/1.0" 200 2326'
re | url | p.findall(s) | import re ;; p = re.compile(r'https?://[^\s<>"]+') ;; s = 'see http://a.example/x and https://b.example/y?z=1 for more'
re | camel | re.sub(r'(?<!^)(?=[A-Z])', '_', s).lower() | import re ;; s = 'someCamelCaseName'
re | words lower | re.findall(r"[a-z']+", s.lower()) | import re ;; s = "The quick brown fox doesn't jump over it. The end."
re | long search miss | p.search(s) | import re ;; p = re.compile(r'needle\d') ;; s = 'hay needl stack ' * 50
re | long ignorecase | p.findall(s) | import re ;; p = re.compile(r'\bstack\b', re.I) ;; s = 'hay needl Stack ' * 20
re | unicode words | p.findall(s) | import re ;; p = re.compile(r'\w+') ;; s = 'größe über straße naïve café'
re | bytes findall | p.findall(s) | import re ;; p = re.compile(rb'\d+') ;; s = b'a1 b22 c333 d4444'
re | optional groups | p.match(s).groups() | import re ;; p = re.compile(r'(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$') ;; s = '3.14'
re | quoted strings | p.findall(s) | import re ;; p = re.compile(r'"((?:[^"\\]|\\.)*)"') ;; s = r'a "one" b "two \" q" c "three"'
re | key value | dict(p.findall(s)) | import re ;; p = re.compile(r'(\w+)=(\S+)') ;; s = 'a=1 bb=22 ccc=333 dddd=4444'
re | digits mask | p.sub(lambda m: '*' * len(m[0]), s) | import re ;; p = re.compile(r'\d+') ;; s = 'card 1234 5678 and 42'
re | scanner match at | p.match(s, 5) | import re ;; p = re.compile(r'\w+') ;; s = 'abcd efgh'
re | expand | m.expand(r'\2-\1') | import re ;; m = re.match(r'(\w+)=(\d+)', 'count=42')
re | m truth chain | if m := p.match(s): m.group(1).strip() | import re ;; p = re.compile(r'(\w+):') ;; s = 'key: value'
json | dumps small | dumps(d) | from json import dumps ;; d = {'a': 1, 'b': [1, 2, 3], 'c': 'x'}
json | dumps indent | dumps(d, indent=2) | from json import dumps ;; d = {'a': 1, 'b': [1, 2, 3], 'c': 'x'}
json | dumps sorted | dumps(d, sort_keys=True) | from json import dumps ;; d = {'b': 1, 'a': [1, 2, 3], 'c': 'x'}
json | dumps list | dumps(v) | from json import dumps ;; v = [{'id': i, 'name': 'n%d' % i, 'x': i / 7} for i in range(20)]
json | dumps default | dumps(v, default=str) | from json import dumps ;; v = [{1, 2}.__class__, 3]
json | loads small | loads(s) | from json import loads ;; s = '{"a": 1, "b": [1, 2, 3], "c": "x"}'
json | loads list | loads(s) | from json import loads, dumps ;; s = dumps([{'id': i, 'name': 'n%d' % i, 'x': i / 7} for i in range(20)])
json | dumps nested str | dumps(d) | from json import dumps ;; d = {'users': [{'name': 'Bob', 'mail': 'b@x.org', 'ok': True, 'n': None}] * 10}
json | loads nested str | loads(s) | from json import dumps, loads ;; s = dumps({'users': [{'name': 'Bob', 'mail': 'b@x.org', 'ok': True, 'n': None}] * 10})
json | loads unicode | loads(s) | from json import dumps, loads ;; s = dumps({'a': 'größe \n "q" é', 'b': ['über'] * 5})
json | dumps unicode | dumps(d, ensure_ascii=False) | from json import dumps ;; d = {'a': 'größe \n "q" é', 'b': ['über'] * 5}
json | dumps default cls | dumps(d, default=lambda o: o.__dict__) | from json import dumps ;; from types import SimpleNamespace as N ;; d = [N(a=1, b='x') for _ in range(5)]
json | dumps separators | dumps(d, separators=(',', ':')) | from json import dumps ;; d = {'a': 1, 'b': [1, 2, 3], 'c': 'x'}
json | loads hook | loads(s, object_hook=f) | from json import loads ;; f = lambda d: d ;; s = '[{"a": 1}, {"a": 2}, {"a": 3}]'
json | loads pairs hook | loads(s, object_pairs_hook=dict) | from json import loads ;; s = '[{"a": 1}, {"a": 2}, {"a": 3}]'
json | dump file | dump(d, io.StringIO()) | from json import dump ;; import io ;; d = {'a': 1, 'b': [1, 2, 3], 'c': 'x'}
json | load file | load(io.StringIO(s)) | from json import load ;; import io ;; s = '{"a": 1, "b": [1, 2, 3], "c": "x"}'
json | dumps encoder cls | dumps(d, cls=E) | from json import dumps, JSONEncoder ;; E = type('E', (JSONEncoder,), {'default': lambda s, o: str(o)}) ;; d = {'a': {1}.__class__, 'b': [1, 2]}
json | loads floats | loads(s) | from json import loads, dumps ;; s = dumps([i / 7 for i in range(30)])
json | dumps floats | dumps(v) | from json import dumps ;; v = [i / 7 for i in range(30)]
json | loads ints | loads(s) | from json import loads, dumps ;; s = dumps(list(range(1000, 1060)))
csv | reader | list(csv.reader(v)) | import csv ;; v = ['a,b,c,1,2'] * 20
csv | reader quoted | list(csv.reader(v)) | import csv ;; v = ['a,"b ""x"", y",c,1,2'] * 20
csv | DictReader | list(csv.DictReader(v)) | import csv ;; v = ['k,l,m'] + ['a,b,1'] * 20
csv | writer | w.writerows(v) | import csv, io ;; w = csv.writer(io.StringIO()) ;; v = [['a', 'b', 1, 2.5]] * 20
csv | writer row | w.writerow(v) | import csv, io ;; w = csv.writer(io.StringIO()) ;; v = ['a', 'b c', 'd, e', 2.5]
csv | DictWriter | w.writerow(v) | import csv, io ;; w = csv.DictWriter(io.StringIO(), ['a', 'b']) ;; v = {'a': 1, 'b': 'x'}
csv | StringIO reader | list(csv.reader(io.StringIO(s))) | import csv, io ;; s = 'a,b,c,1,2\n' * 20
csv | reader int | for r in csv.reader(v): int(r[3]) | import csv ;; v = ['a,b,c,1,2'] * 20
csv | DictReader get | for r in csv.DictReader(io.StringIO(s)): r['l'] | import csv, io ;; s = 'k,l,m\n' + 'a,b,1\n' * 20
csv | DictWriter rows | w = csv.DictWriter(io.StringIO(), ['a', 'b']); w.writeheader(); w.writerows(v) | import csv, io ;; v = [{'a': 1, 'b': 'x'}] * 20
csv | reader tabs | list(csv.reader(v, delimiter='\t')) | import csv ;; v = ['a\tb\tc\t1\t2'] * 20
csv | writer quoted | w.writerow(v) | import csv, io ;; w = csv.writer(io.StringIO(), quoting=csv.QUOTE_ALL) ;; v = ['a', 'b c', 'd, e', 2.5]
csv | writer getvalue | o = io.StringIO(); csv.writer(o).writerow(v); o.getvalue() | import csv, io ;; v = ['a', 'b', 1]
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
datetime | date.today-like str | str(d) | from datetime import date ;; d = date(2024, 5, 17)
datetime | isoweekday | d.isoweekday() | from datetime import date ;; d = date(2024, 5, 17)
datetime | timedelta str | str(t) | from datetime import timedelta ;; t = timedelta(1, 3725)
datetime | timedelta cmp | t < u | from datetime import timedelta ;; t = timedelta(1) ;; u = timedelta(2)
datetime | timedelta floordiv | t // u | from datetime import timedelta ;; t = timedelta(10) ;; u = timedelta(2)
datetime | timedelta divmod | divmod(t, u) | from datetime import timedelta ;; t = timedelta(10) ;; u = timedelta(3)
datetime | timedelta sum | sum(v, timedelta()) | from datetime import timedelta ;; v = [timedelta(1)] * 20
datetime | timedelta neg abs | abs(-t) | from datetime import timedelta ;; t = timedelta(1, 5)
datetime | timetuple | d.timetuple() | from datetime import datetime ;; d = datetime(2024, 5, 17, 12, 30)
datetime | repr | repr(d) | from datetime import datetime ;; d = datetime(2024, 5, 17, 12, 30)
datetime | replace dt | d.replace(hour=0, minute=0) | from datetime import datetime ;; d = datetime(2024, 5, 17, 12, 30)
datetime | date() time() | d.date(), d.time() | from datetime import datetime ;; d = datetime(2024, 5, 17, 12, 30)
datetime | naive timestamp | d.timestamp() | from datetime import datetime ;; d = datetime(2024, 5, 17, 12, 30)
datetime | format fstring | f'{d:%Y-%m-%d %H:%M}' | from datetime import datetime ;; d = datetime(2024, 5, 17, 12, 30)
datetime | strftime mon | d.strftime('%d %b %Y') | from datetime import date ;; d = date(2024, 5, 17)
datetime | strptime us | datetime.strptime('05/17/2024', '%m/%d/%Y') | from datetime import datetime
datetime | strptime mon | datetime.strptime('17 May 2024', '%d %b %Y') | from datetime import datetime
datetime | strptime iso tz | datetime.strptime('2024-05-17T12:30:45+0200', '%Y-%m-%dT%H:%M:%S%z') | from datetime import datetime
datetime | strptime ampm | datetime.strptime('5/7/24 3:15 PM', '%m/%d/%y %I:%M %p') | from datetime import datetime
datetime | fromiso Z | datetime.fromisoformat('2024-05-17T12:30:00.123456+00:00') | from datetime import datetime
datetime | aware sub | d - e | from datetime import datetime, timezone ;; d = datetime(2024, 5, 17, tzinfo=timezone.utc) ;; e = datetime(2024, 1, 1, tzinfo=timezone.utc)
datetime | aware cmp | d < e | from datetime import datetime, timezone ;; d = datetime(2024, 5, 17, tzinfo=timezone.utc) ;; e = datetime(2024, 1, 1, tzinfo=timezone.utc)
datetime | aware iso | d.isoformat() | from datetime import datetime, timezone ;; d = datetime(2024, 5, 17, tzinfo=timezone.utc)
datetime | days loop | d += t | from datetime import date, timedelta ;; d = date(1, 1, 1) ;; t = timedelta(0)
datetime | month range | monthrange(2024, 2) | from calendar import monthrange
datetime | isleap | isleap(2024) | from calendar import isleap
datetime | sort dates | sorted(v) | from datetime import date, timedelta ;; v = [date(2024, 1, 1) + timedelta(i * 7919 % 100) for i in range(50)]
datetime | min max | max(v) - min(v) | from datetime import date, timedelta ;; v = [date(2024, 1, 1) + timedelta(i * 7919 % 100) for i in range(50)]
datetime | dates set | set(v) | from datetime import date, timedelta ;; v = [date(2024, 1, 1) + timedelta(i * 7919 % 100) for i in range(50)]
datetime | zoneinfo | d.astimezone(z) | from datetime import datetime, timezone ;; from zoneinfo import ZoneInfo ;; d = datetime(2024, 5, 17, tzinfo=timezone.utc) ;; z = ZoneInfo('UTC')
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
text | wrap long | wrap(s, 60) | from textwrap import wrap ;; s = 'the quick-brown fox jumps over the lazy dog, again and again. ' * 20
text | wrap indent | w.wrap(s) | from textwrap import TextWrapper ;; w = TextWrapper(width=40, initial_indent='* ', subsequent_indent='  ') ;; s = 'the quick brown fox jumps over the lazy dog again and again ' * 3
text | StringIO print | print('abc', 5, file=o) | import io ;; o = io.StringIO()
text | StringIO writelines | o.writelines(v) | import io ;; o = io.StringIO() ;; v = ['abc\n'] * 10
text | StringIO readline | o.seek(0); o.readline() | import io ;; o = io.StringIO('one\ntwo\n')
text | StringIO read | io.StringIO(s).read() | import io ;; s = 'one\ntwo\nthree\n' * 5
text | StringIO readlines | io.StringIO(s).readlines() | import io ;; s = 'one\ntwo\nthree\n' * 5
text | BytesIO write | o.write(b'abc') | import io ;; o = io.BytesIO()
text | BytesIO read | o.seek(0); o.read(4) | import io ;; o = io.BytesIO(b'hello world')
text | Template safe | t.safe_substitute(d) | from string import Template ;; t = Template('$a and ${b} $$ $c') ;; d = {'a': 1, 'b': 2}
text | capwords | capwords(s) | from string import capwords ;; s = 'the quick brown fox'
text | difflib close | get_close_matches('appel', v) | from difflib import get_close_matches ;; v = ['ape', 'apple', 'peach', 'puppy']
text | difflib unified | list(unified_diff(a, b)) | from difflib import unified_diff ;; a = ['l%d' % i for i in range(20)] ;; b = a[:5] + ['x'] + a[6:]
text | difflib ndiff | list(ndiff(a, b)) | from difflib import ndiff ;; a = ['line %d' % i for i in range(6)] ;; b = a[:3] + ['lino 3'] + a[4:]
text | difflib long | SequenceMatcher(None, a, b).ratio() | from difflib import SequenceMatcher ;; a = 'the quick brown fox jumps over the lazy dog' * 2 ;; b = 'the quick green fox leaps over the lazy cat' * 2
text | pprint | pformat(d) | from pprint import pformat ;; d = {'a': [1, 2, 3], 'b': {'c': 'hello', 'd': (1, 2)}}
text | pformat wide | pformat(d) | from pprint import pformat ;; d = [{'id': i, 'name': 'name %d' % i, 'tags': ['a', 'b']} for i in range(5)]
text | html escape | escape(s) | from html import escape ;; s = '<a href="x">Tom & Jerry</a>'
text | html unescape | unescape(s) | from html import unescape ;; s = '&lt;a&gt; Tom &amp; Jerry &#39;'
text | html parser | p.feed(s) | from html.parser import HTMLParser ;; p = HTMLParser() ;; s = '<p class="x">Hello <b>bold</b> text</p>'
text | literal_eval | literal_eval(s) | from ast import literal_eval ;; s = "{'a': [1, 2, (3, 4)], 'b': 'x'}"
text | fnmatch | fnmatch('report_2024.csv', '*.csv') | from fnmatch import fnmatch
text | unicode normalize | normalize('NFKD', s) | from unicodedata import normalize ;; s = 'größe über straße naïve café'
text | maketrans punct | s.translate(t) | import string ;; t = str.maketrans('', '', string.punctuation) ;; s = 'Hello, world! How are you?'
text | casefold | s.casefold() | s = 'Hello World Größe'
text | expandtabs | s.expandtabs(4) | s = 'a\tbb\tccc'
text | format_map | '{a} {b}'.format_map(d) | d = {'a': 1, 'b': 2}
text | xml parse | fromstring(s) | from xml.etree.ElementTree import fromstring ;; s = '<r><a x="1">t</a><b><c/></b></r>'
text | xml find | r.findall('a') | from xml.etree.ElementTree import fromstring ;; r = fromstring('<r><a x="1">t</a><a/><b><c/></b></r>')
text | argparse | p.parse_args(['-n', '5', 'x']) | import argparse ;; p = argparse.ArgumentParser() ;; p.add_argument('-n', type=int) ;; p.add_argument('f')
text | logging off | log.debug('x %d', 5) | import logging ;; log = logging.getLogger('x')
text | configparser | c = ConfigParser(); c.read_string(s) | from configparser import ConfigParser ;; s = '[a]\nx = 1\ny = two\n[b]\nz = 3\n'
text | tomllib | loads(s) | from tomllib import loads ;; s = 'title = "x"\n[a]\nn = 5\nv = [1, 2, 3]\n'
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
class | dataclass default | P(1) | from dataclasses import make_dataclass, field ;; P = make_dataclass('P', ['x', ('y', int, 5), ('z', list, field(default_factory=list))])
class | dataclass 6 fields | P(1, 2, 3, 4, 5, 6) | from dataclasses import make_dataclass ;; P = make_dataclass('P', list('abcdef'))
class | dataclass kw | P(x=1, y=2) | from dataclasses import make_dataclass ;; P = make_dataclass('P', ['x', 'y'])
class | dataclass nested asdict | asdict(p) | from dataclasses import make_dataclass, asdict ;; P = make_dataclass('P', ['x', 'y']) ;; p = P(P(1, 2), [P(3, {'a': 4})])
class | dataclass astuple | astuple(p) | from dataclasses import make_dataclass, astuple ;; P = make_dataclass('P', ['x', 'y']) ;; p = P(1, [2])
class | dataclass fields | fields(p) | from dataclasses import make_dataclass, fields ;; P = make_dataclass('P', ['x', 'y']) ;; p = P(1, [2])
class | dataclass slots new | P(1, 2) | from dataclasses import make_dataclass ;; P = make_dataclass('P', ['x', 'y'], slots=True)
class | dataclass sort | sorted(v) | from dataclasses import make_dataclass ;; P = make_dataclass('P', ['x', 'y'], order=True) ;; v = [P(i * 7919 % 101, i) for i in range(30)]
class | dataclass set | set(v) | from dataclasses import make_dataclass ;; P = make_dataclass('P', ['x', 'y'], frozen=True) ;; v = [P(i % 10, i) for i in range(30)]
class | dataclass make | C = dataclass(type('C', (), {'__module__': 'builtins', '__annotations__': {'x': int, 'y': int}})) | from dataclasses import dataclass
class | namedtuple make | namedtuple('P', 'x y') | from collections import namedtuple
class | enum make | Enum('E', 'A B C') | from enum import Enum
class | enum str | str(e) | from enum import Enum ;; E = Enum('E', 'A B C') ;; e = E.A
class | enum is | e is E.A | from enum import Enum ;; E = Enum('E', 'A B C') ;; e = E.A
class | enum in | e in E | from enum import Enum ;; E = Enum('E', 'A B C') ;; e = E.A
class | enum comp | [m.name for m in E] | from enum import Enum ;; E = Enum('E', 'A B C')
class | enum members | E.__members__['A'] | from enum import Enum ;; E = Enum('E', 'A B C')
class | enum repr | repr(e) | from enum import Enum ;; E = Enum('E', 'A B C') ;; e = E.A
class | StrEnum eq | e == 'a' | from enum import StrEnum ;; E = StrEnum('E', [('A', 'a'), ('B', 'b')]) ;; e = E.A
class | IntFlag in | E.A in f | from enum import IntFlag ;; E = IntFlag('E', 'A B C') ;; f = E(3)
class | IntFlag and | f & E.A | from enum import IntFlag ;; E = IntFlag('E', 'A B C') ;; f = E(3)
class | IntEnum sort | sorted(v) | from enum import IntEnum ;; E = IntEnum('E', 'A B C') ;; v = list(E) * 5
class | deepcopy rows | deepcopy(v) | from copy import deepcopy ;; v = [{'id': i, 'name': 'n', 'tags': ['a', 'b']} for i in range(10)]
class | deepcopy list | deepcopy(v) | from copy import deepcopy ;; v = [[i * j for i in range(9)] for j in range(9)]
class | deepcopy class | deepcopy(p) | from copy import deepcopy ;; P = type('P', (), {}) ;; p = P() ;; p.a = [1] ;; p.b = P() ;; p.b.c = {'x': 1}
class | copy.copy object | copy(p) | from copy import copy ;; P = type('P', (), {}) ;; p = P() ;; p.a = [1]
class | copy.copy dict | copy(v) | from copy import copy ;; v = {'a': 1}
class | pathlib parts | p.parts | from pathlib import PurePosixPath ;; p = PurePosixPath('/a/b.txt')
class | pathlib parent stem | p.parent, p.stem, p.name | from pathlib import PurePosixPath ;; p = PurePosixPath('/a/b.txt')
class | pathlib with_suffix | p.with_suffix('.md') | from pathlib import PurePosixPath ;; p = PurePosixPath('/a/b.txt')
class | pathlib relative | p.relative_to('/a') | from pathlib import PurePosixPath ;; p = PurePosixPath('/a/b/c.txt')
class | pathlib str new | str(P('a/b') / 'c') | from pathlib import PurePosixPath as P
class | pathlib match | p.match('*.txt') | from pathlib import PurePosixPath ;; p = PurePosixPath('/a/b.txt')
class | pathlib sort | sorted(v) | from pathlib import PurePosixPath as P ;; v = [P('a/%d' % (i * 7919 % 101)) for i in range(20)]
class | os.path basename | basename(p), dirname(p) | from os.path import basename, dirname ;; p = '/a/b/c.txt'
class | os.path normpath | normpath('/a/./b/../c') | from os.path import normpath
class | namespace attr | o.a | from types import SimpleNamespace ;; o = SimpleNamespace(a=1)
class | namespace new | N(a=1, b=2) | from types import SimpleNamespace as N
class | abc call | o.f() | from abc import ABC, abstractmethod ;; B = type(ABC)('B', (ABC,), {'f': abstractmethod(lambda s: 1)}) ;; C = type(ABC)('C', (B,), {'f': lambda s: 2}) ;; o = C()
class | abc isinstance own | isinstance(o, B) | from abc import ABC ;; B = type(ABC)('B', (ABC,), {}) ;; C = type(ABC)('C', (B,), {}) ;; o = C()
class | isinstance Iterable | isinstance(v, Iterable) | from collections.abc import Iterable ;; v = [1]
class | isinstance Callable | isinstance(len, Callable) | from collections.abc import Callable
class | isinstance Number | isinstance(5, Number) | from numbers import Number
class | Protocol check | isinstance(v, P) | from typing import Protocol, runtime_checkable ;; P = runtime_checkable(type(Protocol)('P', (Protocol,), {'append': lambda s, x: None})) ;; v = []
class | typing Optional | Optional[int] | from typing import Optional
class | weakref | ref(o)() | from weakref import ref ;; o = type('C', (), {})()
class | pickle dumps | dumps(v) | from pickle import dumps ;; v = {'a': [1, 2, 3], 'b': 'x'}
class | pickle loads | loads(b) | from pickle import dumps, loads ;; b = dumps({'a': [1, 2, 3], 'b': 'x'})
class | ExitStack | s = ExitStack(); s.close() | from contextlib import ExitStack
class | contextvar get | v.get() | from contextvars import ContextVar ;; v = ContextVar('v', default=1)
class | inspect signature | signature(f) | from inspect import signature ;; f = lambda a, b=1: a
class | array append | a.append(5); a.pop() | from array import array ;; a = array('i', range(10))
class | array index | a[5] | from array import array ;; a = array('i', range(10))
class | array sum | sum(a) | from array import array ;; a = array('d', range(50))
class | queue put get | q.put(1); q.get() | from queue import Queue ;; q = Queue()
class | PriorityQueue | q.put((2, 'x')); q.get() | from queue import PriorityQueue ;; q = PriorityQueue()
class | Lock with | l.acquire(); l.release() | from threading import Lock ;; l = Lock()
class | asyncio run | asyncio.run(c()) | import asyncio ;; ns = {} ;; exec('async def c():\n return 1', ns) ;; c = ns['c']
class | asyncio gather | asyncio.run(c()) | import asyncio ;; ns = {'asyncio': asyncio} ;; exec('async def g(i):\n await asyncio.sleep(0)\n return i\nasync def c():\n return await asyncio.gather(*[g(i) for i in range(20)])', ns) ;; c = ns['c']
class | topological | list(T({1: [2, 3], 2: [4], 3: [4]}).static_order()) | from graphlib import TopologicalSorter as T
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
bytes | sha1 | sha1(b).hexdigest() | from hashlib import sha1 ;; b = b'hello world'
bytes | sha512 | sha512(b).hexdigest() | from hashlib import sha512 ;; b = b'hello world'
bytes | blake2b | blake2b(b).hexdigest() | from hashlib import blake2b ;; b = b'hello world'
bytes | hash update | h.update(b) | from hashlib import sha256 ;; h = sha256() ;; b = b'hello world'
bytes | hmac | hmac.new(b'k', b, 'sha256').hexdigest() | import hmac ;; b = b'hello world'
bytes | b64 urlsafe | urlsafe_b64encode(b) | from base64 import urlsafe_b64encode ;; b = b'hello world' * 5
bytes | b32encode | b32encode(b) | from base64 import b32encode ;; b = b'hello world' * 5
bytes | b64 roundtrip str | b64encode(s.encode()).decode() | from base64 import b64encode ;; s = 'hello world'
bytes | hexlify | hexlify(b) | from binascii import hexlify ;; b = b'hello world'
bytes | struct object | S.unpack(b) | from struct import Struct ;; S = Struct('<IHB') ;; b = b'\1\0\0\0\2\0\3'
bytes | iter_unpack | list(iter_unpack('<H', b)) | from struct import iter_unpack ;; b = b'\1\0' * 20
bytes | struct floats | pack('3d', 1.0, 2.0, 3.0) | from struct import pack
bytes | calcsize | calcsize('<IHB') | from struct import calcsize
bytes | zlib roundtrip | decompress(compress(b)) | from zlib import compress, decompress ;; b = b'hello world' * 50
bytes | uuid4-like | UUID(int=5) | from uuid import UUID
bytes | uuid parse str | str(UUID(s)) | from uuid import UUID ;; s = '12345678-1234-5678-1234-567812345678'
bytes | unquote | unquote('a%20b%2Fc') | from urllib.parse import unquote
bytes | quote_plus | quote_plus('a b&c=d') | from urllib.parse import quote_plus
bytes | urlencode | urlencode(d) | from urllib.parse import urlencode ;; d = {'a': 1, 'b': 'x y', 'c': 'é'}
bytes | parse_qs | parse_qs('a=1&b=2&a=3') | from urllib.parse import parse_qs
bytes | parse_qsl | parse_qsl('a=1&b=2&a=3') | from urllib.parse import parse_qsl
bytes | urljoin | urljoin('http://a.b/c/d', '../e') | from urllib.parse import urljoin
bytes | urlsplit fields | u.hostname, u.port | from urllib.parse import urlsplit ;; u = urlsplit('http://user@a.b:80/c?d=e')
bytes | urlunsplit | u.geturl() | from urllib.parse import urlsplit ;; u = urlsplit('http://user@a.b:80/c?d=e')
bytes | ipaddress | ip_address('192.168.0.1') | from ipaddress import ip_address
bytes | ip in network | a in w | from ipaddress import ip_address, ip_network ;; a = ip_address('192.168.0.1') ;; w = ip_network('192.168.0.0/16')
bytes | bytes join | b','.join(v) | v = [b'a', b'bb', b'ccc']
bytes | bytes split | b.split(b',') | b = b'a,bb,ccc,d'
bytes | bytes find | b.find(b'wor') | b = b'hello world'
bytes | bytearray build | b = bytearray(); b += b'abc'; b.extend(b'def') | pass
bytes | memoryview slice | m[2:6].tobytes() | m = memoryview(b'hello world')
bytes | bytes translate | b.translate(t) | b = b'hello world' ;; t = bytes(range(256))
bytes | list bytes | list(b) | b = b'hello world'
set | equal | s == t | s = set(range(10)) ;; t = set(range(10))
set | equal str | s == t | s = set('abcdefgh') ;; t = set('hgfedcba')
set | of a tuple | set(t) | t = tuple(range(20))
set | of pairs | set(v) | v = [(i, i + 1) for i in range(20)]
set | frozenset | frozenset(v) | v = list(range(20))
set | frozenset less | s < t | s = frozenset(range(5)) ;; t = frozenset(range(10))
set | frozenset hash | hash(frozenset(v)) | v = [1, 2, 3, 4]
set | symmetric | s ^ t | s = set(range(10)) ;; t = set(range(5, 15))
set | isdisjoint | s.isdisjoint(t) | s = set(range(10)) ;; t = set(range(10, 20))
set | update list | s = set(); s.update(v) | v = list(range(20))
set | display | {a, b, c} | a, b, c = 1, 2, 3
set | add discard | s.add(3); s.discard(3) | s = set(range(10))
set | copy | s.copy() | s = set(range(10))
set | iterate | for x in s: pass | s = set(range(50))
set | keys and set | d.keys() & s | d = {str(i): i for i in range(20)} ;; s = {'1', '2'}
set | keys and keys | d.keys() & e.keys() | d = {str(i): i for i in range(20)} ;; e = {str(i): i for i in range(5)}
list | slice assign | v[2:5] = w | v = list(range(10)) ;; w = [1, 2, 3]
list | slice assign all | v[:] = w | v = list(range(10)) ;; w = list(range(10))
list | slice insert delete | v[2:2] = [1]; del v[2:3] | v = list(range(10))
list | slice extended | v[::2] = w | v = list(range(10)) ;; w = [0] * 5
list | repr | repr(v) | v = [1, 'a', 2.0, None] * 3
list | repr objects | repr(v) | K = type('K', (), {'__repr__': lambda s: 'K()'}) ;; v = [K() for i in range(5)]
list | contains objects | b in v | K = type('K', (), {'__eq__': lambda s, o: s is o}) ;; b = K() ;; v = [K(), b]
dict | key pair | d[a, b] | a = 1 ;; b = 2 ;; d = {(1, 2): 3}
dict | key nested | d[(a, b), (b, a)] | a = 1 ;; b = 2 ;; d = {((1, 2), (2, 1)): 3}
dict | key str int | d['a', i] | i = 5 ;; d = {('a', 5): 1}
dict | key object | d[a] | K = type('K', (), {'__hash__': lambda s: 5, '__eq__': lambda s, o: s is o}) ;; a = K() ;; d = {a: 1}
dict | hash nested | hash(t) | t = ((1, 2), (3, 4), 'a')
dict | equal | d == e | d = {str(i): i for i in range(20)} ;; e = dict(d)
dict | merge | {**d, **e} | d = {'a': 1} ;; e = {'b': 2}
fold | for enumerate zip | for i, (a, b) in enumerate(zip(v, w)): pass | v = list(range(50)) ;; w = v[:]
fold | for enumerate items | for i, (k, x) in enumerate(d.items()): pass | d = dict.fromkeys(range(50))
fold | for zip items | for (k, x), b in zip(d.items(), v): pass | d = dict.fromkeys(range(50)) ;; v = list(range(50))
fold | for zip strict | for a, b in zip(v, w, strict=True): pass | v = list(range(50)) ;; w = v[:]
fold | for zip shifted | for a, b in zip(v, v[1:]): pass | v = list(range(50))
fold | for enumerate gen | for i, x in enumerate(y for y in v): pass | v = list(range(50))
fold | for map len | for x in map(len, v): pass | v = ['a', 'bb'] * 25
fold | map of two | list(map(add, v, v)) | from operator import add ;; v = list(range(50))
fold | map method | list(map(str.upper, v)) | v = ['a', 'bb'] * 25
fold | sum map | sum(map(abs, v)) | v = list(range(50))
fold | filter None | list(filter(None, v)) | v = [0, 1] * 25
functools | lru_cache typed | f(a, 2) | from functools import lru_cache ;; f = lru_cache(1000, typed=True)(lambda x, y: x) ;; a = 1.5
functools | lru_cache typed miss | f.cache_clear(); f(5) | from functools import lru_cache ;; f = lru_cache(128, typed=True)(lambda x: x)
class | pickle dumps objects | dumps(v) | from pickle import dumps ;; from argparse import Namespace ;; v = [Namespace(a=1, b=2) for i in range(50)]
class | pickle loads objects | loads(b) | from pickle import dumps, loads ;; from argparse import Namespace ;; b = dumps([Namespace(a=1, b=2) for i in range(50)])
class | pickle dumps dates | dumps(v) | from pickle import dumps ;; from datetime import datetime ;; v = [datetime(2020, 1, 1 + i % 28, 5) for i in range(50)]
class | pickle loads dates | loads(b) | from pickle import dumps, loads ;; from datetime import datetime ;; b = dumps([datetime(2020, 1, 1 + i % 28, 5) for i in range(50)])
class | pickle dumps sets | dumps(v) | from pickle import dumps ;; v = [{i} for i in range(50)]
class | new and init | K(1, 2) | K = type('K', (), {'__new__': lambda c, a, b: object.__new__(c), '__init__': lambda s, a, b: None})
class | type call | type('Q', (), {}) | pass
class | int subclass add | i + 1 | i = type('I', (int,), {})(5)
class | deepcopy reduce | deepcopy(o) | from copy import deepcopy ;; from fractions import Fraction ;; o = [Fraction(1, 3)] * 3
sort | cmp_to_key | sorted(v, key=k) | from functools import cmp_to_key ;; v = [i * 7 % 11 for i in range(11)] ;; k = cmp_to_key(lambda a, b: (a > b) - (a < b))
text | normalize NFD | normalize('NFD', s) | from unicodedata import normalize ;; s = 'größe über naïve café'
text | StringIO write seek | f.write('abc'); f.seek(0) | from io import StringIO ;; f = StringIO()
text | BytesIO seek read | f.seek(0); f.read(3) | from io import BytesIO ;; f = BytesIO(b'abcdef')
"""


CHUNK = 8


def chosen(word):
    """Operations with the word in their group or name."""
    return list(operations(word))


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
    """Seconds per repetition: the best of 25 rounds of about 1.5 ms, so short
    that some of them run undisturbed on a busy machine."""
    n = 1
    while True:
        # the best of three: a preemption must not end the search
        took = min(bench(n, perf_counter) for _ in range(3))
        if took > 0.0005 or n > 1 << 22:
            break
        n *= 2
    rounds = max(1, int(n * 0.0015 / max(took, 1e-9)))
    return min(bench(rounds, perf_counter) for _ in range(25)) / rounds


def inner(word, first):
    for group, name, statement, setup in chosen(word)[first:first + CHUNK]:
        try:
            result = repr(best_time(make(statement, setup)))
        except Exception as error:
            result = f'failed {error!r}'
        print(group, name, result, sep='\t', flush=True)


def run_engine(command, path, word, first, times):
    import subprocess
    text = open(path, encoding='utf-8').read()
    text = text.replace("WORD = ''  # set", f'WORD = {word!r}  # set')
    text = text.replace('FIRST = -1', f'FIRST = {first}')
    done = subprocess.run([*command, '-'], input=text, text=True,
                          capture_output=True, check=False)
    if not done.stdout:
        sys.exit(f'{command}: {done.stderr}')
    for line in done.stdout.splitlines():
        group, name, result = line.split('\t')
        known = times.get((group, name), result)
        if not known.startswith('failed') and float(known) < float(result):
            result = known
        times[group, name] = result


def outer():
    import argparse
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--caisson', default='build-rel/caisson')
    parser.add_argument('--python', default='/usr/bin/python3')
    parser.add_argument('-k', default='', metavar='WORD',
                        help='only operations whose group or name has WORD')
    parser.add_argument('--below', type=float, default=math.inf,
                        help='print only ratios below this')
    parser.add_argument('--rounds', type=int, default=1)
    options = parser.parse_args()
    theirs, ours = {}, {}
    for _ in range(options.rounds):
        for first in range(0, len(chosen(options.k)), CHUNK):
            run_engine([options.python], __file__, options.k, first, theirs)
            run_engine([options.caisson, 'run', '--depth', 'interp'],
                       __file__, options.k, first, ours)
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


FIRST = -1
WORD = ''  # set by the outer run

if FIRST >= 0:
    inner(WORD, FIRST)
elif __name__ == '__main__':
    outer()
