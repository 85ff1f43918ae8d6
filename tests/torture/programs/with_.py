# Context managers.
class Manager:
    def __init__(self, name, swallow=False):
        self.name, self.swallow = name, swallow

    def __enter__(self):
        print('enter', self.name)
        return self.name

    def __exit__(self, kind, value, tb):
        print('exit', self.name, kind and kind.__name__, value)
        return self.swallow


with Manager('a') as a, Manager('b') as b:
    print(a, b)
with Manager('c', swallow=True):
    raise ValueError('inside')
try:
    with Manager('d'):
        with Manager('e', True):
            {}['key']
        1 / 0
except ZeroDivisionError as error:
    print('caught', error)


def early():
    for i in range(3):
        with Manager(i):
            if i == 1:
                return i


print(early())
