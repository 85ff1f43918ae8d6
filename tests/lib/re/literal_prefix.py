"""Patterns whose matches begin with literal characters."""
import re
for p, s in [('needle\\d', 'x needle needle7 y'), ('abc+', 'zabab abccc abc'), ('(?:ab)c(d)', 'abcabcd'), ('((abc)d)e', 'abcd abcde'), ('abc|abd', 'xx abd'), ('(?i)abc', 'xABC'), ('abc?d', 'abd abcd'), ('abc{0,2}', 'ab abcc'), ('abc*', 'zab'), ('abc$', 'abc abc'), ('http://\\S+', 'see http://a http://b.c.'), (r'foo\b', 'foobar foo'), (r'foo(?!bar)', 'foobar foobaz'), ('über', 'x über über'), ('aab', 'aaaab aaab'), ('x' * 40, 'y' + 'x' * 90), (r'abc\1' if 0 else r'(abc)\1', 'abc abcabc'), ('abc(?=d)', 'abc abcd'), (r'abc.*', 'zz abc1\nabc2'), ('(?s)abc.*', 'zz abc1\nabc2'), ('(?m)abc$', 'abc\nabc x')]:
    r = re.compile(p)
    print(p[:20], r.findall(s), [m.span() for m in r.finditer(s)], r.sub('<>', s), r.split(s), r.search(s, 2), r.match(s), bool(r.fullmatch(s)))
b = re.compile(b'abc.'); print(b.findall(b'abc1 abc\n abc2'), b.search(bytearray(b'zabcd')).group())
m = re.search('(?P<a>é+)(x)?', 'zzéé'); print(m.groups(), m['a'], m.span(), m.group(0, 1), m.groupdict())
