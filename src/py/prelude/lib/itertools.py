"""itertools: generators for what C cannot advance, behind the same classes.

Natives make the iterators over built-ins.  The classes without natives are
generators too, shown as instances of the class.

A generator that can be pickled keeps its state in its parameters: calling its
function with what they are at a yield goes on behind that yield (_again).
"""

from _caisson import native_class
from _tally import patch as _patch
from intrinsics import (_accumulate_due, _accumulate_set, _due, _gen_close,
                        _gen_local, _gen_state, _iter_clone, _iter_from,
                        _longest, _set_gen_class, _twin, _type_of)

for _name in ('count', 'repeat', 'cycle', 'product', 'permutations',
              'combinations', 'combinations_with_replacement', 'chain',
              'islice', 'pairwise', 'starmap', 'accumulate', 'zip_longest',
              'groupby', '_grouper', 'compress'):
    globals()[_name] = native_class('itertools.' + _name)


class _Nothing:
    """The end of an iterator, as an item that nobody else has."""

    __slots__ = ()

    def __reduce__(self):
        return '_NO_MORE'


_Nothing.__module__ = 'itertools'
_NO_MORE = _Nothing()


def _shown(name):
    """Class of an iterator that is a generator underneath."""
    def mark(make):
        space = {'__module__': 'itertools', '__new__': make,
                 '__iter__': lambda self: self,
                 '__next__': lambda self: next(self), '__slots__': ()}
        return type(name, (), space)
    return mark


# --- endless ones ---------------------------------------------------------------


def _count(start, step):
    while True:
        now = start
        start = now + step
        yield now


@_twin('itertools.count.__new__')
def _count_new(cls, start=0, step=1):
    for number in (start, step):
        if not hasattr(type(number), '__add__') or isinstance(
                number, (str, bytes, bytearray, list, tuple)):
            raise TypeError('a number is required')
    return _set_gen_class(_count(start, step), cls)


@_twin('itertools.count.__repr__')
def _count_repr(self):
    return 'count(...)'


@_twin('itertools.repeat.__repr__')
def _repeat_repr(self):
    item, left = _repeat_parts(self)
    return f'repeat({item!r})' if left is None else f'repeat({item!r}, {left})'


def _cycle(iterator, saved, at):
    for item in iterator:
        saved.append(item)
        yield item
    while saved:
        while at < len(saved):
            at += 1
            yield saved[at - 1]
        at = 0


@_twin('itertools.cycle.__new__')
def _cycle_new(cls, iterable, /):
    return _set_gen_class(_cycle(iter(iterable), [], 0), cls)


# --- combinatorics -----------------------------------------------------------------


def _pool(iterable):
    return iterable if type(iterable) in (list, tuple) else tuple(iterable)


def _length(r, name):
    if not isinstance(r, int):
        if name == 'permutations':
            raise TypeError('Expected int as r')
        raise TypeError(f"'{type(r).__name__}' object cannot be interpreted "
                        "as an integer")
    if r < 0:
        raise ValueError('r must be non-negative')
    return int(r)


@_twin('itertools.product.__new__')
def _product_new(cls, *iterables, repeat=1):
    if not isinstance(repeat, int):
        if not hasattr(type(repeat), '__index__'):
            raise TypeError(f"'{type(repeat).__name__}' object cannot be "
                            "interpreted as an integer")
        repeat = repeat.__index__()
    if repeat < 0:
        raise ValueError('repeat argument cannot be negative')
    return _product(tuple([_pool(it) for it in iterables]), int(repeat))


@_twin('itertools.permutations.__new__')
def _permutations_new(cls, iterable, r=None):
    pool = _pool(iterable)
    return _permute(pool, len(pool) if r is None
                    else _length(r, 'permutations'))


@_twin('itertools.combinations.__new__')
def _combinations_new(cls, iterable, r):
    return _combine(_pool(iterable), _length(r, 'combinations'))


@_twin('itertools.combinations_with_replacement.__new__')
def _combinations_rep_new(cls, iterable, r):
    return _combine_rep(_pool(iterable), _length(r, 'combinations'))


# --- over other iterators -------------------------------------------------------------


def _chain(iterables, now):
    for item in now:
        yield item
    for now in iterables:
        now = iter(now)
        for item in now:
            yield item


@_twin('itertools.chain.__new__')
def _chain_new(cls, /, *iterables):
    return _set_gen_class(_chain(iter(iterables), ()), cls)


@_twin('itertools.chain.from_iterable')
def _chain_from(cls, iterable, /):
    return _set_gen_class(_chain(iter(iterable), ()), cls)


