# sudoku.py: Backtracking search with sets.
# SPDX-License-Identifier: Apache-2.0

PUZZLE = '''
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
'''
grid = [[int(c) if c != '.' else 0 for c in row] for row in PUZZLE.split()]
DIGITS = set(range(1, 10))
steps = 0


def candidates(g, r, c):
    br, bc = r - r % 3, c - c % 3
    used = set(g[r]) | {g[i][c] for i in range(9)} | {g[br + i][bc + j] for i in range(3) for j in range(3)}
    return DIGITS - used


def solve(g):
    global steps
    best = None
    for r in range(9):
        for c in range(9):
            if not g[r][c]:
                cand = candidates(g, r, c)
                if best is None or len(cand) < len(best[2]):
                    best = r, c, cand
    if best is None:
        return True
    r, c, cand = best
    for v in sorted(cand):
        steps += 1
        g[r][c] = v
        if solve(g):
            return True
        g[r][c] = 0
    return False


def show(g):
    for r in range(9):
        if r % 3 == 0:
            print('+-------' * 3 + '+')
        print('| ' + ' | '.join(' '.join(str(v or '.') for v in g[r][k:k + 3]) for k in (0, 3, 6)) + ' |')
    print('+-------' * 3 + '+')


show(grid)
print(solve(grid), steps)
show(grid)
print(all(set(row) == DIGITS for row in grid), all(set(col) == DIGITS for col in zip(*grid)), [sum(row) for row in grid])


def hanoi(n, a, b, c):
    if n:
        yield from hanoi(n - 1, a, c, b)
        yield a + c
        yield from hanoi(n - 1, b, a, c)


print(list(hanoi(3, 'A', 'B', 'C')), sum(1 for _ in hanoi(8, 'A', 'B', 'C')))


def knapsack(items, cap):
    best = [0] * (cap + 1)
    for w, v in items:
        for c in range(cap, w - 1, -1):
            best[c] = max(best[c], best[c - w] + v)
    return best[cap]


def coins(n, cs):
    ways = [1] + [0] * n
    for c in cs:
        for i in range(c, n + 1):
            ways[i] += ways[i - c]
    return ways[n]


print(knapsack([(12, 4), (2, 2), (1, 1), (1, 2), (4, 10)], 15), coins(100, (1, 5, 10, 25, 50)), coins(200, (1, 2, 5, 10, 20, 50, 100, 200)))
