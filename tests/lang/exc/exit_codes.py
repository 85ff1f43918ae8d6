# exit_codes.py: SystemExit inside the program, caught and examined.
# SPDX-License-Identifier: Apache-2.0

import sys


def code(f):
    try:
        f()
    except SystemExit as e:
        return repr(e.code), e.args
    return 'no exit'


print(code(lambda: sys.exit()), code(lambda: sys.exit(0)), code(lambda: sys.exit(3)), code(lambda: sys.exit('msg')))
print(code(lambda: sys.exit(None)), code(lambda: sys.exit([1])), code(lambda: sys.exit((1, 2))), code(lambda: exec('raise SystemExit')))
try:
    sys.exit(1, 2)
except TypeError as e:
    print(e)
try:
    try:
        sys.exit(5)
    except Exception:
        print('not an Exception')
    finally:
        print('finally runs')
except SystemExit as e:
    print('outer', e.code)


class CM:
    def __enter__(self): return self
    def __exit__(self, t, v, tb):
        print(t.__name__, v.code)
        return True


with CM():
    sys.exit('suppressed')
print('still here')
raise SystemExit(7)
