# xml_parser_hooks.py: ElementTree.XMLParser has the attribute parser.
# SPDX-License-Identifier: Apache-2.0
#
# As in CPython's parser in Python, which packages like defusedxml derive from.
# Its handlers of document types and entities are called; others are not.
from xml.etree.ElementTree import XMLParser

parser = XMLParser()
parser.parser.StartDoctypeDeclHandler = lambda *args: print("doctype", *args)
parser.parser.EntityDeclHandler = lambda *args: print("entity", *args)
parser.feed('<!DOCTYPE a [<!ENTITY e "v">]><a/>')
print(parser.close().tag)
#> doctype a None None 0
#> entity e 0 v None None None None
#> a
