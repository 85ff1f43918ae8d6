# match_mappings.py: Match: mapping patterns.
# SPDX-License-Identifier: Apache-2.0

def m(x):
    match x:
        case {}:
            if not x:
                return 'empty or any mapping'
            match x:
                case {'a': 1}:
                    return 'a is 1'
                case {'a': v, 'b': w}:
                    return 'a and b', v, w
                case {'c': [p, q], **rest}:
                    return 'c', p, q, rest
                case {1: 'x' | 'y' as z}:
                    return 'one', z
                case {None: n}:
                    return 'none key', n
                case {'nest': {'deep': d}}:
                    return 'deep', d
                case {-1: neg, 2.5: fl, True: tr}:
                    return 'lits', neg, fl, tr
                case {**everything}:
                    return 'all', everything
        case _:
            return 'not mapping'


for v in ({}, {'a': 1, 'z': 2}, {'a': 2, 'b': 3}, {'c': [1, 2], 'd': 4, 'e': 5},
          {1: 'y'}, {1: 'z'}, {None: 0}, {'nest': {'deep': 9}}, {-1: 1, 2.5: 2, 1: 3},
          [], 'a', None, {1, 2}, [('a', 1)]):
    print(v, '->', m(v))


class D(dict):
    def __missing__(self, k):
        return 'made up'

    def get(self, k, default=None):
        print('get', k)
        return dict.get(self, k, default)


match D(x=1):
    case {'y': v}:
        print('never', v)
    case {'x': v}:
        print('x', v)


class K:
    KEY = 'kk'


match {'kk': 5}:
    case {K.KEY: v}:
        print(v)
match {'a': 1, 'b': 2}:
    case {'a': 1, **rest}:
        print(rest)
src = {'a': 1}
match src:
    case {**copy}:
        print(copy is src, copy)
match {'a': None}:
    case {'a': None}:
        print('none value')
match {'x': {'y': [1, {'z': 3}]}}:
    case {'x': {'y': [_, {'z': z}]}}:
        print(z)
match {'k': 0, 'v': 1}:
    case {'k': k} if k:
        print('no')
    case {'k': k, 'v': v} if v:
        print(k, v)
try:
    match {'kk': 1}:
        case {K.KEY: a, 'kk': b}:
            print('bad')
except ValueError as e:
    print(e)
