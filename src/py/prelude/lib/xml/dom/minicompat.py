"""xml.dom.minicompat - lists of nodes.

SPDX-License-Identifier: Apache-2.0
"""

import xml.dom

StringTypes = (str,)


def _refuse(self, value):
    raise xml.dom.NoModificationAllowedErr(
        "attempt to modify read-only attribute 'length'")


class NodeList(list):
    """The children of a node, or what a search has found."""

    __slots__ = ()

    def item(self, index):
        """The node at an index, None if there is none."""
        return self[index] if 0 <= index < len(self) else None

    length = property(len, _refuse, doc="The number of nodes in the NodeList.")


class EmptyNodeList(tuple):
    """The children of a node that cannot have any."""

    __slots__ = ()

    def __add__(self, other):
        return NodeList(other)

    def __radd__(self, other):
        return NodeList(other)

    def item(self, index):
        """There is no node."""
        return None

    length = property(len, _refuse, doc="The number of nodes in the NodeList.")
