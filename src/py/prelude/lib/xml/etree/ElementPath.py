"""xml.etree.ElementPath - the XPath subset of ElementTree.

A path is compiled to a list of steps; a step maps an iterator of elements to
another.

SPDX-License-Identifier: Apache-2.0
"""

import re

# signs (text in quotes among them), names, and white space
_SIGNS = (r"""'[^']*'|"[^"]*"|""" + r"::|//?|\.\.|\(\)|!=|[/.*:\[\]()@=]")
_NAMES = r"(?:\{[^}]+\})?[^\s/()\[\]@!=]+"
_token = re.compile(rf"({_SIGNS})|({_NAMES})|\s+")
_POSITION = re.compile(r"-?\d+$")


def xpath_tokenizer(pattern, namespaces=None):
    """Yield (sign, "") and ("", name) pairs; names have no prefixes."""
    known = namespaces or {}
    default = known.get("")
    is_attribute = False
    for sign, name in _token.findall(pattern):
        if name and name[0] != "{":
            name = _expanded(name, known, None if is_attribute else default)
        yield sign, name
        is_attribute = sign == "@"


def _expanded(name, known, default):
    prefix, colon, local = name.partition(":")
    if not colon:
        return f"{{{default}}}{name}" if default else name
    if prefix not in known:
        raise SyntaxError(f"prefix {prefix!r} not found in prefix map")
    return f"{{{known[prefix]}}}{local}"


class _Context:
    """What steps need of the search: the root and the parents."""

    parent_map = None

    def __init__(self, root):
        self.root = root


def _parents(context):
    if context.parent_map is None:
        context.parent_map = {child: parent for parent in context.root.iter()
                              for child in parent}
    return context.parent_map


def _tag_test(tag):
    """A predicate for a tag that may contain wildcards, or None."""
    if tag[:3] == "{*}":
        suffix = tag[2:]
        name = tag[3:]
        if name == "*":
            return lambda e: isinstance(e.tag, str)
        return lambda e: isinstance(e.tag, str) and (
            e.tag == name or e.tag.endswith(suffix))
    if tag[:2] == "{}":
        if tag == "{}*":
            return lambda e: isinstance(e.tag, str) and e.tag[:1] != "{"
        name = tag[2:]
        return lambda e: e.tag == name
    if tag[-2:] == "}*":
        ns = tag[:-1]
        return lambda e: isinstance(e.tag, str) and e.tag.startswith(ns)
    return None


def _child(next, token):
    tag = token[1]
    test = _tag_test(tag)
    if tag == "*" or token[0] == "*":
        return lambda context, result: (e for elem in result for e in elem)
    if test is None:
        return lambda context, result: (
            e for elem in result for e in elem if e.tag == tag)
    return lambda context, result: (
        e for elem in result for e in elem if test(e))


def _self(next, token):
    return lambda context, result: result


def _descendant(next, token):
    try:
        token = next()
    except StopIteration:
        return None
    if token[0] == "*":
        tag, test = "*", None
    elif not token[0]:
        tag = token[1]
        test = _tag_test(tag)
    else:
        raise SyntaxError("invalid descendant")
    if test is not None:
        return lambda context, result: (
            e for elem in result for e in elem.iter()
            if e is not elem and test(e))
    return lambda context, result: (
        e for elem in result for e in elem.iter(tag) if e is not elem)


def _parent(next, token):
    def select(context, result):
        parents = _parents(context)
        seen = {}
        for elem in result:
            if elem in parents:
                above = parents[elem]
                if above not in seen:
                    seen[above] = None
                    yield above
    return select


def _predicate(next, token):
    signs, values = "", []
    while True:
        try:
            sign, name = next()
        except StopIteration:
            return None
        if sign == "]":
            return _predicate_filter(signs, values)
        if sign[:1] in ("'", '"') and sign:
            sign, name = "'", sign[1:-1]
        if sign or name:
            signs += sign or "-"
            values.append(name)


def _predicate_filter(signature, values):
    if signature == "@-":
        key = values[1]
        return lambda context, result: (
            e for e in result if e.get(key) is not None)
    if signature in ("@-='", "@-!='"):
        key, value = values[1], values[-1]
        if "!=" in signature:
            return lambda context, result: (
                e for e in result
                if e.get(key) is not None and e.get(key) != value)
        return lambda context, result: (
            e for e in result if e.get(key) == value)
    if signature == "-" and not _POSITION.match(values[0]):
        tag = values[0]
        return lambda context, result: (
            e for e in result if e.find(tag) is not None)
    if signature in (".='", ".!='") or signature in ("-='", "-!='") and (
            not _POSITION.match(values[0])):
        tag, value = values[0], values[-1]
        negate = "!=" in signature

        def text_filter(context, result):
            for elem in result:
                if tag:
                    texts = ["".join(e.itertext())
                             for e in elem.findall(tag)]
                else:
                    texts = ["".join(elem.itertext())]
                if any((t != value) if negate else (t == value)
                       for t in texts):
                    yield elem
        return text_filter
    if signature in ("-", "-()", "-()-"):
        return _position_filter(signature, values)
    raise SyntaxError("invalid predicate")


def _position_filter(signature, values):
    if signature == "-":
        index = int(values[0]) - 1
        if index < 0:
            raise SyntaxError("XPath position >= 1 expected")
    else:
        if values[0] != "last":
            raise SyntaxError("unsupported function")
        index = -1
        if signature == "-()-":
            try:
                index = int(values[2]) - 1
            except ValueError:
                raise SyntaxError("unsupported expression")
            if index > -2:
                raise SyntaxError("XPath offset from last() must be "
                                  "negative")

    def select(context, result):
        parents = _parents(context)
        for elem in result:
            if elem not in parents:
                continue
            same = parents[elem].findall(elem.tag)
            if same[index:][:1] == [elem]:
                yield elem
    return select


_OPS = {"": _child, "*": _child, ".": _self, "..": _parent,
        "//": _descendant, "[": _predicate}


def iterfind(elem, path, namespaces=None):
    """Elements that match the path, in document order."""
    if path[-1:] == "/":
        path = path + "*"
    if path[:1] == "/":
        raise SyntaxError("cannot use absolute path on element")
    tokens = xpath_tokenizer(path, namespaces)
    token = next(tokens, None)
    if token is None:
        return iter(())
    steps = []
    while token is not None:
        try:
            steps.append(_OPS[token[0]](tokens.__next__, token))
        except (KeyError, StopIteration):
            raise SyntaxError("invalid path") from None
        token = next(tokens, None)
        if token is not None and token[0] == "/":
            token = next(tokens, None)
    context = _Context(elem)
    result = iter([elem])
    for step in steps:
        result = step(context, result)
    return result


def find(elem, path, namespaces=None):
    """The first match, or None."""
    return next(iter(iterfind(elem, path, namespaces)), None)


def findall(elem, path, namespaces=None):
    """A list of all matches."""
    return [*iterfind(elem, path, namespaces)]


def findtext(elem, path, default=None, namespaces=None):
    """The text of the first match."""
    found = find(elem, path, namespaces)
    if found is None:
        return default
    return "" if found.text is None else found.text
