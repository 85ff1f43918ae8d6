# keys_by_natives.py: Sorting and choosing by built-in functions as keys.
# SPDX-License-Identifier: Apache-2.0

from operator import itemgetter

words = "pear fig apple kiwi Banana date cherry FIG".split()
print(sorted(words, key=len), sorted(words, key=len, reverse=True))
print(sorted(words, key=str.lower), sorted(words, key=str.upper, reverse=True))
print(sorted("10 9 8 100 1".split(), key=int), sorted("1.5 -2 1e3".split(), key=float))
print(sorted([3, -1, -2, 0], key=abs), sorted("zebra", key=ord), sorted([3, 20, 100], key=str))
counts = {"a": 3, "b": 1, "c": 2}
print(sorted(counts, key=counts.get), max(counts, key=counts.get), min(counts, key=counts.get))
print(sorted(counts, key=counts.__getitem__), sorted("cab", key="bca".index))
print(sorted("cabx", key="bca".find), sorted([5, 1, 5], key=[5, 1].index), sorted("abca", key="abca".count))
rows = [(1, "b"), (0, "a"), (1, "a")]
print(sorted(rows, key=itemgetter(1)), sorted(rows, key=itemgetter(0, 1)), max(rows, key=itemgetter(0)))
table = [{"k": 2, "n": 0}, {"k": 1, "n": 1}]
print(sorted(table, key=itemgetter("k")), min(table, key=itemgetter("k")))
print(max(words, key=len), min(words, key=len), max([], key=len, default=7), max("a", "bbb", "cc", key=len))
print(max(set(), key=len, default=None), min((3, -4, 2), key=abs), max({"x": 1, "yy": 2}, key=len))
print(min([[1, 2], [3]], key=len), max(["a", "b", "a"], key=len))


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


attempt(lambda: sorted([1, 2], key=len))
attempt(lambda: sorted(["a", 1], key=str.lower))
attempt(lambda: sorted(["a", "b"], key=int))
attempt(lambda: sorted("abd", key="abc".index))
attempt(lambda: sorted(["a", "z"], key=counts.__getitem__))
attempt(lambda: sorted(["a", "z", "b"], key=counts.get))
attempt(lambda: sorted(rows, key=itemgetter(2)))
attempt(lambda: max([], key=len))
attempt(lambda: max([1], key=len))
attempt(lambda: sorted(["a", None], key=len))


class Odd:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        print("len", self.n)
        return self.n

    def __abs__(self):
        return -self.n

    def __repr__(self):
        return f"Odd({self.n})"


odd = [Odd(2), Odd(0), Odd(1)]
print(sorted(odd, key=len), max(odd, key=len), min(["ab", Odd(1)], key=len), sorted(odd, key=abs))


class Upper(str):
    def lower(self):
        return "0"


print(sorted([Upper("b"), "a", Upper("A")], key=str.lower), max([Upper("b"), "a"], key=str.lower))

# What sort() shows of its list while it runs.
items = [3, 1, 2]
attempt(lambda: items.sort(key=items.index))
print(items)
knot = [[1], [1, 2]]
knot.append(knot)
knot.sort(key=len)
print([len(x) for x in knot], knot[0] is knot)
items.sort(key=str, reverse=True)
print(items)
many = [str(i * 7919 % 211) for i in range(90)]
many.sort(key=len)
print(many[:5], many[-5:], sorted(many, key=int) == sorted(many, key=lambda s: int(s)))
print(sorted(range(-9000, 9000), key=abs)[:5], max(range(-9000, 9000), key=abs))
print(sorted([float("nan"), 1.0, 2.0], key=abs)[1:] is not None, sorted(range(5), key=abs, reverse=True))
print(sorted([(1, 2), (1,)], key=len), sorted(iter("bca"), key=ord), sorted({3: 1, 1: 2}, key=abs))
used = iter([3, 1, 2])
print(sorted([used], key=lambda it: next(it)) == [used], next(used))
