# refused_texts.py: A few errors are detected in another order or have another text.
# SPDX-License-Identifier: Apache-2.0
#
# The engine checks the cheapest condition first, and struct uses one text for all
# formats where CPython has another for formats of native size.

import datetime
import struct


def attempt(what):
    try:
        print(what())
    except (TypeError, ValueError, struct.error) as e:
        print(e)


attempt(lambda: struct.pack(">H", -1))
#> ushort format requires 0 <= number <= 65535
attempt(lambda: sum(5, "x"))
#> sum() can't sum strings [use ''.join(seq) instead]
attempt(lambda: datetime.time.fromisoformat("20240115"))
#> Invalid isoformat string: '20240115'
d = {}
try:
    d *= ()
except TypeError as e:
    print(e)
#> can't multiply sequence by non-int of type 'dict'


class Sized(dict):
    __len__ = len


attempt(lambda: bool(Sized()))
#> False
