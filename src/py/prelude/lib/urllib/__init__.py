# urllib/__init__.py - package of URL modules.
#
# SPDX-License-Identifier: Apache-2.0
