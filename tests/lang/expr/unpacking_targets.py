# unpacking_targets.py: Assignment unpacking, starred targets and the errors.
# SPDX-License-Identifier: Apache-2.0

a, b = 1, 2
a, b = b, a
print(a, b)
(a, b), c = (1, 2), 3
print(a, b, c)
[a, [b, c]] = 1, (2, 3)
print(a, b, c)
a, *b = 1, 2, 3
print(a, b)
*a, b = 'xyz'
print(a, b)
a, *b, c = range(2)
print(a, b, c)
(a, *b), *c = [[1, 2, 3], 4, 5]
print(a, b, c)
*a, = ()
print(a)
[*a] = 'hi'
print(a)
a, b, *c = {1: 2, 3: 4}
print(a, b, c)
() = []
[] = ()
x = y = z = [0]
x.append(1)
print(y is z, z)
a = (b, c) = [1, 2]
print(a, b, c)
i = 0
lst = [0, 0, 0]
i, lst[i] = 1, 9
print(i, lst)
lst[0], lst[1], lst[2] = lst[2], lst[0], lst[1]
print(lst)


class O:
    pass


o = O()
o.a, o.b, *o.c = 1, 2, 3
print(o.a, o.b, o.c)
for k, (v, *w) in [(1, (2, 3)), (4, [5])]:
    print(k, v, w)
print([p + q for p, q in [(1, 2), (3, 4)]])


def g(n):
    for i in range(n):
        print('yield', i)
        yield i


for src in ('a, b = 1', 'a, b = None', 'a, b = 1,', 'a, b = 1, 2, 3', 'a, b = ""',
            'a, b, c = "ab"', 'a, b = "abc"', 'a, *b, c = [1]', 'a, *b = []',
            'a, b = {}', '() = [1]', 'a, b = {1: 2}', 'a, b = g(3)', 'a, b = g(1)',
            'a, b = {1, 2, 3}', '(a, b), c = 1, 2', '[a, *b, c, d] = "ab"',
            'a, b = range(10)', 'a, b = b"abcd"', 'a, b = o', 'a, b = 5.0',
            'a, b = len', '[a] = []', 'a, (b, c) = 1, []'):
    try:
        exec(src, {'g': g, 'o': o})
        print('ok', src)
    except Exception as e:
        print(src, '->', type(e).__name__, e)
