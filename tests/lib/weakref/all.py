import gc
import weakref
from weakref import *


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, str(e).split(" at 0x")[0])


class O:
    def __init__(self, n):
        self.n = n

    def __repr__(self):
        return f"O({self.n})"

    def m(self):
        return self.n


print(weakref.__all__)
a = O(1)
r = ref(a)
print(r() is a, r == ref(a), getweakrefcount(a) > 0, type(r).__name__)
p = proxy(a)
print(p.n, p.m())
w = WeakValueDictionary({"k": a})
b = O(2)
w["b"] = b
print(dict(w), len(w), w["k"], w.get("z"), "k" in w, list(w.keys()), list(w.values()), list(w.items()))
del b
gc.collect()
print(dict(w), len(w), "b" in w)
show(lambda: w["b"])
print(w.pop("zz", 5), w.setdefault("k"), w.pop("k"), len(w))
show(w.pop, "k")
show(w.popitem)
show(w.__setitem__, "x", 5)
wk = WeakKeyDictionary()
b = O(3)
wk[a] = "A"
wk[b] = "B"
print(len(wk), wk[a], dict(wk), a in wk, 5 in wk, sorted(wk.values()))
del b
gc.collect()
print(len(wk), list(wk), list(wk.items()), wk.pop(a), len(wk))
show(lambda: wk[a])
show(wk.__setitem__, 5, 1)
s = WeakSet()
b = O(4)
s.add(a)
s.add(b)
print(len(s), a in s, sorted(o.n for o in s))
del b
gc.collect()
print(len(s), [o.n for o in s])
s.discard(a)
show(s.remove, a)
show(s.pop)
b = O(5)
f = finalize(b, print, "finalized", 1, sep="-")
print(f.alive, f.peek()[1:], f.atexit)
del b
gc.collect()
print(f.alive, f.peek(), f())
b = O(6)
f = finalize(b, lambda x: x * 2, 21)
print(f(), f(), f.alive)
f = finalize(b, print, "never")
print(f.detach()[1:], f.detach(), f.alive)
wm = WeakMethod(b.m)
print(wm()(), wm == WeakMethod(b.m))
del b
gc.collect()
print(wm())
show(WeakMethod, len)
show(ref, 5)
log = []
b = O(7)
rr = ref(b, lambda x: log.append("dead"))
del b
gc.collect()
print(log, rr())
a2 = O(9)
d = WeakValueDictionary(x=a) | {"y": a2}
print(sorted(d), sorted(WeakValueDictionary(x=a).copy()))
