"""xml.dom - names shared by implementations of the Document Object Model.

SPDX-License-Identifier: Apache-2.0
"""

from _caisson import session_state as _session_state


class Node:
    """The kinds of nodes."""

    ELEMENT_NODE = 1
    ATTRIBUTE_NODE = 2
    TEXT_NODE = 3
    CDATA_SECTION_NODE = 4
    ENTITY_REFERENCE_NODE = 5
    ENTITY_NODE = 6
    PROCESSING_INSTRUCTION_NODE = 7
    COMMENT_NODE = 8
    DOCUMENT_NODE = 9
    DOCUMENT_TYPE_NODE = 10
    DOCUMENT_FRAGMENT_NODE = 11
    NOTATION_NODE = 12


class DOMException(Exception):
    """Base of what the methods of nodes raise; `code` tells the kind."""

    def __init__(self, *args, **kwargs):
        if type(self) is DOMException:
            raise RuntimeError(
                "DOMException should not be instantiated directly")
        Exception.__init__(self, *args, **kwargs)

    def _get_code(self):
        return self.code


# Class and constant of each error, in the order of their codes.
_ERRORS = """IndexSizeErr INDEX_SIZE_ERR
DomstringSizeErr DOMSTRING_SIZE_ERR
HierarchyRequestErr HIERARCHY_REQUEST_ERR
WrongDocumentErr WRONG_DOCUMENT_ERR
InvalidCharacterErr INVALID_CHARACTER_ERR
NoDataAllowedErr NO_DATA_ALLOWED_ERR
NoModificationAllowedErr NO_MODIFICATION_ALLOWED_ERR
NotFoundErr NOT_FOUND_ERR
NotSupportedErr NOT_SUPPORTED_ERR
InuseAttributeErr INUSE_ATTRIBUTE_ERR
InvalidStateErr INVALID_STATE_ERR
SyntaxErr SYNTAX_ERR
InvalidModificationErr INVALID_MODIFICATION_ERR
NamespaceErr NAMESPACE_ERR
InvalidAccessErr INVALID_ACCESS_ERR
ValidationErr VALIDATION_ERR"""


def _make_errors(space):
    for code, line in enumerate(_ERRORS.split("\n"), 1):
        name, constant = line.split()
        space[constant] = code
        space[name] = type(name, (DOMException,),
                           {"__module__": "xml.dom", "code": code})


_make_errors(globals())


class UserDataHandler:
    """Why the handler of a node's user data is called."""

    NODE_CLONED = 1
    NODE_IMPORTED = 2
    NODE_DELETED = 3
    NODE_RENAMED = 4


XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace"
XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/"
XHTML_NAMESPACE = "http://www.w3.org/1999/xhtml"
EMPTY_NAMESPACE = None
EMPTY_PREFIX = None


def _registered():
    return _session_state("xml.dom.registered", dict)


def registerDOMImplementation(name, factory):
    """Make an implementation known by a name."""
    _registered()[name] = factory


def getDOMImplementation(name=None, features=()):
    """A registered implementation, or minidom's."""
    from xml.dom import minidom
    if name in _registered():
        return _registered()[name]()
    if name is None or name == "minidom":
        return minidom.getDOMImplementation()
    raise ImportError(f"no DOM implementation {name!r}")
