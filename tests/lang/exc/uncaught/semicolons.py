# semicolons.py: Several statements on one line.
# SPDX-License-Identifier: Apache-2.0

a = 1; b = 0; c = a / b; d = 3
