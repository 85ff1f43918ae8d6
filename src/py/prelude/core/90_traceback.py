"""Printed tracebacks, as the command line of CPython 3.11 shows them."""

_cause_text = "\nThe above exception was the direct cause of the following exception:\n\n"
_context_text = "\nDuring handling of the above exception, another exception occurred:\n\n"


def _x_format_exc(exc):
    """Everything that is printed for an uncaught exception."""
    if isinstance(exc, SystemExit):
        code = exc.code
        if code is None or isinstance(code, int):
            return ''
        return f'{code}\n'
    page = _Page()
    page.exception(exc)
    return ''.join(page.out)


class _Page:
    """Collects lines; inside an exception group they get a margin."""

    def __init__(self):
        self.out = []
        self.depth = 0
        self.need_close = False
        self.seen = []

    def put(self, text, margin='|'):
        if self.depth == 0:
            self.out.append(text)
            return
        prefix = '  ' * self.depth + margin + ' '
        for line in text.splitlines(True):
            self.out.append(prefix + line)

    def exception(self, exc):
        """The exception after those it came from."""
        chain = [(exc, None)]
        self.seen.append(id(exc))
        while True:
            cause = exc.__cause__
            context = exc.__context__
            if cause is not None:
                if id(cause) in self.seen:
                    break
                exc, text = cause, _cause_text
            elif context is not None and not exc.__suppress_context__:
                if id(context) in self.seen:
                    break
                exc, text = context, _context_text
            else:
                break
            self.seen.append(id(exc))
            chain.append((exc, text))
        while chain:
            exc, text = chain.pop()
            self.one(exc)
            if text is not None:
                self.put(text)

    def one(self, exc):
        tb = exc.__traceback__
        if not isinstance(exc, BaseExceptionGroup):
            if tb is not None:
                self.put("Traceback (most recent call last):\n")
                self.put(_format_stack(tb))
            self.put(_format_final(exc))
        elif self.depth > 10:
            self.put("... (max_group_depth is 10)\n")
        else:
            self.group(exc, tb)

    def group(self, exc, tb):
        top = self.depth == 0
        if top:
            self.depth = 1
        if tb is not None:
            self.put("Exception Group Traceback (most recent call last):\n", '+' if top else '|')
            self.put(_format_stack(tb))
        self.put(_format_final(exc))
        inner = exc.exceptions
        count = len(inner)
        shown = count if count <= 15 else 16
        self.need_close = False
        for i in range(shown):
            if i == shown - 1:
                self.need_close = True
            title = f'{i + 1}' if i < 15 else '...'
            self.out.append('  ' * self.depth + ('+-' if i == 0 else '  ') +
                            f'+---------------- {title} ----------------\n')
            self.depth += 1
            if i < 15:
                self.exception(inner[i])
            else:
                more = count - 15
                self.put(f"and {more} more exception{'s' if more > 1 else ''}\n")
            if i == shown - 1 and self.need_close:
                self.out.append('  ' * self.depth + "+------------------------------------\n")
                self.need_close = False
            self.depth -= 1
        if top:
            self.depth = 0


# --- the stack -------------------------------------------------------------------------


def _format_stack(tb):
    entries = []
    while tb is not None:
        tb, code, pc = _traceback_parts(tb)
        entries.append((code, pc))
    out = []
    last = None
    count = 0
    for code, pc in entries[-1000:]:
        line, col, end_line, end_col = _code_position(code, pc)
        here = (code.co_filename, line, code.co_name)
        if here != last:
            _note_repeats(out, count)
            last = here
            count = 0
        count += 1
        if count <= 3:
            out.append(f'  File "{here[0]}", line {line}, in {here[2]}\n')
            _put_source(out, code, line, col, end_line, end_col)
    _note_repeats(out, count)
    return ''.join(out)


def _note_repeats(out, count):
    if count > 3:
        more = count - 3
        out.append(f"  [Previous line repeated {more} more time{'s' if more > 1 else ''}]\n")


def _source_line(code, line):
    name = code.co_filename
    if (name.startswith('<') and name.endswith('>')
            and not name.startswith('<python-input-')):
        return None
    source = _code_source(code)
    if source is None:
        return None
    lines = source.split('\n')
    return lines[line - 1].rstrip('\r') if 0 < line <= len(lines) else None


