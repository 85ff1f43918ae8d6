# list_algorithms.py: Everyday algorithms over lists as a whole-program check.
# SPDX-License-Identifier: Apache-2.0

def quicksort(a):
    if len(a) < 2:
        return a
    p, *rest = a
    return quicksort([x for x in rest if x < p]) + [p] + quicksort([x for x in rest if x >= p])


def merge(a, b):
    out, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out.append(a[i]); i += 1
        else:
            out.append(b[j]); j += 1
    return out + a[i:] + b[j:]


def msort(a):
    return a if len(a) < 2 else merge(msort(a[:len(a) // 2]), msort(a[len(a) // 2:]))


def bubble(a):
    a = a[:]
    for i in range(len(a)):
        for j in range(len(a) - i - 1):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
    return a


def bisect(a, x):
    lo, hi = 0, len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if a[mid] < x:
            lo = mid + 1
        else:
            hi = mid
    return lo


def sieve(n):
    p = [True] * (n + 1)
    p[:2] = [False, False]
    for i in range(2, int(n ** 0.5) + 1):
        if p[i]:
            p[i * i::i] = [False] * len(p[i * i::i])
    return [i for i, v in enumerate(p) if v]


def matmul(a, b):
    return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]


def perms(a):
    return [[x] + p for i, x in enumerate(a) for p in perms(a[:i] + a[i + 1:])] if a else [[]]


def subsets(a):
    return subsets(a[1:]) + [[a[0]] + s for s in subsets(a[1:])] if a else [[]]


def queens(n, row=0, cols=()):
    if row == n:
        return 1
    return sum(queens(n, row + 1, cols + (c,)) for c in range(n) if all(c != k and abs(c - k) != row - i for i, k in enumerate(cols)))


def lcs(a, b):
    t = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            t[i + 1][j + 1] = t[i][j] + 1 if x == y else max(t[i][j + 1], t[i + 1][j])
    return t[-1][-1]


def life(cells):
    n = {}
    for x, y in cells:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy:
                    n[x + dx, y + dy] = n.get((x + dx, y + dy), 0) + 1
    return {c for c, k in n.items() if k == 3 or k == 2 and c in cells}


d = [5, 2, 9, 1, 5, 6, -3, 0]
print(quicksort(d), msort(d) == sorted(d), bubble(d) == sorted(d), [bisect(sorted(d), x) for x in (-5, 0, 5, 10)])
print(sieve(50), len(sieve(5000)), matmul([[1, 2], [3, 4]], [[5, 6], [7, 8]]), perms([1, 2, 3]), subsets('abc'), queens(6), lcs('AGGTAB', 'GXTXAYB'))
g = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
for _ in range(8):
    g = life(g)
print(sorted(g), [list(r) for r in zip(*[[1, 2], [3, 4], [5, 6]])], [x for r in [[1], [2, 3]] for x in r], list(map(list, zip('ab', 'cd'))))
m = [[0] * 4 for _ in range(4)]
x = y = k = 0
dx, dy = 1, 0
for k in range(16):
    m[y][x] = k
    if not (0 <= x + dx < 4 and 0 <= y + dy < 4 and m[y + dy][x + dx] == 0) or (x + dx, y + dy) == (0, 0):
        dx, dy = -dy, dx
    x, y = x + dx, y + dy
print(m)
