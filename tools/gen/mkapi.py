#!/usr/bin/env python3
"""mkapi.py - the reference of the Python package, from its docstrings.

  tools/gen/mkapi.py            write docs/python-api.md
  tools/gen/mkapi.py --check    fail when it is not what the sources say

Sources are parsed, not imported: it needs no build.  Public is what has no
underscore in front, in the modules below.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import ast
import inspect
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "docs" / "python-api.md"
PACKAGE = ROOT / "python" / "caisson"

MODULES = {
    "_box.py": "caisson",
    "_sync.py": "caisson",
    "aio.py": "caisson",
    "steps.py": "caisson",
    "result.py": "caisson",
    "limits.py": "caisson",
    "mounts.py": "caisson",
    "remote.py": "caisson",
    "policy.py": "caisson",
    "tools.py": "caisson",
    "checking.py": "caisson",
    "errors.py": "caisson",
    "instructions.py": "caisson.instructions",
    "sandbox/_types.py": "caisson.sandbox",
    "sandbox/_contract.py": "caisson.sandbox",
    "sandbox/_local.py": "caisson.sandbox",
    "sandbox/_exec.py": "caisson.sandbox",
    "sandbox/_files.py": "caisson.sandbox",
    "sandbox/_errors.py": "caisson.sandbox",
    "integrations/pydantic_ai/capability.py": "caisson.codemode",
    "integrations/pydantic_ai/toolset.py": "caisson.codemode",
    "integrations/pydantic_ai/options.py": "caisson.codemode",
    "integrations/pydantic_ai/os_access.py": "caisson.codemode",
    "integrations/agent_framework/provider.py": "caisson.codeact",
    "integrations/agent_framework/tool.py": "caisson.codeact",
    "integrations/agent_framework/limits.py": "caisson.codeact",
    "integrations/agent_framework/mounts.py": "caisson.codeact",
    "integrations/agent_framework/rules.py": "caisson.codeact",
    "integrations/mellea/environments.py": "caisson.mellea",
    "integrations/mellea/policy.py": "caisson.mellea",
    "integrations/mellea/base.py": "caisson.mellea",
    "integrations/mellea/tools.py": "caisson.mellea",
    "integrations/mellea/shell.py": "caisson.mellea",
    "integrations/mellea/patch.py": "caisson.mellea",
}

ONLY = {  # of these modules nothing else is public
    "caisson.sandbox": {
        "CapacityError",
        "ExecEvent",
        "ExecResult",
        "FileEntry",
        "Files",
        "ImageCorrupt",
        "ImageDenied",
        "ImageNotFound",
        "LocalSandboxClient",
        "LocalSandboxHandle",
        "SandboxClient",
        "SandboxExists",
        "SandboxHandle",
        "SandboxNotFound",
        "SandboxReplaced",
        "SandboxRuntimeError",
        "SandboxSpec",
        "SandboxStateError",
        "SandboxUnavailable",
    },
    "caisson.codemode": {
        "CodeMode",
        "CodeModeToolset",
        "CodeModeMount",
        "CodeModeMountSpec",
        "CodeModeResourceLimits",
        "CodeModeOSCallback",
    },
    "caisson.codeact": {
        "CodeActProvider",
        "LocalCodeActProvider",
        "ExecuteCodeTool",
        "LocalExecuteCodeTool",
        "ProcessExecutionLimits",
        "FileMount",
        "AllowedDomain",
        "CodeValidationError",
        "validate_code",
    },
    "caisson.mellea": {
        "CapabilityPolicy",
        "EnforcementError",
        "ExecutionResult",
        "StaticAnalysisEnvironment",
        "UnsafeEnvironment",
        "LLMSandboxEnvironment",
        "make_execution_environment",
        "python_tool",
        "bash_executor",
        "code_interpreter",
        "local_code_interpreter",
        "install",
        "uninstall",
    },
}
INTERNAL = {"Facts", "as_mounts", "as_remote", "as_tools", "make_step", "is_async", "crosses"}
INTERNAL |= {"signature_text", "is_json", "describe", "as_tool"}

HEAD = """\
# Reference of the Python package

