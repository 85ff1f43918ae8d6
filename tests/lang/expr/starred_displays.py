# starred_displays.py: Iterable unpacking in list, tuple, set and dict displays.
# SPDX-License-Identifier: Apache-2.0

a, b = [1, 2], (3, 4)
print([*a, *b], (*a, *b), sorted({*a, *b, 1}), [*a, 0, *b, 9])
print(*a, *b, sep='-')
print((*a,), [*()], [*''], (*'ab', *range(3)), [*{'k': 1}])
print({**{'a': 1}, 'b': 2, **{'a': 3}}, {'a': 0, **{}, **{'a': 5}})
x = *a, *b
print(x)
t = 1, *a
print(t)
print([*[*[1], *[2]]], [[*a], *[[*b]]])


def gen():
    yield 1
    yield from (2, 3)
    return 9


print([*gen(), *gen()], {**dict(zip('ab', gen()))})
for v in *a, *b:
    print(v, end=' ')
print()


def ret():
    return *a, 5


def yl():
    r = yield *a, 6
    print('got', r)


print(ret(), list(yl()))


class M:
    def keys(self):
        return ['p', 'q']

    def __getitem__(self, k):
        return k * 2


print({**M()}, dict(**M()))
for src in ('[*1]', '(*None,)', '{*5}', '{**5}', '{**[1]}', 'print(*5)',
            'dict(**5)', '[*1.5, 2]', '{**None}', '{*[[]]}', '{**{1: 2}}',
            'dict(**{1: 2})', '{[]: 1}', '{{}}', 'print(**{"sep": 1}, sep=1)',
            'print(**{"a": 1}, **{"a": 2})', '[*a, *None]', 'print(1, *None)'):
    try:
        print(src, eval(src))
    except Exception as e:
        print(src, '->', type(e).__name__, e)
