"""Python signatures for tools that are described by a JSON schema."""

import json
import keyword

_NAMES = {"string": "str", "integer": "int", "number": "float",
          "boolean": "bool", "null": "None", "object": "dict[str, Any]",
          "array": "list[Any]"}
_DEPTH = 8


def signature(text):
    """The signature, "(a: int, b: str = 'x')", of an object schema's text."""
    schema = json.loads(text)
    if not isinstance(schema, dict):
        raise ValueError("a schema is an object")
    properties = schema.get("properties") or {}
    required = schema.get("required") or ()
    defs = schema.get("$defs") or schema.get("definitions") or {}
    must, may, odd = [], [], bool(schema.get("additionalProperties"))
    for name, rule in properties.items():
        if not name.isidentifier() or keyword.iskeyword(name):
            odd = True
        elif name in required:
            must.append(f"{name}: {_type(rule, defs, 0)}")
        else:
            may.append(_optional(name, rule, defs))
    parts = must + may
    if odd:
        parts.append("**others: Any")
    returns = schema.get("returns")
    tail = f" -> {_type(returns, defs, 0)}" if returns else ""
    return f"({', '.join(parts)}){tail}"


def _optional(name, rule, defs):
    kind = _type(rule, defs, 0)
    default = rule.get("default") if isinstance(rule, dict) else None
    if default is None and "None" not in kind.split(" | ") and kind != "Any":
        kind += " | None"
    return f"{name}: {kind} = {default!r}"


def _union(rules, defs, depth):
    kinds = []
    for rule in rules:
        kind = _type(rule, defs, depth)
        if kind not in kinds:
            kinds.append(kind)
    return " | ".join(kinds) or "Any"


def _type(rule, defs, depth):
    if not isinstance(rule, dict) or depth > _DEPTH:
        return "Any"
    if "$ref" in rule:
        name = str(rule["$ref"]).rpartition("/")[2]
        return _type(defs.get(name), defs, depth + 1)
    if "enum" in rule or "const" in rule:
        values = rule["enum"] if "enum" in rule else [rule["const"]]
        return f"Literal[{', '.join(map(repr, values))}]"
    for key in ("anyOf", "oneOf"):
        if key in rule:
            return _union(rule[key], defs, depth + 1)
    kind = rule.get("type")
    if isinstance(kind, list):
        return _union([{**rule, "type": one} for one in kind], defs, depth + 1)
    if kind == "array" and "items" in rule:
        return f"list[{_type(rule['items'], defs, depth + 1)}]"
    if kind == "object" and isinstance(rule.get("additionalProperties"), dict):
        inner = _type(rule["additionalProperties"], defs, depth + 1)
        return f"dict[str, {inner}]"
    return _NAMES.get(kind, "Any")
