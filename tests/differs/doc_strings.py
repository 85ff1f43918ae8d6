# doc_strings.py: Docstrings of built-ins have other texts.
# SPDX-License-Identifier: Apache-2.0
#
# One line for each function, class and method; None for special methods, most
# exceptions and attributes.
print(len.__doc__, str.split.__doc__, int.__doc__, int.__add__.__doc__, sep="\n")
#> The number of items in a container.
#> The parts between separators, by default white space.
#> Integers of any size, made from a number or from text in a base.
#> None
