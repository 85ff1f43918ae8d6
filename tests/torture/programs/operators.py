# Operator overloading, reflected and in place.
class V:
    def __init__(self, *xs):
        self.xs = xs

    def __add__(self, o):
        if not isinstance(o, V):
            return NotImplemented
        return V(*(a + b for a, b in zip(self.xs, o.xs)))

    def __rmul__(self, k):
        return V(*(k * a for a in self.xs))

    def __iadd__(self, o):
        self.xs = self.xs + o.xs
        return self

    def __lt__(self, o):
        return self.xs < o.xs

    def __len__(self):
        return len(self.xs)

    def __getitem__(self, i):
        return self.xs[i]

    def __contains__(self, v):
        return v in self.xs

    def __bool__(self):
        return any(self.xs)

    def __call__(self, *a):
        return a + self.xs

    def __str__(self):
        return 'V' + str(self.xs)

    def __format__(self, spec):
        return f'<{spec}:{self!s}>'

    def __index__(self):
        return self.xs[0]


a, b = V(1, 2), V(3, 4)
print(a + b, 3 * a, len(a), a[1], 2 in a, bool(V(0)), a('c'), f'{b:spec}')
a += b
print(a, sorted([V(2), V(1), V(3)])[0], list(a), [10, 20, 30][V(1)], max(a, b), [*b])
try:
    a + 1
except TypeError as error:
    print(error)
