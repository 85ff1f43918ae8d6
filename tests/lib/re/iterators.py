"""finditer and sub with a function: order, laziness, errors."""

import re
it=re.finditer(r'\d+','a1 b22 c333')
print(type(it), [m.group() for m in it], list(it))
print(type(iter(int,1)) is type(it))
print(re.sub('a', lambda m: m.group().upper(), 'banana', count=2), re.subn(b'a', lambda m: b'x', b'banana'))
try: re.sub('a', lambda m: 1, 'banana')
except TypeError as e: print(e)
print(re.sub('a', lambda m: None, 'banana'), re.sub('q', lambda m: None, 'banana'), re.sub('a', lambda m:'x', 'banana', -1), re.sub('a', lambda m:'x', 'banana', True))
print(re.sub('é+', lambda m: '<%d>'%len(m.group()), 'éaéé—é'), [m.span() for m in re.finditer('', 'ab')])
class S(str): pass
print(re.match(S('a'),'a'), re.match(re.compile('a'),'a'))
try: re.match(re.compile('a'),'a',re.I)
except ValueError as e: print(e)
for i,m in enumerate(re.finditer('b','abb')): print(i,m)
print(list(zip(re.finditer('b','abb'),'xy')), next(re.finditer('z','a'),None))
re.purge(); print(re.match('a','a'))
