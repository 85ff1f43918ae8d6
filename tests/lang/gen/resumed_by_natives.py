# next() and send() of generators, and natives whose result is the result of a
# method: what comes back, what is raised, and where it is caught.


def echo():
    got = None
    while got != 'stop':
        try:
            got = yield got
        except ValueError as e:
            got = f'caught {e}'
    return 'end'


def use(g):
    print(next(g), g.send(1), g.send([2]), g.throw(ValueError('x')))
    try:
        g.send('stop')
    except StopIteration as e:
        print('stopped with', e.value)
    print(next(g, 'default'))
    try:
        next(g)
    except StopIteration as e:
        print('again', e.value)


use(echo())
print([next(iter([7])), next(iter(()), None), max(next(g) for g in [iter('b'), iter('a')])])


class Sized:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __bool__(self):
        return self.n

    def __hash__(self):
        return self.n

    def __str__(self):
        return self.n

    def __eq__(self, other):
        return self.n

    def __lt__(self, other):
        return self.n

    def __contains__(self, x):
        return self.n

    def __iter__(self):
        return self.n

    def __next__(self):
        return self.n

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
        return 5


for n in (0, 1, True, -1, 2**40, 2**70, 'x', None, NotImplemented, [], 1.5):
    s = Sized(n)
    for what in (len, bool, hash, str, lambda v: v == 1, lambda v: v < 1, lambda v: 1 in v, next, iter,
                 lambda v: 'yes' if v == 1 else 'no', lambda v: 'yes' if v < 1 else 'no',
                 lambda v: not v, lambda v: {v: 1}[v], lambda v: setattr(v, 'q', 1),
                 lambda v: getattr(v, 'q'), lambda v: [i for i, _ in zip(v, range(2))]):
        try:
            print(repr(what(s)), end=' ')
        except Exception as e:
            print(type(e).__name__, e, end=' ')
    print()


def deep(n):
    yield n
    if n:
        yield from deep(n - 1)


print(sum(deep(50)), next(deep(3)), list(map(next, [deep(1), deep(2)])))


def running():
    try:
        next(me)
    except ValueError as e:
        yield str(e)


me = running()
print(next(me))


def raises():
    raise KeyError('inside')
    yield


try:
    next(raises())
except KeyError as e:
    import traceback
    print([f.name for f in traceback.extract_tb(e.__traceback__)])
print(sorted('bca', key=lambda c: next(iter([c]))), sorted([3, 1, 2], key=[3, 1, 2].index),
      max([1, 2, 3], key=lambda x: -x), list(filter(lambda x: x & 1, range(5))))
