# __new__ of a built-in that is called with an instance instead of a class.
for make, first in ((int, 5), (str, "a"), (float, 1.5), (list, []), (tuple, ())):
    for args in ((first,), (first, first)):
        try:
            print(make.__new__(*args))
        except TypeError as e:
            print(e)
