# exception_tuple_args.py: Several arguments and KeyError quoting.
# SPDX-License-Identifier: Apache-2.0

raise KeyError('it\'s "quoted"', 2)
