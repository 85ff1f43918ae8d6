# Instances, sets, dates and calls: what C writes and reads without a method
# for each, and everything that must not go that way.
import datetime
import pickle


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


class Child(Point):
    pass


class Empty:
    pass


class Hooks:
    def __init__(self, v):
        self.v = v

    def __getstate__(self):
        return {"v": self.v * 2}

    def __setstate__(self, state):
        self.v = state["v"] + 1


class Args:
    def __new__(cls, v):
        self = object.__new__(cls)
        self.v = v
        return self

    def __getnewargs__(self):
        return (self.v,)


class Call:
    def __init__(self, v):
        self.v = v

    def __reduce__(self):
        return Call, (self.v,), {"extra": self.v}


class Asks:
    def __getattr__(self, name):
        if name == "__setstate__":
            raise AttributeError(name)
        return "asked " + name


class Init:
    seen = 0

    def __init__(self):
        Init.seen += 1
        self.a = 1


class Slotted:
    __slots__ = ("a", "__dict__")


class Numbers(list):
    pass


class Meta(type):
    pass


class WithMeta(metaclass=Meta):
    pass


def copied(obj, *protocols):
    for protocol in protocols or (4, 5):
        back = pickle.loads(pickle.dumps(obj, protocol))
        print(back == obj)
    return back


def same(obj, *protocols):
    for protocol in protocols or (4, 5):
        data = pickle.dumps(obj, protocol)
        print(protocol, len(data), data if len(data) < 200 else data[:60])
        back = pickle.loads(data)
        print(pickle.dumps(back, protocol) == data)
    return back


def shown(obj):
    return type(obj).__name__, sorted(obj.__dict__.items(), key=str)


# -- instances
print(shown(same(Point(1, "two"))))
print([shown(p) for p in same([Point(i, str(i)) for i in range(20)])][-1])
print([shown(p) for p in same([Empty(), Empty(), Child(1, 2), Child(3, 4)])])
p = Point(1, None)
p.y = p
back = same([Point(0, 0), p, p, p.__dict__])
print(back[1] is back[2], back[1].y is back[1], sorted(back[3]))
q = Child([], {})
q.x.append(q)
q.y["self"] = q
back = same([Child(0, 0), q])[1]
print(back.x[0] is back, back.y["self"] is back)
p = Point(1, 2)
del p.x
print([shown(p) for p in same([Point(0, 0), p])])
print([shown(p) for p in same([Init(), Init(), Init()])], Init.seen)
print([shown(p) for p in same([WithMeta(), WithMeta()])])
many = Empty()
for i in range(70):
    setattr(many, f"name{i}", i)
print(len(same([Empty(), many, many])[1].__dict__))

# -- those that have a word in it
print([shown(p) for p in pickle.loads(pickle.dumps([Hooks(1), Hooks(5)]))])
print([shown(p) for p in same([Args(1), Args([2])])])
print([shown(p) for p in same([Call(1), Call(Call(2).v)])])
print(same([Asks(), Asks()])[1].foo)
s = Slotted()
s.a, s.b = 1, 2
back = same([s, s])[0]
print(back.a, back.b)
n = Numbers([1, 2])
n.z = 3
back = same([n, Numbers()])[0]
print(back, back.z)
own = Point(1, 2)
own.__reduce_ex__ = lambda protocol: (Empty, ())
print([shown(p) for p in pickle.loads(pickle.dumps([Point(1, 2), own]))])


class Turns:
    """Its class learns a hook while it is being pickled."""


class Trigger:
    def __reduce__(self):
        return str, ("triggered",)


print(same([Turns(), Trigger(), Turns()])[1])

# -- sets
same(set())
same([set(), frozenset(), {1}, frozenset([2])])
print(sorted(same({i * 7 for i in range(10)})))
print(len(same(set(range(2500)))), len(same(frozenset(range(1500)))))
f = frozenset([(1, 2), (3, 4)])
back = same([f, f, {f}])
print(back[0] is back[1], back[2] == {f})
h = Empty()
h.members = frozenset([h])
back = pickle.loads(pickle.dumps(frozenset([h])))
print(len(back), [len(m.members) for m in back])

