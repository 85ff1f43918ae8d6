# native.py: records that C reads and writes, and those it leaves to Python.
# SPDX-License-Identifier: Apache-2.0
import csv
import io
from collections import namedtuple
from enum import Enum

lines = ['a,b,c', '', ',', '"x","y ""z""",', '"a,b"\n', 'a"b,c\r\n', '"unfinished', 'goes on",2', '"a"b,c', '"a" ,b',
         'ü,"é,è"', ' a, b', "x\r", '"",""', 'é', '""""', '"a"\n']
reader = csv.reader(lines)
for row in reader:
    print(reader.line_num, row)
reader = csv.reader(lines)
print(next(reader), [len(row) for row in reader], reader.line_num)
for options in ({'delimiter': ';'}, {'quotechar': "'"}, {'skipinitialspace': True}, {'escapechar': '\\'},
                {'doublequote': False}, {'quoting': csv.QUOTE_NONE}, {'quoting': csv.QUOTE_NONNUMERIC}):
    text = ['a;b,"c"', "'x,y',z", ' "p", q', '1,2.5'] if 'quoting' not in options else ['1,"a"', '2.5,""']
    try:
        print(options, list(csv.reader(text, **options)))
    except (csv.Error, ValueError) as error:
        print(options, error)
for bad in ([b'a'], [1], ['a\nb'], ['a\rb']):
    try:
        print(list(csv.reader(bad)))
    except csv.Error as error:
        print(error)
print(list(csv.DictReader(['k,l', '1,2', '', '3', '4,5,6'])), list(csv.DictReader(io.StringIO('a,b\n1,"2\n3"\n'))))
reader = csv.DictReader(['k,l', '1,2', '3,4'])
print(next(reader), reader.fieldnames, [row['l'] for row in reader], reader.line_num)
values = [1, 2.5, None, True, 'a', 'a,b', 'q"q', 'n\nl', 'r\rl', '', 2**70, 1e100, 'é', ' x']
for options in ({}, {'quoting': csv.QUOTE_ALL}, {'quoting': csv.QUOTE_NONNUMERIC}, {'lineterminator': '\n'},
                {'delimiter': '\t'}, {'lineterminator': '|'}, {'escapechar': '\\', 'doublequote': False}):
    out = io.StringIO()
    writer = csv.writer(out, **options)
    print(writer.writerow(values), writer.writerow(['']), writer.writerow([None]), writer.writerow([]),
          writer.writerow(x for x in 'ab'), writer.writerows([(1, 2), 'xy']))
    print(repr(out.getvalue()))
for line in io.StringIO('one\ntwo\r\nthree'):
    print(repr(line))
out = io.StringIO()
print(out.write('a'), out.write('bc'), out.write(''), out.tell(), out.getvalue(), out.seek(1), out.write('X'), out.getvalue())
source = io.StringIO('1\n2\n3\n4\n')
print(next(source), [line for line in source][:1], source.read(), list(source))

Point = namedtuple('Point', 'x y')
point = Point(3, 4)
x, y = point
print(x, y, point.x, point.y, {point: 1}[3, 4], [a + b for a, b in [point, point]])
try:
    x, y, z = point
except ValueError as error:
    print(error)


class Color(Enum):
    RED = 1
    BLUE = 2

    def __eq__(self, other):
        return self is other
    __hash__ = Enum.__hash__


class Size(Enum):
    S = 1
    M = 2


print({Size.S: 1}[Size.S], Size.M in {Size.S, Size.M}, {Color.RED: 5}.get(Color.RED), hash(Size.S) == hash('S'))
