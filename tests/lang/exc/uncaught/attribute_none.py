# attribute_none.py: AttributeError on None.
# SPDX-License-Identifier: Apache-2.0

def find():
    return None
print(find().name)
