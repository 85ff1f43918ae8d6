# xml/sax/__init__.py - package; only saxutils exists.
#
# SPDX-License-Identifier: Apache-2.0
