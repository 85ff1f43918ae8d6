# Pickles of instances, sets and scripts of calls, there and back.
# torture: hashes by address
import pickle


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


class Call:
    def __init__(self, v):
        self.v = v

    def __reduce__(self):
        return Call, (self.v,), {"more": [self.v]}


p = Point(1, None)
p.me = p
back = pickle.loads(pickle.dumps([p, p]))
print(back[0].me is back[1])
print(pickle.loads(pickle.dumps(Call(5))).more)
print(pickle.loads(pickle.dumps(({3}, frozenset([2**62]), {"a": 2.5}))))
for i in range(9000):  # memos are hashed by address: some steps more or less
    pass
