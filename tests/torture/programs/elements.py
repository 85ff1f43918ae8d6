# XML read, searched and walked by C; classes made by one native; keywords.
# torture: hashes by address
import xml.etree.ElementTree as ET
from collections import OrderedDict, defaultdict, deque

root = ET.fromstring('<r a="1">t &amp; u<i k="é"><v>x</v>tail</i><i/>z'
                     '<w xmlns="n"><i>d</i></w></r>')
for e in root.iter():
    print(e.tag, e.attrib, e.text, e.tail)
print(root.findtext('i/v'), root.find('i').get('k'), len(root.findall('i')))
print([e.text for e in root.iter('{n}i')], root[0][0].text)
q = deque([1, 2, 3], 2)
q.extend('ab')
d = defaultdict(list)
d['x'].append(q.popleft())
print(list(q), d, OrderedDict(), OrderedDict(a=1), dict(d, y=1))
d.update(z=3)
print(max(d, key=len), min([3, 1], default=0), max(d.items(), key=lambda t: t[0]))


class L(list):
    def __init__(self, items):
        super().__init__(items)
        self.n = len(self)


class M(type):
    def __call__(cls, *args):
        return super().__call__(*args)


class A(metaclass=M):
    def __init__(self, x):
        self.x = L([x])


print(A(5).x.n)
