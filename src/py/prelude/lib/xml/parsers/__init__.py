"""xml.parsers - see xml.parsers.expat.

SPDX-License-Identifier: Apache-2.0
"""
