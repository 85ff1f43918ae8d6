"""Every built-in class has a __doc__ of its own, if only None."""

_type_put(object, '__doc__', """The base class of the class hierarchy.

When called, it accepts no arguments and returns a new featureless instance
that has no attributes and cannot be given any.
""")
for _cls in [*_root('state').values()]:
    if isinstance(_cls, type) and '__doc__' not in _cls.__dict__:
        _type_put(_cls, '__doc__', None)
del _cls