def _char_offset(text, offset):
    return len(text.encode('utf-8')[:offset].decode('utf-8', 'replace'))


def _put_source(out, code, line, col, end_line, end_col):
    text = _source_line(code, line)
    if text is None:
        return
    shown = text.lstrip(' \t\f')
    if not shown:
        return
    out.append('    ' + shown + '\n')
    start = _char_offset(text, col)
    anchors = None
    if end_line == line:
        end = _char_offset(text, end_col)
        if end <= start:
            return
        anchors = _find_anchors(text[start:end])
    else:
        end = len(text.rstrip(' \t\f'))
    if anchors is None and end - start == len(shown):
        return
    lead = ' ' * (4 + start - (len(text) - len(shown)))
    if anchors is None:
        out.append(lead + '^' * (end - start) + '\n')
    else:
        left, right = anchors
        out.append(lead + '~' * left + '^' * (right - left) + '~' * (end - start - right) + '\n')


_loose_words = ('if', 'else', 'or', 'and', 'not', 'in', 'is', 'lambda', 'yield', 'await', 'return',
                'for', 'async', 'import', 'from', 'raise', 'del', 'assert', 'with', 'while', 'def', 'class')
_levels = {'|': 1, '^': 2, '&': 3, '<<': 4, '>>': 4, '+': 5, '-': 5, '*': 6, '/': 6, '//': 6,
           '%': 6, '@': 6, '**': 8}


def _skip_string(text, at):
    quote = text[at]
    if text[at:at + 3] == quote * 3:
        quote = quote * 3
    at += len(quote)
    while at < len(text) and not text.startswith(quote, at):
        at += 2 if text[at] == '\\' else 1
    return at + len(quote)


def _skip_brackets(text, at):
    depth = 0
    while at < len(text):
        c = text[at]
        if c in '\'"':
            at = _skip_string(text, at)
            continue
        if c in '([{':
            depth += 1
        elif c in ')]}':
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return at


def _find_anchors(text):
    """What to mark in a binary operation or subscript: (start, end) or None.

    Walks over the operands and remembers the loosest operator.
    """
    at = 0
    best = None
    subscript = None
    operand = False
    unary_first = False
    while at < len(text):
        c = text[at]
        if c in ' \t\f\\':
            at += 1
        elif c in '\'"':
            at = _skip_string(text, at)
            operand = True
            subscript = None
        elif c in '([{':
            end = _skip_brackets(text, at)
            subscript = (at, end) if c == '[' and operand else None
            operand = True
            at = end
        elif c.isalnum() or c in '_.':
            end = at
            while end < len(text) and (text[end].isalnum() or text[end] in '_.'):
                end += 1
            if text[at:end] in _loose_words:
                return None
            if end < len(text) and text[end] in '\'"':
                end = _skip_string(text, end)
            operand = True
            subscript = None
            at = end
        else:
            op = text[at:at + 2]
            if op not in _levels:
                op = c
            if not operand:
                if c not in '+-~':
                    return None
                unary_first = unary_first or best is None
                at += 1
                continue
            if op not in _levels or text[at + len(op):at + len(op) + 1] == '=':
                return None
            level = _levels[op]
            if best is None or level < best[0] or (level == best[0] and level != 8):
                best = (level, at, at + len(op))
            operand = False
            subscript = None
            at += len(op)
    if best is not None:
        if unary_first and best[0] == 8:
            return None
        return best[1], best[2]
    return None if unary_first else subscript


# --- the last lines --------------------------------------------------------------------


def _type_title(cls):
    name = cls.__qualname__
    module = cls.__module__
    if not isinstance(module, str):
        return '<unknown>.' + name
    return name if module in ('builtins', '__main__') else f'{module}.{name}'


def _format_final(exc):
    out = []
    syntax = isinstance(exc, SyntaxError) and hasattr(exc, 'print_file_and_line')
    text = None
    if syntax:
        text = exc.msg
        _put_syntax(out, exc)
    try:
        text = str(exc) if not syntax else str(text)
    except BaseException:
        text = '<exception str() failed>'
    line = _type_title(type(exc))
    if text:
        line += ': ' + text
    out.append(line + _suggestion(exc) + '\n')
    _put_notes(out, exc)
    return ''.join(out)


