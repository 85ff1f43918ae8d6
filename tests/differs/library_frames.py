# library_frames.py: The library leaves no entries in tracebacks.
# SPDX-License-Identifier: Apache-2.0
#
# Its code is part of the binary, so the entries would refer to files that do not
# exist.  Its modules have no __file__ for the same reason.
import json
import traceback

try:
    json.loads("{")
except ValueError as e:
    print([frame.name for frame in traceback.extract_tb(e.__traceback__)])
#> ['<module>']
print(hasattr(json, "__file__"))
#> False
try:
    from json import nothing
except ImportError as e:
    print(e)
#> cannot import name 'nothing' from 'json' (unknown location)
