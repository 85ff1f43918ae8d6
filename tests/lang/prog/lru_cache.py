# lru_cache.py: LRU cache with a linked list, and a memoising decorator.
# SPDX-License-Identifier: Apache-2.0

class Node:
    __slots__ = ('key', 'value', 'prev', 'next')

    def __init__(self, key=None, value=None):
        self.key, self.value = key, value
        self.prev = self.next = self


class LRU:
    def __init__(self, size):
        self.size, self.map, self.root = size, {}, Node()
        self.hits = self.misses = 0

    def _unlink(self, n):
        n.prev.next, n.next.prev = n.next, n.prev

    def _front(self, n):
        r = self.root
        n.prev, n.next = r, r.next
        r.next.prev = n
        r.next = n

    def __getitem__(self, k):
        try:
            n = self.map[k]
        except KeyError:
            self.misses += 1
            raise
        self.hits += 1
        self._unlink(n)
        self._front(n)
        return n.value

    def __setitem__(self, k, v):
        if k in self.map:
            n = self.map[k]
            n.value = v
            self._unlink(n)
        else:
            if len(self.map) >= self.size:
                old = self.root.prev
                self._unlink(old)
                del self.map[old.key]
                print('evict', old.key)
            n = self.map[k] = Node(k, v)
        self._front(n)

    def __contains__(self, k): return k in self.map
    def __len__(self): return len(self.map)

    def __iter__(self):
        n = self.root.next
        while n is not self.root:
            yield n.key, n.value
            n = n.next

    def __reversed__(self):
        n = self.root.prev
        while n is not self.root:
            yield n.key
            n = n.prev


c = LRU(3)
for i, k in enumerate('abcab'):
    c[k] = i
print(list(c), list(reversed(c)), len(c))
print(c['c'], list(c))
c['d'] = 9
print(list(c), 'a' in c, 'd' in c)
try:
    c['a']
except KeyError as e:
    print('miss', e)
print(c.hits, c.misses)


def memo(size):
    def deco(f):
        cache = LRU(size)

        def wrapper(*args, **kw):
            key = args + tuple(sorted(kw.items()))
            try:
                return cache[key]
            except KeyError:
                cache[key] = r = f(*args, **kw)
                return r
        wrapper.cache = cache
        wrapper.__name__ = f.__name__
        return wrapper
    return deco


@memo(100)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(60), fib.cache.hits, fib.cache.misses, fib.__name__)


@memo(2)
def slow(x, *, y=1):
    print('computing', x, y)
    return x * y


print(slow(1), slow(1), slow(2, y=3), slow(2, y=3), slow(3), slow(1))
n = Node('k')
try:
    n.other = 1
except AttributeError as e:
    print(e)
