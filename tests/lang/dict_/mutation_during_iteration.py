# mutation_during_iteration.py: Size changes while iterating raise RuntimeError.
# SPDX-License-Identifier: Apache-2.0

def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


def add():
    d = {1: 1}
    for k in d:
        d[k + 1] = 1


def delete():
    d = {1: 1, 2: 2}
    for k in d:
        del d[k]


def values_add():
    d = {1: 1}
    for v in d.values():
        d[5] = 5


def items_clear():
    d = {1: 1, 2: 2}
    for kv in d.items():
        d.clear()


def rev():
    d = {1: 1, 2: 2}
    for k in reversed(d):
        d[9] = 9


def same_size():
    d = {1: 1, 2: 2, 3: 3}
    out = []
    for k in d:
        d[k] = k * 10
        out.append(k)
    return d, out


def replace_key():
    d = {1: 1, 2: 2}
    for k in d:
        del d[k]
        d[k + 10] = 1
    return d


def last_delete():
    d = {1: 1}
    for k in d:
        del d[k]
    return d


def copy_ok():
    d = {1: 1, 2: 2}
    for k in list(d):
        del d[k]
    return d


def comp():
    d = {1: 1, 2: 2}
    return [d.pop(k) for k in d]


def in_update():
    d = {1: 1}
    d.update((k, d.setdefault(k + 100, 0)) for k in range(3))
    return d


def after_error():
    d = {1: 1, 2: 2}
    it = iter(d)
    next(it)
    d[3] = 3
    try:
        next(it)
    except RuntimeError as e:
        print('first', e)
    try:
        next(it)
    except RuntimeError as e:
        print('second', e)
    del d[3]
    return next(it, 'dflt')


def sum_gen():
    d = {1: 1, 2: 2}
    return sum(d.pop(k) for k in d)


def popitem_loop():
    d = dict.fromkeys(range(5))
    out = []
    while d:
        out.append(d.popitem()[0])
    return out


def exhausted():
    d = {1: 1}
    it = iter(d)
    list(it)
    d[2] = 2
    return list(it)


class EvilEq:
    def __init__(self, d): self.d = d
    def __hash__(self): return 1
    def __eq__(self, o):
        self.d.clear()
        return False


def evil_lookup():
    d = {}
    d[EvilEq(d)] = 1
    return d.get(1, 'none'), len(d)


def evil_compare():
    d = {1: 1, 2: 2}

    class V:
        def __eq__(self, o):
            d.clear()
            return True
    e = {1: V(), 2: V()}
    return e == d, d


for f in (add, delete, values_add, items_clear, rev, same_size, replace_key, last_delete, copy_ok, comp, in_update, after_error, sum_gen, popitem_loop, exhausted, evil_lookup, evil_compare):
    print(f.__name__, end=': ')
    t(f)
