# name_suggestion_global.py: NameError suggests a global name.
# SPDX-License-Identifier: Apache-2.0

counter_value = 3
def show():
    print(counter_valeu)
show()
