"""ast._unparse - syntax trees as source text.

SPDX-License-Identifier: Apache-2.0
"""

import re
import sys

from ast._nodes import AST, CLASSES

globals().update(CLASSES)

# Binding strength, weakest first.
(_NAMED, _TUPLE, _YIELD, _TEST, _OR, _AND, _NOT, _CMP, _BOR, _BXOR, _BAND,
 _SHIFT, _ARITH, _TERM, _FACTOR, _POWER, _AWAIT, _ATOM) = range(18)
_EXPR = _BOR
_BINARY = {"Add": ("+", _ARITH), "Sub": ("-", _ARITH), "Mult": ("*", _TERM),
           "MatMult": ("@", _TERM), "Div": ("/", _TERM),
           "Mod": ("%", _TERM), "LShift": ("<<", _SHIFT),
           "RShift": (">>", _SHIFT), "BitOr": ("|", _BOR),
           "BitXor": ("^", _BXOR), "BitAnd": ("&", _BAND),
           "FloorDiv": ("//", _TERM), "Pow": ("**", _POWER)}
_UNARY = {"Invert": ("~", _FACTOR), "Not": ("not", _NOT),
          "UAdd": ("+", _FACTOR), "USub": ("-", _FACTOR)}
_COMPARE = {"Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">",
            "GtE": ">=", "Is": "is", "IsNot": "is not", "In": "in",
            "NotIn": "not in"}
_INFSTR = f"1e{sys.float_info.max_10_exp + 1}"
_QUOTES = ("'", '"', '"""', "'''")


