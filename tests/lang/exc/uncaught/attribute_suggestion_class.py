# attribute_suggestion_class.py: AttributeError on a class.
# SPDX-License-Identifier: Apache-2.0

class Config:
    default_timeout = 5
print(Config.default_timout)
