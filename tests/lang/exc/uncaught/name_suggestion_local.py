# name_suggestion_local.py: NameError suggests a local name.
# SPDX-License-Identifier: Apache-2.0

def compute(first_value, second):
    total = first_value + second
    return totl
compute(1, 2)
