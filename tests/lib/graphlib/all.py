from graphlib import *


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e, e.args)


print(list(TopologicalSorter({"D": {"B"} , "B": ["A"], "C": ["A"]}).static_order()))
ts = TopologicalSorter()
ts.add("d", "b", "c")
ts.add("b", "a")
ts.add("c", "a")
show(ts.get_ready)
show(ts.is_active)
show(ts.done, "a")
ts.prepare()
show(ts.prepare)
show(ts.add, "x")
while ts.is_active():
    ready = ts.get_ready()
    print(ready, bool(ts))
    for n in ready:
        ts.done(n)
show(ts.done, "zz")
show(ts.done, "a")
ts = TopologicalSorter({1: [2], 2: []})
ts.prepare()
show(ts.done, 1)
for g in ({1: [2], 2: [3], 3: [1]}, {1: [1]}, {1: [2], 2: [1], 3: [1]}, {"a": "bc", "b": "d", "c": "d", "d": "a"}):
    show(lambda: list(TopologicalSorter(g).static_order()))
print(issubclass(CycleError, ValueError), list(TopologicalSorter().static_order()), list(TopologicalSorter({1: [2, 2]}).static_order()))
