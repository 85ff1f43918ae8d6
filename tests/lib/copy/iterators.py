# iterators.py: copies and pickles of iterators; views of arrays.
# SPDX-License-Identifier: Apache-2.0

import copy, pickle, array, itertools, base64
for it in (iter([1,2,3]), iter((1,2)), iter('abé'), iter('abc'), iter(b'ab'), iter(bytearray(b'ab')), iter(range(5)), iter(range(2**70, 2**70+3)), iter({1:2}), iter({1:2}.items()), reversed([1,2,3]), reversed((1,2)), enumerate('ab'), zip('ab','cd'), itertools.count(3,2), itertools.repeat(1,2)):
    next(it)
    c = copy.copy(it); p = pickle.loads(pickle.dumps(it))
    print(type(c).__name__, [next(c, None) for _ in range(3)], [next(p, None) for _ in range(3)], next(it, None))
m = memoryview(array.array('i', [1, 2])); print(m.format, m.tolist(), m.itemsize, bytes(m))
print(base64.b64encode(array.array('B', b'abc')))
