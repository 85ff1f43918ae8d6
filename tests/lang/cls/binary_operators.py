# binary_operators.py: All binary operator methods and their reflections.
# SPDX-License-Identifier: Apache-2.0

OPS = ['add', 'sub', 'mul', 'matmul', 'truediv', 'floordiv', 'mod', 'divmod', 'pow', 'lshift', 'rshift',
       'and', 'xor', 'or']
SYM = {'add': '+', 'sub': '-', 'mul': '*', 'matmul': '@', 'truediv': '/', 'floordiv': '//', 'mod': '%',
       'pow': '**', 'lshift': '<<', 'rshift': '>>', 'and': '&', 'xor': '^', 'or': '|'}


class A: pass
class B: pass


def make(cls, name):
    def op(self, other):
        return f'{type(self).__name__}.{name}({type(other).__name__})'
    setattr(cls, name, op)


for o in OPS:
    make(A, f'__{o}__')
    make(A, f'__r{o}__')
    make(B, f'__r{o}__')
a, b = A(), B()
for o, s in SYM.items():
    print(s, eval(f'a {s} 1'), eval(f'1 {s} a'), eval(f'a {s} b'), eval(f'None {s} b'), eval(f'"x" {s} b')
          if s != '%' else 'str%')
print(divmod(a, 1), divmod(1, a), divmod(None, b), pow(a, 2), pow(2, a))
for o, s in SYM.items():
    try:
        eval(f'b {s} 1')
    except TypeError as e:
        print(e)
for o, s in SYM.items():
    try:
        eval(f'object() {s} []')
    except TypeError as e:
        print(e)
try:
    divmod(b, 1)
except TypeError as e:
    print(e)
try:
    pow(b, 1)
except TypeError as e:
    print(e)


class Sub(A):
    def __radd__(self, o): return 'Sub.__radd__ first'


class SubNo(A): pass


print(a + Sub(), Sub() + a, a + SubNo(), a - Sub())


class NI:
    def __add__(self, o):
        print('NI add')
        return NotImplemented

    def __radd__(self, o):
        print('NI radd')
        return NotImplemented


for f in (lambda: NI() + 1, lambda: 1 + NI(), lambda: NI() + NI(), lambda: NI() + B()):
    try:
        print(f())
    except TypeError as e:
        print(e)


class Inst: pass


i = Inst()
i.__add__ = lambda o: 'instance'
try:
    i + 1
except TypeError as e:
    print(e)
Inst.__add__ = None
try:
    i + a
except TypeError as e:
    print(e)
