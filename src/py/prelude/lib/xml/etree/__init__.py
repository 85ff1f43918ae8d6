# xml/etree/__init__.py - package.
#
# SPDX-License-Identifier: Apache-2.0
