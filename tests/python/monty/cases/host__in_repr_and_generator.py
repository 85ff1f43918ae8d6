# call-external
class Shown:
    def __repr__(self):
        return concat_strings('sho', 'wn')


def parts():
    for n in get_list():
        yield return_value(n * 2)


f'{[Shown()]} {list(parts())}'
# Return.str=[shown] [2, 4, 6]
