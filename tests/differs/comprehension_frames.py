# comprehension_frames.py: Comprehensions have no frame of their own.
# SPDX-License-Identifier: Apache-2.0
#
# As from Python 3.12 on they are part of the function around them: tracebacks
# have no <listcomp>.

import traceback

try:
    [1 // n for n in (1, 0)]
except ZeroDivisionError as e:
    print([frame.name for frame in traceback.extract_tb(e.__traceback__)])
#> ['<module>']
