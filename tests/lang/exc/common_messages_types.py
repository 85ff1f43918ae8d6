# common_messages_types.py: Messages of frequent TypeErrors.
# SPDX-License-Identifier: Apache-2.0

def e(src):
    try:
        print(src, '=', eval(src))
    except Exception as x:
        print(src, '->', type(x).__name__, x)


a, f, n, s, L, d, t, by, st = 1, 1.5, None, 'x', [1], {}, (1,), b'x', {1}
for src in ('a + s', 's + a', 'L + t', 't + L', 'by + s', 's + by', 'd + d', 'st + st', 'n + a', 'a + n', 'f + s', 'L + a',
            's - s', 'L - L', 's * s', 'L * L', 's * f', 'f * L', 's / a', 'a // s', 's % a', 'by % a', 'a % s', 'n % a', 'a ** s',
            'f ** n', 'a << f', 'f >> a', 'f & a', 's | s', 'd | L', 'st | L', 'st & d', 'a @ a', '~f', '-s', '+L', '-n', '~s', 'not n',
            'a < s', 's < a', 'L < t', 'n < n', 'd < d', 'f < s', 'a <= n', 's > by', 'st < L', 'f >= L', '1j < 1', 'len(a)', 'len(n)',
            'len(f)', 'iter(a)', 'list(n)', 'tuple(f)', 'set(a)', 'dict(a)', 'dict(L)', 'dict([(1, 2, 3)])', 'dict(s)', 'sum(s)', 'sum(["a"])',
            'sum([1], "a")', 'sum(["a"], "")', 'max(a)', 'max([])', 'min(a, s)', 'sorted(a)', 'reversed(st)', 'reversed(a)', 'enumerate(a)', 'zip(a)',
            'list(map(a, L))', 'next(L)', 'int(L)', 'int(n)', 'float(L)', 'float(n)', 'int("x")', 'float("x")', 'int("")', 'int("1.5")',
            'chr(s)', 'ord(a)', 'ord("ab")', 'ord(by + by)', 'chr(-1)', 'chr(0x110000)', 'hex(f)', 'bin(s)', 'oct(n)', 'abs(s)', 'round(s)', 'round(f, s)',
            'a()', 's()', 'n()', 'L()', 'd()', 'a[0]', 'n[0]', 'f[0]', 'st[0]', 'L[s]', 'L[f]', 'L[n]', 't[s]', 's[f]', 'L[5]', 't[5]', 's[5]', 'd[a]',
            'd[L]', '{L: 1}', '{L}', 'hash(L)', 'hash(d)', 'hash((1, L))', 'a.x', 's.x', 'n.x', 'L.x', 'd.x', 'a in a', 's in a', 'a in s', 'a in by', 's in by',
            '300 in by', 'n in s', 'isinstance(a, a)', 'issubclass(a, int)', '"".join(L)', '"".join(a)', '",".join([s, a])', 'b"".join([s])', 's.split(a)', 's.find(a)',
            's.replace(a, s)', 's.startswith(a)', 's.count(a)', 's.strip(a)', 's.center(s)', 's.zfill(s)', 's.encode(a)', 'by.decode(a)', 'L.index(9)', 'L.remove(9)', 'L.pop(9)',
            '[].pop()', 'd.pop(1)', 'd.popitem()', 'set().pop()', 'L.insert(s, 1)', 'L.extend(a)', 't.index(9)', 's.index("q")', 'range(s)', 'range(f)', 'range(1, 2, 0)',
            'slice()', 'bytes(s)', 'bytes([300])', 'bytes([s])', 'bytes(-1)', 'bytearray(s)', 'getattr(a, a)', 'type(a, a, a)', 'divmod(s, a)', 'pow(s, a)', 'pow(2, f, 3)',
            'pow(2, 3, 0)', '1 // 0', '1 % 0', '1 / 0', '1.0 // 0', '1.0 % 0', '1.0 / 0', '0 ** -1', '0.0 ** -1', 'divmod(1, 0)', '1j / 0', '1 << -1', '2.0 ** 10000', 'int(f * float("inf"))',
            'int(float("nan"))', 'format(a, s)', 'format(s, "d")', '"%d" % s', '"%s" % ()', '"%s %s" % a', '"%s" % (1, 2)', '"{}".format()', '"{a}".format()', '"{0.x}".format(a)'):
    e(src)
