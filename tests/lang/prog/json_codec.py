# json_codec.py: A JSON encoder and decoder written by hand.
# SPDX-License-Identifier: Apache-2.0

class JSONError(ValueError): pass


def dumps(v, indent=None, level=0):
    nl = '' if indent is None else '\n' + ' ' * indent * (level + 1)
    end = '' if indent is None else '\n' + ' ' * indent * level
    sep = ',' + (nl or ' ')
    if v is None:
        return 'null'
    if v is True or v is False:
        return str(v).lower()
    if isinstance(v, (int, float)):
        return repr(v)
    if isinstance(v, str):
        out = ['"']
        for ch in v:
            out.append({'"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t'}.get(ch) or (ch if ' ' <= ch < '\x7f' else f'\\u{ord(ch):04x}'))
        return ''.join(out) + '"'
    if isinstance(v, (list, tuple)):
        return f'[{nl}{sep.join(dumps(x, indent, level + 1) for x in v)}{end}]' if v else '[]'
    if isinstance(v, dict):
        return '{' + nl + sep.join(f'{dumps(str(k))}: {dumps(x, indent, level + 1)}' for k, x in v.items()) + end + '}' if v else '{}'
    raise TypeError(f'Object of type {type(v).__name__} is not JSON serializable')


def loads(s):
    pos = 0

    def fail(what):
        line = s.count('\n', 0, pos) + 1
        raise JSONError(f'{what}: line {line} char {pos}')

    def ws():
        nonlocal pos
        while pos < len(s) and s[pos] in ' \t\n\r':
            pos += 1

    def expect(ch):
        nonlocal pos
        ws()
        if not s.startswith(ch, pos):
            fail(f'expected {ch!r}')
        pos += len(ch)

    def string():
        nonlocal pos
        expect('"')
        out = []
        while True:
            if pos >= len(s):
                fail('unterminated string')
            ch = s[pos]
            pos += 1
            if ch == '"':
                return ''.join(out)
            if ch == '\\':
                e = s[pos]
                pos += 1
                if e == 'u':
                    out.append(chr(int(s[pos:pos + 4], 16)))
                    pos += 4
                else:
                    out.append({'n': '\n', 't': '\t'}.get(e, e))
            else:
                out.append(ch)

    def value():
        nonlocal pos
        ws()
        if pos >= len(s):
            fail('unexpected end')
        ch = s[pos]
        if ch == '"':
            return string()
        if ch in '[{':
            pos += 1
            out, close = ([], ']') if ch == '[' else ({}, '}')
            ws()
            if s.startswith(close, pos):
                pos += 1
                return out
            while True:
                if ch == '{':
                    ws()
                    k = string()
                    expect(':')
                    out[k] = value()
                else:
                    out.append(value())
                ws()
                if s.startswith(close, pos):
                    pos += 1
                    return out
                expect(',')
        for word, val in (('null', None), ('true', True), ('false', False)):
            if s.startswith(word, pos):
                pos += len(word)
                return val
        j = pos
        while j < len(s) and s[j] in '+-.eE0123456789':
            j += 1
        text, pos = s[pos:j], j
        try:
            return float(text) if set(text) & set('.eE') else int(text)
        except ValueError:
            fail('bad value')

    r = value()
    ws()
    if pos != len(s):
        fail('extra data')
    return r


data = {'name': 'Zoë "q"', 'n': [1, -2.5, 1e20, True, None], 'deep': {'a': {'b': [[], {}, [[]]]}}, 'tab\t': '\n\\'}
text = dumps(data)
print(text)
print(dumps(data, 2))
print(loads(text) == data, loads(dumps(data, 4)) == data, dumps(loads(text)) == text)
for bad in ('', '[1,', '{"a" 1}', '[1 2]', '"abc', 'nul', '[1]]', '{1: 2}', '01x', '{"a": }'):
    try:
        print(bad, loads(bad))
    except JSONError as e:
        print(repr(bad), e)
try:
    dumps({'s': {1, 2}})
except TypeError as e:
    print(e)
