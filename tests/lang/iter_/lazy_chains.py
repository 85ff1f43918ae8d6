# lazy_chains.py: Chained lazy iterators evaluate in a fixed order.
# SPDX-License-Identifier: Apache-2.0

log = []


def src(n):
    for i in range(n):
        log.append(f's{i}')
        yield i


def f(x):
    log.append(f'f{x}')
    return x * 2


def p(x):
    log.append(f'p{x}')
    return x % 4 == 0


chain = enumerate(filter(p, map(f, src(5))))
print(log)
print(next(chain), log)
log.clear()
print(next(chain), log)
log.clear()
print(list(chain), log)
log.clear()
z = zip(map(f, src(3)), map(f, src(2)))
print(list(z), log)
log.clear()
print(any(map(p, map(f, src(5)))), log)
log.clear()
print([x for x in map(f, src(3)) if p(x)], log)
log.clear()
a, b = map(f, src(2))
print(a, b, log)
log.clear()
try:
    a, b = map(f, src(5))
except ValueError as e:
    print(e, log)
log.clear()
print(3 in src(10), log)
log.clear()
print(dict(zip(src(2), map(f, src(2)))), log)
log.clear()
print(sorted(map(f, src(3)), key=lambda x: log.append(f'k{x}') or -x), log)
log.clear()
print(max(src(3), key=f), log)
log.clear()
print(sum(map(f, src(3))), log)
log.clear()
it = src(4)
print(list(zip(it, it)), log)
log.clear()
it = iter(src(3))
for x in it:
    for y in it:
        log.append((x, y))
print(log)
log.clear()
print(*map(f, src(2)), log)
m = map(f, [1, 2, 3])
print(2 in m, list(m))
g = (f(x) for x in src(2))
log.clear()
print(log, list(g), log)
fl = filter(lambda x: x > 1, iter([3, 1, 2]))
print(list(fl), list(fl), list(map(lambda *a: a, [1, 2], 'ab', src(2))))
