# traceback_frames.py: Frames of a traceback have no callers.
# SPDX-License-Identifier: Apache-2.0
#
# A traceback keeps code and position only, not the stack below it: f_back of its
# frames is None, f_locals is empty.

def a():
    secret = 1
    raise ValueError


try:
    a()
except ValueError as e:
    frame = e.__traceback__.tb_next.tb_frame
    print(frame.f_code.co_name, frame.f_back, frame.f_locals)
#> a None {}
