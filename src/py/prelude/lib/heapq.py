"""heapq - priority queues in plain lists.

A heap is a list in which heap[k] <= heap[2*k+1] and heap[k] <= heap[2*k+2].
The order of comparisons is that of CPython, so user classes that count or
refuse comparisons see the same calls.

SPDX-License-Identifier: Apache-2.0
"""

from intrinsics import _twin

__all__ = ["heappush", "heappop", "heapify", "heapreplace", "merge",
           "nlargest", "nsmallest", "heappushpop"]

__about__ = "Heap queues: lists in which the smallest item comes first."


def _refuse(function, heap):
    kind = "None" if heap is None else type(heap).__name__
    raise TypeError(f"{function} must be list, not {kind}")


# native candidate
def _rise(heap, start, pos):
    """Move the item at `pos` up to its place, not above `start`."""
    item = heap[pos]
    while pos > start:
        parent_pos = (pos - 1) >> 1
        parent = heap[parent_pos]
        if not item < parent:
            break
        heap[pos] = parent
        pos = parent_pos
    heap[pos] = item


# native candidate
def _sink(heap, pos):
    """Sift the item at `pos` down to a leaf, then up to its place."""
    end = len(heap)
    start = pos
    item = heap[pos]
    child = 2 * pos + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[pos] = heap[child]
        pos = child
        child = 2 * pos + 1
    heap[pos] = item
    _rise(heap, start, pos)


def _rise_max(heap, start, pos):
    item = heap[pos]
    while pos > start:
        parent_pos = (pos - 1) >> 1
        parent = heap[parent_pos]
        if not parent < item:
            break
        heap[pos] = parent
        pos = parent_pos
    heap[pos] = item


def _sink_max(heap, pos):
    end = len(heap)
    start = pos
    item = heap[pos]
    child = 2 * pos + 1
    while child < end:
        right = child + 1
        if right < end and not heap[right] < heap[child]:
            child = right
        heap[pos] = heap[child]
        pos = child
        child = 2 * pos + 1
    heap[pos] = item
    _rise_max(heap, start, pos)


@_twin("heapq.heappush")
def _py_heappush(heap, item, /):
    """Push item onto heap, maintaining the heap invariant."""
    if not isinstance(heap, list):
        _refuse("heappush() argument 1", heap)
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


@_twin("heapq.heappop")
def _py_heappop(heap, /):
    """Pop the smallest item off the heap, maintaining the heap invariant."""
    if not isinstance(heap, list):
        _refuse("heappop() argument", heap)
    if not heap:
        raise IndexError("index out of range")
    last = heap.pop()
    if not heap:
        return last
    item = heap[0]
    heap[0] = last
    _sink(heap, 0)
    return item


@_twin("heapq.heapreplace")
def _py_heapreplace(heap, item, /):
    """Pop the smallest item and push `item`, in one move."""
    if not isinstance(heap, list):
        _refuse("heapreplace() argument 1", heap)
    if not heap:
        raise IndexError("index out of range")
    result = heap[0]
    heap[0] = item
    _sink(heap, 0)
    return result


@_twin("heapq.heappushpop")
def _py_heappushpop(heap, item, /):
    """Push item on the heap, then pop and return the smallest item."""
    if not isinstance(heap, list):
        _refuse("heappushpop() argument 1", heap)
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _sink(heap, 0)
    return item


@_twin("heapq.heapify")
def _py_heapify(heap, /):
    """Transform list into a heap, in-place, in O(len(heap)) time."""
    if not isinstance(heap, list):
        _refuse("heapify() argument", heap)
    for i in range(len(heap) // 2 - 1, -1, -1):
        _sink(heap, i)


@_twin("heapq._heappop_max")
def _py_heappop_max(heap, /):
    """Maxheap variant of heappop."""
    if not isinstance(heap, list):
        _refuse("_heappop_max() argument", heap)
    if not heap:
        raise IndexError("index out of range")
    last = heap.pop()
    if not heap:
        return last
    item = heap[0]
    heap[0] = last
    _sink_max(heap, 0)
    return item


@_twin("heapq._heapreplace_max")
def _py_heapreplace_max(heap, item, /):
    """Maxheap variant of heapreplace."""
    if not isinstance(heap, list):
        _refuse("_heapreplace_max() argument 1", heap)
    if not heap:
        raise IndexError("index out of range")
    result = heap[0]
    heap[0] = item
    _sink_max(heap, 0)
    return result


@_twin("heapq._heapify_max")
def _py_heapify_max(heap, /):
    """Maxheap variant of heapify."""
    if not isinstance(heap, list):
        _refuse("_heapify_max() argument", heap)
    for i in range(len(heap) // 2 - 1, -1, -1):
        _sink_max(heap, i)


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


def _few(n, iterable, key):
    """Pair the first n items with their keys and order of arrival."""
    if key is None:
        return [(item, i) for i, item in zip(range(n), iterable)]
    return [(key(item), i, item) for i, item in zip(range(n), iterable)]


def nsmallest(n, iterable, key=None):
    """Find the n smallest elements; like sorted(iterable, key=key)[:n]."""
    if n == 1:
        nothing = object()
        best = min(iterable, default=nothing, key=key)
        return [] if best is nothing else [best]
    try:
        size = len(iterable)
    except (TypeError, AttributeError):
        pass
    else:
        if n >= size:
            return sorted(iterable, key=key)[:n]
    source = iter(iterable)
    result = _few(n, source, key)
    if not result:
        return result
    _heapify_max(result)
    top = result[0][0]
    order = n
    for item in source:
        rank = item if key is None else key(item)
        if rank < top:
            entry = (rank, order) if key is None else (rank, order, item)
            _heapreplace_max(result, entry)
            top = result[0][0]
            order += 1
    result.sort()
    return [entry[0 if key is None else 2] for entry in result]


def nlargest(n, iterable, key=None):
    """Find the n largest; sorted(iterable, key=key, reverse=True)[:n]."""
    if n == 1:
        nothing = object()
        best = max(iterable, default=nothing, key=key)
        return [] if best is nothing else [best]
    try:
        size = len(iterable)
    except (TypeError, AttributeError):
        pass
    else:
        if n >= size:
            return sorted(iterable, key=key, reverse=True)[:n]
    source = iter(iterable)
    if key is None:
        result = [(item, -i) for i, item in zip(range(n), source)]
    else:
        result = [(key(item), -i, item) for i, item in zip(range(n), source)]
    if not result:
        return result
    heapify(result)
    top = result[0][0]
    order = -n
    for item in source:
        rank = item if key is None else key(item)
        if top < rank:
            entry = (rank, order) if key is None else (rank, order, item)
            heapreplace(result, entry)
            top = result[0][0]
            order -= 1
    result.sort(reverse=True)
    return [entry[0 if key is None else 2] for entry in result]


del _twin
