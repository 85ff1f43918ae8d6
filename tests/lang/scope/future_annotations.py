# future_annotations.py: annotations as text in normal form.
# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations


def f(x: List[ int ], y: "str" = 1, *a: (1,2), **k: {'a' :1}) -> a if b else c: pass


class C:
    z: undefined[1,2]
    w: lambda x:x+1 = 3
    v: not   a or (b and c)
    u: dict[str,int]|None
    t: f'{x!r:>{3}}'
    r: [x   for x in y if  z]
    q: a [1 :2, ::3]
    p: -1 ** 2 + (3*4)


print(f.__annotations__)
for name, text in C.__annotations__.items():
    print(name, text)
v: foo.bar( 1 ) = 3
print(__annotations__)
