# Exceptions: chains, finally, groups, custom classes.
class Mine(Exception):
    def __init__(self, code):
        super().__init__(f'code {code}')
        self.code = code


def risky(n):
    try:
        if n == 0:
            raise Mine(7)
        if n == 1:
            return [][5]
        if n == 2:
            return {}['k']
        return n / (n - 3)
    except (IndexError, KeyError) as error:
        raise RuntimeError('wrapped') from error
    finally:
        print('finally', n, end='; ')


for n in range(5):
    try:
        print(risky(n))
    except Mine as error:
        print(error, error.code, error.args)
    except RuntimeError as error:
        print(error, '<-', repr(error.__cause__))
    except ZeroDivisionError as error:
        print(error, error.__context__)
try:
    try:
        raise ExceptionGroup('g', [ValueError(1), TypeError(2), ValueError(3)])
    except* ValueError as group:
        print(len(group.exceptions))
except ExceptionGroup as rest:
    print(rest, rest.exceptions)
try:
    raise ValueError('x')
except ValueError as e:
    e.add_note('noted')
    print(e.__notes__, e.__traceback__.tb_lineno)


def loop():
    for i in range(3):
        try:
            if i == 1:
                continue
            if i == 2:
                break
        finally:
            print('f', i)
    else:
        print('never')
    return 'done'


print(loop())
