# repr_ascii.py: repr and ascii of strings with all kinds of characters.
# SPDX-License-Identifier: Apache-2.0

for i in list(range(0x30)) + [0x5c, 0x60, 0x7e, 0x7f, 0x80, 0x85, 0x9f, 0xa0, 0xa1, 0xac, 0xad, 0xae, 0xff, 0x100, 0x2ff, 0x300, 0x378, 0x5d0, 0x600, 0xd7ff, 0xd800, 0xdfff, 0xe000, 0x2000, 0x200b, 0x2028, 0x202a, 0x2060, 0x20ac, 0x3000, 0x4e00, 0xfeff, 0xfffd, 0xffff, 0x10000, 0x1f600, 0x1fffe, 0xe0001, 0xf0000, 0x10ffff]:
    c = chr(i)
    r = repr(c)
    print(hex(i), r if i not in range(0xd800, 0xe000) else ascii(r), ascii(c), len(r), c.isprintable())
for s in ("it's", 'say "hi"', 'both \' and "', "\\", "\\'", 'tab\tnl\nnul\0', '', "'", '"', "'''", '\'"', 'a\\nb', '\r\n', 'é"\'', '\x1b[0m', 'mixed é日😀\u200b'):
    print(repr(s), ascii(s), str(s) == s, eval(repr(s)) == s, eval(ascii(s)) == s, len(repr(s)))
print([s for s in ("it's", 'q"', 'é')], {'k\'': "v\""}, ('\n',), ascii(['é', "it's"]), repr('a' * 5), '%r %a' % ('é', 'é'), f"{'é'!r} {'é'!a}")
print(repr(b'it\'s "x" \x00\x1f\x7f\x80\xff\\\t\r\n'), repr(b"'"), repr(b'"'), repr(b'\'"'), bytearray(b'\x00"'), ascii(b'\xff'))
print(all(eval(repr(chr(i))) == chr(i) for i in range(0, 0x3000) if not 0xd800 <= i < 0xe000), all(eval(ascii(chr(i))) == chr(i) for i in range(0, 0x110000, 997)))
