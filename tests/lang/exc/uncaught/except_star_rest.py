# except_star_rest.py: What is left after except*.
# SPDX-License-Identifier: Apache-2.0

try:
    raise ExceptionGroup('g', [ValueError(1), KeyError('k')])
except* ValueError:
    print('handled values')
