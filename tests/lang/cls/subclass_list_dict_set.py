# subclass_list_dict_set.py: Subclasses of list, dict and set with overrides.
# SPDX-License-Identifier: Apache-2.0

class L(list):
    def append(self, x):
        print('append', x)
        super().append(x)

    def __getitem__(self, i):
        r = super().__getitem__(i)
        return L(r) if isinstance(i, slice) else ('item', r)

    def __len__(self): return super().__len__() + 100


l = L([1, 2])
l.append(3)
l.extend([4])
l += [5]
print(l, l[0], type(l[:2]).__name__, len(l), list(l), type(l + [1]).__name__, type(l * 1).__name__, type(l.copy()).__name__)
print(l == [1, 2, 3, 4, 5], [x for x in l], sorted(l), l.pop(), sum(l), bool(L()), repr(L()), isinstance(l, list))
l.attr = 1
print(vars(l), L('ab'), [*l], tuple(l))


class D(dict):
    def __getitem__(self, k): return ('got', k)
    def __setitem__(self, k, v): super().__setitem__(k, [v])
    def __contains__(self, k): return True
    def __iter__(self): return iter(['fake'])
    def __len__(self): return 42


d = D(a=1)
d['b'] = 2
d.update(c=3)
d.setdefault('d', 4)
print(d.items(), d['zz'], d.get('b'), 'q' in d, list(d), len(d), d.get('q', 'no'))
print({**d}, type(d.copy()).__name__, d == {'a': 1, 'b': [2], 'c': 3, 'd': 4}, list(d.keys()), repr(d))
print(D.fromkeys('x'), type(D.fromkeys('x')).__name__, type(d | {}).__name__, d.pop('a'))


class S(set):
    def add(self, x): super().add(x * 10)
    def __contains__(self, x): return 'always'


s = S([1, 2])
s.add(3)
print(sorted(s), 99 in s, type(s | {1}).__name__, type(s.union([1])).__name__, type(s.copy()).__name__, len(s), s == {1, 2, 30})
print(sorted(s - {1}), type({1} | s).__name__, type(frozenset(s)).__name__, repr(S([7])))


class FS(frozenset):
    def __repr__(self): return 'FS'


f = FS([1])
print(f, f | {2}, hash(f) == hash(frozenset([1])), {f: 1}[frozenset([1])], type(f.copy()).__name__)


class Attr(dict):
    def __getattr__(self, k):
        try:
            return self[k]
        except KeyError:
            raise AttributeError(k) from None
    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__


a = Attr(x=1)
a.y = 2
del a.x
print(a, a.y, vars(a), hasattr(a, 'nope'), a.keys())


class Stack(list):
    push = list.append
    top = property(lambda s: s[-1] if s else None)


st = Stack()
st.push(1)
print(st, st.top, Stack().top)