def _pairwise(iterator):
    before = next(iterator, _NO_MORE)
    if before is not _NO_MORE:
        for item in iterator:
            yield before, item
            before = item


@_twin('itertools.pairwise.__new__')
def _pairwise_new(cls, iterable, /):
    return _set_gen_class(_pairwise(iter(iterable)), cls)


def _islice_head(iterator, left):
    """The first items; nothing is taken after the last of them."""
    if left:
        for item in iterator:
            left -= 1
            yield item
            if not left:
                return


def _islice_any(iterator, due, stop, step, seen):
    if stop is None:
        stop = -1
    if seen == stop:
        return
    for item in iterator:
        seen += 1
        if seen > due:
            due += step
            yield item
        if seen == stop:
            return


def _bound(value):
    """None, or an index as a non-negative int; -1 for anything wrong."""
    if value is None:
        return None
    if not isinstance(value, int):
        if not hasattr(type(value), '__index__'):
            return -1
        value = value.__index__()
    return int(value) if 0 <= value <= 0x7fffffffffffffff else -1


def _is_below(value, limit):
    return isinstance(value, int) and value < limit


@_twin('itertools.islice.__new__')
def _islice_new(cls, *args):
    if not 2 <= len(args) <= 4:
        if len(args) < 2:
            raise TypeError('islice expected at least 2 arguments, got '
                            f'{len(args)}')
        raise TypeError(f'islice expected at most 4 arguments, got {len(args)}')
    iterable, *bounds = args
    start, stop, step = 0, None, 1
    if len(bounds) == 1:
        stop = _bound(bounds[0])
        if stop == -1 and not _is_below(bounds[0], -1):
            raise ValueError('Stop argument for islice() must be None or an '
                             'integer: 0 <= x <= sys.maxsize.')
    else:
        start = _bound(bounds[0]) if bounds[0] is not None else 0
        stop = _bound(bounds[1])
        if stop == -1 and not _is_below(bounds[1], -1):
            raise ValueError('Stop argument for islice() must be None or an '
                             'integer: 0 <= x <= sys.maxsize.')
    if start == -1 or stop == -1:
        raise ValueError('Indices for islice() must be None or an '
                         'integer: 0 <= x <= sys.maxsize.')
    if len(bounds) == 3 and bounds[2] is not None:
        step = _bound(bounds[2])
        if step < 1:
            raise ValueError('Step for islice() must be a positive integer '
                             'or None.')
    if start < 4096 and step < 4096 and (stop is None or stop < 1 << 48):
        made = _islice(iterable, start, stop, step)
        if made is not None:
            return made
    if start or stop is None or step != 1:
        items = _islice_any(iter(iterable), start, stop, step, 0)
    else:
        items = _islice_head(iter(iterable), stop)
    return _set_gen_class(items, cls)


# --- generators ---------------------------------------------------------------------


def _accumulate(iterator, func, total, begun):
    if not begun:
        if total is None:
            total = next(iterator, _NO_MORE)
            if total is _NO_MORE:
                return
        begun = True
        yield total
    if func is None:
        for item in iterator:
            total = total + item
            yield total
    else:
        for item in iterator:
            total = func(total, item)
            yield total


@_twin('itertools.accumulate.__next__')
def _accumulate_next(self, /):
    due = _accumulate_due(self)
    if due is None:
        raise StopIteration
    func, total, item = due
    total = total + item if func is None else func(total, item)
    return _accumulate_set(self, total)


@_twin('itertools.accumulate.__new__')
def _accumulate_new(cls, iterable, func=None, initial=None):
    return _set_gen_class(_accumulate(iter(iterable), func, initial, False), cls)


def _compress(data, selectors):
    for item in data:
        for keep in selectors:
            break
        else:
            return
        if keep:
            yield item


@_twin('itertools.compress.__new__')
def _compress_new(cls, data, selectors):
    return _set_gen_class(_compress(iter(data), iter(selectors)), cls)


def _dropwhile(predicate, iterator, begun):
    if not begun:
        for item in iterator:
            if not predicate(item):
                begun = True
                yield item
                break
    for item in iterator:
        yield item


def _batched(iterator, n):
    batch = []
    for item in iterator:
        batch.append(item)
        if len(batch) == n:
            yield tuple(batch)
            batch = []
    if batch:
        yield tuple(batch)


@_shown('batched')
def batched(cls, iterable, n):
    if not hasattr(type(n), '__index__'):
        raise TypeError(f"'{type(n).__name__}' object cannot be interpreted "
                        "as an integer")
    if n < 1:
        raise ValueError('n must be at least one')
    return _set_gen_class(_batched(iter(iterable), n), cls)


