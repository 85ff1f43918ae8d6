# multiline_string.py: A statement with a triple-quoted string.
# SPDX-License-Identifier: Apache-2.0

text = """one
two {}
three""".format()
