# __init__.py - parts of messages.
#
# SPDX-License-Identifier: Apache-2.0
"""Parts of messages."""
