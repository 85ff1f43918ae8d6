# evaluation_order.py: The order in which subexpressions are evaluated.
# SPDX-License-Identifier: Apache-2.0

log = []


class T:
    def __init__(self, n):
        self.__dict__['n'] = n

    def __getattr__(self, k):
        log.append(f'{self.n}.{k}')
        return T(f'{self.n}.{k}')

    def __setattr__(self, k, v):
        log.append(f'{self.n}.{k}=')

    def __getitem__(self, k):
        log.append(f'{self.n}[]')
        return 1

    def __setitem__(self, k, v):
        log.append(f'{self.n}[]=')

    def __delitem__(self, k):
        log.append(f'del {self.n}[]')

    def __call__(self, *a, **k):
        log.append(f'{self.n}()')
        return self

    def __iter__(self):
        log.append(f'iter {self.n}')
        return iter([])

    def keys(self):
        log.append(f'keys {self.n}')
        return []


def t(n):
    log.append(n)
    return T(n)


def show():
    print(' '.join(log))
    log.clear()


t('a')(t('b'), *t('c'), x=t('d'), **t('e')); show()
t('f')(t('b'), x=t('d'), *t('c')); show()
t('a')[t('b')] = t('c'); show()
t('a').x = t('b').y; show()
t('a').x, t('b')[t('c')] = t('d'), t('e'); show()
t('a').x = t('b').y = t('c'); show()
t('a')[t('b')] += 1; show()
del t('a')[t('b')], t('c')[t('d')]; show()
[t('a'), t('b'), *t('c')]; show()
{t('a'): t('b'), t('c'): t('d')}; show()
{t('a'), t('b')}; show()
(t('a') if t('b') else t('c')); show()
t('a')[t('b'):t('c'):t('d')]; show()
(lambda x=t('a'), *, y=t('b'): 0); show()


@t('dec1')
@t('dec2')
def f(a=t('dflt'), *, k=t('kw')) -> t('ret'):
    pass


show()


def g(a: t('ann1') = t('d1'), *b: t('ann2')) -> t('r'):
    pass


show()


@t('dec')
class C(t('base') and object, metaclass=t('meta') and type):
    t('body')


show()
x: t('ann') = t('val'); show()
t('tgt').x: t('ann') = t('val'); show()
[t('e') for _ in t('i')]; show()
{i: t('k') for i in [t('a').z and 1]}; show()
assert t('a'), t('b')
show()
i = 0
lst = [[0, 0], [0, 0]]
i, lst[i][i] = 1, 5
print(i, lst)
print(i + (i := 5) + i)
