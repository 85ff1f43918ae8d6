"""compile, eval, exec, and other built-ins that look at the caller."""

_modes = {'exec': 0, 'eval': 1, 'single': 2}
_top_await = 0x2000


def _compiled(source, filename, mode, flags):
    """_compile, and the warnings of the compiler."""
    code = _compile(source, filename, mode, flags)
    _give_warnings(source)
    return code


def _give_warnings(source):
    found = _root('state').pop('compiler.warnings', ())
    if len(found) > 1:
        # The parser's come before those of the compiler.
        found.sort(key=lambda item: (0, item[3], item[4]) if item[7] else (1, 0, 0))
    for deprecated, text, filename, line, col, end_line, end_col, quotes in found:
        category = DeprecationWarning if deprecated else SyntaxWarning
        try:
            _import('warnings', {}, (), 0).warn_explicit(text, category, filename, line)
        except category:
            if isinstance(source, tuple):
                source = quotes = ''  # a tree
            if not isinstance(source, str):
                source = bytes(source).decode('utf-8', 'replace')
            lines = source.split('\n')
            quoted = None
            if quotes:  # else columns count bytes, as CPython's do
                quoted = lines[line - 1] + ('\n' if deprecated and line == end_line else '')
                col = _chars_before(lines, line, col)
                end_col = _chars_before(lines, end_line, end_col)
            raise SyntaxError(text, (filename, line, col + 1, quoted, end_line, end_col + 1)) from None


def _chars_before(lines, line, col):
    return len(lines[line - 1].encode('utf-8', 'surrogatepass')[:col].decode('utf-8', 'replace'))


def _source_text(source, what):
    if _isinstance_exact(source, str):
        text = _exact_str(source)
    elif _isinstance_exact(source, bytes) or _isinstance_exact(source, bytearray) or _isinstance_exact(source, memoryview):
        text = _decoded_source(bytes(source))
    else:
        raise TypeError(f"{what} must be a string, bytes or {'AST' if what[0] == 'c' else 'code'} object")
    if '\0' in text:
        raise ValueError("source code string cannot contain null bytes")
    return text


def _decoded_source(data):
    """Bytes of source: UTF-8, unless a comment in the first two lines says else."""
    mark = data.startswith(b'\xef\xbb\xbf')
    if not mark and b'coding' not in b''.join(data.split(b'\n', 2)[:2]):
        try:
            return data.decode('utf-8')
        except UnicodeDecodeError as error:
            raise SyntaxError(f"(unicode error) {error}") from None
    lines = iter(data.splitlines(True))
    tokenize = _import('tokenize', {}, (), 0)
    encoding, _ = tokenize.detect_encoding(lambda: next(lines, b''))
    return data.decode(encoding)


def compile(source=_unset, filename=_unset, mode=_unset, flags=0, dont_inherit=False, optimize=-1, *, _feature_version=-1):
    for value, word, place in ((source, 'source', 1), (filename, 'filename', 2), (mode, 'mode', 3)):
        if value is _unset:
            raise TypeError(f"compile() missing required argument '{word}' (pos {place})")
    filename = _file_name(filename)
    if not isinstance(mode, str):
        raise TypeError(f"compile() argument 'mode' must be str, not {_type_name(mode)}")
    if mode not in _modes:
        if mode == 'func_type':
            raise ValueError("compile() mode 'func_type' requires flag PyCF_ONLY_AST")
        raise ValueError("compile() mode must be 'exec', 'eval' or 'single'")
    if flags & ~0x1fff610:
        raise ValueError("compile(): unrecognised flags")
    if not -1 <= optimize <= 2:
        raise ValueError("compile(): invalid optimize value")
    if not isinstance(source, (str, bytes, bytearray)) and _is_tree(source):
        ast = _import('ast', {}, (), 0)
        if flags & 1024:
            return source
        kind = {'exec': ast.Module, 'eval': ast.Expression, 'single': ast.Interactive}[mode]
        if not isinstance(source, kind):
            raise TypeError(f"expected {kind.__name__} node, got {_type_of(source).__name__}")
        tree = _import('ast._flatten', {}, ('flatten',), 0).flatten(source)
        return _compiled(tree, filename, _modes[mode], _compile_flags(mode, flags))
    if flags & 1024:
        return _import('ast', {}, (), 0).parse(source, filename, mode)
    text = _source_text(source, "compile() arg 1")
    return _compiled(text, filename, _modes[mode], _compile_flags(mode, flags))


def _compile_flags(mode, flags):
    unit = 8 | (1 if flags & _top_await else 0)
    options = 9 if mode == 'single' else 1
    return unit | options << 8


def _is_tree(x):
    for cls in _type_of(x).__mro__:
        if cls.__name__ == 'AST' and cls.__module__ == 'ast':
            return True
    return False


