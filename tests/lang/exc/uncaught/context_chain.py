# context_chain.py: During handling of the above exception.
# SPDX-License-Identifier: Apache-2.0

def first():
    {}['missing']
def second():
    try:
        first()
    except KeyError:
        int('x')
second()
