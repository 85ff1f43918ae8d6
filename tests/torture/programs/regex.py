# Regular expressions.
import re

print(re.findall(r'(\w+)@(\w+)', 'a@b, cc@dd'), re.sub(r'\d+', lambda m: str(int(m[0]) * 2), 'a1b22'))
m = re.match(r'(?P<y>\d{4})-(?P<m>\d\d)', '2024-05-06')
print(m.groupdict(), m.span(), m.group(1), re.split(r'[,;]\s*', 'a, b;c'))
print(re.fullmatch('a+b?', 'aaab') is not None, [x.start() for x in re.finditer('a', 'banana')])
try:
    re.compile('(')
except re.error as error:
    print(error)
