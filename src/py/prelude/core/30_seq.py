"""Sequences and iteration where Python code has a say.

Twins of the natives in types/list.c, range.c, zip.c and builtin*.c.  They are
written with loops and operators only, so that every special method of the
elements is honoured in CPython's order.
"""

_callable_iterator = _class_at(_CLASS_CALLITER)
_plain_iterator = _class_at(_LAYOUT_ITER)
_missing = object()


# --- list and tuple -------------------------------------------------------------


def _length_hint(obj):
    """Ask an instance how many items it has, as list() does before it looks."""
    if _layout_of(obj) != _LAYOUT_INSTANCE:
        return
    if _special(obj, '__len__') is not None:
        try:
            len(obj)
        except TypeError:
            pass
        else:
            return
    hook = _special(obj, '__length_hint__')
    if hook is None:
        return
    try:
        hint = hook()
    except TypeError:
        return
    if hint is NotImplemented:
        return
    if not _is_int(hint):
        raise TypeError(f"__length_hint__ must be an integer, not {_type_name(hint)}")
    if hint < 0:
        raise ValueError("__length_hint__() should return >= 0")


def _x_need_items(x):
    """The items of a generator, which says nothing about their number."""
    return [item for item in x]


def _x_need_list(x):
    begun = _drained(x)
    if begun is not None:
        out, it = begun
        for item in it:
            out.append(item)
        return out
    it = iter(x)
    _length_hint(x)
    return [item for item in it]


@_twin("list.__new__")
def _list_new(cls, /, *args, **words):
    if words and _new_fills(cls):
        raise TypeError(f"{cls.__name__}() takes no keyword arguments")
    return list.__new__(cls, *args)


@_twin("list.extend")
def _list_extend(self, iterable, /):
    it = iter(iterable)
    _length_hint(iterable)
    for item in it:
        self.append(item)


def _find(seq, value, start, stop):
    n = len(seq)
    if start < 0:
        start += n
        if start < 0:
            start = 0
    if stop < 0:
        stop += n
    while start < stop and start < len(seq):
        item = seq[start]
        if item is value or item == value:
            return start
        start += 1
    return -1


@_twin("list.index")
def _list_index(self, value, start=0, stop=9223372036854775807, /):
    found = _find(self, value, start, stop)
    if found < 0:
        raise ValueError(f"{value!r} is not in list")
    return found


@_twin("list.remove")
def _list_remove(self, value, /):
    found = _find(self, value, 0, len(self))
    if found < 0:
        raise ValueError("list.remove(x): x not in list")
    del self[found:found + 1]  # __eq__ may have emptied the list


@_twin("list.count")
@_twin("tuple.count")
def _seq_count(self, value, /):
    count = 0
    for item in self:
        if item is value or item == value:
            count += 1
    return count


@_twin("tuple.index")
def _tuple_index(self, value, start=0, stop=9223372036854775807, /):
    found = _find(self, value, start, stop)
    if found < 0:
        raise ValueError("tuple.index(x): x not in tuple")
    return found


@_twin("range.index")
def _range_index(self, value, /):
    found = 0
    for item in self:
        if item == value:
            return found
        found += 1
    raise ValueError("sequence.index(x): x not in sequence")


@_twin("range.count")
def _range_count(self, value, /):
    count = 0
    for item in self:
        if item == value:
            count += 1
    return count


@_twin("slice.indices")
def _slice_indices(self, length, /):
    parts = [part if part is None else _x_need_index(part)
             for part in (self.start, self.stop, self.step)]
    return slice(*parts).indices(length)


# --- sorting ----------------------------------------------------------------------


_twin('intrinsics._find_run')(_find_run_steps)
_twin('intrinsics._insert_sorted')(_insert_sorted_steps)
_twin('intrinsics._merge_sorted')(_merge_sorted_steps)
_twin('intrinsics._heap_sift')(_heap_sift_steps)


def _x_lt_keys(a, b):
    return True if a < b else False


def _x_sign_of(v):
    return -1 if v < 0 else 0


def _x_lt_second(a, b):
    """The truth of a < b after a.__lt__(b) returned NotImplemented."""
    method = _special(b, '__gt__')
    result = NotImplemented if method is None else method(a)
    if result is NotImplemented:
        raise TypeError("'<' not supported between instances of "
                        f"'{_type_name(a)}' and '{_type_name(b)}'")
    return True if result else False