@_shown('dropwhile')
def dropwhile(cls, predicate, iterable, /):
    return _set_gen_class(_dropwhile(predicate, iter(iterable), False), cls)


def _takewhile(predicate, iterator):
    for item in iterator:
        if not predicate(item):
            return
        yield item


@_shown('takewhile')
def takewhile(cls, predicate, iterable, /):
    return _set_gen_class(_takewhile(predicate, iter(iterable)), cls)


def _filterfalse(predicate, iterator):
    if predicate is None or predicate is bool:
        for item in iterator:
            if not item:
                yield item
    else:
        for item in iterator:
            if not predicate(item):
                yield item


@_shown('filterfalse')
def filterfalse(cls, predicate, iterable, /):
    return _set_gen_class(_filterfalse(predicate, iter(iterable)), cls)


def _starmap(function, iterator):
    for args in iterator:
        yield function(*args)


@_twin('itertools.starmap.__new__')
def _starmap_new(cls, function, iterable, /):
    return _set_gen_class(_starmap(function, iter(iterable)), cls)


@_twin('itertools.starmap.__next__')
def _starmap_next(self, /):
    due = _due(self)
    if due is not None:
        return due[0](*tuple(due[1]))
    for item in self:
        return item
    raise StopIteration


def _zip_longest(rows, fillvalue):
    for row in rows:
        row = _patch(row, _NO_MORE, fillvalue)
        if row is None:
            return
        yield row


@_twin('itertools.zip_longest.__new__')
def _zip_longest_new(cls, /, *iterables, fillvalue=None, **unknown):
    if unknown:
        raise TypeError('zip_longest() got an unexpected keyword argument')
    made = _longest(iterables, fillvalue)
    if made is not None:
        return made
    rows = zip(*[chain(iter(it), repeat(_NO_MORE)) for it in iterables])
    return _set_gen_class(_zip_longest(rows, fillvalue), cls)


# --- groupby ------------------------------------------------------------------------


def _group(state, key, keyfunc, iterator):
    """The items of one group; `state` tells the parent what came behind."""
    yield state[0]
    if keyfunc is None:
        for value in iterator:
            if value is not key and value != key:
                state[0] = value
                state[1] = value
                return
            yield value
    else:
        for value in iterator:
            other = keyfunc(value)
            if other is not key and other != key:
                state[0] = value
                state[1] = other
                return
            yield value
    state[1] = _NO_MORE


def _groups(iterator, keyfunc):
    for value in iterator:
        break
    else:
        return
    key = value if keyfunc is None else keyfunc(value)
    state = [value, key]  # the first item of the group, and its key
    make, show, kind = _group, _set_gen_class, _grouper
    while key is not _NO_MORE:
        group = make(state, key, keyfunc, iterator)
        yield key, show(group, kind)
        if state[1] is key:  # not read to its end
            _gen_close(group)
            for value in iterator:
                other = value if keyfunc is None else keyfunc(value)
                if other is not key and other != key:
                    state[0] = value
                    state[1] = other
                    break
            else:
                return
        key = state[1]


@_twin('itertools.groupby.__new__')
def _groupby_new(cls, iterable, key=None):
    return _set_gen_class(_groups(iter(iterable), key), cls)


# --- tee ------------------------------------------------------------------------------


def _tee_items(source, block, i):
    """One of several readers of a shared, growing chain of blocks.

    A block is a list of 64 items and, behind them, the next block.
    """
    while True:
        if i == 64:
            if len(block) == 64:
                block.append([])
            block = block[64]
            i = 0
        if i == len(block):
            for item in source:
                break
            else:
                return
            block.append(item)
        item = block[i]
        i += 1
        yield item


def _tee_at(source, block, i):
    return _set_gen_class(_tee_items(source, block, i), _tee)


def _tee_copy(self):
    block = _gen_local(self, 1)
    if block is None:  # it has ended
        return _tee_at((), [], 0)
    return _tee_at(_gen_local(self, 0), block, _gen_local(self, 2))


_tee = type('_tee', (), {
    '__module__': 'itertools', '__slots__': (), '__iter__': lambda self: self,
    '__next__': lambda self: next(self), '__copy__': _tee_copy})


def tee(iterable, n=2, /):
    if not isinstance(n, int):
        raise TypeError(f"'{type(n).__name__}' object cannot be interpreted "
                        "as an integer")
    if n < 0:
        raise ValueError('n must be >= 0')
    if n == 0:
        return ()
    if isinstance(iterable, _tee):
        first = iterable
    else:
        source = iter(iterable)
        if _iter_clone(source) is not None:  # it walks through a built-in
            return (source, *[_iter_clone(source) for _ in range(n - 1)])
        first = _tee_at(source, [], 0)
    return tuple([first] + [_tee_copy(first) for _ in range(n - 1)])


