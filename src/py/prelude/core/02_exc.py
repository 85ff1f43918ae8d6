"""Exceptions: fields, keyword arguments, groups."""

_exc_fields(StopIteration, ('value',))
_exc_fields(SystemExit, ('code',))
_exc_fields(OSError, ('errno', 'strerror', 'filename', 'filename2'))
_exc_fields(BlockingIOError, ('characters_written',))
_exc_fields(ImportError, ('msg', 'name', 'path'))
_exc_fields(AttributeError, ('name', 'obj'))
_exc_fields(NameError, ('name',))
_exc_fields(SyntaxError, ('msg', 'filename', 'lineno', 'offset', 'text', 'end_lineno',
                          'end_offset', 'print_file_and_line'))
_exc_fields(UnicodeDecodeError, ('encoding', 'object', 'start', 'end', 'reason'))
_exc_fields(UnicodeEncodeError, ('encoding', 'object', 'start', 'end', 'reason'))
_exc_fields(UnicodeTranslateError, ('encoding', 'object', 'start', 'end', 'reason'))
_exc_fields(BaseExceptionGroup, ('message', 'exceptions'))


@_twin("BaseException.__new__")
def _exc_new(cls, /, *args, **kwargs):
    self = BaseException.__new__(cls, *args)
    if _layout_of(_lookup(cls, '__init__', None)) == _LAYOUT_NATIVE:
        self.__init__(*args, **kwargs)
    return self


@_twin("BaseException.__init__")
def _exc_init(self, /, *args, **kwargs):
    raise TypeError(f"{_type_name(self)}() takes no keyword arguments")


def _no_keyword(kwargs, name):
    for key in kwargs:
        raise TypeError(f"'{key}' is an invalid keyword argument for {name}()")


@_twin("ImportError.__init__")
def _import_error_init(self, /, *args, name=None, path=None, **kwargs):
    _no_keyword(kwargs, 'ImportError')
    ImportError.__init__(self, *args)
    self.name = name
    self.path = path


@_twin("AttributeError.__init__")
def _attribute_error_init(self, /, *args, name=None, obj=None, **kwargs):
    _no_keyword(kwargs, 'AttributeError')
    AttributeError.__init__(self, *args)
    self.name = name
    self.obj = obj


@_twin("NameError.__init__")
def _name_error_init(self, /, *args, name=None, **kwargs):
    _no_keyword(kwargs, 'NameError')
    NameError.__init__(self, *args)
    self.name = name


for _name in ('StopIteration', 'SystemExit', 'OSError', 'SyntaxError', 'UnicodeDecodeError',
              'UnicodeEncodeError', 'UnicodeTranslateError', 'BaseExceptionGroup'):
    _twin_table[_name + '.__init__'] = _exc_init
del _name


# --- groups ------------------------------------------------------------------------


@_twin("BaseExceptionGroup.__new__")
def _group_new(cls, /, *args, **kwargs):
    if kwargs:
        raise TypeError(f"{cls.__name__}() takes no keyword arguments")
    if len(args) != 2:
        raise TypeError(f"BaseExceptionGroup.__new__() takes exactly 2 arguments ({len(args)} given)")
    message, excs = args
    if not isinstance(message, str):
        raise TypeError("BaseExceptionGroup.__new__() argument 1 must be str, "
                        f"not {_type_name(message)}")
    if not hasattr(_type_of(excs), '__getitem__') or isinstance(excs, (dict, set)):
        raise TypeError("second argument (exceptions) must be a sequence")
    found = tuple(excs)
    if not found:
        raise ValueError("second argument (exceptions) must be a non-empty sequence")
    plain = True
    for i, exc in enumerate(found):
        if not isinstance(exc, BaseException):
            raise ValueError(f"Item {i} of second argument (exceptions) is not an exception")
        if not isinstance(exc, Exception):
            plain = False
    if cls is BaseExceptionGroup and plain:
        cls = ExceptionGroup
    elif cls is ExceptionGroup:
        if not plain:
            raise TypeError("Cannot nest BaseExceptions in an ExceptionGroup")
    elif not plain and issubclass(cls, Exception):
        raise TypeError(f"Cannot nest BaseExceptions in '{cls.__name__}'")
    self = _exc_make(cls, (message, excs))
    _exc_put(self, 'message', message)
    _exc_put(self, 'exceptions', found)
    return self


