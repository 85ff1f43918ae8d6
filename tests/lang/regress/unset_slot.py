# A slot that is not set raises AttributeError, also at a place where reading
# it from other objects of the same class has succeeded before.
class A:
    __slots__ = ('a', 'text')

    def __str__(self):
        try:
            return self.text
        except AttributeError:
            self.text = 'made'
            return self.text


for _ in range(3):
    a = A()
    print(a, a)
    del a.text
    try:
        print(a.text)
    except AttributeError as error:
        print(error)
