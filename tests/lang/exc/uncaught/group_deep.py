# group_deep.py: More than ten levels are cut.
# SPDX-License-Identifier: Apache-2.0

e = ValueError('leaf')
for i in range(12):
    e = ExceptionGroup(f'level {i}', [e])
raise e
