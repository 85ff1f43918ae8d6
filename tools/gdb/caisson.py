"""caisson.py - gdb shows the engine's values, offsets, objects and frames.

    gdb -x tools/gdb/caisson.py build-debug/caisson
    (gdb) print args[0]                a cs_value: 'text', 42, [1, 2, 3], <f>
    (gdb) print code->name             the same inside of objects
    (gdb) print fn->code               a cs_off: 0x12c3a0 <code f>
    (gdb) cs-bt                        the program's own call stack
    (gdb) cs-regs [N]                  registers of frame N, counted from 0
    (gdb) cs-obj 0x12c3a0              the object at an offset, all its fields

A value is 64 bits (src/py/heap/value.h); what it refers to is found from the
arena's base, which is taken from a `ctx` in the selected frame or one of its
callers, and remembered.  Layouts, opcodes and immediates are read from the
debug information, so nothing is typed here again.  Memory is only read; no
function of the program is called, so a core file will do.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import re
import struct
from pathlib import Path

import gdb
import gdb.printing

DEPTH = 3  # containers in containers
ITEMS = 8  # of a container
TEXT = 80  # bytes of a text

# fmt: off
STRUCTS = {  # what lies at an offset with this layout
    "STR": "cs_str", "BYTES": "cs_bytes", "BIGINT": "cs_bigint",
    "COMPLEX": "cs_complex", "LIST": "cs_list", "TUPLE": "cs_tuple",
    "DICT": "cs_dict", "SET": "cs_set", "FROZENSET": "cs_set",
    "RANGE": "cs_range", "SLICE": "cs_slice", "FUNC": "cs_func",
    "NATIVE": "cs_native", "METHOD": "cs_method", "CELL": "cs_cell",
    "CODE": "cs_code", "TYPE": "cs_type", "INSTANCE": "cs_instance",
    "MODULE": "cs_module", "GEN": "cs_gen", "ITER": "cs_iter",
    "TRACEBACK": "cs_traceback", "BOX": "cs_box", "ARRAY": "cs_array",
    "RAW": "cs_raw", "TABLE": "cs_table", "SHAPE": "cs_shape",
}
# fmt: on


def enum_of(name: str, prefix: str) -> dict[int, str]:
    """Number to name of a C enumeration."""
    fields = gdb.lookup_type("enum " + name).fields()
    return {f.enumval: f.name.removeprefix(prefix) for f in fields}


class Arena:
    """The memory that offsets are relative to."""

    base = 0

    @classmethod
    def find(cls) -> int:
        """The base: from a `ctx` on the C stack, else the last one found."""
        frame = gdb.selected_frame() if gdb.selected_inferior().pid else None
        while frame is not None:
            for name in ("ctx", "c"):
                try:
                    v = frame.read_var(name)
                    if "cs_ctx *" in str(v.type) and int(v):
                        cls.base = int(v["base"])
                        return cls.base
                except (ValueError, gdb.error):
                    pass
            frame = frame.older()
        return cls.base


def read(off: int, n: int) -> bytes:
    """Bytes of the arena."""
    return bytes(gdb.selected_inferior().read_memory(Arena.find() + off, n))


def at(off: int, type_name: str) -> gdb.Value:
    """The struct at an offset."""
    kind = gdb.lookup_type(type_name)
    return gdb.Value(Arena.find() + off).cast(kind.pointer()).dereference()


def layout_at(off: int) -> str:
    """The layout that the header of an object says; "" for what is none."""
    number = struct.unpack("<H", read(off, 2))[0] & 0xFF
    return enum_of("cs_layout", "CS_L_").get(number, "")


def text_of(s: gdb.Value) -> bytes:
    """The first bytes of a cs_str or cs_bytes."""
    n = min(int(s["len"]), TEXT)
    if s.type.name == "cs_bytes":
        where = int(s["data"].address)
    elif int(s["h"]["flags"]) & 16:  # CS_STR_EXT
        block = at(int(s["u"]["buf"]), "cs_raw")
        where = int(block["data"].address)
    else:
        where = int(s["u"]["data"].address)
    return bytes(gdb.selected_inferior().read_memory(where, n)) if n else b""


def show_text(off: int) -> str:
    """A str, quoted as Python does."""
    s = at(off, "cs_str")
    more = "..." if int(s["len"]) > TEXT else ""
    return repr(text_of(s).decode("utf-8", "replace")) + more


def plain_text(bits: int) -> str:
    """The text of a str value, without quotes."""
    off = bits & 0xFFFFFFFF
    return text_of(at(off, "cs_str")).decode("utf-8", "replace")


def items_of(first: int, n: int, depth: int) -> str:
    """`n` values from an address on."""
    shown = min(n, ITEMS)
    data = bytes(gdb.selected_inferior().read_memory(first, 8 * shown))
    parts = [show(b, depth - 1) for b in struct.unpack(f"<{shown}Q", data)]
    return ", ".join(parts + (["..."] if n > shown else []))


def show_dict(off: int, depth: int) -> str:
    """Keys and values in their order."""
    d = at(off, "cs_dict")
    if not int(d["table"]):
        return "{}"
    table = at(int(d["table"]), "cs_table")
    parts = []
    for i in range(min(int(d["used"]), 4 * ITEMS)):
        e = table["e"][i]
        key = int(e["key"]["bits"])
        if key >> 48 == 0xFFFB and key & 0xF == 5:  # a deleted entry
            continue
        if len(parts) == ITEMS:
            parts.append("...")
            break
        value = show(int(e["value"]["bits"]), depth - 1)
        parts.append(f"{show(key, depth - 1)}: {value}")
    return "{" + ", ".join(parts) + "}"


def show_instance(off: int) -> str:
    """Class and address of an instance."""
    shape = at(int(at(off, "cs_instance")["shape"]), "cs_shape")
    name = at(int(shape["cls"]), "cs_type")["name"]
    return f"<{plain_text(int(name['bits']))} at {off:#x}>"


def show_named(off: int, layout: str) -> str:
    """A function, class or code by its name."""
    struct_name = STRUCTS[layout]
    field = "qualname" if layout in ("FUNC", "CODE", "TYPE") else "name"
    name = plain_text(int(at(off, struct_name)[field]["bits"]))
    return f"<{layout.lower()} {name}>"


def show_object(off: int, layout: str, depth: int) -> str:
    """What lies at an offset, in one line."""
    if layout == "STR":
        return show_text(off)
    if layout == "BYTES":
        return repr(text_of(at(off, "cs_bytes")))
    if layout in ("FUNC", "NATIVE", "CODE", "TYPE"):
        return show_named(off, layout)
    if layout == "INSTANCE":
        return show_instance(off)
    if depth > 0 and layout == "TUPLE":
        t = at(off, "cs_tuple")
        inner = items_of(int(t["v"].address), int(t["len"]), depth)
        return f"({inner},)" if int(t["len"]) == 1 else f"({inner})"
    if depth > 0 and layout == "LIST":
        v = at(off, "cs_list")
        if not int(v["len"]):
            return "[]"
        first = int(at(int(v["items"]), "cs_array")["v"].address)
        return f"[{items_of(first, int(v['len']), depth)}]"
    if depth > 0 and layout == "DICT":
        return show_dict(off, depth)
    return f"<{layout.lower() or 'object'} at {off:#x}>"


def show(bits: int, depth: int = DEPTH) -> str:
    """A value in one line, as Python would write it where it can."""
    if bits >= 0xFFFC << 48:
        return str(bits - (0xFFFE << 48))
    top = bits >> 48
    if top == 0xFFFB:
        names = enum_of("cs_immediate", "CS_")
        return names.get(bits & 0xFF, "?").removesuffix("_K").capitalize()
    if top != 0xFFF9:
        return repr(struct.unpack("<d", struct.pack("<Q", bits))[0])
    off, number = bits & 0xFFFFFFFF, bits >> 32 & 0xFF
    layout = enum_of("cs_layout", "CS_L_").get(number, f"layout {number}")
    try:
        return show_object(off, layout, depth)
    except (gdb.error, gdb.MemoryError, RuntimeError):
        return f"<{layout.lower()} at {off:#x}>"


class ValuePrinter:
    """A cs_value."""

    def __init__(self, value: gdb.Value) -> None:
        self.value = value

    def to_string(self) -> str:
        """One line."""
        return show(int(self.value["bits"]))


class OffsetPrinter:
    """A cs_off, with what lies there if it is an object."""

    def __init__(self, value: gdb.Value) -> None:
        self.off = int(value.cast(gdb.lookup_type("unsigned int")))

    def to_string(self) -> str:
        """The number, and the object."""
        if not self.off or not Arena.find() or self.off % 16:
            return hex(self.off)
        try:
            layout = layout_at(self.off)
            if layout not in STRUCTS:
                return hex(self.off)
            return f"{self.off:#x} {show_object(self.off, layout, 1)}"
        except (gdb.error, gdb.MemoryError, RuntimeError):
            return hex(self.off)


def opcode_names() -> list[str]:
    """Names of the instructions, from the table of the program."""
    table = gdb.lookup_global_symbol("cs_opcode_names").value()
    n = table.type.range()[1] + 1
    return [table[i].string() for i in range(n)]


def describe_frame(f: gdb.Value) -> str:
    """Function, file and next instruction of a cs_frame."""
    if int(f["flags"]) & 2:  # CS_FRAME_NATIVE
        native = show_named(int(f["aux"]), "NATIVE")
        return f"{native} with {int(f['func'])} registers"
    code = at(int(f["code"]), "cs_code")
    first = int(code["insns"]) + 16
    index = (int(f["pc"]) - first) // 4
    word = struct.unpack("<I", read(int(f["pc"]), 4))[0]
    names = opcode_names()
    op = names[word & 0xFF] if word & 0xFF < len(names) else "?"
    name = plain_text(int(code["qualname"]["bits"]))
    where = plain_text(int(code["filename"]["bits"]))
    line = int(code["firstline"])
    return f"{name} ({where}, defined in line {line}), next {op} at {index}"


class FramePrinter:
    """A cs_frame."""

    def __init__(self, value: gdb.Value) -> None:
        self.value = value

    def to_string(self) -> str:
        """One line."""
        try:
            return describe_frame(self.value)
        except (gdb.error, gdb.MemoryError, RuntimeError) as e:
            return f"<frame that cannot be read: {e}>"


def session_head() -> gdb.Value:
    """The head of the session at hand."""
    if not Arena.find():
        raise gdb.GdbError("no ctx on this stack: select a frame of the engine")
    frame = gdb.selected_frame()
    while frame is not None:
        try:
            v = frame.read_var("ctx")
            if "cs_ctx *" in str(v.type) and int(v):
                return v["head"].dereference()
        except (ValueError, gdb.error):
            pass
        frame = frame.older()
    raise gdb.GdbError("no ctx on this stack: select a frame of the engine")


def frames_base() -> int:
    """Offset of the frame stack: a macro, so it is read from the sources."""
    names = gdb.lookup_global_symbol("cs_opcode_names")
    header = Path(names.symtab.fullname()).with_name("ctx.h")
    found = re.search(r"#define CS_FRAMES_BASE\s+(0x[0-9a-fA-F]+)", header.read_text())
    if not found:
        raise gdb.GdbError(f"no CS_FRAMES_BASE in {header}")
    return int(found[1], 16)


def frame_number(i: int) -> gdb.Value:
    """Frame `i` of the session, 0 the outermost."""
    size = gdb.lookup_type("cs_frame").sizeof
    return at(frames_base() + i * size, "cs_frame")


class BackTrace(gdb.Command):
    """The program's own call stack, innermost frame first."""

    def __init__(self) -> None:
        super().__init__("cs-bt", gdb.COMMAND_STACK)

    def invoke(self, arg: str, from_tty: bool) -> None:
        """Print it."""
        for i in reversed(range(int(session_head()["nframes"]))):
            print(f"#{i}  {describe_frame(frame_number(i))}")


