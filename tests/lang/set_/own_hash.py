# own_hash.py - a set is looked for by its own hash, or as if frozen.
# SPDX-License-Identifier: Apache-2.0
class S(set):
    def __hash__(self):
        return 1


s, t = S([1]), S([1])
print(s in {s}, t in {s}, S([2]) in {s}, s in frozenset([s]))
d = {s}
d.discard(t)
print(d)
d = {s}
d.remove(s)
print(d)
d = {frozenset({1})}
print({1} in d, type("U", (set,), {})([1]) in d)
d.discard({1})
print(d)


class Angry(set):
    def __hash__(self):
        raise TypeError("mine")


print(Angry([2]) in {frozenset([2])})
