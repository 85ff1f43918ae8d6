# methods.py: append, extend, insert, remove, pop, clear, index, count, reverse, copy.
# SPDX-License-Identifier: Apache-2.0

a = [1, 2, 3]
print(a.append(4), a.extend([5, 6]), a.insert(0, 0), a)
a.insert(100, 'end')
a.insert(-100, 'start')
a.insert(-1, 'before end')
a.insert(True, 'one')
print(a)
print(a.pop(), a.pop(0), a.pop(-2), a.pop(1), a)
a.remove(3)
print(a, a.index(4), a.index(4, 1), a.index(4, -4), a.index(4, 0, 100), a.count(4), [1, 1.0, True].count(1), [[], []].count([]))
print(a.reverse(), a, a.copy(), a.copy() is a, a.clear(), a)
a.extend(a)
b = [1, 2]
b.extend(b)
print(b)
b.extend('xy')
b.extend({3: 4})
b.extend(x for x in (5,))
b.extend(())
print(b)
c = [[1], [2]]
d = c.copy()
d[0].append(9)
print(c, d)


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


e = [1, 2, 3]
err(lambda: e.remove(9)); err(lambda: e.pop(9)); err(lambda: e.pop(-4)); err(lambda: [].pop()); err(lambda: [].pop(0)); err(lambda: e.pop('x')); err(lambda: e.pop(1.0)); err(lambda: e.pop(None)); err(lambda: e.pop(1, 2)); err(lambda: e.index(9)); err(lambda: e.index(1, 1)); err(lambda: e.index(3, 0, 2)); err(lambda: e.index()); err(lambda: e.index(1, 'x')); err(lambda: e.index(1, None)); err(lambda: e.insert(1)); err(lambda: e.insert('x', 1)); err(lambda: e.insert(1.5, 1)); err(lambda: e.extend(5)); err(lambda: e.extend(None)); err(lambda: e.extend()); err(lambda: e.extend([1], [2])); err(lambda: e.append()); err(lambda: e.append(1, 2)); err(lambda: e.append(x=1)); err(lambda: e.count()); err(lambda: e.clear(1)); err(lambda: e.copy(1)); err(lambda: e.reverse(1)); err(lambda: e.remove()); err(lambda: e.add(1)); err(lambda: e.push(1)); err(lambda: e.length); err(lambda: e.pop(2 ** 70)); err(lambda: e.insert(2 ** 70, 'big')); err(lambda: e.pop(-2 ** 70))
print(e)


def gen():
    yield 1
    raise ValueError('mid')


f = [0]
err(lambda: f.extend(gen()))
print(f)


class Eq:
    def __init__(self, log): self.log = log
    def __eq__(self, o):
        self.log.append(o)
        return o == 3


log = []
print([1, 2, 3, 4].index(Eq(log)), log)
log.clear()
print([1, 3, 3].count(Eq(log)), log)
g = [1, 2, 3]
log.clear()
g.remove(Eq(log))
print(g, log)
nan = float('nan')
print([nan].index(nan), [nan].count(nan), nan in [nan])
h = list(range(5))
while h:
    print(h.pop(0), h.pop(), end=' ') if len(h) > 1 else print(h.pop())
