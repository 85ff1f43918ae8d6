"""map and starmap over built-ins: native functions, Python functions, ends."""
import itertools
print(list(map(int, "1 2 3".split())), list(map(str, [1,2,3])), list(map(lambda x: x*2, [1,2,3])))
print(list(map(pow, [1,2,3],[2,3,4])), list(map(lambda a,b:a+b, [1,2],[3,4])))
a,b,c = map(int, "4-5-6".split("-")); print(a,b,c)
m = map(lambda x: x+1, [1,2,3]); print(next(m), next(m), next(m), next(m, 'end'))
def gen():
    r = yield from map(lambda x: x+1, [1,2,3])
    return r
print(list(gen()))
class I:
    def __init__(s, v): s.v = v
    def __int__(s): return s.v
    def __str__(s): return f"I{s.v}"
print(list(map(int, [1, I(5), 3])), list(map(str, [1, I(5), 3])), sum(map(int,[I(2),3])))
print(",".join(map(str, [1, I(2), 3.5])), sorted(map(int, ["3","1",I(2)])))
try: list(map(int, ["1", "x", "3"]))
except ValueError as e: print(e)
def stop(x):
    if x == 3: raise StopIteration
    return x
print(list(map(stop, [1,2,3,4])))
m = map(stop, [1,2,3,4,5]); print(list(m), list(m))
print(list(itertools.starmap(pow, [(2,3),[3,2]])), list(itertools.starmap(lambda *a: a, [(1,2),[3],"xy", iter([1,2])])))
print(next(itertools.starmap(lambda *a: a, ["ab"])))
print(list(range(10, 0, -3)), tuple("abc"), list("größe"), list({1: 2, 3: 4}.items()))
print(tuple({5: 6}.values()), list(b"ab"), list(zip("ab", range(2))), set(zip("ab", "cd")) == {("a", "c"), ("b", "d")})
print(sum(enumerate([3, 4]), ()), max(zip([1, 2], [3, 4])), sorted(reversed([1, 3, 2])))
it = iter([1, 2, 3, 4])
print(any(x > 1 for x in it), list(it))
it = zip([1, 2, 3], "abc")
print(next(it), list(it), list(it))
print("-".join(reversed(["a", "b"])), "".join({"k": 1}))
print(list(list(range(3)).__iter__()), type(map(int, [])).__name__, type(itertools.starmap(pow, [])))
class L(list):
    pass
print(L(zip([1], [2])), type(L(range(2))).__name__)
try:
    list(map(len, [1]))
except TypeError as e:
    print(e)
try:
    print(list(map(int, ["1"], ["2"], ["3"])))
except TypeError as e:
    print(e)
seen = []
print(sorted([3, 1, 2], key=seen.append) if False else seen)
print([*map(str.upper, ["a", "b"])], list(map({"a": 1}.get, "ab")), list(map(str.upper, [L])) if False else 0)
try:
    list(map(str.upper, ["a", 1]))
except TypeError as e:
    print(e)
