# text_of_bad_methods.py - which method an error about str() and repr() names.
# SPDX-License-Identifier: Apache-2.0
import array


class B:
    __repr__ = lambda self: 3


for make in (str, repr, lambda b: f"{b}", lambda b: f"{b!r}", lambda b: "%s" % b,
             lambda b: "%r" % b, format, ascii, lambda b: print(b), lambda b: repr([b])):
    try:
        make(B())
    except TypeError as e:
        print(e)


class P:
    @property
    def __dict__(self):
        return {"a": 1}


print(vars(P()), P().__dict__)
try:
    open()
except TypeError as e:
    print(e)
a = array.array("b", b"12")
print(int(a), float(a), b"-".join([a, b"x", a]), str(a, "ascii"), b"0123".find(a), b"0123".split(a))
