# if_elif_else.py: Branch selection, nesting and truth of conditions.
# SPDX-License-Identifier: Apache-2.0

def kind(x):
    if x is None:
        return 'none'
    elif isinstance(x, bool):
        return 'bool'
    elif isinstance(x, int):
        if x < 0:
            return 'neg'
        elif x == 0:
            return 'zero'
        else:
            return 'pos'
    elif isinstance(x, str):
        return 'str'
    return 'other'


for v in (None, True, -3, 0, 8, 'a', 1.5, []):
    print(kind(v))
if 0: print('a')
elif '': print('b')
elif []: print('c')
else: print('d'); print('e')
if 1: pass
if not 0: print('f'); print('g')
if True:
    if False:
        print('h')
    else:
        print('i')
elif True:
    print('j')
if (1 and
        0):
    print('k')
else:
    print('l')
if __debug__:
    print('debug')
if ...:
    print('ellipsis')
if 0 or None or '' or (): print('m')
if 'False': print('n')
x = 5
if x > 3 and x < 10 or 1 / 0:
    print('o')
if not (x > 3 and not x < 10):
    print('p')
if (y := x * 2) > 9:
    print('q', y)
if x == 5: y = 1
else: y = 2
print(y)


def early(n):
    if n == 1: return 'one'
    if n == 2: return 'two'
    if n > 2:
        if n % 2: return 'odd'
    else: return 'low'


print(early(1), early(2), early(3), early(4), early(0))
if x: del y
try:
    y
except NameError as e:
    print(e)
