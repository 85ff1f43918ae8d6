# cause_chain.py: Direct cause.
# SPDX-License-Identifier: Apache-2.0

def load():
    try:
        return {}['key']
    except KeyError as e:
        raise RuntimeError('cannot load') from e
load()
