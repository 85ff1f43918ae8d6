# assert_statement.py: Assert with and without message.
# SPDX-License-Identifier: Apache-2.0

assert True
assert 1, 'unused'
assert [0]


def boom():
    print('message evaluated')
    return 'msg'


assert 1, boom()
for f in ('assert 0', 'assert 0, "text"', 'assert None, 5', 'assert [], boom()',
          'assert 0, None', 'assert 0, ("a", "b")', 'assert 1 == 2, ValueError("v")',
          'assert 0, ""', 'assert not 1', 'assert False, [1, 2]'):
    try:
        exec(f)
    except AssertionError as e:
        print(f, '->', repr(e), e.args, str(e))
x = 3
try:
    assert x > 5, f'x is {x}'
except AssertionError as e:
    print(e)


class B:
    def __bool__(self):
        print('bool called')
        return False


try:
    assert B()
except AssertionError as e:
    print('caught', e.args)
try:
    assert B(), 1 / 0
except ZeroDivisionError as e:
    print('from message', e)


def check(v):
    try:
        assert isinstance(v, int), 'need int'
        assert v >= 0
    except AssertionError as e:
        return str(e) or 'empty'
    else:
        return 'fine'
    finally:
        print('checked', v)


print(check('a'), check(-1), check(1))
AssertionErrorX = AssertionError
AssertionError = ValueError
try:
    assert 0, 'shadowed'
except AssertionErrorX as e:
    print('real', type(e).__name__, e)
