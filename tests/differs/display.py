# display.py: A program that defines no `display` has the notebook's.
# SPDX-License-Identifier: Apache-2.0
#
# In `__main__` the name `display` means the function that shows a value to the
# host as a picture, a table or HTML; `IPython.display` has it, too. It is in no
# namespace and hides nothing: a definition of the program or a tool of the host
# with that name comes first, and modules do not see it.

print('display' in globals(), display.__module__)
#> False _display
try:
    exec('display', {})
except NameError as e:
    print(e)
#> name 'display' is not defined
display = 3
print(display)
#> 3
