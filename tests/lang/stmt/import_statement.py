# import_statement.py: Import forms on sys, the only module used here.
# SPDX-License-Identifier: Apache-2.0

import sys
import sys as system
from sys import maxsize, byteorder as order
from sys import (version_info,
                 maxsize as ms,)
print(sys is system, maxsize == ms, order, version_info[0])
print(sys.__name__, type(sys).__name__)
print(__name__)
for src in ('import no_such_module', 'from sys import no_such_name', 'import sys.nothing',
            'from no_such import x', 'import no.such', 'from . import x', 'from .a import b',
            'from sys import *', 'import sys as s; print(s.__name__)'):
    try:
        exec(src, {'__name__': '__main__'})
        print('ok', src)
    except Exception as e:
        print(src, '->', type(e).__name__, getattr(e, 'name', None), str(e).split(' (')[0])


def f():
    import sys as local
    from sys import maxsize
    return local.maxsize == maxsize


print(f())


class C:
    import sys
    from sys import byteorder


print(C.sys is sys, C.byteorder)
try:
    import no_such
except ModuleNotFoundError as e:
    print(isinstance(e, ImportError), e.name, e.path, e.msg)
try:
    sys.no_such_attr
except AttributeError as e:
    print(e)
sys.my_attr = 5
from sys import my_attr
print(my_attr)
del sys.my_attr
print(hasattr(sys, 'my_attr'))
