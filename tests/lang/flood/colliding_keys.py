# Keys that all have one hash in this engine: whatever a table does about them,
# a program sees what CPython shows.
import json
import random
import struct

K0, K1, M = 0x243F6A8885A308D3, 0x13198A2E03707345, (1 << 64) - 1


def mix(a, b):
    p = a * b
    return (p & M) ^ (p >> 64)


r = random.Random(1)
letters = "abcdefghijklmnopqrstuvwxyz0123456789"
while True:
    b = "".join(r.choice(letters) for _ in range(16)).encode()
    s = mix(struct.unpack("<Q", b[:8])[0] ^ K1, struct.unpack("<Q", b[8:])[0] ^ K0)
    sb = struct.pack("<Q", s)
    if all(32 <= c < 127 and c not in b'"\\' for c in sb):
        break
keys = [(b + b"%08d" % i + sb + b"x" * 16).decode() for i in range(1500)]

d = json.loads(json.dumps({k: i for i, k in enumerate(keys)}))
print(list(d) == keys, len(d), all(d[k] == i for i, k in enumerate(keys)))
print("absent" in d, keys[0] + "y" in d, d.get(keys[7][:-1]))
for k in keys[::3]:
    del d[k]
print(len(d), keys[0] in d, keys[1] in d, list(d)[:2] == keys[1:3])
d.update(dict.fromkeys(keys, 0))
print(len(d), sum(d.values()), d == dict.fromkeys(keys, 0), d.popitem()[0] == keys[-3])

s = set(keys)
print(len(s), s == frozenset(keys), len(s & set(keys[::2])), len(s - set(keys[::2])))
print(len(s ^ set(keys[:10])), keys[5] in s, "absent" in s, s <= set(keys))
s.discard(keys[5])
print(keys[5] in s, len(s), sorted(s) == sorted(set(keys) - {keys[5]}))


class Sub(str):
    pass


class Own(str):
    def __hash__(self):
        return str.__hash__(self)

    def __eq__(self, other):
        return str.__eq__(self, other)


full = dict.fromkeys(keys, 1)
print(all(Sub(k) in full for k in keys[:20]), all(Own(k) in full for k in keys[:20]))
print(Own("none") in full, Own(keys[3]) in s)
full[Own("own")] = 2  # from now on the table has a key that hashes in Python
print(full["own"], len(full), all(k in full for k in keys), Own(keys[9]) in full)
s.add(Own("own"))
print("own" in s, len(s), all(k in s for k in keys if k != keys[5]))

pairs = {(k, 1): k for k in keys}
print(len(pairs), pairs[keys[3], 1.0] == keys[3], (keys[3], 2) in pairs)
raw = {k.encode() for k in keys}
print(len(raw), memoryview(keys[3].encode()) in raw, keys[4].encode() in raw)
numbers = {(-(i * 0x9E3779B1) % (1 << 32)) + (i << 32): i for i in range(1500)}
print(len(numbers), all(float(n) in numbers for n in numbers if n < 1 << 50))


class Bag:
    pass


bag = Bag()
for k in keys:
    setattr(bag, k, 1)
print(len(vars(bag)), hasattr(bag, keys[8]), hasattr(bag, "absent"), getattr(bag, keys[9]))
for k in keys[:1400]:
    delattr(bag, k)
print(len(vars(bag)), hasattr(bag, keys[8]), hasattr(bag, keys[1450]))
