import html
from html.parser import HTMLParser
from html import entities

for s in ("<a href='x'>&\"</a>", "", "plain"):
    print(html.escape(s), html.escape(s, False))
for s in ("&lt;&gt;&amp;&quot;&#39;&#x27;", "&eacute&eacute;&notit;&notin;&foo;&#0;&#128;&#xD800;&#x110000;&#1;&#xfdd0;&#13;", "&#;&#x;& &;&amp", "&AMP;&Amp;", "&#65&#x41g", "no refs", "&copy2020", "&NotEqualTilde;"):
    print(repr(html.unescape(s)))
print(len(entities.html5), len(entities.name2codepoint), entities.codepoint2name[233], entities.entitydefs["euro"])

class P(HTMLParser):
    def __getattribute__(self, name):
        if name.startswith("handle_") or name == "unknown_decl":
            if name != "handle_startendtag":
                return lambda *a: print("  ", name, a, self.getpos(), repr(self.get_starttag_text()))
        return super().__getattribute__(name)

class Q(HTMLParser):
    """Collects events; how text is cut into pieces depends on the release."""
    def __init__(self, **k):
        super().__init__(**k)
        self.seen = []

    def __getattribute__(self, name):
        if name.startswith("handle_") and name != "handle_startendtag":
            return lambda *a: self.note(name, *a)
        return super().__getattribute__(name)

    def note(self, name, *a):
        if name == "handle_data" and self.seen and self.seen[-1][0] == name:
            a = (self.seen.pop()[1] + a[0],)
        self.seen.append((name, *a))


docs = ["<p class=a id='b' C=\"d&amp;e\" checked>text &amp; more&nbsp;<br/>x<hr /></p>", "<!DOCTYPE html><html><!-- comment --><?php x ?><![CDATA[ x ]]></html>",
        "<script>if (a < b && c) { '</p>' }</script><style>a > b</style>", "a < b & c &#65; &#x41; &foo; &bar", "<a\nhref='multi\nline'>x\n</a >", "</p x>", "< p>", "<>", "</>",
        "<!bogus>", "<!-->x-->", "<a href=foo/>", "<a href=foo />", "<img src=x onclick=\"a>b\">", "<p>un<b>bal</p>", "<a b='c'd='e'>", "text only", "a&b", "<x:y z.w=1>", "<!ELEMENT x>", "<a =b>", "<A HREF=X>Y</A>", "&lt", "&#6", "<br/><br />"]
for conv in (True, False):
    for d in docs:
        print(conv, repr(d))
        p = P(convert_charrefs=conv)
        p.feed(d)
        p.close()
        print("   rest", repr(p.rawdata))
        q = Q(convert_charrefs=conv)
        for c in d:
            q.feed(c)
        q.close()
        print("  ", q.seen)