def _put_notes(out, exc):
    notes = getattr(exc, '__notes__', None)
    if notes is None:
        return
    if not isinstance(notes, (list, tuple)):
        try:
            out.append(repr(notes) + '\n')
        except BaseException:
            out.append('<__notes__ repr() failed>\n')
        return
    for note in notes:
        try:
            out.append(str(note) + '\n')
        except BaseException:
            out.append('<note str() failed>\n')


def _put_syntax(out, exc):
    filename = exc.filename
    lineno = exc.lineno
    if lineno is None:
        return
    out.append(f'  File "{"<string>" if filename is None else filename}", line {lineno}\n')
    text = exc.text
    offset = exc.offset
    if not isinstance(text, str):
        return
    end = exc.end_offset
    if offset is None:
        offset = 0
    if end is None or end == 0:
        end = offset
    if exc.end_lineno is not None and exc.end_lineno > lineno:
        end = len(text.rstrip('\n')) + 1
    count = end - offset if end > 0 and end > offset and type(exc) is SyntaxError else 1
    offset -= 1
    stripped = text.lstrip(' \t\f')
    offset -= len(text) - len(stripped)
    text = stripped
    length = len(text) - 1 if text.endswith('\n') else len(text)
    if offset > length:
        offset = length
    while True:
        at = text.find('\n')
        if at < 0 or at >= offset:
            break
        text = text[at + 1:]
        length -= at + 1
        offset -= at + 1
    out.append('    ' + text[:length] + '\n')
    if offset >= 0:
        out.append('    ' + ' ' * offset + '^' * count + '\n')


# --- did you mean ----------------------------------------------------------------------


def _suggestion(exc):
    try:
        found = _find_suggestion(exc)
    except Exception:
        found = None
    return '' if found is None else f". Did you mean: '{found}'?"


def _find_suggestion(exc):
    if isinstance(exc, AttributeError):
        name = exc.name
        if not isinstance(name, str) or exc.obj is None:
            return None
        return _closest(name, dir(exc.obj))
    if not isinstance(exc, NameError):
        return None
    name = exc.name
    tb = exc.__traceback__
    if not isinstance(name, str) or tb is None:
        return None
    while tb.tb_next is not None:
        tb = tb.tb_next
    frame = tb.tb_frame
    for names in (frame.f_code.co_varnames, frame.f_globals, _root('builtins')):
        found = _closest(name, [*names])
        if found is not None:
            return found
    return None


def _closest(name, names):
    """The most similar of the names, if one is similar enough."""
    if len(names) >= 750:
        return None
    best = None
    least = 1 << 40
    for item in names:
        if not isinstance(item, str):
            return None
        if item == name:
            continue
        most = (len(name) + len(item) + 3) * 2 // 6
        if most > least - 1:
            most = least - 1
        distance = _distance(name, item, most)
        if distance <= most:
            best = item
            least = distance
    return best


def _exchange(a, b):
    if a == b:
        return 0
    if (ord(a) & 31) != (ord(b) & 31):
        return 2
    return 1 if a.lower() == b.lower() else 2


def _distance(a, b, most):
    """Edit distance: 2 per step, 1 for a change of case; most + 1: too far."""
    if a == b:
        return 0
    start = 0
    while start < len(a) and start < len(b) and a[start] == b[start]:
        start += 1
    a = a[start:]
    b = b[start:]
    while a and b and a[-1] == b[-1]:
        a = a[:-1]
        b = b[:-1]
    if not a or not b:
        return 2 * (len(a) + len(b))
    if len(a) > 40 or len(b) > 40:
        return most + 1
    if len(b) < len(a):
        a, b = b, a
    if (len(b) - len(a)) * 2 > most:
        return most + 1
    row = [2 * (i + 1) for i in range(len(a))]
    result = 0
    for j in range(len(b)):
        distance = result = j * 2
        least = 1 << 40
        for i in range(len(a)):
            substitute = distance + _exchange(b[j], a[i])
            distance = row[i]
            step = (result if result < distance else distance) + 2
            result = substitute if substitute < step else step
            row[i] = result
            if result < least:
                least = result
        if least > most:
            return most + 1
    return result
