# group_simple.py: An exception group.
# SPDX-License-Identifier: Apache-2.0

raise ExceptionGroup('several', [ValueError('one'), TypeError('two')])
