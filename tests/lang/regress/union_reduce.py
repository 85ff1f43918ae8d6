import copy
import pickle

print(copy.copy(int | None), copy.deepcopy({"a": int | str}))
print(pickle.loads(pickle.dumps(int | list[str])))


class Marker:
    __slots__ = ("name", "__hash__")

    def __eq__(self, other):
        return True


m = Marker()
m.name = 3
print(m.name, Marker.__hash__)
try:
    class Twice:
        __slots__ = ("a",)
        a = 1
except ValueError as error:
    print(error)