# --- copies and pickles ----------------------------------------------------------------


def _next_combination(pool, at, repeat):
    """Move the indexes of a combination on; False at the end."""
    size = len(at)
    for i in range(size - 1, -1, -1):
        if at[i] < len(pool) - (1 if repeat else size - i):
            first = at[i] + 1
            for k in range(i, size):
                at[k] = first if repeat else first + k - i
            return True
    return False


def _next_product(pools, at):
    for i in range(len(at) - 1, -1, -1):
        at[i] += 1
        if at[i] < len(pools[i]):
            return True
        at[i] = 0
    return False


def _next_permutation(pool, at, size):
    """Indexes of the pool, and behind them how often each place may change."""
    count = len(pool)
    for i in range(size - 1, -1, -1):
        at[count + i] -= 1
        if at[count + i]:
            k = count - at[count + i]
            at[i], at[k] = at[k], at[i]
            return True
        at[i:count] = at[i + 1:count] + at[i:i + 1]
        at[count + i] = count - i
    return False


def _rows(kind, pools, at, size, begun):
    """What a combinatoric iterator gives from a state on."""
    while True:
        if begun and not (
                _next_product(pools, at) if kind == 'product' else
                _next_permutation(pools, at, size) if kind == 'permutations'
                else _next_combination(pools, at, kind != 'combinations')):
            return
        begun = True
        if kind == 'product':
            yield tuple([pool[i] for pool, i in zip(pools, at)])
        else:
            yield tuple([pools[i] for i in at[:size]])


def _nothing():
    return
    yield


_WORK = {work.__name__: (work, count) for work, count in (
    (_count, 2), (_cycle, 3), (_chain, 2), (_islice_head, 2),
    (_islice_any, 5), (_accumulate, 4), (_compress, 2), (_dropwhile, 3),
    (_takewhile, 2), (_filterfalse, 2), (_starmap, 2), (_zip_longest, 2),
    (_groups, 2), (_rows, 5), (_nothing, 0))}


def _again(cls, name, args):
    """An iterator of a class that goes on from a state."""
    work = _WORK[name][0]
    if cls not in _CLASSES:
        raise TypeError(f"not a class of itertools: {cls!r}")
    return _set_gen_class(work(*args), cls)


def _items_from(obj, i):
    return _iter_from(obj, i)


def _zip_strictly(iterators):
    return zip(*iterators, strict=True)


def _saved(value):
    """Lists belong to the iterator alone."""
    return list(value) if type(value) is list else value


def _reduce_work(self, name):
    """How a generator of this module is pickled; None if it cannot be."""
    cls = _type_of(self)
    state = _gen_state(self)
    if cls not in _CLASSES or name not in _WORK:
        return None
    if state == 3:  # it has ended
        return _again, (cls, '_nothing', ())
    if name == '_groups' and state != 0:
        return None
    args = [_saved(_gen_local(self, i)) for i in range(_WORK[name][1])]
    return _again, (cls, name, tuple(args))


_NO_TOTAL = 256  # of accumulate: nothing was given yet


def _reduce_leaf(cls, kind, src, a, b, c, flags):
    """How an iterator of C code is pickled; None if it cannot be."""
    if src is None:
        return _again, (cls, '_nothing', ())
    if kind == 22:
        return _again, (cls, '_cycle', (iter(()), list(src), a))
    if 23 <= kind <= 26:
        return _again, (cls, '_rows', (cls.__name__, src, list(a), c, b))
    if kind == 27:
        now = () if b is None else b
        return _again, (cls, '_chain', (iter(src[a:]), now))
    if kind == 28:
        return _again, (cls, '_islice_any', (src, b, c[0], c[1], a))
    if kind == 33 and b is None:
        return cls, (a, src)
    if kind == 34 and b is None:
        begun = not flags & (_NO_TOTAL | 1)
        return _again, (cls, '_accumulate', (src, c, a, begun))
    if kind == 35:
        rows = zip(*[chain(it, repeat(_NO_MORE)) for it in src])
        return _again, (cls, '_zip_longest', (rows, a))
    if kind == 36 and b is None and not flags & 1:
        return cls, (iter(src[a:]),)
    if kind == 39:
        return cls, (src, list(a[b:]))
    return None


_CLASSES = (count, cycle, product, permutations, combinations,
            combinations_with_replacement, chain, islice, starmap, accumulate,
            zip_longest, groupby, compress, dropwhile, takewhile, filterfalse)

del _name, _twin
