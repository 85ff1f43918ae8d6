# exec_frame.py: A frame of exec code has no source line.
# SPDX-License-Identifier: Apache-2.0

code = """
def inner():
    return 1 / 0
inner()
"""
exec(compile(code, '<generated>', 'exec'))
