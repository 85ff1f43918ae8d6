"""How built-in objects are copied and pickled (see types/reduce.c)."""


@_twin("slice.__reduce__")
def _slice_reduce(self, /):
    return slice, (self.start, self.stop, self.step)


@_twin("range.__reduce__")
def _range_reduce(self, /):
    return range, (self.start, self.stop, self.step)


@_twin("set.__reduce__")
@_twin("frozenset.__reduce__")
def _set_reduce(self, /):
    return _type_of(self), ([*self],), self.__getstate__()


@_twin("bytearray.__reduce__")
def _bytearray_reduce(self, /):
    return _type_of(self), (self.decode('latin-1'), 'latin-1'), self.__getstate__()
