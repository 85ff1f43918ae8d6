# group_many.py: More than fifteen members are cut.
# SPDX-License-Identifier: Apache-2.0

raise ExceptionGroup('many', [ValueError(i) for i in range(20)])
