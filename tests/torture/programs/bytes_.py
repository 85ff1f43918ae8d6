# bytes, bytearray, memoryview.
b = bytes(range(65, 91))
print(b, b[3:9], b.lower(), b.find(b'XYZ'), b.hex(), list(b[:4]))
a = bytearray(b'start')
for i in range(20):
    a.append(97 + i)
a[0:2] = b'ST'
a += b'-end'
del a[7:10]
print(a, len(a), a.split(b'-'), bytes(a), a.decode())
m = memoryview(a)
print(m[2], bytes(m[1:4]), len(m), m.tolist()[:3])
m.release()
print(b'%d %s' % (5, b'x'), b'a,b'.split(b','), b''.join([b'x', b'y']), bytes.fromhex('ff00'))
