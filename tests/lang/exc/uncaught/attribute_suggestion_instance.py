# attribute_suggestion_instance.py: AttributeError suggests an instance attribute.
# SPDX-License-Identifier: Apache-2.0

class Point:
    def __init__(self):
        self.horizontal = 1
p = Point()
print(p.horizntal)
