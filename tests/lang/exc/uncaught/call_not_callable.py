# call_not_callable.py: Calling something that is no function.
# SPDX-License-Identifier: Apache-2.0

x = 5
y = [x(1, 2), 3]
