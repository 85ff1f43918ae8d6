# many_constants.py: code with more than 256 constants before short jumps.
# SPDX-License-Identifier: Apache-2.0

source = 'def f(x):\n    t = [' + ', '.join(f'"c{i}"' for i in range(300)) + ']\n' + '''
    for i in range(3):
        try:
            if i == 1:
                continue
            if x == i:
                return t[x], 'returned'
        finally:
            t.append(i)
    match x:
        case [a, *b]: return a, b
        case {'k': v}: return v
    try:
        raise ExceptionGroup('g', [ValueError(1)])
    except* ValueError as e:
        return_value = repr(e)
    return return_value, len(t)
'''
space = {}
exec(source, space)
f = space['f']
print(f(0), f([1, 2, 3]), f({'k': 5}), f('x'))
