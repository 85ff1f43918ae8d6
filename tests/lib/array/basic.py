import copy
from array import array, typecodes


def show(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as e:
        print(type(e).__name__, e)


print(typecodes)
a = array("i", [1, 2, 3])
print(a, len(a), a[0], a[-1], a[1:], a.typecode, a.itemsize, list(a), 2 in a, a.index(3), a.count(1))
a.append(4)
a.extend([5, 6])
a.insert(0, 0)
a[1] = 10
print(a, a.pop(), a.pop(0), a.tolist(), a.tobytes()[:8], a + array("i", [7]), a * 2)
a.remove(10)
a.reverse()
print(a, a == array("i", [5, 4, 3, 2]), a < array("i", [9]), sum(a), max(a), sorted(a), copy.copy(a), array("i"))
del a[0]
a[0:1] = array("i", [8, 9])
a += array("i", [1])
print(a, array("d", [1.5, 2]), array("f", [0.1]), array("u", "héy"), array("B", b"abc"), bytes(array("h", [1, -2])))
b = array("h")
b.frombytes(b"\x01\x00\x02\x00")
b.byteswap()
print(b, array("q", range(3)), [array(c).itemsize for c in "bBhHiIlLqQfd"])
show(array, "z")
show(array, "i", ["x"])
show(array, "i", [1.5])
show(array, "b", [200])
show(array, "B", [-1])
show(array, "h", [40000])
show(array, "d", ["x"])
show(array, "i", "abc")
show(lambda: a[99])
show(lambda: a["x"])
show(lambda: a.remove(77))
show(lambda: a.index(77))
show(lambda: array("i").pop())
show(lambda: a + [1])
show(lambda: a.extend(array("d")))
show(lambda: hash(a))
show(b.frombytes, b"abc")
