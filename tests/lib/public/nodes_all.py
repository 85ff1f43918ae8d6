"""ast: every node class; builtins: exceptions and functions; small modules."""
import ast, builtins, __future__
import calendar, csv, json.encoder, json.decoder, ipaddress, urllib.parse, decimal, io, tokenize, time, enum, unittest, unittest.util

NODES = '''
    And AnnAssign Assert Assign AsyncFor AsyncFunctionDef AsyncWith Attribute AugAssign Await BitAnd
    BitOr BitXor BoolOp Break ClassDef Compare Continue Del Delete Dict DictComp Div Eq
    ExceptHandler Expression FloorDiv For FormattedValue FunctionDef FunctionType GeneratorExp
    Global Gt GtE IfExp Import ImportFrom In Interactive Invert Is IsNot JoinedStr LShift Lambda
    List ListComp Lt LtE MatMult Match MatchAs MatchClass MatchMapping MatchOr MatchSequence
    MatchSingleton MatchStar MatchValue Mod Module Mult NamedExpr Nonlocal Not NotEq NotIn Or Pass
    Pow RShift Raise Return Set SetComp Slice Starred Store Sub Subscript Try TryStar Tuple
    TypeIgnore UAdd USub UnaryOp While Yield YieldFrom alias arg arguments boolop cmpop
    comprehension excepthandler expr_context keyword match_case mod operator pattern type_ignore
    unaryop withitem
'''
for name in NODES.split():
    cls = getattr(ast, name)
    if isinstance(cls, type):
        print(name, cls._fields, cls._attributes, [b.__name__ for b in cls.__mro__[1:-1]], cls.__match_args__)
        node = cls(lineno=1) if cls._attributes else cls()
        print(ast.dump(node) == name + '()', hasattr(node, 'lineno'))
    else:
        print(name, cls)
BUILTINS = '''
    BrokenPipeError BytesWarning ChildProcessError ConnectionAbortedError ConnectionRefusedError
    ConnectionResetError DeprecationWarning Ellipsis EncodingWarning ExceptionGroup FileExistsError
    FutureWarning ImportWarning InterruptedError IsADirectoryError NotADirectoryError
    PendingDeprecationWarning ProcessLookupError ResourceWarning RuntimeWarning SyntaxWarning
    UnicodeEncodeError UnicodeTranslateError UnicodeWarning UserWarning aiter anext ascii breakpoint
    callable chr compile copyright credits delattr divmod format help hex input license locals
    memoryview oct ord pow quit sum
'''
for name in BUILTINS.split():
    thing = getattr(builtins, name)
    if isinstance(thing, type) and issubclass(thing, BaseException):
        print(name, [b.__name__ for b in thing.__mro__])
    else:
        print(name, callable(thing))


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return f'{type(e).__name__}: {e}'


for f, cases in ((ascii, ('é', [1, '中'], None)), (callable, (len, 5, int)), (chr, (97, 0x1F600, -1, 0x110000, 'a')), (hex, (255, -1, 1.5)), (oct, (8, -8, '8')), (bin, (5, True)), (ord, ('a', '😀', 'ab', 5, b'a', b'')), (repr, ('a', 1.0)), (format, (5, 'a')), (sum, ([1, 2], ['a'], [[1]])), (abs, (-5, -2.5, 3 + 4j, 'a'))):
    print(f.__name__, [attempt(f, c) for c in cases])
print(attempt(divmod, 7, 0), divmod(-7, 3), divmod(7.5, 2), attempt(divmod, 'a', 1), pow(2, 10, 1000), pow(3, -1, 7), attempt(pow, 2, -1, 4), attempt(pow, 2, 2, 0), attempt(pow, 2.0, 2, 3), sum([[1], [2]], []), attempt(sum, ['a'], ''), format(3.14159, '.2f'), attempt(format, 1, 5), attempt(delattr, 5, 'x'))
for name in 'absolute_import barry_as_FLUFL generator_stop generators nested_scopes print_function unicode_literals with_statement'.split():
    feature = getattr(__future__, name)
    print(name, feature.getOptionalRelease(), feature.getMandatoryRelease(), feature.compiler_flag)

print(attempt(calendar.month, 2020, 13), attempt(calendar.setfirstweekday, 9), issubclass(calendar.IllegalMonthError, ValueError), issubclass(calendar.IllegalWeekdayError, ValueError))
out = io.StringIO()
for dialect in (csv.excel_tab, csv.unix_dialect):
    csv.writer(out, dialect).writerow(['a b', 1, 'q"x'])
print(repr(out.getvalue()))
print(json.encoder.encode_basestring('é"\\\n'), json.encoder.encode_basestring_ascii('é😀'), json.encoder.py_encode_basestring('a'), json.encoder.py_encode_basestring_ascii('é'), json.encoder.JSONEncoder(indent=1).encode([1]), attempt(json.decoder.JSONDecoder().decode, '[1,'), json.decoder.JSONDecodeError('m', 'doc\nx', 5).lineno)
for cls, text in ((ipaddress.IPv4Network, '10.0.0.0/30'), (ipaddress.IPv4Interface, '10.0.0.1/24'), (ipaddress.IPv6Network, '2001:db8::/126'), (ipaddress.IPv6Interface, '::1/64'), (ipaddress.IPv4Network, '10.0.0.1/30'), (ipaddress.IPv4Network, '10.0.0.0/33'), (ipaddress.IPv4Interface, 'x')):
    print(attempt(cls, text))
print(issubclass(ipaddress.AddressValueError, ValueError), issubclass(ipaddress.NetmaskValueError, ValueError))
print(urllib.parse.ParseResult('http', 'h', '/p', '', 'q=1', 'f').geturl(), urllib.parse.urlparse(b'http://h/p').__class__ is urllib.parse.ParseResultBytes, urllib.parse.urlsplit(b'x').__class__ is urllib.parse.SplitResultBytes)
for name in 'ConversionSyntax DivisionImpossible DivisionUndefined InvalidContext Subnormal'.split():
    print(name, [b.__name__ for b in getattr(decimal, name).__mro__])
print(decimal.DefaultContext.prec, attempt(lambda: list(tokenize.generate_tokens(io.StringIO('(').readline))), isinstance(next(tokenize.generate_tokens(io.StringIO('x').readline)), tokenize.TokenInfo))
print(time.perf_counter() <= time.perf_counter(), time.thread_time() >= 0, time.tzset(), time.clock_getres(time.CLOCK_MONOTONIC) >= 0, time.clock_gettime_ns(time.CLOCK_REALTIME) > 0)
print(unittest.util.safe_repr('a' * 100, True)[:30], unittest.util.strclass(int), unittest.util.sorted_list_difference([1, 2], [2, 3]), unittest.util.unorderable_list_difference([1, {}], [{}, 2]), unittest.util.three_way_cmp(1, 2))
