"""The parts of a group hide its context, as if raised "from None"."""
import traceback


def show(group):
    print(group, group.__suppress_context__, group.__cause__, repr(group.__context__))


group = ExceptionGroup("a", [ValueError(1), KeyError(2), ExceptionGroup("s", [ValueError(3), KeyError(4)])])
for part in group.split(ValueError):
    show(part)
    show(part.exceptions[1])
show(group.subgroup(KeyError))
show(group.derive([ValueError()]))
show(group.split(Exception)[0])
show(group)


def handle(also):
    try:
        try:
            try:
                1 / 0
            except ZeroDivisionError:
                raise group
        except* ValueError as part:
            show(part)
            also()
    except BaseExceptionGroup as e:
        show(e)
        traceback.print_exception(e)
        for inner in e.exceptions:
            print(repr(inner), inner.__suppress_context__, repr(inner.__context__))


def fail():
    raise IndexError(5)


handle(int)
handle(fail)
