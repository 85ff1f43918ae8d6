"""Dicts that start as copies: {**d}, update of an empty one, repeated keys."""
row = {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}
print({**row, "g": 7}, {**row, "b": 0}, {"b": 0, **row})
d = {}
d.update(row)
d["h"] = 1
del d["a"]
print(d, row, len(row))
thin = dict(row)
for k in "abcd":
    del thin[k]
again = {**thin}
again["a"] = 9
print(again, {**thin, **row}, {**{}, **thin})
full = {i: i for i in range(40)}
for i in range(0, 40, 2):
    del full[i]
copy = {}
copy.update(full)
full[1] = None
print(copy, copy[39], 2 in copy, list(copy)[-1])
print({"x": 1, "y": 2, "x": 3}, {"x": 1, **{"x": 2}, "x": 3})


class K:
    def __init__(self, v):
        self.v = v

    def __hash__(self):
        return 1

    def __eq__(self, other):
        return self.v == other.v

    def __repr__(self):
        return f"K{self.v}"


keys = {K(1): "a", K(2): "b"}
more = {**keys}
more[K(1)] = "c"
print(more, keys, {**more, K(3): 1})
big = {"k%d" % i: i for i in range(300)}
print(len({**big, "z": 0}), {**big}["k299"])
def show(**kw):
    return kw
print(show(**row, z=1) == {**row, "z": 1})
