"""Hooks of loads see every object once; dumps asks default in order."""
import enum
import json
from datetime import date
from decimal import Decimal

seen = []
def hook(d): seen.append(dict(d)); return ('H', sorted(d.items(), key=str))
print(json.loads('[{"a": {"b": 1}, "c": [{}, {"d": null}]}, 5, "x"]', object_hook=hook)); print(seen); seen.clear()
print(json.loads('{"a": {"x": 1}, "a": {"y": 2}}', object_hook=hook)); print(seen)
print(json.loads('{"a": {"x": 1}, "a": {"y": 2}}', object_pairs_hook=lambda p: p))
print(json.loads('{"a": {"x": 1}, "b": [{"y": 2}]}', object_pairs_hook=lambda p: p))
print(json.loads('[1.5, {"a": 2}]', parse_float=Decimal, object_hook=lambda d: d))
for bad in ('{"a": {"b": 1}, "c"', '[{}, ', '', '{"a": 1} x'):
    try: json.loads(bad, object_hook=hook)
    except ValueError as e: print(e)
class C:
    def __init__(s, **k): s.__dict__.update(k)
print(json.dumps([C(a=1, b=C(c=[1, C()])), {1: (2, {3.5})}], default=lambda o: o.__dict__ if isinstance(o, C) else sorted(o)))
print(json.dumps({'b': C(x=1), 'a': date(2020, 1, 2)}, default=str if 0 else lambda o: getattr(o, '__dict__', None) or str(o), sort_keys=True, indent=1))
print(json.dumps({'b': C(x=1), 'a': date(2020, 1, 2), 'c': float('nan')}, default=lambda o: getattr(o, '__dict__', None) or str(o), indent=2))
o = C(); o.me = o
for kw in ({}, {'check_circular': False}):
    try: print(json.dumps(o, default=lambda o: o.__dict__, **kw))
    except (ValueError, RecursionError) as e: print(type(e).__name__, str(e)[:20])
try: json.dumps([1, C()])
except TypeError as e: print(e)
try: json.dumps({(1,): C()}, default=str)
except TypeError as e: print(e)
print(json.dumps({(1,): {1}.__class__, 'x': 2}, default=str, skipkeys=True))
class E(json.JSONEncoder):
    def default(self, o): return {'t': str(o)} if isinstance(o, set) is False else super().default(o)
print(json.dumps([C, 3 + 1j], cls=E)[:60])
class I(enum.IntEnum): A = 1
class S(str): pass
print(json.dumps([I.A, S('x'), {S('k'): I.A}, {1, 2}.__class__], default=str))
