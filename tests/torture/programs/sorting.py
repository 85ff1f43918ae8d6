# Sorting with keys, comparisons in Python, stability.
class K:
    count = 0

    def __init__(self, v):
        self.v = v

    def __lt__(self, other):
        K.count += 1
        return self.v < other.v

    def __repr__(self):
        return f'K{self.v}'


items = [K((i * 37) % 17) for i in range(20)]
print(sorted(items), K.count > 0)
words = 'the quick brown fox jumps over the lazy dog'.split()
print(sorted(words, key=len), sorted(words, key=lambda w: (w[-1], w)), min(words, key=len))
rows = [(i % 3, -i) for i in range(9)]
rows.sort(key=lambda r: r[0], reverse=True)
print(rows)


def failing(v):
    if v == 3:
        raise ValueError('key')
    return -v


try:
    [1, 2, 3, 4].sort(key=failing)
except ValueError as error:
    print(error)
try:
    sorted([1, 'a'])
except TypeError as error:
    print(error)