class Registers(gdb.Command):
    """Registers of a frame of the program: cs-regs [NUMBER]."""

    def __init__(self) -> None:
        super().__init__("cs-regs", gdb.COMMAND_STACK)

    def invoke(self, arg: str, from_tty: bool) -> None:
        """Print them with their names."""
        top = int(session_head()["nframes"]) - 1
        f = frame_number(int(arg) if arg else top)
        if int(f["flags"]) & 2:
            n, names = int(f["func"]) + 1, []
        else:
            code = at(int(f["code"]), "cs_code")
            n = int(code["nregs"])
            t = at(int(code["varnames"]["bits"]) & 0xFFFFFFFF, "cs_tuple")
            names = [
                plain_text(int(t["v"][i]["bits"])) for i in range(int(t["len"]))
            ]
        regs = struct.unpack(f"<{n}Q", read(int(f["base"]), 8 * n))
        for i, bits in enumerate(regs):
            name = names[i] if i < len(names) else ""
            print(f"R[{i}] {name:12} {show(bits)}")


class Object(gdb.Command):
    """The object at an offset of the arena: cs-obj OFFSET."""

    def __init__(self) -> None:
        super().__init__("cs-obj", gdb.COMMAND_DATA)

    def invoke(self, arg: str, from_tty: bool) -> None:
        """Print its struct."""
        off = int(gdb.parse_and_eval(arg))
        layout = layout_at(off)
        if layout not in STRUCTS:
            raise gdb.GdbError(f"no object at {off:#x}")
        print(f"{layout} at {off:#x}: {show_object(off, layout, DEPTH)}")
        print(at(off, STRUCTS[layout]))


def register() -> None:
    """Tell gdb about all of it."""
    printers = gdb.printing.RegexpCollectionPrettyPrinter("caisson")
    printers.add_printer("value", "^cs_value$", ValuePrinter)
    printers.add_printer("offset", "^cs_off$", OffsetPrinter)
    printers.add_printer("frame", "^cs_frame$", FramePrinter)
    gdb.printing.register_pretty_printer(None, printers, replace=True)
    BackTrace()
    Registers()
    Object()


register()