# -- numbers
for n in (47, 55, 56, 62, 63, 64):
    same([1 << n, -1 << n, (1 << n) - 1, -(1 << n) - 1])

# -- dates
UTC = datetime.timezone.utc
EAST = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
print(copied([datetime.date(2020, 2, 29), datetime.date(1, 1, 1)]))
print(copied([datetime.datetime(2020, 1, 2, 3, 4, 5, 678901), datetime.datetime.max]))
print(copied([datetime.datetime(2020, 1, 2, tzinfo=UTC), datetime.time(1, 2, 3, 4, EAST)]))
print(copied([datetime.datetime(2020, 1, 2, fold=1), datetime.time(5, fold=1)]))
print(copied([datetime.timedelta(1, 2, 3), datetime.time()]), copied(datetime.time(5), 2))


class Day(datetime.date):
    pass


print(repr(copied(Day(2020, 1, 2))), datetime.date(2020, 1, 2).__reduce__())
print(datetime.datetime(2020, 1, 2, fold=1).__reduce_ex__(4))
print(datetime.datetime(2020, 1, 2, fold=1).__reduce__())
for state in (b"\x07\xe4\x0d\x01", b"\x07\xe4\2\x1d", b"abc", b""):
    for cls in (datetime.date, datetime.datetime, datetime.time):
        for tail in (b"", b"\1\2\3\0\0\0"):
            try:
                print(cls(state + tail))
            except Exception as error:
                print(type(error).__name__, error)

# -- streams made by hand
for body in (
    b"c__main__\nEmpty\n)\x81}\x8c\1aK\1sb.",
    b"c__main__\nEmpty\n)\x81}K\1K\2sb.",
    b"c__main__\nEmpty\n)\x81Nb.",
    b"c__main__\nEmpty\n(K\1t\x81.",
    b"c__main__\nHooks\n)\x81}\x8c\1vK\1sb.",
    b"c__main__\nArgs\n)\x81.",
    b")\x81.",
    b"cbuiltins\nint\n(\x8c\1xtR.",
    b"cbuiltins\nint\n(\x8c\00212tR.",
    b"cbuiltins\nlen\n(]tR.",
    b"cbuiltins\nset\n(](K\1K\2etR.",
    b"\x8f(K\1K\2K\1\x90.",
    b"\x8f(]\x90.",
    b"](K\1\x90.",
    b"(K\1]\x91.",
    b"(K\1K\2\x91.",
    b"(\x91.",
    b"\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f.",
    b"\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x00.",
    b"\x8a\x00.",
):
    for head in (b"\x80\x04", b"\x80\x04\x95" + len(body).to_bytes(8, "little")):
        try:
            made = pickle.loads(head + body)
            print(type(made).__name__, made if not hasattr(made, "__dict__") else shown(made))
        except Exception as error:
            print(type(error).__name__, "default" if "EOF" in type(error).__name__ else error)

for body in (b"K\1)\x81.", b"K\1}b.", b"cbuiltins\nlen\nK\1R.", b"c__main__\nPoint\n)\x81]b."):
    try:  # texts differ, but something is said and nothing breaks
        pickle.loads(b"\x80\x04" + body)
    except Exception:
        pass

# -- frames
big = [Point("x" * 30000, i) for i in range(5)]
print([len(pickle.dumps(big, n)) for n in (4, 5)])
texts = [str(i) * 900 for i in range(40)]
print(pickle.loads(pickle.dumps(texts)) == texts, len(pickle.dumps(texts)))
long = Point("y" * 70000, b"z" * 70000)
print(shown(pickle.loads(pickle.dumps(long)))[1][0][1][:3], len(pickle.dumps(long)))
