"""A generator runs in registers of its own: what it calls must not notice."""


# calls of every form, with arguments that calls inside would overwrite
def pair(a, b=2, *rest, c=3, **more):
    return (a, b, rest, c, sorted(more.items()))


class Box:
    def __init__(self, *items, name='box'):
        self.items = list(items)
        self.name = name

    def __call__(self, x, y=1):
        return (self.name, x, y)

    def __getitem__(self, i):
        return self.items[i]

    def __setitem__(self, i, v):
        self.items[i] = v

    def __add__(self, other):
        return Box(*self.items, other)

    def __lt__(self, other):
        return len(self.items) < len(other.items)

    @property
    def size(self):
        return len(self.items)

    @classmethod
    def of(cls, n):
        return cls(*range(n))

    def each(self):
        for i in self.items:
            yield i


def calls(n):
    box = Box.of(n)
    keep = [n, n + 1]
    yield pair(n, *keep, c=n, z=keep)
    yield pair(pair(n, n), pair(n, c=pair(n)))
    yield box(n), box(n, y=n), box.size, box[0], (box + n).size
    box[0] = max(*keep, key=lambda v: -v)
    yield box.items, box < box + 1, [*box.each()], Box(name='x').name
    yield sorted(keep, reverse=True), ''.join(map(str, keep)), dict(a=n, b=keep)
    yield sum(x for x in keep), [pair(x)[0] for x in keep], {x: pair(x)[1] for x in keep}
    yield (yield from deeper(n, keep))
    yield keep


def deeper(n, keep):
    if n == 0:
        got = yield 'bottom'
        return [got, keep]
    return [n, (yield from deeper(n - 1, keep))]


for item in calls(3):
    print(item)

it = calls(2)
for _ in range(6):
    next(it)
print(next(it), it.send('sent'), next(it))


# natives that need the loop while a generator calls them
class Word:
    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text

    def __index__(self):
        return len(self.text)

    def __iter__(self):
        for c in self.text:
            yield c

    def __eq__(self, other):
        return self.text == str(other)

    def __hash__(self):
        return hash(self.text)


def natives(words):
    table = {w: i for i, w in enumerate(words)}
    for w in words:
        yield (str(w), '-'.join(w), list(w), [1, 2, 3, 4][w], table[Word(str(w))],
               words.index(Word(str(w))), set(w) == set(str(w)), max(w, key=ord),
               list(zip(w, w)), tuple(map(str.upper, w)), sorted(w, key=lambda c: -ord(c)))


for row in natives([Word('a'), Word('bc'), Word('def')]):
    print(row)


# many arguments, and a recursion through generators
def many(*args):
    return len(args), args[-1]


def wide():
    yield many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
               23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40)
    yield many(*range(1000))


print(list(wide()))


def down(n):
    if n:
        yield from (x + 1 for x in down(n - 1))
    yield n


print(sum(down(40)))


# a function that gets other code does not change its running generators
def first():
    yield 1
    yield 2


def second(a=1, b=2, c=3, d=4):
    x = [a, b, c, d, a, b, c, d]
    yield x
    yield len(x)


running = first()
print(next(running))
first.__code__ = second.__code__
print(next(running), next(running, 'end'), running.gi_code.co_name)


def swaps():
    yield 'before'
    swaps.__code__ = second.__code__
    yield 'behind'


print(list(swaps()))


# exceptions, inside and handled outside
def careful():
    while True:
        try:
            got = yield
            print(pair(got)[0], int(got))
        except ValueError as e:
            print('caught', e, type(e.__context__).__name__)


c = careful()
next(c)
try:
    raise KeyError('outer')
except KeyError:
    c.send('12')
    c.send('x')
    c.throw(ValueError('thrown'))
c.send('7')
c.close()
