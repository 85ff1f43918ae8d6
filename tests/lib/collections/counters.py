from collections import Counter, UserList, UserString
import copy


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


c = Counter("abracadabra")
print(c, c["a"], c["z"], len(c), c.most_common(), c.most_common(2),
      c.most_common(0), c.most_common(1), c.most_common(99), c.total())
print(list(c.elements()), Counter(), Counter(a=1, b=-2), Counter({"x": 2}, y=3))
c.update("abc")
c.update({"z": 5}, k=1)
print(c)
c.subtract("aaa")
c.subtract(Counter(z=10), k=3)
print(c, list(c.elements()))
a, b = Counter(a=3, b=1, n=-1), Counter(a=1, b=2, m=-2)
print(a + b, a - b, a | b, a & b, +a, -a, +b, -b)
print(a == b, a <= b, a < b, a >= b, a > b, a != b, Counter(a=0) == Counter(),
      Counter(a=1) <= Counter(a=2), a == {"a": 3})
a += b
print(a)
a -= Counter(a=1)
print(a)
a |= Counter(q=4)
print(a)
a &= Counter(q=2, a=1)
print(a)
del a["nothing"]
del a["q"]
print(a, a.copy(), copy.copy(a), copy.deepcopy(a), a.pop("a"))
show(Counter.fromkeys, "abc")
show(Counter, 5)
show(Counter, 1, 2)
show(lambda: Counter() + {})
show(lambda: Counter() < 3)
print(Counter([1, 1.0, True, "1"]), Counter(iter("hello")).most_common(3))
print(Counter({"a": "x", "b": 1}))
print(Counter("aabb").most_common(), Counter("bbaa").most_common(2))
print(Counter(self=1, iterable=2))


class K(Counter):
    pass


print(K("ab"), type(K("ab") + K("b")).__name__, type(K("a").copy()).__name__)
words = "the quick brown fox jumps over the lazy dog the end".split()
print(Counter(words).most_common(3), Counter(map(len, words)))

u = UserList([3, 1, 2])
print(u, u + [4], [0] + u, u * 2, u[0], u[1:], type(u[1:]).__name__, u == [3, 1, 2],
      u < [4], len(u), 3 in u, u.count(1), u.index(2), u.data)
u.append(9)
u.sort(reverse=True)
u.extend(UserList([7]))
u += (8,)
u *= 2
del u[0]
u[0] = "x"
u.insert(1, "i")
u.reverse()
u.remove("i")
print(u, u.pop(), u.copy(), copy.copy(u), UserList("ab"), UserList(u) == u)
u.clear()
show(u.pop)
show(u.index, 3)
print(u)

s = UserString("Hello World")
print(s, repr(s), s + "!", "<" + s, s * 2, s[1:4], type(s[1]).__name__, len(s),
      s == "Hello World", s.upper(), s.lower(), s.title(), s.swapcase(),
      s.find("o"), s.count("l"), s.replace("l", "L"), s.split(), s.startswith("He"),
      s.center(20, "*"), s.zfill(15), "World" in s, UserString("x") in s,
      hash(s) == hash("Hello World"), s.partition(" "), s.encode(), s.isalpha(),
      UserString(5) + 6, int(UserString("42")), UserString("%s-%d") % ("a", 1),
      s.join(["a", "b"]), s.removeprefix("Hello"), s.casefold(), s < "Z",
      UserString("{} {x}").format(1, x=2), s.strip("Hd"), s.rjust(13, "."))
show(s.index, "zz")
print(sorted([UserString("b"), UserString("a")]), list(UserString("ab")))
