# call_method_chain.py: A chain of method calls over lines.
# SPDX-License-Identifier: Apache-2.0

text = 'abc'
out = (text
       .upper()
       .replace('A', 5)
       .lower())