Made by `tools/gen/mkapi.py` from the docstrings; do not edit. The way in is
[python.md](python.md).
"""

Function = ast.FunctionDef | ast.AsyncFunctionDef
FENCE = "\0"  # three backticks, while two become one


def is_public(name: str) -> bool:
    return not name.startswith("_") and name not in INTERNAL


def doc_of(node: ast.AST) -> str:
    return inspect.cleandoc(ast.get_docstring(node) or "")


def fenced(text: str) -> str:
    """A docstring as Markdown: examples become blocks."""
    out: list[str] = []
    inside = False
    for line in text.splitlines():
        example = line.startswith((">>>", "..."))
        result = inside and line.strip() and not example
        if example and not inside:
            out += ["", FENCE + "python"] if out and out[-1] else [FENCE + "python"]
            inside = True
        elif inside and not example and not result:
            out.append(FENCE)
            inside = False
        out.append(line)
    if inside:
        out.append(FENCE)
    return "\n".join(out).replace("``", "`")


def markdown(text: str) -> str:
    return fenced(text.replace("```", FENCE)).replace(FENCE, "```")


def signature(node: Function) -> str:
    arguments = ast.unparse(node.args)
    for own in ("self, ", "cls, "):
        if arguments.startswith(own):
            arguments = arguments[len(own) :]
    if arguments in ("self", "cls"):
        arguments = ""
    arguments = arguments.removeprefix("self: Self, ").removeprefix("self: Self")
    arguments = arguments.removeprefix("cls: type[Self], ")
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    start = "async " if isinstance(node, ast.AsyncFunctionDef) else ""
    return f"{start}{node.name}({arguments}){returns}"


def is_property(node: Function) -> bool:
    return any(ast.unparse(d).endswith("property") for d in node.decorator_list)


def is_setter(node: Function) -> bool:
    return any(ast.unparse(d).endswith(".setter") for d in node.decorator_list)


def member(node: Function) -> list[str]:
    if is_property(node):
        returns = f": {ast.unparse(node.returns)}" if node.returns else ""
        head = f"{node.name}{returns}"
    else:
        head = signature(node)
    return [f"**`{head}`**", "", markdown(doc_of(node)), ""]


def fields(node: ast.ClassDef) -> list[str]:
    rows = []
    for line in node.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            if is_public(line.target.id) and "ClassVar" not in ast.unparse(line):
                text = f"{line.target.id}: {ast.unparse(line.annotation)}"
                if line.value is not None:
                    text += f" = {ast.unparse(line.value)}"
                rows.append(text)
    return ["```python", *rows, "```", ""] if rows else []


def one_class(node: ast.ClassDef) -> list[str]:
    bases = ", ".join(ast.unparse(b) for b in node.bases)
    lines = [f"### {node.name}" + (f" ({bases})" if bases else ""), ""]
    lines += [markdown(doc_of(node)), "", *fields(node)]
    for part in node.body:
        if not isinstance(part, Function):
            continue
        if part.name == "__init__" and ast.get_docstring(part):
            lines += [f"**`{node.name}({signature(part)[9:-9]})`**", ""]
            lines += [markdown(doc_of(part)), ""]
        elif is_public(part.name) and not is_setter(part):
            lines += member(part)
    return lines


def one_module(path: Path, home: str) -> list[str]:
    lines: list[str] = []
    for node in ast.parse(path.read_text()).body:
        if not isinstance(node, (ast.ClassDef, *Function.__args__)):
            continue
        if not is_public(node.name) or node.name not in ONLY.get(home, {node.name}):
            continue
        if isinstance(node, ast.ClassDef):
            lines += one_class(node)
        else:
            lines += [f"### {node.name}", "", *member(node)]
    return lines


def build() -> str:
    lines = [HEAD]
    last = ""
    for name, home in MODULES.items():
        if home != last:
            lines += [f"## {home}", ""]
            last = home
        lines += one_module(PACKAGE / name, home)
    text = "\n".join(lines)
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return text.rstrip() + "\n"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    wanted = build()
    if not parser.parse_args().check:
        OUT.write_text(wanted)
        return 0
    if OUT.exists() and OUT.read_text() == wanted:
        return 0
    print(f"{OUT.relative_to(ROOT)} is stale: run tools/gen/mkapi.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
