# all.py: reading, interpolation, converters, mapping protocol, writing, errors.
# SPDX-License-Identifier: Apache-2.0

import configparser, io, sys


def err(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


TEXT = """
[DEFAULT]
base = /srv
Level: 3

[one]
# comment
Path = %(base)s/x
multi = a
    b

    c
flag = yes
number = 42
ratio = 1.5
empty =
pct = 50%%
spaced key = v ; not inline
[two words]
k: v = w
"""
c = configparser.ConfigParser()
c.read_string(TEXT)
print(c.sections(), c.defaults(), 'one' in c, 'DEFAULT' in c, len(c), list(c))
print(c['one']['path'], c.get('one', 'PATH', raw=True), repr(c['one']['multi']), c.getboolean('one', 'flag'), c.getint('one', 'number'), c.getfloat('one', 'ratio'), repr(c['one']['empty']), c['one']['pct'], c['one']['spaced key'], c['two words']['k'])
print(c.options('one'), c.items('one'), dict(c['two words']), c['one'].getint('level'), c['one'].get('nope'), c['one'].get('nope', 'd'), c.get('one', 'nope', fallback=5), c.getint('x', 'y', fallback=7))
print(c.get('one', 'path', vars={'base': '/v'}), c.has_option('one', 'level'), c.has_option('q', 'z'), c.has_section('one'), c['one'].name, repr(c['one']))
err(lambda: c.get('zz', 'k')); err(lambda: c.get('one', 'zz')); err(lambda: c['zz']); err(lambda: c['one']['zz']); err(lambda: c.getint('one', 'flag')); err(lambda: c.getboolean('one', 'number')); err(lambda: c.add_section('one')); err(lambda: c.add_section('DEFAULT')); err(lambda: c.set('one', 'a', 1)); err(lambda: c.add_section(5)); err(lambda: c.set('one', 'a', 'x%y')); err(lambda: c.set('nope', 'a', 'b'))
for text in ('k = v\n', '[a]\n[a]\n', '[a]\nx=1\nx=2\n', '[a]\njunk\nmore junk\n', '[a]\n= v\n', '[a]\nx = %(y)s\n', '[a]\nx = %(x)s\n', '[a]\nx = %z\n', '[a]\nx = %(z\n'):
    def go():
        p = configparser.ConfigParser()
        p.read_string(text)
        return p.items('a')
    err(go)
c['new'] = {'a': 1, 'B': 'two'}
c.set('new', 'c', '3')
c['one']['path'] = 'plain'
del c['one']['multi']
c.remove_option('one', 'pct'); c.remove_section('two words')
out = io.StringIO(); c.write(out); print(out.getvalue())
out = io.StringIO(); c.write(out, space_around_delimiters=False); print(out.getvalue()[:20])
e = configparser.ConfigParser(interpolation=configparser.ExtendedInterpolation())
e.read_string('[a]\nx = ${b:y}/${z}\nz = 1\nd = $$\n[b]\ny = ${w}\nw = deep\n')
print(e['a']['x'], e['a']['d'])
err(lambda: e.read_string('[c]\nq = ${nope}\n') or e['c']['q'])
r = configparser.RawConfigParser(allow_no_value=True, delimiters=('=',), comment_prefixes=('//',), inline_comment_prefixes=('#',), strict=False)
r.read_string('[a]\nkey\nx = %(raw)s # gone\n// c\nx = 2\n[a]\ny=3\n')
print(r.items('a'), r['a']['key'])
r.optionxform = str
r.read_string('[case]\nKeY = 1\n'); print(r.options('case'))
k = configparser.ConfigParser(converters={'list': lambda s: s.split(',')}, defaults={'d': '1'}, default_section='common')
k.read_dict({'s': {'l': 'a,b', 'n': 5}})
print(k.getlist('s', 'l'), k['s'].getlist('l'), k['s']['n'], k['s']['d'], k.default_section, list(k))
print([s.name for s in k.values()], k.popitem()[0])
n = configparser.ConfigParser(interpolation=None); n.read_string('[a]\nx = 50%\n'); print(n['a']['x'], c.read('/nonexistent/file'))
