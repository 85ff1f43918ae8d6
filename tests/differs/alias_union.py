# alias_union.py: An alias of a type statement in a union gives typing.Union.
# SPDX-License-Identifier: Apache-2.0
#
# The union of built-in classes is made by the engine, which does not know the
# library's classes.

type A = int
print(A | str)
#> typing.Union[A, str]
