# stray_characters.py: Characters and operators Python does not have.
# SPDX-License-Identifier: Apache-2.0

for src in ('$', '?', 'a ? b : c', 'x++', '++x', 'x--', '!x', 'x <> y', 'a = b!', 'x !',
            '\\', 'x \\ y'):
    try:
        compile(src, 's', 'exec')
        print(repr(src), 'ok')
    except SyntaxError as e:
        print(repr(src), '->', type(e).__name__, e.msg)