def _merge_runs(keys, values, ends):
    """Make one of the last two runs."""
    low, middle, high = ends[-3:]
    if keys[middle] < keys[middle - 1]:
        _merge_sorted(keys, values, low, middle, high)
    del ends[-2]


def _sort_slow(keys, values):
    """Stable merge sort with the < of the keys, which may be the values."""
    n = len(keys)
    shortest = n
    odd = 0
    while shortest >= 64:
        odd |= shortest & 1
        shortest >>= 1
    shortest += odd
    ends = [0]
    low = 0
    while low < n:
        high = _find_run(keys, values, low, n)
        if high - low < shortest:
            start = high
            high = min(low + shortest, n)
            _insert_sorted(keys, values, low, start, high)
        ends.append(high)
        low = high
        while len(ends) > 3 and ends[-2] - ends[-3] <= ends[-1] - ends[-2]:
            _merge_runs(keys, values, ends)
    while len(ends) > 2:
        _merge_runs(keys, values, ends)


def _keys_of_items(key, items):
    if _applies(key):
        return list(map(key, items))
    return [key(item) for item in items]


def _sort_items(items, key, reverse):
    """Sort the list `items` in place; a fresh list nobody else knows."""
    if key is None:
        keys = items
    elif _applies(key):
        keys = list(map(key, items))
    else:
        keys = [key(item) for item in items]
    if not _sort_keys(keys, items, reverse):
        _sort_python(keys, items, reverse)


def _sort_python(keys, items, reverse):
    if reverse:
        keys.reverse()
        if keys is not items:
            items.reverse()
    _sort_slow(keys, items)
    if reverse:
        items.reverse()


@_twin("list.sort")
def _list_sort(self, key=None, reverse=False):
    reverse = not not reverse
    items = _list_take(self)
    order = items[:]
    try:
        _sort_items(order, key, reverse)
        items = order
    finally:
        intact = _list_give(self, items)
    if not intact:
        raise ValueError("list modified during sort")


@_twin("builtins.sorted")
def _sorted(iterable, key=None, reverse=False):
    items = list(iterable)
    _sort_items(items, key, not not reverse)
    return items


# --- iterators ------------------------------------------------------------------------


def _enumerate(iterable, number):
    for item in iterable:
        yield number, item
        number += 1


@_twin("enumerate.__new__")
def _enumerate_new(cls, iterable, start=0):
    return _gen_class(_enumerate(iter(iterable), start), cls)


def _zip_any(iterators, strict):
    if not iterators:
        return
    while True:
        row = []
        for it in iterators:
            for item in it:  # the next one, without an exception at the end
                row.append(item)
                break
            else:
                if strict:
                    _zip_check(iterators, len(row))
                return
        yield tuple(row)


def _zip_two(first, second):
    for a in first:
        for b in second:
            yield a, b
            break
        else:
            return


def _zip_three(first, second, third):
    for a in first:
        for b in second:
            for c in third:
                yield a, b, c
                break
            else:
                return
            break
        else:
            return


def _zip_check(iterators, ended):
    """Argument number `ended` was exhausted first: were all?"""
    if ended:
        raise ValueError(f"zip() argument {ended + 1} is shorter than argument{_zip_others(ended)}")
    for i in range(1, len(iterators)):
        if next(iterators[i], _missing) is not _missing:
            raise ValueError(f"zip() argument {i + 1} is longer than argument{_zip_others(i)}")


def _zip_others(n):
    return ' 1' if n == 1 else f's 1-{n}'


@_twin("zip.__new__")
def _zip_new(cls, /, *iterables, strict=False, **unknown):
    for name in unknown:
        if strict is not False:
            raise TypeError("zip() takes at most 1 keyword argument "
                            f"({len(unknown) + 1} given)")
        raise TypeError(f"'{name}' is an invalid keyword argument for zip()")
    strict = not not strict
    if cls is zip:
        leaves = _zip_leaves(iterables, strict)
        if leaves is not None:
            return leaves
    iterators = [iter(it) for it in iterables]
    if len(iterators) == 2 and not strict:
        return _gen_class(_zip_two(*iterators), cls)
    if len(iterators) == 3 and not strict:
        return _gen_class(_zip_three(*iterators), cls)
    return _gen_class(_zip_any(iterators, strict), cls)


