class Base:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f'{type(self).__name__}({self.name!r})'


class Left(Base):
    def who(self):
        return ['left', *super().who()] if hasattr(super(), 'who') else ['left']


class Right(Base):
    def who(self):
        return ['right']


class Both(Left, Right):
    pass


assert [c.__name__ for c in Both.__mro__] == ['Both', 'Left', 'Right', 'Base', 'object']
(Both('b').who(), Both('b'))[0]
# Return=['left', 'right']
