# deleted_locals.py: a local that is deleted on some way is looked at after it.
# SPDX-License-Identifier: Apache-2.0
def f1():
    d = 1
    try:
        del d
    finally:
        d += "x"
def f2():
    d = 1
    try:
        del d
    finally:
        a, b = "yz"
        print(d)
def f3():
    d = 1
    del d
    d += 1
def f4():
    d = 1
    try:
        pass
    finally:
        del d
        d += 1
def f5():
    d = 1
    if d:
        del d
    d += "x"
def f6(c):
    d = 1
    for i in range(2):
        try:
            del d
        finally:
            d += c
def f7():
    d = {}
    try:
        for d in []:
            pass
        del d
    finally:
        print('fin')
        d += 'c'
def f8():
    d = {}
    while True:
        try:
            del d
        finally:
            print('fin')
            d += 'c'
        break
for f in (f1,f2,f3,f4,f5,lambda:f6(1),f7,f8):
    try: f()
    except Exception as e: print(type(e).__name__, e)
def g1():
    e = 1
    try:
        raise KeyError
    except KeyError as e:
        pass
    print(e)
def g2():
    e = 1
    for i in range(2):
        print(e)
        try: raise KeyError
        except KeyError as e: print(repr(e))
def g3():
    d = 1
    while True:
        print(d)
        del d
def g4():
    d = 1
    for i in range(2):
        if i == 0: del d
        else: print(d)
def g5():
    d = 1
    match 1:
        case 1:
            del d
    print(d)
import contextlib
def g6():
    d = 1
    with contextlib.suppress(ValueError):
        del d
        raise ValueError
        d = 2
    print(d)
def g7():
    d = 1
    try:
        del d
        raise ValueError
    except ValueError:
        print(d)
def g9(d):
    for i in range(3):
        try:
            if i: continue
            del d
        finally:
            print(i)
            print(d)
def g10(d):
    while (d := d + 1) < 5:
        del d
def g12():
    d = 1
    try:
        del d
    except NameError: pass
    else: pass
    print(d)
def g13():
    d = 5
    for i in range(3):
        d += 1
        if i == 1: del d
async def g14():
    async def it():
        yield 1
        yield 2
    d = 1
    async for x in it():
        print(d)
        del d
import asyncio
for f in (g1,g2,g3,g4,g5,g6,g7,lambda:g9(1),lambda:g10(1),g12,g13,lambda:asyncio.run(g14())):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
