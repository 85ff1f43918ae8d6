# The call of a class that needs a collection first sees its arguments once.
class Span:
    def __new__(cls, hours=0, minutes=0, *, unit='h'):
        self = object.__new__(cls)
        self.value = hours * 60 + minutes
        self.unit = unit
        return self


class Meta(type):
    def __call__(cls, *args, **kwargs):
        return super().__call__(*args, **kwargs)


class Made(metaclass=Meta):
    def __init__(self, a, b=2):
        self.pair = [a, b]


total = 0
for i in range(120000):
    total += Span(hours=i % 24, minutes=i % 60, unit='m').value
    total += sum(Made(i % 7, b=i % 5).pair)
print(total)
print(type.__module__, type.__name__, int.__module__)
