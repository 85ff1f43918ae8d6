# out_of_place.py: Break, return, yield and await out of place.
# SPDX-License-Identifier: Apache-2.0

for src in ('break', 'continue', 'return', 'yield', 'await x', 'return 1', 'if 1: break',
            'def f(): break', 'class C: return', 'class C: yield 1',
            'for x in y:\n def f(): continue', 'while 1: pass\nelse: break',
            'for x in y: pass\nelse: continue'):
    try:
        compile(src, 's', 'exec')
        print(repr(src), 'ok')
    except SyntaxError as e:
        print(repr(src), '->', type(e).__name__, e.msg)
