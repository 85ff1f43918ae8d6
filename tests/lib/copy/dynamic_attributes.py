"""Classes that answer for every name are copied by what their class has."""
import copy
import pickle


class Names:
    def __getattr__(self, name):
        return name


class Dots(dict):
    __getattr__ = dict.get


class Fields:
    def __init__(self):
        self.__dict__['data'] = {'a': 1}

    def __getattr__(self, name):
        return self.__dict__.get('data', {}).get(name)


class Asked:
    def __getattr__(self, name):
        print('asked for', name)
        raise AttributeError(name)


for kind in (Names, Dots, Fields, Asked):
    for way in (copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))):
        x = kind()
        if kind is Asked:
            x.z = 1
        try:
            y = way(x)
            print(kind.__name__, type(y) is kind, vars(y))
        except TypeError as e:
            print(kind.__name__, e)
