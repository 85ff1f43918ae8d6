# fstrings.py: f-strings follow 3.12.
# SPDX-License-Identifier: Apache-2.0
#
# PEP 701: any quotes, nesting, comments and backslashes; fields in format specs
# may nest once more; blanks may stand before the ':' of a spec.  Of two errors in
# one f-string the first that is no expression may win.

a = 5
print(f'{a:{1:{0}}}|{a!r :>3}|{'x' + f'{a}'}')
#> 5|  5|x5
try:
    compile("f'{}}'", 's', 'eval')
except SyntaxError as e:
    print(e.msg)
#> f-string: single '}' is not allowed