def _reversed(seq, i):
    while i > 0:
        i -= 1
        try:
            item = seq[i]
        except (IndexError, StopIteration):
            return
        yield item


@_twin("reversed.__new__")
def _reversed_new(cls, sequence, /):
    found = _type_find(_type_of(sequence), '__reversed__')
    if found is not None:
        return _bind_special(found, sequence, _type_of(sequence))()
    kind = _type_of(sequence)
    if (_has_none(kind, '__reversed__') or _type_find(kind, '__getitem__') is None
            or isinstance(sequence, dict)):
        raise TypeError(f"'{_type_name(sequence)}' object is not reversible")
    return _gen_class(_reversed(sequence, len(sequence)), cls)


def _map_one(function, iterator):
    for item in iterator:
        try:
            item = function(item)
        except StopIteration:
            return
        yield item


def _map_many(function, iterators):
    try:
        while True:
            yield function(*[next(it) for it in iterators])
    except StopIteration:
        return


@_twin("map.__next__")
def _map_next(self, /):
    due = _due(self)
    if due is not None:
        if _iter_parts(self)[5] & 1:  # of several iterables: a tuple waits
            return due[0](*due[1])
        return due[0](due[1])
    for item in self:  # the loop makes the call
        return item
    raise StopIteration


@_twin("map.__new__")
def _map_new(cls, *args, **words):
    if words and cls is map:
        raise TypeError("map() takes no keyword arguments")
    if len(args) < 2:
        raise TypeError("map() must have at least two arguments.")
    if len(args) == 2:
        return _gen_class(_map_one(args[0], iter(args[1])), cls)
    return _gen_class(_map_many(args[0], [iter(it) for it in args[1:]]), cls)


def _filter_true(iterator):
    for item in iterator:
        if item:
            yield item


def _filter_by(function, iterator):
    for item in iterator:
        try:
            keep = function(item)
        except StopIteration:
            return
        if keep:
            yield item


@_twin("filter.__next__")
def _filter_next(self, /):
    due = _filter_due(self)
    if due is None:
        raise StopIteration
    function, iterator, waiting, said = due
    for item in waiting:
        if said[0] if said else item if function is None else function(item):
            return item
    if iterator is not None:
        for item in iterator:
            if item if function is None else function(item):
                return item
    raise StopIteration


@_twin("filter.__new__")
def _filter_new(cls, *args, **words):
    if words and cls is filter:
        raise TypeError("filter() takes no keyword arguments")
    if len(args) != 2:
        raise TypeError(f"filter expected 2 arguments, got {len(args)}")
    function, iterable = args
    if function is None or function is bool:
        return _gen_class(_filter_true(iter(iterable)), cls)
    return _gen_class(_filter_by(function, iter(iterable)), cls)


def _until(function, sentinel):
    while True:
        try:
            item = function()
        except StopIteration:
            return
        if item is sentinel or item == sentinel:
            return
        yield item


@_twin("builtins.iter")
def _iter_until(function, sentinel, /):
    if not callable(function):
        raise TypeError("iter(v, w): v must be callable")
    return _gen_class(_until(function, sentinel), _callable_iterator)


@_twin("builtins.next")
def _next(iterator, default, /):
    try:
        return next(iterator)
    except StopIteration:
        return default


def _by_index(obj, i):
    while True:
        try:
            item = obj[i]
        except (IndexError, StopIteration):
            return
        i += 1
        yield item


def _iter_from(obj, i):
    """An iterator of items from number `i` on."""
    return _gen_class(_by_index(obj, i), _plain_iterator)


def _x_iter(obj):
    """iter(obj) where no built-in type decides."""
    kind = _type_of(obj)
    found = _type_find(kind, '__iter__')
    if found is not None:
        result = _bind_special(found, obj, kind)()
        if _type_find(_type_of(result), '__next__') is None:
            raise TypeError(f"iter() returned non-iterator of type '{_type_name(result)}'")
        return result
    if _type_find(kind, '__getitem__') is None or _has_none(kind, '__iter__'):
        raise TypeError(f"'{_type_name(obj)}' object is not iterable")
    return _iter_from(obj, 0)