def _file_name(filename):
    """The exact str that the compiler gets as the name of a file."""
    if _isinstance_exact(filename, bytes) or _isinstance_exact(filename, bytearray):
        filename = bytes(filename).decode()
    elif not _isinstance_exact(filename, str):
        filename = _x_need_fspath(filename)
    return _exact_str(filename)


def _is_code(x):
    return _type_of(x) is _code


_code = _type_of(_is_code.__code__)


def _prepare(name, globals, locals):
    """The pair of namespaces that eval and exec work on."""
    if name == 'eval' and locals is not None and _special(locals, '__getitem__') is None:
        raise TypeError("locals must be a mapping")
    if globals is None:
        globals = _caller_globals()
        if locals is None:
            locals = _caller_locals()
    else:
        if not isinstance(globals, dict):
            if name == 'eval':
                if _special(globals, '__getitem__') is not None:
                    raise TypeError("globals must be a real dict; try eval(expr, {}, mapping)")
                raise TypeError("globals must be a dict")
            raise TypeError(f"exec() globals must be a dict, not {_type_name(globals)}")
        if locals is None:
            locals = globals
    if locals is not globals and _special(locals, '__getitem__') is None:
        raise TypeError(f"locals must be a mapping or None, not {_type_name(locals)}")
    globals = _unwrap(globals)
    if '__builtins__' not in globals:
        if _frozen(globals):  # the caller is library code: assertRaises(..., eval, text)
            copy = dict(globals)
            locals = copy if locals is globals else locals
            globals = copy
        globals['__builtins__'] = _root('builtins')
    return globals, locals


def _count_arguments(name, args, unknown):
    if unknown:
        raise TypeError(f"{name}() takes no keyword arguments")
    if not args:
        raise TypeError(f"{name} expected at least 1 argument, got 0")
    if len(args) > 3:
        raise TypeError(f"{name} expected at most 3 arguments, got {len(args)}")


def _run_code(name, code, globals, locals):
    if code.co_freevars:
        raise TypeError(f"code object passed to {name}() may not contain free variables")
    function = _make_function(code, globals)
    if code.co_argcount == 1 and not code.co_varnames:  # a nameless one: the locals
        return function(locals)
    return function()


def eval(*args, **unknown):
    _count_arguments('eval', args, unknown)
    source, globals, locals = (*args, None, None)[:3]
    plain = globals is not None and locals is None
    globals, locals = _prepare('eval', globals, locals)
    if _is_code(source):
        return _run_code('eval', source, globals, locals)
    text = _source_text(source, "eval() arg 1").lstrip(' \t')
    if plain and type(locals) is dict:
        return _make_function(_compiled(text, '<string>', 1, 8), globals)()
    return _make_function(_compiled(text, '<string>', 1, 8 | 1 << 8), globals)(locals)


def exec(*args, closure=None, **unknown):
    if not args:
        raise TypeError("exec() takes at least 1 positional argument (0 given)")
    _count_arguments('exec', args, unknown)
    source, globals, locals = (*args, None, None)[:3]
    globals, locals = _prepare('exec', globals, locals)
    if _is_code(source):
        if source.co_freevars:
            _make_function(source, globals, closure)()
        elif closure is not None:
            raise TypeError("cannot use a closure with this code object")
        else:
            _run_code('exec', source, globals, locals)
        return
    if closure is not None:
        raise TypeError("closure can only be used when source is a code object")
    text = _source_text(source, "exec() arg 1")
    if locals is globals:
        _make_function(_compiled(text, '<string>', 0, 8), globals)()
    else:
        _make_function(_compiled(text, '<string>', 0, 8 | 1 << 8), globals)(locals)


_caller_globals = globals
_caller_locals = locals


def vars(*args):
    if not args:
        return _caller_locals()
    if len(args) > 1:
        raise TypeError(f"vars expected at most 1 argument, got {len(args)}")
    try:
        return args[0].__dict__
    except AttributeError:
        raise TypeError("vars() argument must have __dict__ attribute") from None


def dir(*args):
    if not args:
        return sorted(_caller_locals())
    if len(args) > 1:
        raise TypeError(f"dir expected at most 1 argument, got {len(args)}")
    method = _special(args[0], '__dir__')
    if method is None:
        raise TypeError("object does not provide __dir__")
    return sorted(method())


def input(*args):
    """A line of standard input, which the host may grant."""
    if len(args) > 1:
        raise TypeError(f"input expected at most 1 argument, got {len(args)}")
    prompt = args[0] if args else ''
    sys = _x_import_('sys', {}, None, 0)
    for name in ('stdin', 'stdout', 'stderr'):
        if getattr(sys, name, None) is None:
            raise RuntimeError(f'input(): lost sys.{name}')
    if prompt != '':
        sys.stdout.write(str(prompt))
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError('EOF when reading a line')
    return line.removesuffix('\n')


# --- assertions ------------------------------------------------------------------------


def _x_assert_fail(message):
    raise AssertionError(message)
