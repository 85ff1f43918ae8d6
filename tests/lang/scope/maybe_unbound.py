# maybe_unbound.py: locals that only some ways give a value.
# SPDX-License-Identifier: Apache-2.0
def t1(x):
    assert not x, a
    print(a)
    a = 1
def t2(x):
    if x and a: pass
    print(a)
    a = 1
def t3(x):
    if x and (a := 1): pass
    print(a)
def t4(x):
    if not (x or a): pass
    print(a)
    a = 1
def t5(x):
    x < 1 < (a := 5)
    print(a)
def t6(x):
    y = (a := 1) if x else 2
    print(a)
def t8(x):
    [a := 1 for _ in range(x)]
    print(a)
def t9(x):
    while x and (a := 0): pass
    print(a)
def t10(x):
    match x:
        case 1 if (a := 1): pass
        case _: print(a)
def t11(x):
    match x:
        case [a, 1]: pass
        case _: print(a)
def t12(x):
    match x:
        case [a, b] if b: pass
    print(a, b)
def t13(x):
    for i in range(x): a = 1
    else: print(a)
def t14(x):
    while x:
        a = 1
        break
    print(a)
def t15(x):
    try:
        a = int(x)
    except TypeError: pass
    print(a)
def t16(x):
    with __import__('contextlib').suppress(Exception):
        a = 1 / x
    print(a)
def t17(x):
    try:
        if x: a = 1
        1 / x
    except ZeroDivisionError as e: print(a)
def t18(x):
    try: pass
    finally:
        if x: a = 1
    print(a)
def t19(x):
    assert (a := x) is not None or True, (b := 1)
    print(a)
    print(b)
def t20(x):
    x or (lambda q=(a := 3): q)()
    f'{x and (b := 1)}'
    print(b)
def t22(x):
    for i in range(2):
        if i and x: print(a)
        if not x: continue
        a = 5
    return a
def t23(x):
    try:
        return 1
    finally:
        if x: print(a)
        a = 1
def t24(x):
    x is None or x.y[(a := 0)]
    print(a)
def t25(x):
    print(x and [(a := i) for i in range(2)], a)
def t26(x):
    assert x or (a := 1)
    print(a)
def t27(x):
    async def inner():
        assert True, a
        return a
        a = 1
    try: inner().send(None)
    except StopIteration as e: print(e.value)
def t28(x):
    def g():
        x and (yield a)
        yield a
        a = 1
    print(list(g()))
def t29(x):
    global zz
    del_ = x and zz
    print(zz)
class Q:
    try:
        assert not 0, wq
        print(wq)
    except NameError as e: print(e)
for t in [v for k, v in sorted(globals().items()) if k[0] == 't' and k[1:].isdigit()]:
    for arg in (0, 1, 2, None, [3, 1], [3, 0]):
        try: print(t.__name__, arg, t(arg))
        except Exception as e: print(t.__name__, arg, type(e).__name__, e)
