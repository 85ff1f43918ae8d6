# Strings: building, searching, splitting, Unicode.
s = ''
for i in range(20):
    s += chr(97 + i)
print(s, s[::-1], s[3:-3:2], len(s))
t = 'grün €uro \U0001f600 text'
print(t.upper(), t.title(), t.split(), t.find('€'), t[5], t.encode())
print('-'.join(['a', 'b', 'c'] * 3), 'a,b,,c'.split(','), 'x'.rjust(5, '.'))
print('{:>8}|{:<8}|{:^8}'.format('r', 'l', 'm'), '%s %r %5d' % (t, t, 42))
print('abcabc'.replace('b', '--'), 'abc' * 3, 'a' in t, t.translate({0x20: '_'}))
print(sorted('hello'), ''.join(reversed('hello')), 'Ab'.swapcase(), 'x y'.partition(' '))
