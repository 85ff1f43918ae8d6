"""_ast - the classes of nodes, for packages that take them from here.

SPDX-License-Identifier: Apache-2.0
"""

import ast

PyCF_ONLY_AST = 0x400
PyCF_TYPE_COMMENTS = 0x1000
PyCF_ALLOW_TOP_LEVEL_AWAIT = 0x2000
globals().update({name: value for name, value in vars(ast).items()
                  if isinstance(value, type) and issubclass(value, ast.AST)})
