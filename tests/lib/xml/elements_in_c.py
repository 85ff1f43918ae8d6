# Elements: what C code reads, searches and walks, and where it must give up.
import copy
import pickle
import xml.etree.ElementTree as ET

DOC = '''<?xml version="1.0"?>
<!-- head --><root a="1" b='two "q"'>text &amp; more
 <item id="1" kind="x&lt;y">one<b/>tail]]<c>é ü 日本</c> t2 </item>
 <item id='2'><![CDATA[raw <&> ]]>after<d   e="f"
 g="h" /></item >
 <ns:q xmlns:ns="http://x.org/a" ns:k="v"><ns:r>z</ns:r><item>in</item></ns:q>
 <w xmlns="urn:d"><item u="1">dd</item></w><item/>
 <?pi data?><e>a<!-- c -->b</e><f>x &#65; y&#x42;z</f>
</root>'''


def show(e, depth=0):
    print(' ' * depth, repr(e.tag), e.attrib, repr(e.text), repr(e.tail), len(e))
    for c in e:
        show(c, depth + 1)


root = ET.fromstring(DOC)
show(root)
show(ET.fromstring(DOC.encode()))
p = ET.XMLParser()
for i in range(0, len(DOC), 7):
    p.feed(DOC[i:i + 7])
show(p.close())
print(ET.tostring(root, encoding='unicode') == ET.tostring(ET.fromstring(ET.tostring(root)), encoding='unicode'))
for bad in ['<a><b></a>', '<a b="1" b="2"/>', '<a>&x;</a>', '<a>]]></a>', '<a b="<"/>', '<a', '<a></b>', '<a>\x01</a>', '<a b="\x02"/>', '<a>x</a>y', '<a><b c=1/></a>', '<a><b></b >', '<a><x:b/></a>', '<a>\ufffe</a>', '<r>' + '<i>t</i>' * 5 + '<i></r>', '<r>\n<i>t</i>\n é<i></j></r>', '<r><i k="a" k="b"/></r>']:
    try:
        print(ET.fromstring(bad))
    except ET.ParseError as e:
        print(e, e.code, e.position)
print(root.find('item').get('id'), root.find('nope'), root.findtext('item'), root.findtext('nope'), root.findtext('nope', 'dflt'), repr(root.findtext('item/b')))
print([e.get('id', 'none') for e in root.findall('item')], root.findall('zzz'), len(root.findall('*')), len(root.findall('.//item')))
print(root.find('{urn:d}w').tag, root.find('{urn:d}w/{urn:d}item').text, root.findtext('{http://x.org/a}q'), root.find('{*}w').tag, len(root.findall('{}item')))
print([e.tag for e in root.iter()], [e.tag for e in root.iter('item')], len(list(root.iter('*'))), [e.text for e in root.iter('{urn:d}item')])
it = root.iter('c')
print(next(it).text, next(it, None), next(it, 7), iter(it) is it)
for path in (3, None, ['item']):
    try:
        print(root.find(path))
    except Exception as e:
        print(type(e).__name__)
t = ET.fromstring('<a><b><c/><d/></b><e/></a>')
seen = []
for e in t.iter():  # the walk sees changes
    seen.append(e.tag)
    if e.tag == 'b':
        e.remove(e[0]); t.append(ET.Element('new'))
print(seen, t[0].tag, t[-1].tag, [x.tag for x in t[0:2]], len(t))
try:
    t[9]
except IndexError as e:
    print(e)
q = ET.Element(ET.QName('u', 'l')); q.append(ET.Element(ET.QName('u', 'm'))); q.append(ET.Comment('hi'))
print(q.find('{u}m') is q[0], len(list(q.iter('{u}m'))), len(list(q.iter())), list(q.iter(ET.Comment))[0].text, list(q.iter(ET.QName('u', 'm'))) == [q[0]])


class E(ET.Element):
    def __init__(self, tag, n):
        super().__init__(tag)
        self.n = n


e = E('x', 5)
e.append(E('y', 6)); e.append(ET.Element('y', {'k': 'v'}, z='w'))
print(e.n, e.find('y').n, [c.tag for c in e.iter()], e.findall('y')[1].attrib, e[1].get('z'), len(e))
try:
    ET.Element('a').foo = 1
except AttributeError:
    print('no attribute')
c = copy.deepcopy(root); d = pickle.loads(pickle.dumps(root)); s = copy.copy(root)
print(ET.tostring(c) == ET.tostring(root) == ET.tostring(d) == ET.tostring(s), c is not root, s[0] is root[0])


class B(ET.TreeBuilder):
    def data(self, d):
        super().data(d.upper())


print(ET.tostring(ET.fromstring('<a>x<b>y</b>z</a>', ET.XMLParser(target=B()))))
b = ET.TreeBuilder(element_factory=lambda tag, attrs: ET.Element(tag + '_', attrs))
try:
    print(ET.tostring(ET.fromstring('<a>x<b>y</b>z</a>', ET.XMLParser(target=b))))
except AssertionError as x:
    print('assertion')
print([(ev, el.tag, el.text) for ev, el in __import__('xml.etree.ElementTree').etree.ElementTree.iterparse(__import__('io').StringIO('<a><b>1</b><b>2</b></a>'), events=('start', 'end'))])
big = ET.fromstring('<r>' + ''.join(f'<i n="{i}"><v>é{i}</v></i>' for i in range(300)) + '</r>')
print(len(big), sum(int(i.get('n')) for i in big.iter('i')), big[7].findtext('v'), big.find('i/v').text, len(''.join(big.itertext())))
deep = ET.fromstring('<d>' * 3000 + 'x' + '</d>' * 3000)
print(len(list(deep.iter())), next(x for x in deep.iter() if x.text).text)
