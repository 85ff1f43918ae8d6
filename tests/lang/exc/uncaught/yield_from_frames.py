# yield_from_frames.py: Frames through yield from.
# SPDX-License-Identifier: Apache-2.0

def a():
    yield from b()
def b():
    yield 1
    raise ValueError('in b')
for x in a():
    print(x)
