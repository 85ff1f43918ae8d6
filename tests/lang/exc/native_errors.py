# native_errors.py: whose class, and which module, errors of natives name.
# SPDX-License-Identifier: Apache-2.0
import collections
import csv
import datetime
import io
import math


class L(list):
    pass


class S(str):
    pass


NT = collections.namedtuple("NT", "x y")
for f in (lambda: L().append(1, 2), lambda: [].append(1, 2), lambda: S("a").title(1), lambda: NT(1, 2).count(),
          lambda: math.log2(1, 2), lambda: math.trunc(), lambda: len(), lambda: {}.keys(1), lambda: True.conjugate(1),
          lambda: collections.Counter().popitem(1), lambda: (1.5).hex(2), lambda: b"".isspace(1),
          lambda: NT(1, 2) * "a", lambda: NT(1, 2) * 1.5, lambda: L([1]) * NT(1, 2), lambda: S("a") * None,
          lambda: NT(1, 2) * True, lambda: 2 * L([1]), lambda: {1}.difference_update({1}, 5),
          lambda: 0.0 ** -math.inf, lambda: 0.0 ** -2.0, lambda: (-0.0) ** -math.inf,
          lambda: csv.writer(io.StringIO()).writerow(datetime.timedelta(1)), lambda: csv.writer(io.StringIO()).writerow(3)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
