"""What built-in classes are, in one line each; lib/_docs.py has the rest."""

_class_docs = {
    bool: "The truth values True and False.",
    complex: "Complex numbers: complex(real=0, imag=0).",
    dict: "Mappings from keys to values, in the order of insertion.",
    enumerate: "Pairs (number, item) of an iterable.",
    filter: "The items that a function is true for.",
    float: "Floating point numbers, made from a number or text.",
    frozenset: "Sets that cannot be changed.",
    int: "Integers of any size, made from a number or from text in a base.",
    list: "Sequences that can be changed.",
    map: "The results of a function for the items of iterables.",
    range: "Integers from start to stop by a step.",
    reversed: "The items of a sequence from the last to the first.",
    set: "Collections of different elements.",
    slice: "What stands between the brackets of a[start:stop:step].",
    super: "The methods of the classes behind one in the order of resolution.",
    tuple: "Sequences that cannot be changed.",
    zip: "Tuples of the items of several iterables.",
}


def _x_native_doc(name, module, owned):
    return _import('_docs', {}, (), 0).find(name, module, owned)


_type_put(object, '__doc__', """The base class of the class hierarchy.

When called, it accepts no arguments and returns a new featureless instance
that has no attributes and cannot be given any.
""")
for _cls, _text in _class_docs.items():
    _type_put(_cls, '__doc__', _text)
for _cls in [*_root('state').values()]:
    if isinstance(_cls, type) and '__doc__' not in _cls.__dict__:
        _type_put(_cls, '__doc__', None)
del _cls, _text, _class_docs
