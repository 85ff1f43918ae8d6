# xml/__init__.py - package of XML modules.
#
# SPDX-License-Identifier: Apache-2.0
