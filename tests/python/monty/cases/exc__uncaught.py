def half(n):
    if n % 2:
        raise ValueError(f'{n} is odd')
    return n // 2


half(half(6))
"""
TRACEBACK:
Traceback (most recent call last):
  File "main.py", line 7, in <module>
    half(half(6))
  File "main.py", line 3, in half
    raise ValueError(f'{n} is odd')
ValueError: 3 is odd
"""
