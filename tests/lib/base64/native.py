# native.py: Base64 in C and what it leaves to Python; deque.rotate; bisect keys.
# SPDX-License-Identifier: Apache-2.0
import base64
import binascii
from bisect import bisect_left, bisect_right, insort
from collections import deque

for n in range(8):
    data = bytes(range(250, 250 + n - 2)) if n < 7 else bytes(range(256))
    coded = base64.b64encode(data)
    print(coded, base64.b64decode(coded) == data, base64.b64decode(coded.decode()) == data, binascii.b2a_base64(data))
for text in (b'', b'=', b'QQ', b'QQ=', b'QQ==', b'QUI=', b'QU=I', b'QUJD', b'QU JD\n', b'QUJD=', b'====', b'Q===', b'QQ==QQ==',
             b'QR==', bytearray(b'QUJD'), 'QUJD', b'QUJ-', memoryview(b'QUJD')):
    for strict in (False, True):
        try:
            print(text if not isinstance(text, memoryview) else 'view', base64.b64decode(text, validate=strict))
        except binascii.Error as error:
            print(text, error)
print(base64.urlsafe_b64encode(b'\xfb\xff'), base64.urlsafe_b64decode(b'-_8='), base64.b64encode(bytearray(b'ab')))
for size in (0, 1, 2, 7, 8, 9):
    for by in (1, -1, 3, -3, 0, 8, 100, -100):
        queue = deque(range(size))
        queue.rotate(by)
        bounded = deque(range(size), maxlen=8)
        bounded.rotate(by)
        print(size, by, list(queue), list(bounded) == list(deque(list(range(size))[-8:])) or list(bounded))
queue = deque('abc')
queue.rotate()
queue.append('x')
print(queue, queue[0], queue.popleft(), queue.pop())
try:
    queue.rotate('a')
except TypeError as error:
    print(error)
rows = [(1, 'a'), (3, 'b'), (5, 'c')]
print(bisect_left(rows, 3, key=lambda r: r[0]), bisect_right(rows, 3, key=lambda r: r[0]), bisect_left([1, 2, 3], 2, 1, 3))
insort(rows, (4, 'z'), key=lambda r: r[0])
print(rows, bisect_left(rows, 4, lo=1, hi=3, key=lambda r: r[0]))
