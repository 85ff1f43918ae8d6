# stopiteration_generator.py: StopIteration inside a generator.
# SPDX-License-Identifier: Apache-2.0

def g():
    yield next(iter([]))
for x in g():
    pass
