"""Errors of the parser, events of XMLPullParser and iterparse as they come."""
import xml.etree.ElementTree as ET, io
for bad in ['hello','hello world','hello<a/>','hello, world','123','{"a":1}','  x','a.b','a:b','"q"','(x)','x>','&amp;','é','1a<','-','a b<','<!DOCTYPE a>','<a>&nbsp;</a>','\n<?xml version="1.0"?><a/>','<?xml version="1.0"?>\n<a>\n <b>\n</a>']:
    try: print(ET.tostring(ET.fromstring(bad)))
    except ET.ParseError as e: print(repr(bad),e,e.code,e.position)
events=[]
it=ET.iterparse(io.BytesIO(b'<?xml version="1.0" encoding="latin-1"?><r><i n="1">\xe9</i><i n="2"/></r>'),events=('start','end'))
for ev,el in it: print(ev,el.tag,el.attrib,el.text)
print(it.root.tag)
p=ET.XMLPullParser(['start','end','comment','pi','start-ns','end-ns'])
doc='<a xmlns:x="u"><!--c--><?pi t?><x:b>t\u20ac</x:b></a>'.encode()
for i in range(len(doc)):
    p.feed(doc[i:i+1])
    for e,x in p.read_events(): print(i,e,x if isinstance(x,(tuple,type(None))) else x.tag if isinstance(x.tag,str) else x.text)
print(p.close())
try:p.feed('x')
except ValueError as e:print(e)
p=ET.XMLPullParser()
p.feed('<a></b>')
try: list(p.read_events())
except ET.ParseError as e: print(e)
for a in (['bogus'],'end',[1]):
    try: ET.XMLPullParser(a)
    except Exception as e: print(type(e),e)

for bad in ['<a>', '<a', '<a b', '<a b="x', '<a></b', '<a><!', '<a><!-', '<a><!--x--', '<a><![CDA', '<a><![CDATA[x', '<?x', '<a>&am', '<a>&',
            '<a>x]]', '', '  ', '<!DOC']:
    p = ET.XMLParser()
    p.feed(bad)
    try:
        p.close()
    except ET.ParseError as e:
        print(repr(bad), e, e.code, e.position)
for bad in ['<a/>x', '<a/><b>', '<a>\x01</a>', '<a>\u00e9\x02</a>', '<a 1="2">', '<a b="<">', '<a b="1"c="2">', '<a b="1" b="2">', '<a>&#0;</a>', '<x:a/>',
            '<a>]]></a>', '<a></a></a>', '<a><?xml v?></a>', '<a><!-- a -- b --></a>', '<a><!-- a --->', '<a>\n\n<b></c></a>']:
    p = ET.XMLParser()
    try:
        p.feed(bad)
    except ET.ParseError as e:
        print(repr(bad), e, e.code, e.position)
class T:
    def start(self, *a): print('start', a)
    def end(self, *a): print('end', a)
    def data(self, *a): print('data', a)
    def comment(self, *a): print('comment', a)
    def pi(self, *a): print('pi', a)
    def start_ns(self, *a): print('start_ns', a)
    def end_ns(self, *a): print('end_ns', a)
    def close(self): return 'closed'
p = ET.XMLParser(target=T())
p.feed('<a xmlns:x="u" xmlns:y="v" xmlns="d"><b xmlns:x="u2"/>te\nxt &amp; more<c')
print('--')
p.feed(' k="1">x&#65;</c>\r')
print('--')
p.feed('\n<![CDATA[a\nc]]></a><!-- c --><?pi  data ?>')
print(p.close())

# Documents that come in two pieces, whatever is cut in the middle.
for doc in ('<r>é<!--c-->\n\ntext   <b z0=""/></r>', '<r>\n<c y0="&lt;"><b y0="\n"/></c></r>',
            '<a>x<![CDATA[q]]>&amp;</a>', '<a x="1"><?pi x?><b/>t</a>', "<?xml version='1.0'?><a>\r\n<b\n/></a>",
            '<p:a xmlns:p="u"><p:b p:k="v" /></p:a>'):
    seen = set()
    for k in range(len(doc) + 1):
        p = ET.XMLPullParser(["start", "end"])
        p.feed(doc[:k])
        p.feed(doc[k:])
        p.close()
        seen.add(str([(event, e.tag, e.attrib, e.text, e.tail) for event, e in p.read_events()]))
    print(seen)
for doc in ('<r><b/', '<r><b x="1"/', '<r><b /', '<r><b x="1" /x', '<a><?pi<x?></a>', '<a><?pi:x y?><?p?></a>'):
    try:
        ET.fromstring(doc)
    except ET.ParseError as e:
        print(e)
