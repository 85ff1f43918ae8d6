# Iterator protocol and built-in iterators.
class Up:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        self.i = 0
        return self

    def __next__(self):
        if self.i >= self.n:
            raise StopIteration
        self.i += 1
        return self.i


class Seq:
    def __getitem__(self, i):
        if i > 3:
            raise IndexError
        return i * 11


print(list(Up(4)), [*Seq()], sum(Up(10)), dict(enumerate(Up(2))), 3 in Up(5))
print(list(map(lambda a, b: a * b, Up(3), [4, 5, 6])), list(filter(None, [0, 1, '', 'x'])))
print(list(zip(Up(3), 'abc', range(9))), list(reversed([1, 2, 3])), next(iter(()), 'none'))
it = iter([1, 2, 3])
print(next(it), list(it), list(it), list(range(10, 0, -3)), range(5)[1:3])
print(list(iter(lambda s=[0]: s.append(0) or len(s), 5)), any(Up(2)), all([]))
a, b, *c = iter(range(1, 6))
print(a, b, c, sorted(Up(4), key=lambda v: -v), max(Up(7)), min(3, 1, 2))


class Corner:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __iter__(self):
        return iter((self.x, self.y))


for source in (Corner(1, 2), map(int, "34"), map(lambda v: [v, v], "ab"), zip("cd", "ef")):
    first, second = source
    print(first, second)
for first, second in (map(str, [1.5, 2.5]), Corner([1], [2])):
    print(first, second)
