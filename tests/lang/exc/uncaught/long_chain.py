# long_chain.py: Cause and context in one chain.
# SPDX-License-Identifier: Apache-2.0

try:
    try:
        try:
            raise KeyError('one')
        except KeyError:
            raise IndexError('two')
    except IndexError as e:
        raise TypeError('three') from e
except TypeError:
    raise ValueError('four')
