# except_star.py: Control flow not allowed inside except*.
# SPDX-License-Identifier: Apache-2.0

for src in ('try: pass\nexcept* A: pass', 'try: pass\nexcept *A: pass', 'try: pass\nexcept*A as e: pass',
            'try: pass\nexcept*: pass', 'try: pass\nexcept* A: pass\nexcept B: pass', 'try: pass\nexcept A: pass\nexcept* B: pass',
            'try: pass\nexcept* A: pass\nexcept: pass', 'for x in y:\n try: pass\n except* A: break',
            'for x in y:\n try: pass\n except* A: continue', 'def f():\n try: pass\n except* A: return',
            'def f():\n try: pass\n except* A:\n  for x in y: break', 'def f():\n try: pass\n except* A:\n  def g(): return 1',
            'try: pass\nexcept* (A, B): pass', 'try: pass\nexcept* A, B: pass', 'try: pass\nexcept* A as 1: pass',
            'try: pass\nexcept* A\n', 'try: pass\nexcept** A: pass', 'try: pass\nexcept* A: pass\nelse: pass\nfinally: pass'):
    try:
        compile(src, 's', 'exec')
        print(repr(src), 'ok')
    except SyntaxError as e:
        print(repr(src), '->', e.msg)
