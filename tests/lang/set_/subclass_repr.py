# Sets and byte arrays of a subclass are printed with its name, also by super().
class P:
    def __repr__(self): return 'P'


class S(set): pass


class F(frozenset): pass


class B(bytearray): pass


class Shown(set):
    def __repr__(self): return 'shown ' + super().__repr__()
    def __str__(self): return 'text ' + super().__str__()


class ShownFrozen(frozenset):
    def __repr__(self): return 'shown ' + super().__repr__()


class ShownBytes(bytearray):
    def __repr__(self): return 'shown ' + super().__repr__()


for make in S, F, Shown, ShownFrozen:
    for items in [], [1], [P()], [(P(),)]:
        print(make(items), repr(make(items)), [make(items)], f'{make(items)}', f'{make(items)!r:>30}')
print(set.__repr__(S([1])), set.__repr__(S()), frozenset.__repr__(F([P()])))
print(B(b'x'), repr(B(b"'")), bytearray.__repr__(B(b'"')), bytearray.__str__(B()), str(B(b'y')), [B(b'z')])
print(ShownBytes(b'x'), [ShownBytes(b'x')], str(ShownBytes(b'"')))
s = Shown()


class Holder:
    def __repr__(self): return repr(s)


s.add(Holder())
print(s)
# What a view takes part in is a set.
keys = {'a': 1}.keys()
for result in frozenset('ab') & keys, frozenset('ab') | keys, frozenset('ab') ^ keys, frozenset('ab') - keys, keys & frozenset('ab'):
    print(type(result), sorted(result))
