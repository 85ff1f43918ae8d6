# frames.py - the bytes of frames and values: numbers and layouts.
#
# A frame: u32 length of what follows, u8 kind, values (docs/wire-format.md).
#
# SPDX-License-Identifier: Apache-2.0
import builtins
from _struct import Struct

# What a program puts into the module `builtins` is for itself, not for us.
__builtins__ = dict(vars(builtins))

START, VALUE, RAISE, PENDING, UNDEFINED, SET, GET, TOOL, WORDS, CHECK, REPR = range(1, 12)
CALL, WAIT, DONE, RAISED, STATUS = range(20, 25)
OK, EINVAL, ECORRUPT = 0, 3, 4
DEPTH = 300

U32, I64, F64, CPLX = Struct("<I"), Struct("<q"), Struct("<d"), Struct("<dd")
HEAD, DATE, TIME = Struct("<IB"), Struct("<HBB"), Struct("<BBBBI")
DELTA, INSTANCE = Struct("<iii"), Struct("<BQI")
