"""Modules of the library: what importing binds, what a program may change."""
import sys
import json, os.path, xml.etree.ElementTree
import xml.etree.ElementTree as ET
import collections.abc as abc
from os import path as p1
from collections.abc import Mapping, Sequence as S
from json import *
import math, random, textwrap, importlib, types

import posixpath
print(os.path is p1, os.path is posixpath, os.path.__name__)
print(xml.etree.ElementTree is ET, ET.__name__, xml.__name__)
print(abc is sys.modules['collections.abc'], abc.Mapping is Mapping, S is abc.Sequence)
print(dumps is json.dumps, 'JSONDecoder' in globals(), 'decoder' in globals())
print(sorted(n for n in ('json', 'os', 'os.path', 'xml', 'xml.etree', 'math') if n in sys.modules))
print(__import__('xml.etree') is xml, importlib.import_module('xml.etree') is xml.etree)
print(__import__('xml.etree', fromlist=['ElementTree']) is xml.etree)

# attributes: set, read back, delete, and the namespace itself
json.answer = 42
print(json.answer, vars(json)['answer'], getattr(json, 'answer'), hasattr(json, 'answer'), 'answer' in dir(json))
import json as again
print(again is json, again.answer)
from json import answer
print(answer)
del json.answer
print(hasattr(json, 'answer'))
try:
    del json.answer
except AttributeError as e:
    print(type(e).__name__)
try:
    json.answer
except AttributeError as e:
    print(e)
try:
    from json import answer
except ImportError as e:
    print(str(e).split(' (')[0], e.name)

space = vars(math)
space['half'] = 0.5
print(math.half, math.__dict__ is space, vars(math) is space)
math.__dict__.update(third=1 / 3)
print(round(math.third, 3))
setattr(math, 'nan', 3)
print(math.nan, math.floor(math.e))
from math import nan
print(nan)
del math.nan
print(hasattr(math, 'nan'))
math.__doc__ = 'new'
print(math.__doc__)

# what is called through a module is what the module now has
real = math.floor


def loop():
    out = []
    for i in range(6):
        if i == 3:
            math.floor = lambda x: 'patched'
        out.append(math.floor(i + 0.5))
    math.floor = real
    out.append(math.floor(2.5))
    return out


print(loop())
print(loop())

# sys and random hold what is the program's own
print(sys.modules['sys'] is sys, sys.stdout is sys.__stdout__, type(sys.argv), type(sys.path))
sys.extra = [1]
print(sys.extra, 'extra' in vars(sys), 'stdout' in vars(sys), 'stdout' in dir(sys), 'argv' in dir(sys))
sys.argv = ['x', 'y']
import sys as s2
print(s2.argv)
random.seed(5)
a = random.random()
random.seed(5)
from random import random as draw, Random
print(a == draw(), Random(5).random() == a, random.random.__self__ is random._inst)
print(isinstance(random.getstate(), tuple))
del random.choice
print(hasattr(random, 'choice'), hasattr(random, 'choices'))

# taken out of sys.modules, a module is made anew
textwrap.mark = 1
old = textwrap
del sys.modules['textwrap']
import textwrap
print(textwrap is old, hasattr(textwrap, 'mark'), old.mark, textwrap.dedent(' a'))
sys.modules['textwrap'] = old
import textwrap
print(textwrap is old)
r1 = random
del sys.modules['random']
import random
print(random is r1, hasattr(random, 'choice'), hasattr(r1, 'choice'))
random.seed(5)
print(random.random() == a)
sys.modules['colorsys'] = None
try:
    import colorsys
except ImportError as e:
    print(type(e).__name__, e)
del sys.modules['colorsys']
import colorsys
print(colorsys.__name__)
sys.modules['made'] = types.SimpleNamespace(x=1)
import made
from made import x
print(made.x, x)
fake = types.ModuleType('string')
fake.digits = 'none'
kept = sys.modules.get('string')
sys.modules['string'] = fake
import string
print(string.digits)

# an __import__ of one's own
import builtins
plain = builtins.__import__
seen = []


def spy(name, *args, **kwargs):
    seen.append((name, args[2] if len(args) > 2 else None))
    return plain(name, *args, **kwargs)


builtins.__import__ = spy
import bisect
from heapq import heappush, heappop
import os.path as q
builtins.__import__ = plain
import calendar
print([item for item in seen if not item[0].startswith('_')])
print(q is os.path)
for source in ('import nothing_there', 'import os.nothing', 'from os import nothing', 'import json.decoder.x',
               'from xml.etree import nothing', 'from math import *; del floor; floor'):
    try:
        exec(source, {})
    except (ImportError, NameError) as e:
        print(type(e).__name__, str(e).split(' (')[0].split(';')[0])


def inside():
    import json.encoder, urllib.parse as up
    from urllib.parse import quote, unquote as u
    return json.encoder.__name__, up.quote is quote, u('%41')


print(inside())
