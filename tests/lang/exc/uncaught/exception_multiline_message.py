# exception_multiline_message.py: A message of several lines.
# SPDX-License-Identifier: Apache-2.0

raise ValueError('line one\nline two\n  line three')