IOError = EnvironmentError = OSError

for _cls, _text in (
        (BaseException, "Common base class for all exceptions"),
        (Exception, "Common base class for all non-exit exceptions."),
        (ArithmeticError, "Base class for arithmetic errors."),
        (AssertionError, "Assertion failed."),
        (AttributeError, "Attribute not found."),
        (EOFError, "Read beyond end of file."),
        (FileNotFoundError, "File not found."),
        (ImportError, "Import can't find module, or can't find name in module."),
        (IndexError, "Sequence index out of range."),
        (KeyError, "Mapping key not found."),
        (KeyboardInterrupt, "Program interrupted by user."),
        (LookupError, "Base class for lookup errors."),
        (MemoryError, "Out of memory."),
        (ModuleNotFoundError, "Module not found."),
        (NameError, "Name not found globally."),
        (NotImplementedError, "Method or function hasn't been implemented yet."),
        (OSError, "Base class for I/O related errors."),
        (OverflowError, "Result too large to be represented."),
        (RecursionError, "Recursion limit exceeded."),
        (RuntimeError, "Unspecified run-time error."),
        (StopIteration, "Signal the end from iterator.__next__()."),
        (SyntaxError, "Invalid syntax."),
        (SystemExit, "Request to exit from the interpreter."),
        (TimeoutError, "Timeout expired."),
        (TypeError, "Inappropriate argument type."),
        (ValueError, "Inappropriate argument value (of correct type)."),
        (Warning, "Base class for warning categories."),
        (ZeroDivisionError, "Second argument to a division or modulo operation was zero.")):
    _type_put(_cls, '__doc__', _text)
del _cls, _text


def _x_exc_args(exc, iterable):
    exc.args = [item for item in iterable]


def _one_argument(name, args):
    if len(args) != 1:
        raise TypeError(f"{name} expected 1 argument, got {len(args)}")
    return args[0]


@_twin("BaseExceptionGroup.derive")
def _group_derive(self, /, *args):
    return BaseExceptionGroup(self.message, _one_argument('derive', args))


def _group_matcher(condition):
    if isinstance(condition, type) and issubclass(condition, BaseException):
        return lambda exc: isinstance(exc, condition)
    if isinstance(condition, tuple) and condition and all(
            [isinstance(c, type) and issubclass(c, BaseException) for c in condition]):
        return lambda exc: isinstance(exc, condition)
    if callable(condition) and not isinstance(condition, type):
        return condition
    raise TypeError("expected a function, exception type or tuple of exception types")


def _group_copy(original, excs):
    if not excs:
        return None
    group = original.derive(excs)
    if not isinstance(group, BaseExceptionGroup):
        raise TypeError("derive must return an instance of BaseExceptionGroup")
    group.__traceback__ = original.__traceback__
    group.__context__ = original.__context__
    group.__cause__ = original.__cause__  # hides the context, also if None
    notes = getattr(original, '__notes__', None)
    if notes is not None and hasattr(type(notes), '__getitem__'):
        group.__notes__ = [*notes]
    return group


def _group_split(exc, match):
    if match(exc):
        return exc, None
    if not isinstance(exc, BaseExceptionGroup):
        return None, exc
    yes, no = [], []
    for inner in exc.exceptions:
        a, b = _group_split(inner, match)
        if a is not None:
            yes.append(a)
        if b is not None:
            no.append(b)
    return _group_copy(exc, yes), _group_copy(exc, no)


@_twin("BaseExceptionGroup.split")
def _group_split_method(self, /, *args):
    return _group_split(self, _group_matcher(_one_argument('split', args)))


@_twin("BaseExceptionGroup.subgroup")
def _group_subgroup(self, /, *args):
    return _group_split(self, _group_matcher(_one_argument('subgroup', args)))[0]
