# no_builtins.py: Class and import statements do not use __builtins__.
# SPDX-License-Identifier: Apache-2.0
#
# class and import statements are instructions, not calls of names in
# __builtins__; an empty __builtins__ only removes the names.

space = {'__builtins__': {}, '__name__': 'm'}
exec('class Q: pass', space)
print(space['Q'])
#> <class 'm.Q'>
try:
    exec('len', {'__builtins__': {}})
except NameError as e:
    print(e)
#> name 'len' is not defined
