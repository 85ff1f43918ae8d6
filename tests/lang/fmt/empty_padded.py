"""An empty string padded to one character."""
v = ''
print([format(v, spec) for spec in ('_>1', '>1', '1', '>2', '*^3', '<1', '*<1', '1s', '*^1', '01')])
print(f"{v:_>1}|{v:>1}|{v:1}|{v:.<{1}}", "{:_>1}|{:1}".format(v, v), '%1s|' % v)
try:
    bytearray(3)[:1] = None
except TypeError as e:
    print(e)
