# radd_of_sequences.py: list + and += ask __radd__ first, subclasses their own +=.
# SPDX-License-Identifier: Apache-2.0
class R(int):
    def __radd__(s,o): return ("radd",o)
class X:
    def __radd__(s,o): return ("x",o)
class L(list): pass
class S(str): pass
class T(tuple): pass
class B(bytes): pass
for a in (L([1]),S("s"),T((1,)),B(b"a"),[1],"s",(1,),b"a",bytearray(b"a")):
    for b in (R(3),X()):
        try: print(type(a).__name__,type(b).__name__,a+b)
        except TypeError as e: print(type(a).__name__,type(b).__name__,e)
        try:
            a+=b; print(type(a).__name__,type(b).__name__,a)
        except TypeError as e: print(type(a).__name__,type(b).__name__,e)


class I(int):
    pass


for seq in "s", [1], (1,), b"a", bytearray(b"a"):
    for other in I(3), R(3), 1.5, True:
        try:
            print(seq.__add__(other))
        except TypeError as e:
            print(e)
