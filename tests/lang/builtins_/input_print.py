# input_print.py: print: sep, end, file, flush and errors; input at end of file.
# SPDX-License-Identifier: Apache-2.0

import sys


def err(f):
    try:
        f()
    except BaseException as e:
        print(type(e).__name__, e)


print()
print(1, 2, 3)
print(1, 2, sep='')
print(1, 2, sep=None, end=None)
print('a', 'b', sep=', ', end='!\n')
print('x', end='')
print('y', end='\n\n')
print(*[1, 2, 3], sep='\n')
print('a\tb', 'c\\d', "q'q", None, True, 1.0, [1, 'x'], {'k': 'v'}, (1,))
print(sep='zz')
print('', '', sep='|')
print(end='only end\n')
print('flush', flush=True)
print('é', '日本', '😀', '\u200b|')
print('multi\nline', 'text')
print('nul\0nul')


class W:
    def __init__(self): self.out = []
    def write(self, s): self.out.append(s)
    def flush(self): self.out.append('<flush>')


w = W()
print('a', 1, None, sep='-', end='.', file=w)
print(file=w)
print('x', file=w, flush=True)
sys.stdout.write('direct\n')
print(w.out, print('inner'))
err(lambda: print(1, sep=5)); err(lambda: print(1, end=5)); err(lambda: print(1, foo=2)); err(lambda: print(1, file=5)); err(lambda: print(1, sep=b'x')); err(lambda: print(file=object()))
print(1, file=None)


class NoFlush:
    def write(self, s): print('wrote', repr(s))


print('q', 'r', file=NoFlush())
err(lambda: print('q', file=NoFlush(), flush=True))


class Bad:
    def __str__(self): raise ValueError('str failed')


err(lambda: print('before', Bad(), 'after'))
print()
old = sys.stdout
sys.stdout = w
print('captured')
sys.stdout = old
print(w.out[-2:])
sys.stdout = None
print('goes nowhere')
sys.stdout = old
err(lambda: input('prompt> '))
err(lambda: input())
err(lambda: input(1, 2))
