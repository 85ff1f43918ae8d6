# bytearray_mutation.py: Mutating methods and item assignment of bytearray.
# SPDX-License-Identifier: Apache-2.0

a = bytearray(b'hello')
a[0] = 72
a[-1] = ord('O')
print(a, a[1], a[1:3], type(a[1:3]).__name__)
a[1:3] = b'EYYY'
print(a)
a[::2] = b'12345'[:len(a[::2])]
print(a)
del a[0], a[-1]
print(a)
del a[::2]
print(a, len(a))
a.append(33)
a.extend(b'xy')
a.extend([65, 66])
a += b'z'
a += bytearray(b'!')
a *= 2
print(a)
a.insert(0, 35)
a.insert(100, 36)
a.insert(-1, 37)
print(a, a.pop(), a.pop(0), a.pop(-2), a)
a.remove(33)
a.reverse()
print(a, a.copy() == a, a.copy() is a, a.count(33), a.find(b'x'), a.index(65))
a.clear()
print(a, bool(a))
print(bytearray(), bytearray(3), bytearray([1, 2]), bytearray('é', 'utf-8'), bytearray(b'x') + b'y', b'x' + bytearray(b'y'), bytearray(b'a') * 3, bytearray(b'abc')[::-1], bytearray(b'ab') == b'ab', bytearray(b'a') < b'b', repr(bytearray(b"it's")), bytearray(b'ab').upper(), type(bytearray(b'ab').upper()).__name__, bytearray(b'a,b').split(b','), bytearray(b'ab').hex(), bytearray.fromhex('6162'), bytearray(b'ab').decode(), 97 in bytearray(b'a'), b'a' in bytearray(b'ba'))


def err(src):
    a = bytearray(b'abcdef')
    try:
        exec(src)
        print(src, a)
    except Exception as e:
        print(src, type(e).__name__, e)


for src in ('a[0] = 256', 'a[0] = -1', 'a[0] = "x"', 'a[0] = b"x"', 'a[0] = 1.5', 'a[10] = 1', 'a["x"] = 1', 'a[0:2] = 5', 'a[0:2] = "ab"', 'a[0:2] = [300]', 'a[::2] = b"x"', 'a[::2] = b"xyz"', 'del a[10]', 'del a["x"]', 'a.append(256)', 'a.append("a")', 'a.append(b"a")', 'a.extend("ab")', 'a.extend(5)', 'a.extend([300])', 'a.extend([1, "x"])', 'a.insert(0, 300)', 'a.insert("x", 1)', 'a.remove(200)', 'a.remove("a")', 'a.pop(10)', 'bytearray().pop()', 'a.pop("x")', 'a += "x"', 'a += 5', 'a *= "x"',
            'hash(a)', '{a: 1}', 'a[1:3] = []', 'a[2:2] = [1, 2]', 'a[10:] = b"q"', 'a[-100:1] = b"Q"', 'a[3:1] = b"mid"', 'a[:] = range(3)', 'a[:] = a', 'a[1:1] = a', 'del a[1:3]', 'del a[::-2]', 'del a[5:1]', 'a[::-1] = b"123456"', 'a[::-1] = a', 'a[4:0:-2] = b"xy"', 'a.foo = 1', 'a.insert(1)', 'a.append()', 'a.reverse(1)', 'a.extend(x for x in (1, 2))', 'a[1:4:2] = (7, 8)', 'bytearray("x")', 'bytearray(-1)', 'bytearray([256])', 'a.clear(); a.append(1)', 'a.translate(None, b"ab")', 'a *= 0', 'a.extend(a)', 'a.__init__(b"new")', 'a.__alloc__() > 0', 'a[0] += 1'):
    err(src)