class Unparser:
    """Statements become lines, expressions strings; `expr(node, level)`
    adds parentheses where the context binds tighter."""

    def __init__(self):
        self.out = []
        self.depth = 0

    def text(self, node):
        if isinstance(node, (expr, expr_context)):
            return self.expr(node)
        self.stmt(node)
        return "".join(self.out).lstrip("\n")

    # -- statements

    def line(self, text):
        self.out.append("\n" + "    " * self.depth + text)

    def block(self, head, body, comment=None):
        self.line(head + ":" + (f" # type: {comment}" if comment else ""))
        self.depth += 1
        for s in body:
            self.stmt(s)
        self.depth -= 1

    def stmt(self, node):
        getattr(self, "do_" + type(node).__name__)(node)

    def do_Module(self, node):
        self.ignores = {i.lineno: f"ignore{i.tag}"
                        for i in node.type_ignores}
        self.body_with_doc(node.body)

    def do_Interactive(self, node):
        for s in node.body:
            self.stmt(s)

    def do_Expression(self, node):
        self.out.append(self.expr(node.body))

    def do_FunctionType(self, node):
        args = ", ".join(map(self.expr, node.argtypes))
        self.out.append(f"({args}) -> {self.expr(node.returns)}")

    def do_TypeIgnore(self, node):
        pass

    def body_with_doc(self, body):
        if body and isinstance(body[0], Expr) and isinstance(
                body[0].value, Constant) and isinstance(
                body[0].value.value, str):
            self.docstring(body[0].value)
            body = body[1:]
        for s in body:
            self.stmt(s)

    def docstring(self, node):
        text, quotes = self.quoted(node.value, ('"""', "'''"), True)
        prefix = "u" if node.kind == "u" else ""
        self.line(f"{prefix}{quotes}{text}{quotes}")

    def do_Expr(self, node):
        self.line(self.expr(node.value, _YIELD))

    def do_NamedExpr(self, node):
        self.line(self.expr(node))

    def do_Import(self, node):
        self.line("import " + ", ".join(map(self.alias, node.names)))

    def do_ImportFrom(self, node):
        dots = "." * (node.level or 0)
        self.line(f"from {dots}{node.module or ''} import "
                  + ", ".join(map(self.alias, node.names)))

    def alias(self, node):
        return node.name + (f" as {node.asname}" if node.asname else "")

    def do_Assign(self, node):
        targets = "".join(self.expr(t, _TUPLE) + " = " for t in node.targets)
        text = targets + self.expr(node.value)
        if node.type_comment:
            text += f" # type: {node.type_comment}"
        self.line(text)

    def do_AugAssign(self, node):
        op = _BINARY[type(node.op).__name__][0]
        self.line(f"{self.expr(node.target)} {op}= "
                  + self.expr(node.value))

    def do_AnnAssign(self, node):
        target = self.expr(node.target)
        if not node.simple and isinstance(node.target, Name):
            target = f"({target})"
        text = f"{target}: {self.expr(node.annotation)}"
        if node.value:
            text += f" = {self.expr(node.value)}"
        self.line(text)

    def do_Return(self, node):
        self.line("return" + (" " + self.expr(node.value)
                              if node.value else ""))

    def do_Pass(self, node):
        self.line("pass")

    def do_Break(self, node):
        self.line("break")

    def do_Continue(self, node):
        self.line("continue")

    def do_Delete(self, node):
        self.line("del " + ", ".join(map(self.expr, node.targets)))

    def do_Assert(self, node):
        text = "assert " + self.expr(node.test)
        if node.msg:
            text += ", " + self.expr(node.msg)
        self.line(text)

    def do_Global(self, node):
        self.line("global " + ", ".join(node.names))

    def do_Nonlocal(self, node):
        self.line("nonlocal " + ", ".join(node.names))

    def do_Raise(self, node):
        text = "raise"
        if not node.exc:
            if node.cause:
                raise ValueError("Node can't be used without a value "
                                 "attribute.")
        else:
            text += " " + self.expr(node.exc)
            if node.cause:
                text += " from " + self.expr(node.cause)
        self.line(text)

    def do_Try(self, node, star=""):
        self.block("try", node.body)
        for h in node.handlers:
            head = "except" + star
            if h.type:
                head += " " + self.expr(h.type)
            if h.name:
                head += " as " + h.name
            self.block(head, h.body)
        if node.orelse:
            self.block("else", node.orelse)
        if node.finalbody:
            self.block("finally", node.finalbody)

    def do_TryStar(self, node):
        self.do_Try(node, "*")

    def do_ExceptHandler(self, node):
        head = "except"
        if node.type:
            head += " " + self.expr(node.type)
        if node.name:
            head += " as " + node.name
        self.block(head, node.body)

    def do_ClassDef(self, node):
        self.out.append("\n")
        for d in node.decorator_list:
            self.line("@" + self.expr(d))
        args = [self.expr(b) for b in node.bases]
        args += [self.keyword(k) for k in node.keywords]
        head = "class " + node.name
        if args:
            head += f"({', '.join(args)})"
        self.line(head + ":")
        self.depth += 1
        self.body_with_doc(node.body)
        self.depth -= 1

    def do_FunctionDef(self, node, word="def"):
        self.out.append("\n")
        for d in node.decorator_list:
            self.line("@" + self.expr(d))
        head = f"{word} {node.name}({self.arguments(node.args)})"
        if node.returns:
            head += " -> " + self.expr(node.returns)
        head += ":"
        if node.type_comment:
            head += f" # type: {node.type_comment}"
        self.line(head)
        self.depth += 1
        self.body_with_doc(node.body)
        self.depth -= 1

    def do_AsyncFunctionDef(self, node):
        self.do_FunctionDef(node, "async def")

    def do_For(self, node, word="for"):
        self.block(f"{word} {self.expr(node.target, _TUPLE)} in "
                   + self.expr(node.iter), node.body,
                   node.type_comment)
        if node.orelse:
            self.block("else", node.orelse)

    def do_AsyncFor(self, node):
        self.do_For(node, "async for")

    def do_If(self, node):
        self.block("if " + self.expr(node.test), node.body)
        while len(node.orelse) == 1 and isinstance(node.orelse[0], If):
            node = node.orelse[0]
            self.block("elif " + self.expr(node.test), node.body)
        if node.orelse:
            self.block("else", node.orelse)

    def do_While(self, node):
        self.block("while " + self.expr(node.test), node.body)
        if node.orelse:
            self.block("else", node.orelse)

    def do_With(self, node, word="with"):
        self.block(f"{word} " + ", ".join(map(self.withitem, node.items)),
                   node.body, node.type_comment)

    def do_AsyncWith(self, node):
        self.do_With(node, "async with")

    def withitem(self, node):
        text = self.expr(node.context_expr)
        if node.optional_vars:
            text += " as " + self.expr(node.optional_vars)
        return text

    def do_Match(self, node):
        self.line(f"match {self.expr(node.subject)}:")
        self.depth += 1
        for case in node.cases:
            self.stmt(case)
        self.depth -= 1

    def do_match_case(self, node):
        head = "case " + self.pattern(node.pattern)
        if node.guard:
            head += " if " + self.expr(node.guard)
        self.block(head, node.body)

    # -- patterns

    def pattern(self, node, level=_TEST):
        kind = type(node).__name__
        if kind == "MatchValue":
            return self.expr(node.value)
        if kind == "MatchSingleton":
            return repr(node.value)
        if kind == "MatchSequence":
            return f"[{', '.join(map(self.pattern, node.patterns))}]"
        if kind == "MatchStar":
            return "*" + (node.name or "_")
        if kind == "MatchMapping":
            items = [f"{self.expr(k)}: {self.pattern(p)}"
                     for k, p in zip(node.keys, node.patterns)]
            if node.rest is not None:
                items.append("**" + node.rest)
            return "{" + ", ".join(items) + "}"
        if kind == "MatchClass":
            items = [self.pattern(p) for p in node.patterns]
            items += [f"{a}={self.pattern(p)}" for a, p in
                      zip(node.kwd_attrs, node.kwd_patterns)]
            return f"{self.expr(node.cls)}({', '.join(items)})"
        if kind == "MatchAs":
            if node.name is None:
                return "_"
            if node.pattern is None:
                return node.name
            text = f"{self.pattern(node.pattern, _BOR)} as {node.name}"
            return f"({text})" if level > _TEST else text
        if kind == "MatchOr":
            text = " | ".join(self.pattern(p, _BOR + 1)
                              for p in node.patterns)
            return f"({text})" if level > _BOR else text
        raise TypeError(f"unknown pattern {kind}")

    # -- expressions

    def expr(self, node, level=_TEST):
        return getattr(self, "ex_" + type(node).__name__)(node, level)

    def wrap(self, text, own, level):
        return f"({text})" if level > own else text

    def ex_Name(self, node, level):
        return node.id

    def ex_Load(self, node, level):
        return ""

    ex_Store = ex_Del = ex_Load

    def ex_Constant(self, node, level):
        value = node.value
        if isinstance(value, tuple):
            return "(" + self.items(value, lambda x: self.constant(x)) + ")"
        if value is ...:
            return "..."
        if node.kind == "u":
            return "u" + self.constant(value)
        return self.constant(value)

    def constant(self, value):
        if isinstance(value, (float, complex)):
            return repr(value).replace("inf", _INFSTR).replace(
                "nan", f"({_INFSTR}-{_INFSTR})")
        if isinstance(value, str):
            return repr(value)
        return repr(value)

    def items(self, values, show):
        if len(values) == 1:
            return show(values[0]) + ","
        return ", ".join(map(show, values))

    def quoted(self, text, quotes, escape_special):
        """(escaped text, quotes) for the first quotes that fit."""
        def escape(c):
            if not escape_special and c in "\n\t":
                return c
            if c == "\\" or not (c.isprintable() or c in "\n\t"):
                return c.encode("unicode_escape").decode("ascii")
            return c

        def escape_doc(c):
            if c in "\n\t":
                return c
            return escape(c)

        body = "".join(map(escape_doc, text))
        fitting = list(quotes)
        if "\n" in body:
            fitting = [q for q in fitting if len(q) == 3] or list(quotes)
        fitting = [q for q in fitting if q not in body]
        if not fitting:
            whole = repr(text)
            quote = next((q for q in quotes if whole[0] in q), whole[0])
            return whole[1:-1], quote
        if body:
            fitting.sort(key=lambda q: q[0] == body[-1])
            if fitting[0][0] == body[-1]:
                body = body[:-1] + "\\" + body[-1]
        return body, fitting[0]

    def ex_JoinedStr(self, node, level):
        parts = [self.fstring_part(v) for v in node.values]
        pieces = []
        quotes = list(_QUOTES)
        for text, constant in parts:
            if constant:
                pieces.append("".join(
                    c if c.isprintable() and c != "\\"
                    else c.encode("unicode_escape").decode() for c in text))
            else:
                pieces.append(text)
                if "\n" in text:
                    quotes = [q for q in quotes if len(q) == 3]
            quotes = [q for q in quotes if q not in pieces[-1]]
        body = "".join(pieces)
        if not quotes:
            quotes = ['"""']
        quote = quotes[0]
        if body and quote[0] == body[-1]:
            better = [q for q in quotes if q[0] != body[-1]]
            quote = better[0] if better else quote
        return f"f{quote}{body}{quote}"

    def fstring_part(self, node):
        """(text, is constant) of a piece of an f-string."""
        if isinstance(node, Constant):
            return node.value.replace("{", "{{").replace("}", "}}"), True
        if isinstance(node, JoinedStr):
            return "".join(self.fstring_part(v)[0]
                           for v in node.values), False
        inner = self.expr(node.value, _TEST + 1)
        text = "{ " if inner.startswith("{") else "{"
        if "\\" in inner:
            raise ValueError("Unable to avoid backslash in f-string "
                             "expression part")
        text += inner
        if node.conversion != -1:
            text += f"!{chr(node.conversion)}"
        if node.format_spec:
            text += ":" + self.fstring_part(node.format_spec)[0]
        return text + "}", False

    def ex_FormattedValue(self, node, level):
        return self.ex_JoinedStr(JoinedStr(values=[node]), level)

    def ex_List(self, node, level):
        return "[" + ", ".join(map(self.expr, node.elts)) + "]"

    def ex_Set(self, node, level):
        if not node.elts:
            return "{*()}"
        return "{" + ", ".join(map(self.expr, node.elts)) + "}"

    def ex_Tuple(self, node, level):
        text = self.items(node.elts, self.expr) if node.elts else ""
        if level > _TUPLE or not node.elts:
            return f"({text})"
        return text

    def ex_Dict(self, node, level):
        items = []
        for k, v in zip(node.keys, node.values):
            if k is None:
                items.append("**" + self.expr(v, _EXPR))
            else:
                items.append(f"{self.expr(k)}: {self.expr(v)}")
        return "{" + ", ".join(items) + "}"

    def comprehensions(self, generators):
        out = ""
        for g in generators:
            out += " async for " if g.is_async else " for "
            out += self.expr(g.target, _TUPLE)
            out += " in " + self.expr(g.iter, _TEST + 1)
            for test in g.ifs:
                out += " if " + self.expr(test, _TEST + 1)
        return out

    def ex_ListComp(self, node, level):
        return (f"[{self.expr(node.elt)}"
                f"{self.comprehensions(node.generators)}]")

    def ex_GeneratorExp(self, node, level):
        return (f"({self.expr(node.elt)}"
                f"{self.comprehensions(node.generators)})")

    def ex_SetComp(self, node, level):
        return ("{" + self.expr(node.elt)
                + self.comprehensions(node.generators) + "}")

    def ex_DictComp(self, node, level):
        return ("{" + f"{self.expr(node.key)}: {self.expr(node.value)}"
                + self.comprehensions(node.generators) + "}")

    def ex_IfExp(self, node, level):
        text = (f"{self.expr(node.body, _TEST + 1)} if "
                f"{self.expr(node.test, _TEST + 1)} else "
                f"{self.expr(node.orelse, _TEST)}")
        return self.wrap(text, _TEST, level)

    def ex_UnaryOp(self, node, level):
        op, own = _UNARY[type(node.op).__name__]
        space = " " if own == _NOT else ""
        return self.wrap(op + space + self.expr(node.operand, own), own,
                         level)

    def ex_BinOp(self, node, level):
        op, own = _BINARY[type(node.op).__name__]
        if op == "**":
            left, right = own + 1, own
        else:
            left, right = own, own + 1
        text = (f"{self.expr(node.left, left)} {op} "
                f"{self.expr(node.right, right)}")
        return self.wrap(text, own, level)

    def ex_Compare(self, node, level):
        text = self.expr(node.left, _CMP + 1)
        for op, right in zip(node.ops, node.comparators):
            text += (f" {_COMPARE[type(op).__name__]} "
                     f"{self.expr(right, _CMP + 1)}")
        return self.wrap(text, _CMP, level)

    def ex_BoolOp(self, node, level):
        word, own = ("and", _AND) if isinstance(node.op, And) else (
            "or", _OR)
        level_in = own
        parts = []
        for value in node.values:
            level_in += 1
            parts.append(self.expr(value, level_in))
        return self.wrap(f" {word} ".join(parts), own, level)

    def ex_Attribute(self, node, level):
        text = self.expr(node.value, _ATOM)
        if isinstance(node.value, Constant) and isinstance(
                node.value.value, int):
            text += " "
        return f"{text}.{node.attr}"

    def ex_Call(self, node, level):
        args = [self.expr(a) for a in node.args]
        args += [self.keyword(k) for k in node.keywords]
        if len(node.args) == 1 and not node.keywords and isinstance(
                node.args[0], GeneratorExp):
            return self.expr(node.func, _ATOM) + f"({args[0]})"
        return f"{self.expr(node.func, _ATOM)}({', '.join(args)})"

    def keyword(self, node):
        if node.arg is None:
            return "**" + self.expr(node.value)
        return f"{node.arg}={self.expr(node.value)}"

    def ex_Subscript(self, node, level):
        index = node.slice
        if isinstance(index, Tuple) and index.elts:
            text = self.items(index.elts, self.expr)
        else:
            text = self.expr(index)
        return f"{self.expr(node.value, _ATOM)}[{text}]"

    def ex_Starred(self, node, level):
        return "*" + self.expr(node.value, _EXPR)

    def ex_Slice(self, node, level):
        text = self.expr(node.lower) if node.lower else ""
        text += ":"
        if node.upper:
            text += self.expr(node.upper)
        if node.step:
            text += ":" + self.expr(node.step)
        return text

    def ex_NamedExpr(self, node, level):
        text = f"{self.expr(node.target, _ATOM)} := " + self.expr(
            node.value, _ATOM)
        return f"({text})"

    def ex_Lambda(self, node, level):
        args = self.arguments(node.args)
        text = f"lambda{' ' + args if args else ''}: {self.expr(node.body)}"
        return self.wrap(text, _TEST, level)

    def ex_Await(self, node, level):
        text = "await"
        if node.value:
            text += " " + self.expr(node.value, _ATOM)
        return self.wrap(text, _AWAIT, level)

    def ex_Yield(self, node, level):
        text = "yield"
        if node.value:
            text += " " + self.expr(node.value, _ATOM)
        return self.wrap(text, _YIELD, level)

    def ex_YieldFrom(self, node, level):
        return self.wrap("yield from " + self.expr(node.value, _ATOM),
                         _YIELD, level)

    def arguments(self, node):
        out = []
        every = node.posonlyargs + node.args
        defaults = [None] * (len(every) - len(node.defaults))
        defaults += node.defaults
        for i, (a, d) in enumerate(zip(every, defaults), 1):
            out.append(self.argument(a) + (f"={self.expr(d)}" if d else ""))
            if i == len(node.posonlyargs):
                out.append("/")
        if node.vararg or node.kwonlyargs:
            out.append("*" + (self.argument(node.vararg)
                              if node.vararg else ""))
        for a, d in zip(node.kwonlyargs, node.kw_defaults):
            out.append(self.argument(a) + (f"={self.expr(d)}" if d else ""))
        if node.kwarg:
            out.append("**" + self.argument(node.kwarg))
        return ", ".join(out)

    def argument(self, node):
        if node.annotation:
            return f"{node.arg}: {self.expr(node.annotation)}"
        return node.arg
