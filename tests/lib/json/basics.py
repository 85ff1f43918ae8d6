# Reading and writing JSON: values, errors with positions, options, hooks.
import json
from collections import OrderedDict, namedtuple
from enum import IntEnum

texts = [
    '', ' ', 'nul', 'null', 'true', 'false', ' [] ', '{}', '[1, 2, 3]', '[1 2]', '[1,]', '[', '[1',
    '{', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{"a" 1}', '{1:2}', '{"a":1 "b":2}',
    '-', '-1', '01', '1.5', '1.', '1e5', '1e', '1E+3', '-0', '-0.0', '123456789012345678901234567890',
    '0.1e-7', '1e400', '-1e400', 'NaN', 'Infinity', '-Infinity', '-Inf', 'Inf', '"a', '"a\\', '"\\x"',
    '"\\u12"', '"\\u12G4"', '"\\u1234"', '"\\ud83d\\ude00"', '"\\ud83d"', '"\\ude00"', '"\\ud83dx"',
    '"\\ud83d\\u0041"', '"\\ud83d\\uZZZZ"', '"tab\there"', '"a\nb"', '"é ü 漢 😀"', '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
    '[1] x', '[1]]', '{"a":{"b":[{"c":null}]}}', '\ufeff[1]', '[[[[]]]]', '{"a":1,"a":2}', '"\\u0000"',
    '[1,\n2,\n x]', '{"k":\n\n}', '\u00a0[1]', '[true,false,null,1.0,"x"]', '{"":0}', '[,]', '{,}', ']', ':',
    '"abc" "def"', '1 2', 'truex', '[1.5.2]', '--1', '+1', '.5', "'a'",
]
for t in texts:
    try:
        v = json.loads(t)
        print(repr(t), '->', repr(v), type(v).__name__)
    except json.JSONDecodeError as e:
        print(repr(t), '!!', e, '|', e.msg, e.pos, e.lineno, e.colno)

for b in (b'[1]', bytearray(b'{"a": 1}'), '[1]'.encode('utf-16'), '[1]'.encode('utf-32-le'), b'\xef\xbb\xbf[1]'):
    print(json.loads(b))
for bad in (None, 5, [1]):
    try:
        json.loads(bad)
    except TypeError as e:
        print(e)

P = namedtuple('P', 'x y')


class Color(IntEnum):
    RED = 1


class S(str):
    pass


class L(list):
    pass


values = [
    None, True, False, 0, -5, 10**30, 1.5, 1e100, -0.0, float('inf'), float('-inf'), float('nan'), '', 'a"b\\c',
    'é漢😀\ud800', '\x00\x1f\x7f\u2028', [], {}, [1, [2, [3]]], (1, 2), {'a': 1, 'b': [1, 2]}, {1: 2, None: 3, True: 4, 1.5: 5},
    P(1, 2), Color.RED, {Color.RED: 1}, S('sub'), L([1]), OrderedDict(b=1, a=2), {'z': 1, 'a': {'y': 1, 'b': 2}},
]
styles = [
    {}, {'ensure_ascii': False}, {'indent': 2}, {'indent': 0}, {'indent': '\t'}, {'separators': (',', ':')},
    {'sort_keys': True}, {'indent': 1, 'sort_keys': True, 'separators': (', ', ' : ')},
]
for v in values:
    for style in styles:
        try:
            print(ascii(json.dumps(v, **style)))
        except Exception as e:
            print(type(e).__name__, e)
for v in (float('nan'), {1: float('inf')}):
    try:
        json.dumps(v, allow_nan=False)
    except ValueError as e:
        print('ValueError', str(e)[:48])
for v in ({(1, 2): 3}, {1, 2}, object, [1, 2j], {'a': {b'x': 1}}):
    for kw in ({}, {'skipkeys': True}, {'default': str}):
        try:
            r = json.dumps(v, **kw)
            print(r if not isinstance(v, set) else 'set')
        except TypeError as e:
            print('TypeError', e)
a = []
a.append(a)
try:
    json.dumps(a)
except ValueError as e:
    print(e)
d = {}
d['x'] = [d]
try:
    json.dumps(d)
except ValueError as e:
    print(e)


class Enc(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, complex):
            return [o.real, o.imag]
        return super().default(o)


print(json.dumps({'c': [1j, {'d': 2 + 3j}]}, cls=Enc), json.dumps([1j], cls=Enc, indent=1))
try:
    json.dumps([object()], cls=Enc)
except TypeError as e:
    print(e)
print(json.dumps({'a': {1, }}, default=list), json.dumps({'b': 1, 'a': {3, }}, default=sorted, sort_keys=True, indent=2))
print(json.loads('{"a": {"b": 1}, "c": [1.5, 2]}', object_hook=lambda d: sorted(d.items())))
print(json.loads('{"a": {"b": 1}, "a": 2}', object_pairs_hook=lambda p: p))
print(json.loads('[1.5, 2, NaN, -3e2]', parse_float=lambda s: 'f' + s, parse_int=lambda s: 'i' + s, parse_constant=lambda s: 'c' + s))
dec = json.JSONDecoder()
print(dec.raw_decode('[1] rest'), dec.raw_decode('xx 5', 3))
print(json.JSONDecoder(strict=False).decode('"a\nb"'))
for t in ('[1', '{"a" 1}', '[1,]', '{"x": nul}'):
    try:
        json.loads(t, object_hook=dict)
    except json.JSONDecodeError as e:
        print(e)
print(''.join(json.JSONEncoder(indent=2).iterencode({'a': [1, {'b': None}], 'c': {}})))
import io
f = io.StringIO()
json.dump([1, {'a': 'é'}], f)
print(f.getvalue(), json.load(io.StringIO('{"x": [1, 2]}')))
print(json.dumps([1, 2], indent=None), json.dumps('a', indent=2), json.dumps({}, indent=2), json.dumps([[], {}], indent=2))
