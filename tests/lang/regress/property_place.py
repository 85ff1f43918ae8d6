# A property that cannot be asked names the class in full.
def make():
    class Inner:
        @property
        def read(self): return 1
        write = property(None, lambda self, value: None)
    return Inner


class Outer:
    class Inner:
        @property
        def read(self): return 1
        write = property(None, lambda self, value: None)


for cls in make(), Outer.Inner:
    x = cls()
    for action in (lambda: setattr(x, 'read', 1), lambda: delattr(x, 'read'), lambda: x.write, lambda: delattr(x, 'write')):
        try:
            action()
        except AttributeError as e:
            print(e)
try:
    print >> 3
except TypeError as e:
    print(e)
try:
    len >> 3
except TypeError as e:
    print(e)
