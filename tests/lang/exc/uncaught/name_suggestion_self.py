# name_suggestion_self.py: A method forgetting self gets the plain suggestion of 3.11.
# SPDX-License-Identifier: Apache-2.0

class A:
    def __init__(self):
        self.value = 1
    def get(self):
        return value
A().get()
