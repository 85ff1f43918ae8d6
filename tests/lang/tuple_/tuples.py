# tuples.py: Tuple construction, methods, comparison, immutability, hashing.
# SPDX-License-Identifier: Apache-2.0

print((), (1,), (1, 2), ((),), tuple(), tuple('ab'), tuple([1]), tuple({3: 4}), tuple(range(3)), (1, (2, (3,))), 1, 2)
t = (1, 2, 3, 2)
print(t[0], t[-1], t[1:], t[::-1], t[::2], t + (4,), t * 2, 2 * (0,), t.count(2), t.index(2), t.index(2, 2), t.index(2, -1), len(t), 3 in t, t == (1, 2, 3, 2), t != [1, 2, 3, 2], t == [1, 2, 3, 2], max(t), sum(t), sorted(t), t[5:], t * 0, t * -1)
print((1, 2) < (1, 3), (1,) < (1, 0), () < (1,), (1, 'a') < (2,), (2,) > (1, 9), (1, 2) <= (1, 2), (1, 2) == (1.0, 2.0), ((1,),) == ((1,),), (None,) == (None,))
print(hash((1, 2)) == hash((1, 2)), hash(()) == hash(()), {(1, 2): 'x'}[1, 2], {(): 1}[()], len({(1, 2), (1.0, 2.0), (2, 1)}), hash((1, (2, 3))) == hash((1.0, (2, 3.0))))
a, b, *c = t
print(a, b, c, (lambda *x: x)(*t), dict([(1, 2)]), [x for x in t], list(zip(t, t[1:])), list(enumerate((5, 6))), tuple(x * 2 for x in t))


def err(src):
    t = (1, 2, [3])
    try:
        r = {'t': t}
        exec(src, r)
        print(src, r['t'])
    except Exception as e:
        print(src, type(e).__name__, e)


for src in ('t[0] = 1', 'del t[0]', 't[5]', 't["a"]', 't[1.0]', 't[::0]', 't.append(1)', 't.x = 1', 't + [1]', 't + 1', 't + None', 't * "a"', 't * 1.5', 't < [1]', 't < 5', 'hash(t)', '{t: 1}', 't.index(9)', 't.index(1, 1)', 't.count()', 't.index()', 't.sort()', 'tuple(5)', 'tuple(1, 2)', 'tuple(None)', 'tuple(x=1)', 't[2] += [4]', 't[2].append(4)', 't += (5,)', 't += [5]', 't *= 2', 't[0:1] = ()', '-t', 't()', 't - t', 't[2 ** 70]', '(1,) < ("a",)', 't[None]', 'a, b = t', 'a, b, c, d = t', 't.__add__(5)', 'print(t.__eq__(5), t.__lt__(5))', 'print(t.__getnewargs__())', 't.index(1, "x")'):
    err(src)


class T(tuple): pass


print(T(), T([1]), T((1, 2)) == (1, 2), T((1,)) + (2,), type(T((1,)) + ()).__name__, type(T((1,))[:]).__name__, hash(T((1,))) == hash((1,)), tuple(T((1,))), isinstance(T(), tuple))
r = ([],)
r[0].append(r)
print(r, len(r), str((1,)), repr(('a', "b'")), '%s %s' % (1, 2), '{0[1]}'.format(t), f'{(1, 2)}')
print(tuple(sorted('cab')), tuple(reversed((1, 2))), (1, 2) + tuple([3]), ((1, 2), (3, 4))[1][0], (1, 2, 3)[1:][0], (1, 2).__len__(), (5,).__contains__(5), (1, 2).__iter__().__next__(), (3, 1)[True])
x = 1,
y = 1, 2,
(z), = [9]
print(x, y, z, (1), (1,), type((1)), type((1,)), ('a' 'b',), (yield_ := 3,))
