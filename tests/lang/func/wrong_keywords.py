# wrong_keywords.py: Messages for unexpected, duplicate and positional-only keywords.
# SPDX-License-Identifier: Apache-2.0

def f0(): pass
def f1(a): pass
def f2(a, b=1): pass
def p1(a, /): pass
def p2(a, b, /): pass
def p3(a, b, /, c): pass
def p4(a, /, **kw): return a, kw
def p5(a=1, b=2, /): pass
def k1(*, k): pass
def v1(*args): pass
def v2(a, *args, b): pass


def err(f, *a, **k):
    try:
        print('ok', f(*a, **k))
    except TypeError as e:
        print(e)


err(f0, x=1); err(f0, x=1, y=2); err(f1, b=1); err(f1, 1, b=1); err(f1, 1, a=2)
err(f1, 1, **{'a': 3}); err(f2, 1, a=1); err(f2, 1, 2, b=3); err(f2, c=1); err(f2, 1, 2, 3, a=1)
err(p1, a=1); err(p1, b=1); err(p2, a=1, b=2); err(p2, 1, b=2); err(p2, 1, 2, a=1)
err(p3, 1, 2, a=3); err(p3, a=1, b=2, c=3); err(p3, 1, b=2, c=3)
err(p4, a=1); err(p4, 1, a=2); err(p5, a=1); err(p5, b=1, a=2); err(p5, 1, 2, a=1, b=2)
err(k1, j=1); err(k1, k=1, j=2); err(k1, 1); err(v1, a=1); err(v1, 1, a=1)
err(v2, 1, 2); err(v2, 1, b=2, c=3); err(v2, b=1); err(v2, a=1, b=2); err(v2, 2, a=1, b=1)
err(f1, **{'é': 1}); err(f1, **{'': 1})
for call in ('f0(**{1: 2})', 'f1(**{None: 1})', 'f1(**5)', 'f1(*5)', 'f1(**[1])', 'f1(*None)',
             'f1(a=1, **{"a": 2})', 'f1(**{"a": 1}, **{"a": 2})', 'f0(*1)', 'f0(*"a", **{"b": 1})',
             'p4(1, **{"k": 1}, k=2)', 'f1(1, *2)', 'f1(*[1], *3)', 'f1(**{(): 1})',
             'f1(1, **None)', 'f1(a=1, **{2: 3})', 'v1(*x for x in [1])', 'print(**{"nope": 1})',
             'len(obj=[])', 'len()', 'len(1, 2)', 'abs(x=1)', 'isinstance(1)', 'int(1, 2, 3)',
             'sorted()', 'sorted([1], 2)', 'sorted([1], foo=1)', '[].append()', '[].append(1, 2)',
             '[].append(x=1)', '"".join()', '"".split(foo=1)', '{}.get()', '{}.get(1, 2, 3)',
             '[].sort(1)', '[].pop(1, 2)', 'print(foo=1)', 'max()', 'max(key=1)', 'range()',
             'range(1, 2, 3, 4)', 'range(a=1)', 'list(1, 2)', 'dict(1, 2)', 'tuple(1, 2)',
             'str(1, 2, 3, 4)', 'type()', 'type(1, 2)', 'float(1, 2)', 'getattr(1)', 'ord()',
             'chr()', 'round()', 'enumerate()', 'zip(foo=1)', 'map()', 'map(len)', 'filter(1)',
             'hash()', 'iter()', 'next()', 'input(1, 2)', 'sum()', 'pow(1)', 'divmod(1)', 'id()'):
    try:
        print(call, '=', eval(call))
    except (TypeError, SyntaxError) as e:
        print(call, '->', getattr(e, 'msg', e))
