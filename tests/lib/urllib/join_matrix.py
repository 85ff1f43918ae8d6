# Where links lead, for bases without a folder as well.
from urllib.parse import urljoin
import itertools
bases = ['', 'a', 'a/b', '/a/b/', 'http://h', 'http://h/', 'http://h/a', 'http://h/a/b/c?q#f', 'file:///x', 'mailto:a', '//h/p', 'http://h//a//b', 'b/']
urls = ['', 'x', '../x', './x', '/x', '..', '.', '//g', '?q', '#f', ';p', 'x/../y', '../../../z', 'a//b', 'http:x', 'x:y', '/./g', '/../g', 'g;x=1/../y', 'a/', './']
for b, u in itertools.product(bases, urls): print(b, u, urljoin(b, u))
