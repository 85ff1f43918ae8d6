# group_nested.py: Nested groups with tracebacks.
# SPDX-License-Identifier: Apache-2.0

def make(e):
    try:
        raise e
    except Exception as x:
        return x
raise ExceptionGroup('outer', [
    make(ValueError('a')),
    ExceptionGroup('inner', [make(KeyError('b')), OSError(2, 'c')]),
    TypeError('d'),
])
