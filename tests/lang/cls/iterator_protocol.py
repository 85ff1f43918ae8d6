# iterator_protocol.py: User iterators: __iter__ and __next__ in every consumer.
# SPDX-License-Identifier: Apache-2.0

class Count:
    def __init__(self, n): self.i, self.n = 0, n
    def __iter__(self): return self
    def __next__(self):
        if self.i >= self.n:
            raise StopIteration
        self.i += 1
        return self.i


print(list(Count(3)), tuple(Count(2)), sum(Count(4)), max(Count(5)), sorted(Count(3), reverse=True))
print([*Count(2), *Count(1)], dict.fromkeys(Count(2)), ''.join(map(str, Count(3))), any(Count(1)), all(Count(0)))
a, b = Count(2)
print(a, b, 2 in Count(3), 9 in Count(3), list(zip(Count(3), Count(2))), list(enumerate(Count(2))))
c = Count(5)
for x in c:
    if x == 2:
        break
print(list(c), list(c), next(c, 'done'))
try:
    next(c)
except StopIteration as e:
    print('stop', e.value, e.args)


class Value:
    def __iter__(self): return self
    def __next__(self): raise StopIteration('value here')


print(list(Value()))
try:
    next(Value())
except StopIteration as e:
    print(e.value, e.args)


class Fresh:
    def __iter__(self): return Count(2)


f = Fresh()
print(list(f), list(f), [(x, y) for x in f for y in f])


class NotIter:
    def __iter__(self): return 5


class NextOnly:
    def __next__(self): return 1


class Bomb:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 2:
            raise ValueError('boom')
        return self.n


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


err(lambda: iter(NotIter())); err(lambda: iter(NextOnly())); err(lambda: next(NextOnly())); err(lambda: next(5))
err(lambda: next([])); err(lambda: list(Bomb())); err(lambda: [x for x in Bomb()]); err(lambda: sum(Bomb()))
err(lambda: dict(Bomb())); err(lambda: set(Bomb())); err(lambda: 7 in Bomb()); err(lambda: min(Bomb()))
b = Bomb()
try:
    for x in b:
        print('got', x)
except ValueError:
    print('n is', b.n)
i = iter(Count(3))
print(next(i), i.__next__(), list(i), iter(i) is i)


class Resurrect:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n == 2:
            raise StopIteration
        return self.n


r = Resurrect()
print(list(r), next(r), next(r))
