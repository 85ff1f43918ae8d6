# flooded_numbers.py: Whole numbers of one hash, in tables that are placed by key.
M = 2**61 - 1
keys = [i * M for i in range(1, 400)]
keys += [-k for k in keys] + [2**60, 2**61, 2**64 - 1, 2**64, 2**200, -(2**1000)]
d = {k: i for i, k in enumerate(keys)}
s = set(keys)
print(len(d), len(s), all(d[k] == i for i, k in enumerate(keys)))
# what is equal is found: floats, complex numbers, bools, instances
exact = [k for k in keys if abs(k) < 2**1000 and int(float(k)) == k]
print(len(exact), all(float(k) in d and complex(k) in s and d[float(k)] == d[k] for k in exact))
class I(int): pass
class F(float): pass
print(all(I(k) in d and k in s for k in keys), all(F(k) in d for k in exact))
print(2.0**61 in d, 2.0**60 in s, -(2.0**1000) in d, 2.0**62 in d, 1e308 in s, float('inf') in d, 0.5 in d)
d[2.0**61] = 'same'
print(d[2**61], len(d))
d[1e300] = 'whole'
print(d[int(1e300)], d[complex(1e300, 0)], complex(1e300, 1) in d)
for i in range(2, 50):
    d[i * 7.0] = i
print(d[14], d[7.0 * 49], True in d, 1 in d)
# complex numbers of one hash
z = {complex(-1000003 * i, i): i for i in range(300)}
print(len(z), z[0], z[0j], z[complex(-0.0, 0)], z[complex(-1000003 * 7, 7)], complex(-0.0, 5) in z)
for k in keys[:200]:
    del d[k]
    s.discard(float(k) if int(float(k)) == k else k)
print(len(d), len(s), keys[0] in d, keys[300] in d, keys[300] in s)