def _has_none(kind, name):
    """Was the special method switched off by `name = None`?"""
    return _type_lookup(kind, name, _missing) is None


# --- folding ------------------------------------------------------------------------------


@_twin("builtins.all")
def _all(iterable, /):
    for item in iterable:
        if not item:
            return False
    return True


@_twin("builtins.any")
def _any(iterable, /):
    for item in iterable:
        if item:
            return True
    return False


@_twin("builtins.sum")
def _sum(iterable, /, start=0):
    for item in iterable:
        start = start + item
    return start


_plain_containers = frozenset({list, tuple, dict, set, frozenset, range, str,
                               type({}.keys()), type({}.values()),
                               type({}.items())})


def _best(name, args, default, key, less):
    if len(args) == 0:
        raise TypeError(f"{name} expected at least 1 argument, got 0")
    if len(args) > 1:
        if default is not _missing:
            raise TypeError(f"Cannot specify a default for {name}() with multiple positional arguments")
        it = iter(args)
    else:
        it = None
    if key is not None:
        items = args if it is not None else args[0]
        if _type_of(items) in _plain_containers:
            return _best_by(name, items, default, key, less)
    if it is None:
        it = iter(args[0])
    best = next(it, _missing)
    if best is _missing:
        if default is _missing:
            raise ValueError(f"{name}() arg is an empty sequence")
        return default
    if key is not None:
        top = key(best)
        for item in it:
            value = key(item)
            if value < top if less else value > top:
                top = value
                best = item
        return best
    if less:
        for item in it:
            if item < best:
                best = item
    else:
        for item in it:
            if item > best:
                best = item
    return best


def _best_by(name, items, default, key, less):
    if not _applies(key) or _type_of(items) not in (list, tuple):
        items = list(items)
    if not items:
        if default is _missing:
            raise ValueError(f"{name}() arg is an empty sequence")
        return default
    return _extreme_by(items, key, less)


@_twin("intrinsics._extreme_by")
def _extreme_by_calls(items, key, less):
    keys = _keys_of_items(key, items)
    at = _extreme(keys, less)
    if at is None:
        at = 0
        top = keys[0]
        for i in range(1, len(keys)):
            value = keys[i]
            if value < top if less else value > top:
                top = value
                at = i
    return items[at]


@_twin("builtins.min")
def _min(*args, default=_missing, key=None, **unknown):
    if unknown:
        word = next(iter(unknown))
        raise TypeError(f"'{word}' is an invalid keyword argument for min()")
    return _best('min', args, default, key, True)


@_twin("builtins.max")
def _max(*args, default=_missing, key=None, **unknown):
    if unknown:
        word = next(iter(unknown))
        raise TypeError(f"'{word}' is an invalid keyword argument for max()")
    return _best('max', args, default, key, False)


# --- numbers ------------------------------------------------------------------------------------


@_twin("builtins.pow")
def _pow(base, exp, mod=None):
    if mod is None:
        return base ** exp
    for obj, name, other in ((base, '__pow__', exp),):
        method = _special(obj, name)
        if method is not None:
            result = method(other, mod)
            if result is not NotImplemented:
                return result
    raise TypeError("unsupported operand type(s) for ** or pow(): "
                    f"'{_type_name(base)}', '{_type_name(exp)}', '{_type_name(mod)}'")


@_twin("builtins.divmod")
def _divmod(x, y, /):
    a = _type_of(x)
    b = _type_of(y)
    tries = [(x, '__divmod__', y), (y, '__rdivmod__', x)]
    if a is b:
        tries.pop()
    elif (_issubclass_exact(b, a)
          and _type_find(a, '__rdivmod__') is not _type_find(b, '__rdivmod__')):
        tries.reverse()
    for obj, name, other in tries:
        method = _special(obj, name)
        if method is not None:
            result = method(other)
            if result is not NotImplemented:
                return result
    raise TypeError(f"unsupported operand type(s) for divmod(): '{_type_name(x)}' and '{_type_name(y)}'")


# --- attributes and classes ------------------------------------------------------------------------


@_twin("builtins.getattr")
def _getattr(obj, name, default, /):
    try:
        return getattr(obj, name)
    except AttributeError:
        return default


