"""_string - how format strings are taken apart, for string.Formatter.

SPDX-License-Identifier: Apache-2.0
"""

from string import _split_name as formatter_field_name_split
from string import _parse as formatter_parser
