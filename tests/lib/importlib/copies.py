# A second module of a part of the library, which a program may change.
import html.parser
import importlib.util
import re
import textwrap

spec = importlib.util.find_spec("html.parser")
copy = importlib.util.module_from_spec(spec)
spec.loader.exec_module(copy)
print(copy.__name__, copy is html.parser, copy.HTMLParser is html.parser.HTMLParser, spec.name, spec.parent)
copy.piclose = re.compile(r"\?>")
copy.entityref = re.compile(r"&([a-zA-Z][-.a-zA-Z0-9]*);")
copy.incomplete = copy.entityref
copy.starttagopen = re.compile("<[a-y]")


def events(module, text, **options):
    found = []

    class Parser(module.HTMLParser):
        def handle_starttag(self, tag, attrs): found.append((tag, attrs))
        def handle_endtag(self, tag): found.append("/" + tag)
        def handle_data(self, data): found.append(data)
        def handle_pi(self, data): found.append(("pi", data))
        def handle_entityref(self, name): found.append(("ref", name))
        def handle_charref(self, name): found.append(("char", name))
    parser = Parser(**options)
    parser.feed(text)
    parser.close()
    return found


TEXT = "<b x=1>a &amp; b &lt c &#65; &x <?pi a>b?><z>q</z></b>&am"
for options in ({}, {"convert_charrefs": False}):
    print(events(html.parser, TEXT, **options))
    print(events(copy, TEXT, **options))
print(sorted(n for n in vars(html.parser) if re.match("[a-z]", n) and isinstance(getattr(html.parser, n), re.Pattern)))

spec = importlib.util.find_spec("textwrap")
other = importlib.util.module_from_spec(spec)
spec.loader.exec_module(other)
print(other.fill("some words to wrap here", 10), other.wrap is textwrap.wrap, spec.submodule_search_locations)
other.TextWrapper = None
try:
    other.wrap("x")
except TypeError as e:
    print(e)
print(textwrap.wrap("x"))
