"""ast - syntax trees: nodes, parsing, walking and printing.

SPDX-License-Identifier: Apache-2.0
"""

from ast._nodes import AST, CLASSES as _CLASSES
from ast._old import CLASSES as _OLD_CLASSES
from ast._tools import (NodeTransformer, NodeVisitor, copy_location, dump,
                        fix_missing_locations, get_docstring,
                        get_source_segment, increment_lineno,
                        iter_child_nodes, iter_fields, literal_eval, parse,
                        walk)
from ast._unparse import Unparser as _Unparser

PyCF_ONLY_AST = 1024
PyCF_TYPE_COMMENTS = 4096
PyCF_ALLOW_TOP_LEVEL_AWAIT = 8192

globals().update(_CLASSES)
globals().update(_OLD_CLASSES)


def unparse(ast_obj):
    """Text whose parse is equivalent to the tree."""
    return _Unparser().text(ast_obj)
