# with_errors.py: With on objects that are not context managers.
# SPDX-License-Identifier: Apache-2.0

class NoExit:
    def __enter__(self):
        return self


class NoEnter:
    def __exit__(self, *a):
        return None


class Inst:
    pass


i = Inst()
i.__enter__ = lambda: 1
i.__exit__ = lambda *a: None


class FewArgs:
    def __enter__(self):
        return self

    def __exit__(self):
        pass


class Truthy:
    def __init__(self, r):
        self.r = r

    def __enter__(self):
        return self

    def __exit__(self, *a):
        return self.r


class BoolRaises:
    def __bool__(self):
        raise TypeError('no truth')


for name, obj in (('int', 1), ('none', None), ('noexit', NoExit()), ('noenter', NoEnter()),
                  ('inst', i), ('few', FewArgs()), ('cls', Truthy), ('str', 'x')):
    try:
        with obj:
            print('body', name)
    except Exception as e:
        print(name, type(e).__name__, e)
for r in (0, 1, '', 'x', None, [], [0]):
    try:
        with Truthy(r):
            raise ValueError
    except ValueError:
        print(r, 'raised')
    else:
        print(r, 'suppressed')
try:
    with Truthy(BoolRaises()):
        raise ValueError('inner')
except TypeError as e:
    print(e, repr(e.__context__))
with Truthy(BoolRaises()):
    print('truth not asked without exception')
try:
    with Truthy(0) as (a, b):
        pass
except TypeError as e:
    print(e)
for kind in (KeyboardInterrupt, SystemExit, GeneratorExit):
    with Truthy(1):
        raise kind('x')
    print('swallowed', kind.__name__)


class Seen:
    def __enter__(self):
        return self

    def __exit__(self, t, v, tb):
        print(t is type(v), v.args, tb.tb_lineno > 0)
        return True


with Seen():
    raise ValueError
with Seen():
    raise ValueError(1, 2)
with Seen():
    {}['missing']
