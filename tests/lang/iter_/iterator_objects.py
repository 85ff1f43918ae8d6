# iterator_objects.py: Types, reprs, exhaustion and length hints of built-in iterators.
# SPDX-License-Identifier: Apache-2.0

def hint(it):
    try:
        return it.__length_hint__()
    except AttributeError:
        return None


sources = {'list': [1, 2, 3], 'tuple': (1, 2, 3), 'str': 'abc', 'strnonascii': 'aéb', 'dict': {1: 1, 2: 2, 3: 3}, 'values': {1: 1, 2: 2, 3: 3}.values(), 'items': {1: 1, 2: 2}.items(), 'set': {1, 2, 3}, 'range': range(3), 'bytes': b'abc', 'bytearray': bytearray(b'abc'), 'memoryview': memoryview(b'abc'), 'bigrange': range(2 ** 70, 2 ** 70 + 3)}
for name, s in sources.items():
    it = iter(s)
    h0 = hint(it)
    first = next(it)
    print(name, type(it).__name__, repr(it).split(' at ')[0], h0, first, hint(it), list(it), hint(it), next(it, 'end'), iter(it) is it)
for name, it in (('enumerate', enumerate('ab')), ('zip', zip('ab', 'cd')), ('map', map(ord, 'ab')), ('filter', filter(None, 'ab')), ('reversed list', reversed([1, 2])), ('reversed range', reversed(range(2))), ('reversed str', reversed('ab')), ('reversed dict', reversed({1: 1})), ('callable', iter([2, 1].pop, 0)), ('genexpr', (x for x in 'ab'))):
    print(name, type(it).__name__, repr(it).split(' at ')[0], hint(it), next(it), hint(it), iter(it) is it)
for it in (iter([]), iter(''), iter({}), iter(()), iter(set()), iter(range(0)), zip(), map(len, []), filter(None, []), enumerate([]), reversed([]), iter(b'')):
    print(type(it).__name__, list(it), next(it, 'none'), hasattr(it, '__len__'), bool(it))
a = [1]
it = iter(a)
print(list(it))
a.append(2)
print(list(it), 'stays exhausted')
for it in (iter([1]), iter((1,)), iter('a'), iter({1: 2}), iter(range(1)), enumerate('a'), zip('a'), map(str, [1])):
    for op in (lambda: len(it), lambda: it[0], lambda: it + it, lambda: it < it, lambda: it(), lambda: hash(it) == hash(it), lambda: it.foo, lambda: setattr(it, 'x', 1)):
        try:
            op()
        except Exception as e:
            print(e, end=' | ')
    print()
for t in (type(iter([])), type(iter(())), type(iter('')), type(iter({})), type(iter(range(0))), type(iter(set())), type({}.keys())):
    try:
        t()
    except TypeError as e:
        print(e)
