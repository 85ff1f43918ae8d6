# f_locals shows variables that have a value, and nothing that a call before
# left in the registers of the frame.
import sys


def caller_locals():
    return sys._getframe(1).f_locals


def fill(*args):
    p = 'P'; q = 'Q'; s = 'S'; t = len; u = 'U'; v = 'V'; w = 'W'
    return [p, q, s, t, u, v, w]


def early():
    got = dict(caller_locals())
    a = 1; b = 2; c = 3; d = 4
    return got


def branch(flag):
    if flag:
        a = 1
        name, f = 3, 4
    got = dict(caller_locals())
    made = 5
    return got


def looped():
    for i in range(2):
        got = sorted(caller_locals().items(), key=str)
        x = i
    return got


for _ in range(3):
    fill(1, 2, 3)
    print(early())
    sorted([3, 1, 2], key=lambda x: fill(x) and x)
    print(branch(0), branch(1))
    fill(1, 2)
    print(looped())


class Meta(type):
    def mro(cls):
        print(sorted(sys._getframe(1).f_locals))
        return type.mro(cls)


def make():
    space = {}
    bases = ()
    made = Meta('Made', bases, space)
    return made


make()


def stopped(n):
    fill(n)
    yield 1
    late = 2
    yield late


g = stopped(3)
print(g.gi_frame.f_locals)
next(g)
print(g.gi_frame.f_locals)
next(g)
print(g.gi_frame.f_locals, g.gi_frame.f_globals is globals())
