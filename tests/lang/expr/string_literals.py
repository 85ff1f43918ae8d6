# string_literals.py: String literal prefixes, quotes and escapes.
# SPDX-License-Identifier: Apache-2.0

print('a' "b" '''c''' """d""")
print('it\'s', "it's", 'say "hi"', "say \"hi\"")
print(repr('\a\b\f\n\r\t\v\\\'\"\0'))
print(repr('\x41\x7f\x80\xff'), repr('\u0041\u00e9\u20ac'), repr('\U0001F600'))
print(repr('\1\12\123\1234\08\377'), repr('\0\00\000\0000'))
print(repr('\N{LATIN SMALL LETTER A}\N{BULLET}\N{euro sign}'))
print(r'\n\t\x', R'\'', r"\"", r'''\'''' + '|')
print(repr(r'a\
b'))
print('line \
continued', "two\
 parts")
print('''multi
line 'with' "quotes"
  end''')
print("""a\
b
c""")
print(u'uni', U"uni", repr(b'bytes'), B'x', br'\x', Rb'\n', bR'\q', rB'\\')
print(b'\x00\xff\101\n\\\'"', b'a' b'b')
print('a' 'b'
      'c'
      "d")
x = ('one '
     'two '  # comment
     'three')
print(x, len(x))
print(len('\\'), len(r'\\'), len('\''), len(''), len(""), len(''''''))
print('''''' == '', """a""" "b" == 'ab', ''' 'a' ''')
print('#not comment', "#", r'#')
print('é', 'ß', '日本', '😀', len('😀'), len('é'))
print('\ud800' == '\udc00', len('\ud83d\ude00'), repr('\ud83d'))
print('a''b' 'c' * 2, ('a' 'b') * 2, 'a' 'b'.upper())
print('%s' 'x' % 1, 'a' f'{1}' 'b' r'\n' "{2}")
print(repr('tab	inside'), repr(' '))