@_twin("builtins.hasattr")
def _hasattr(obj, name, /):
    try:
        getattr(obj, name)
    except AttributeError:
        return False
    return True


@_twin("builtins.isinstance")
def _isinstance(obj, class_or_tuple, /):
    if _type_of(class_or_tuple) is tuple:
        for cls in class_or_tuple:
            if isinstance(obj, cls):
                return True
        return False
    if _type_of(class_or_tuple) is _class_at(_LAYOUT_UNION):
        return _isinstance(obj, class_or_tuple.__args__)
    if _type_of(obj) is class_or_tuple:
        return True
    hook = _special(class_or_tuple, '__instancecheck__')
    if hook is not None and not _same_native(class_or_tuple, '__instancecheck__'):
        return not not hook(obj)
    if not _isinstance_exact(class_or_tuple, type):
        if not _has_bases(class_or_tuple):
            raise TypeError("isinstance() arg 2 must be a type, a tuple of types, or a union")
        return _abstract_subclass(getattr(obj, '__class__', None), class_or_tuple)
    if _isinstance_exact(obj, class_or_tuple):
        return True
    shown = obj.__class__
    return (shown is not _type_of(obj) and _isinstance_exact(shown, type)
            and _issubclass_exact(shown, class_or_tuple))


def _same_native(cls, name):
    return _type_find(_type_of(cls), name) is _type_find(type, name)


@_twin("builtins.issubclass")
def _issubclass(cls, class_or_tuple, /):
    if _type_of(class_or_tuple) is tuple:
        for other in class_or_tuple:
            if issubclass(cls, other):
                return True
        return False
    if _type_of(class_or_tuple) is _class_at(_LAYOUT_UNION):
        return _issubclass(cls, class_or_tuple.__args__)
    hook = _special(class_or_tuple, '__subclasscheck__')
    if hook is not None and not _same_native(class_or_tuple, '__subclasscheck__'):
        return not not hook(cls)
    if _isinstance_exact(cls, type) and _isinstance_exact(class_or_tuple, type):
        return _issubclass_exact(cls, class_or_tuple)
    if not _has_bases(cls):
        raise TypeError("issubclass() arg 1 must be a class")
    if not _has_bases(class_or_tuple):
        raise TypeError("issubclass() arg 2 must be a class, a tuple of classes, or a union")
    return _abstract_subclass(cls, class_or_tuple)


def _has_bases(cls):
    """Anything with a tuple of bases can pass for a class."""
    return isinstance(getattr(cls, '__bases__', None), tuple)


def _abstract_subclass(cls, other):
    todo = [cls]
    while todo:
        cls = todo.pop()
        if cls is other:
            return True
        bases = getattr(cls, '__bases__', None)
        if isinstance(bases, tuple):
            todo.extend(bases)
    return False


# --- output --------------------------------------------------------------------------------------------


def _text_or(value, name, default):
    if value is None:
        return default
    if not isinstance(value, str):
        raise TypeError(f"{name} must be None or a string, not {_type_name(value)}")
    return value


@_twin("builtins.print")
def _print(*args, sep=None, end=None, file=None, flush=False, **unknown):
    for word in unknown:
        raise TypeError(f"'{word}' is an invalid keyword argument for print()")
    sep = ' ' if sep is None else _text_or(sep, 'sep', ' ')
    end = '\n' if end is None else _text_or(end, 'end', '\n')
    if file is None:
        if not flush and _first_stdout():
            texts = []
            try:
                for arg in args:
                    texts.append(str(arg))
            except BaseException:  # what stands before it was written
                _out_write(1, sep.join([*texts, '']))
                raise
            text = sep.join(texts) + end
            if text.isascii():
                _out_write(1, text)
                return
            args = texts
        file = _stdout()
        if file is None:
            if _root('modules').get('sys') is None:
                _out_write(1, sep.join([str(arg) for arg in args]) + end)
            return
    write = file.write
    first = True
    for arg in args:
        if not first:
            write(sep)
        first = False
        write(str(arg))
    write(end)
    if flush:
        file.flush()


def _stdout():
    sys = _root('modules').get('sys')
    if sys is None and not _first_stdout():
        sys = _import('sys', {}, (), 0)
    return None if sys is None else getattr(sys, 'stdout', None)
