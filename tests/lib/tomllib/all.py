# all.py: values, tables, arrays of tables, strings, refused documents.
# SPDX-License-Identifier: Apache-2.0

import decimal, io, tomllib

print(tomllib.loads('''
# head
title = "TOML \\u00e9\\t\\"q\\"" # tail
"quoted key" = 1
a.b.c = 2
a.b.d = 'lit\\n'
int = [1, +2, -3, 1_000, 0xff, 0o17, 0b11, 0]
float = [1.5, -0.0, 1e3, 1_0.2_5e-2, 6.626E-34]
bool = [true, false]
when = [1979-05-27T07:32:00Z, 1979-05-27T00:32:00.999999-07:00, 1979-05-27 07:32:00, 1979-05-27, 07:32:00.5]
multi = """
one
two \\
    joined ""quotes"" """
raw = \'\'\'
no \\ escape\'\'\'
nested = [[1, 2], ["a", {x = 1, y.z = 2}], [],
  # comment
  3,
]
empty = {}
[server]
host = "h"
[server.inner]
k = 1
[[items]]
n = 1
[[items]]
n = 2
[items.sub]
x = 1
[[items.deep]]
y = 1
[ "q" . r ]
z = 1
'''))
x = tomllib.loads('a = [inf, -inf, nan]')['a']
print(x[0], x[1], x[2] != x[2], tomllib.loads('f = 1.10', parse_float=decimal.Decimal), tomllib.load(io.BytesIO(b'a = 1\r\nb = 2\r\n')), tomllib.loads(''), tomllib.loads('a = 1'))
for bad in ('a', 'a =', '= 1', 'a = 1 b = 2', 'a = 1\na = 2', '[a]\n[a]', '[a', '[[a]', 'a = [1', 'a = {x = 1', 'a = {x = 1,}', 'a = "x', "a = 'x", 'a = """x', 'a = 01', 'a = 1__0', 'a = 1.', 'a = .5', 'a = tru',
            'a = "\\q"', 'a = "\\ud800"', 'a = 1979-13-01', 'a.b = 1\na = 2', 'a = 1\na.b = 2', '[a]\nb = 1\n[a.b]\n', 'a = []\n[[a]]', 'a = {}\n[a.b]', '[[a]]\n[a]', 'a = "x\ny"', 'a = 1 # \x00', '[a]\n[[a]]', 'a = {b = 1}\na.c = 2', '[a.b]\n[a]\nb.c = 1', '?'):
    try:
        print(bad, tomllib.loads(bad))
    except tomllib.TOMLDecodeError as e:
        print(repr(bad), 'refused')
