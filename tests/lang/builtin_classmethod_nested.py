# builtin_classmethod_nested.py: class methods of class methods, however many.
# SPDX-License-Identifier: Apache-2.0


class C:
    pass


for n in (0, 1, 2, 200):
    m = classmethod(lambda cls: cls.__name__)
    for _ in range(n):
        m = classmethod(m)
    C.m = m
    print(n, type(C.__dict__['m']).__name__, C.m() if n < 2 else '')
