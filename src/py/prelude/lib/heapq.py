"""heapq - priority queues in plain lists.

A heap is a list in which heap[k] <= heap[2*k+1] and heap[k] <= heap[2*k+2].
The order of comparisons is that of CPython, so user classes that count or
refuse comparisons see the same calls.

SPDX-License-Identifier: Apache-2.0
"""

from intrinsics import _heap_sift, _twin

__all__ = ["heappush", "heappop", "heapify", "heapreplace", "merge",
           "nlargest", "nsmallest", "heappushpop"]

__about__ = "Heap queues: lists in which the smallest item comes first."


def _must_be_list(heap, what):
    if not isinstance(heap, list):
        kind = "None" if heap is None else type(heap).__name__
        raise TypeError(f"{what} must be list, not {kind}")


# most: the greatest item comes first, not the smallest.


def _settle(heap, top, most):
    """Let better items rise through a place, then settle the one it held.

    Going all the way down first costs fewer comparisons: the item came from
    the bottom and mostly belongs there.
    """
    _heap_sift(heap, top, top, False, most)


def _pop(heap, most):
    if not heap:
        raise IndexError("index out of range")
    found = heap.pop()
    if heap:
        found, heap[0] = heap[0], found
        _settle(heap, 0, most)
    return found


def _replace(heap, item, most):
    if not heap:
        raise IndexError("index out of range")
    found, heap[0] = heap[0], item
    _settle(heap, 0, most)
    return found


def _order(heap, most):
    for place in reversed(range(len(heap) // 2)):
        _settle(heap, place, most)


@_twin("heapq.heappush")
def _py_heappush(heap, item, /):
    _must_be_list(heap, "heappush() argument 1")
    heap.append(item)
    _heap_sift(heap, 0, len(heap) - 1, True, False)


@_twin("heapq.heappop")
def _py_heappop(heap, /):
    _must_be_list(heap, "heappop() argument")
    return _pop(heap, False)


@_twin("heapq.heapreplace")
def _py_heapreplace(heap, item, /):
    _must_be_list(heap, "heapreplace() argument 1")
    return _replace(heap, item, False)


@_twin("heapq.heappushpop")
def _py_heappushpop(heap, item, /):
    _must_be_list(heap, "heappushpop() argument 1")
    if heap and heap[0] < item:
        return _replace(heap, item, False)
    return item


@_twin("heapq.heapify")
def _py_heapify(heap, /):
    _must_be_list(heap, "heapify() argument")
    _order(heap, False)


@_twin("heapq._heappop_max")
def _py_heappop_max(heap, /):
    _must_be_list(heap, "_heappop_max() argument")
    return _pop(heap, True)


@_twin("heapq._heapreplace_max")
def _py_heapreplace_max(heap, item, /):
    _must_be_list(heap, "_heapreplace_max() argument 1")
    return _replace(heap, item, True)


@_twin("heapq._heapify_max")
def _py_heapify_max(heap, /):
    _must_be_list(heap, "_heapify_max() argument")
    _order(heap, True)


def merge(*iterables, key=None, reverse=False):
    """Merge sorted inputs into one sorted iterator."""
    heap = []
    if reverse:
        heapify_, pop, replace, direction = (
            _heapify_max, _heappop_max, _heapreplace_max, -1)
    else:
        heapify_, pop, replace, direction = heapify, heappop, heapreplace, 1
    for order, iterator in enumerate(map(iter, iterables)):
        step = iterator.__next__
        try:
            value = step()
        except StopIteration:
            continue
        rank = value if key is None else key(value)
        heap.append([rank, order * direction, value, step])
    heapify_(heap)
    while len(heap) > 1:
        try:
            while True:
                entry = heap[0]
                yield entry[2]
                value = entry[3]()
                entry[0] = value if key is None else key(value)
                entry[2] = value
                replace(heap, entry)
        except StopIteration:
            pop(heap)
    if heap:
        _, _, value, step = heap[0]
        yield value
        yield from step.__self__


_NOTHING = object()


def _best(n, iterable, key, greatest):
    """The n best items: a heap keeps them, the worst of them on top."""
    if n == 1:
        choose = max if greatest else min
        only = choose(iterable, default=_NOTHING, key=key)
        return [] if only is _NOTHING else [only]
    try:
        take_all = n >= len(iterable)
    except (TypeError, AttributeError):
        take_all = False
    if take_all:
        return sorted(iterable, key=key, reverse=greatest)[:n]
    order, replace, step = (heapify, heapreplace, -1) if greatest else (
        _heapify_max, _heapreplace_max, 1)
    source = iter(iterable)
    # Of equal items the earlier one is better.
    kept = [(item if key is None else key(item), step * number, item)
            for number, item in zip(range(n), source)]
    if not kept:
        return kept
    order(kept)
    worst = kept[0][0]
    number = step * n
    for item in source:
        rank = item if key is None else key(item)
        if greatest:
            if not worst < rank:
                continue
        elif not rank < worst:
            continue
        replace(kept, (rank, number, item))
        worst = kept[0][0]
        number += step
    kept.sort(reverse=greatest)
    return [entry[2] for entry in kept]


def nsmallest(n, iterable, key=None):
    """The n least items, in order."""
    return _best(n, iterable, key, False)


def nlargest(n, iterable, key=None):
    """The n greatest items, the greatest first."""
    return _best(n, iterable, key, True)


del _twin
