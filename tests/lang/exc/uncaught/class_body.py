# class_body.py: An error in a class body.
# SPDX-License-Identifier: Apache-2.0

class Outer:
    x = 1
    class Inner:
        y = undefined_in_body
