# array: construction, items, slices, bytes, comparison, errors.
from array import array, typecodes

print(typecodes)
for code in 'bBhHiIlLqQ':
    a = array(code, [1, 2, 3])
    print(a, a.itemsize, len(a), a.tobytes().hex(), a.typecode)
print(array('d', [1.5, 2]), array('f', [0.1]), array('u', 'héy'), array('i'))
a = array('i', range(5))
a.append(9)
a.extend([7, 8])
a.insert(1, -1)
print(a, a[2], a[-1], a[1:4], a[::2], a.pop(), a.pop(0), a.index(9), a.count(1), 3 in a)
a[0] = 100
a[1:3] = array('i', [5, 5, 5])
del a[0]
a.remove(5)
a.reverse()
print(a, a.tolist(), a == array('i', a), a + array('i', [1]), a * 2, a < array('i', [200]), list(a))
b = array('h', b'\1\0\2\0')
b.byteswap()
print(b, b.tobytes())
b.frombytes(b'\3\0')
print(b, sum(b), max(b))
for call in (lambda: array('z'), lambda: array('i', 'abc'), lambda: array('i', ['x']), lambda: array('b', [200]), lambda: array('B', [256]),
             lambda: array('h', [-40000]), lambda: array('i')[0], lambda: array('i').pop(), lambda: array('i', [1]).index(5),
             lambda: array('i', [1]).remove(5), lambda: array('h', b'abc'), lambda: array('i') + [1], lambda: array('d', ['x'])):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
