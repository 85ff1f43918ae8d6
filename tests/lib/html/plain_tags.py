# Start tags as most are, and others.
# SPDX-License-Identifier: Apache-2.0
from html.parser import HTMLParser


class Show(HTMLParser):
    def handle_starttag(self, tag, attrs):
        print("<", tag, attrs, self.get_starttag_text(), self.lasttag)

    def handle_startendtag(self, tag, attrs):
        print("/", tag, attrs, self.get_starttag_text())

    def handle_endtag(self, tag):
        print(">", tag)

    def handle_data(self, data):
        print("=", repr(data), self.getpos())


for text in ('<A HREF="x" Data-Y="&amp;" z>t</A>', '<br/><br /><p\nclass="a b" >',
             '<a b="1"c="2">', "<a b='1' c=d>", '<a b="1>2">x</a>',
             '<script a="b">1 < 2 <p></script>', '<a b = "c">', '<h1>x</h1 >',
             '<my-tag a:b="c" d="">', '<a b="', '<a b="x" c="y"', '<div/ >',
             '<p a="1" a="2"><é a="1">'):
    p = Show()
    p.feed(text)
    p.close()
    print(repr(p.rawdata))
