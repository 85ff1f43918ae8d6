# Built-ins changed through their module are seen at once, also by warm code.
import builtins


def size(v):
    return len(v)


def warm():
    return [size('abc') for _ in range(3)]


print(warm())
kept = builtins.len
builtins.len = lambda v: -1
print(warm())
builtins.len = kept
print(warm())
del builtins.len
try:
    warm()
except NameError as e:
    print(e)
builtins.len = kept
print(warm())
for i in range(500):  # the table moves
    setattr(builtins, f'extra_{i}', i)
    if i % 100 == 0:
        builtins.len = lambda v, i=i: i
        print(warm(), extra_0)
builtins.len = kept
for i in range(500):
    delattr(builtins, f'extra_{i}')
print(warm())
try:
    print(extra_0)
except NameError as e:
    print(e)


def late():
    try:
        return not_yet
    except NameError:
        return None


print(late(), late())
builtins.not_yet = 5
print(late())
not_yet = 6
print(late())
del not_yet
print(late())
vars(builtins).pop('not_yet')
print(late())
