# Attribute protocols: __getattr__, __setattr__, __dict__, many attributes.
class Any:
    def __getattr__(self, name):
        if name.startswith('x'):
            return name * 2
        raise AttributeError(name)


a = Any()
for i in range(12):
    setattr(a, f'field{i}', [i])
print(a.xy, a.field3, len(a.__dict__), getattr(a, 'zz', 'default'))
del a.field3
print(sorted(vars(a))[:3], hasattr(a, 'field3'))
a.__dict__['direct'] = 1
print(a.direct)


class Strict:
    def __setattr__(self, name, value):
        object.__setattr__(self, name, (name, value))

    def __delattr__(self, name):
        print('del', name)


s = Strict()
s.p = 1
del s.p
print(s.p)


class Descriptor:
    def __get__(self, obj, cls):
        return 'got', cls.__name__

    def __set__(self, obj, value):
        obj.__dict__['kept'] = value

    def __set_name__(self, owner, name):
        print('named', name)


class Owner:
    d = Descriptor()


o = Owner()
o.d = 5
print(o.d, o.__dict__, Owner.d)
