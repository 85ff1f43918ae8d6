# while_loops.py: While with else, break and continue.
# SPDX-License-Identifier: Apache-2.0

i = 0
while i < 3:
    print(i)
    i += 1
else:
    print('else', i)
while i:
    i -= 1
    if i == 1:
        break
else:
    print('never')
print(i)
while False:
    print('never')
else:
    print('else of false')
n = 10
while True:
    n -= 1
    if n % 2:
        continue
    if n < 4:
        break
    print(n, end=' ')
print()
while n:
    n -= 1
    while n:
        n -= 1
        break
    else:
        print('inner else')
        continue
    print('outer', n)
else:
    print('outer else')


def find(seq, x):
    i = 0
    while i < len(seq):
        if seq[i] == x:
            return i
        i += 1
    else:
        return -1


print(find([1, 2, 3], 2), find([], 1))
x = [1, 2, 3]
while x: print(x.pop(), end=';')
print()
while 1: break
else: print('no')
i = 0
while (i := i + 1) < 10:
    if i == 3: continue
    if i == 6: break
    print(i)
else:
    print('no')
i = 5
while not i == 0: i -= 1
print(i)
i = 0
while i < 2:
    i += 1
    try:
        continue
    finally:
        print('fin', i)
else:
    print('done')


def depth():
    a = 0
    while True:
        while True:
            while True:
                a += 1
                if a > 2:
                    return a
                break
            break


print(depth())
