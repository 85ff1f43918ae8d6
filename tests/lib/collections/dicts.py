from collections import OrderedDict, defaultdict, ChainMap, UserDict
import copy


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


od = OrderedDict([("a", 1), ("b", 2)], c=3)
print(od, OrderedDict(), OrderedDict({"x": 1}), dict(od))
print(od.keys(), od.values(), od.items(), list(reversed(od)),
      list(reversed(od.items())), list(reversed(od.values())))
od.move_to_end("a")
print(od)
od.move_to_end("c", last=False)
print(od)
show(od.move_to_end, "zz")
print(od.popitem(), od.popitem(last=False), od)
od.clear()
show(od.popitem)
od.update({"q": 1}, r=2)
od.update([("s", 3)])
print(od, od.pop("q"), od.pop("none", 5), od.setdefault("t", 4), od)
show(od.pop, "none")
show(od.update, 1, 2)
print(OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1),
      OrderedDict(a=1, b=2) == dict(b=2, a=1),
      OrderedDict(a=1) != OrderedDict(a=1), OrderedDict(a=1) == 3)
print(OrderedDict(a=1) | {"b": 2}, {"b": 2} | OrderedDict(a=1))
od |= {"z": 26}
print(od, OrderedDict.fromkeys("abc", 0), od.copy() == od, "z" in od, len(od))
od["self"] = od
print(od)
od.tag = 5
print(copy.copy(od).tag, type(copy.deepcopy(od)["self"]).__name__)


class Sub(OrderedDict):
    def __setitem__(self, k, v):
        super().__setitem__(k, v * 2)


s = Sub(a=1)
s.update(b=2)
s.setdefault("c", 3)
print(s, s.copy(), type(s | {}).__name__)
print(OrderedDict.__module__, OrderedDict, OrderedDict[str, int])
del s["a"]
show(s.__delitem__, "a")
show(lambda: s["a"])
for k in OrderedDict(x=1, y=2).items():
    print(k)
print([k for k in OrderedDict(x=1).keys() & {"x"}])

dd = defaultdict(list)
dd["a"].append(1)
dd["b"].append(2)
print(dd, dd["c"], len(dd), dd.get("zz"), "zz" in dd, dd.default_factory)
di = defaultdict(int, {"x": 5}, y=6)
di["z"] += 1
print(di, di.copy(), copy.copy(di), copy.deepcopy(di), di == {"x": 5, "y": 6, "z": 1})
show(lambda: defaultdict()["q"])
show(lambda: defaultdict(None)["q"])
show(defaultdict, 5)
show(defaultdict, [1])
print(defaultdict(), defaultdict(None, [(1, 2)]))
di.default_factory = lambda: 42
print(di["new"], di | {"p": 1} == {"x": 5, "y": 6, "z": 1, "new": 42, "p": 1})
print(type(di | {}).__name__, type({} | di).__name__)
tree = lambda: defaultdict(tree)
t = tree()
t["a"]["b"]["c"] = 1
print(t["a"]["b"]["c"], list(t))


class Miss(defaultdict):
    def __missing__(self, key):
        return "missing " + key


print(Miss(int)["k"], len(Miss(int)), repr(Miss(int)))
show(lambda: setattr(dd, "foo", 1) or dd.foo if isinstance(dd, UserDict) else 1)
dd.clear()
print(dd, defaultdict[str, int], defaultdict.__missing__(defaultdict(int), 3))

c = ChainMap({"a": 1}, {"a": 2, "b": 3})
print(c, c["a"], c["b"], len(c), list(c), dict(c), c.get("q"), "b" in c, bool(c))
c["n"] = 9
show(lambda: c["zz"])
show(c.__delitem__, "b")
show(c.pop, "b")
show(ChainMap().popitem)
print(c.maps, c.new_child(), c.new_child({"k": 1}, z=2), c.parents, c.copy())
print(c.pop("n"), c.popitem(), c, ChainMap.fromkeys("ab", 1), ChainMap())
print(c | {"o": 1}, {"o": 1} | c, type(c | {}).__name__)
c |= {"w": 1}
c.clear()
print(c, c == {"a": 2, "b": 3}, list(c.items()), list(c.values()))

u = UserDict({"a": 1}, b=2)
print(u, u["a"], len(u), list(u), u.data, u == {"a": 1, "b": 2}, u | {"c": 3},
      {"c": 3} | u, u.copy(), UserDict.fromkeys("xy"), u.get("q", 1), "a" in u)
show(lambda: u["zz"])
u |= {"k": 1}
u.update(z=1)
print(u, u.pop("z"), type(u | {}).__name__)


class UM(UserDict):
    def __missing__(self, k):
        return k * 2


print(UM()["ab"], copy.copy(UM(a=1)))
