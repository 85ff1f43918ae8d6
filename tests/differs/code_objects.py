# code_objects.py: Code objects cannot be made or replaced by hand.
# SPDX-License-Identifier: Apache-2.0
#
# Bytecode is verified where it is made; a constructor for it would be a way
# around the compiler.

def f(): pass


for action in (lambda: type(f.__code__)(), lambda: f.__code__.replace(co_consts=())):
    try:
        action()
    except (TypeError, NotImplementedError) as e:
        print(type(e).__name__)
#> TypeError
#> NotImplementedError
