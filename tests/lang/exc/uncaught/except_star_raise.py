# except_star_raise.py: Raising inside except*.
# SPDX-License-Identifier: Apache-2.0

try:
    raise ExceptionGroup('g', [ValueError(1), KeyError('k')])
except* ValueError:
    raise TypeError('new')
