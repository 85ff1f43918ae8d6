/*
 * object.h - layouts of everything that lives in the arena.
 *
 * Every object starts with an 8-byte header that tells its layout and its
 * size in 16-byte units, so the heap can be walked linearly.  Objects never
 * move.  Growing payloads (list items, dict tables) are objects of their own.
 * No host pointer is ever stored; other objects are named by value (traced
 * by tag) or by a cs_off field (traced by the layout's table in gc.c).
 *
 * Offsets below CS_IMAGE_END belong to the shared read-only warm image:
 * check cs_is_frozen() before writing to anything.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_OBJECT_H
#define CS_PY_HEAP_OBJECT_H

#include "py/heap/value.h"

/* name, number, Python type name ("" = internal).  Append-only. */
#define CS_LAYOUT_LIST(X)                                                 \
  X(FREE, 0, "")                                                          \
  X(STR, 1, "str")                                                        \
  X(BYTES, 2, "bytes")                                                    \
  X(BIGINT, 3, "int")                                                     \
  X(COMPLEX, 4, "complex")                                                \
  X(LIST, 5, "list")                                                      \
  X(TUPLE, 6, "tuple")                                                    \
  X(DICT, 7, "dict")                                                      \
  X(SET, 8, "set")                                                        \
  X(FROZENSET, 9, "frozenset")                                            \
  X(RANGE, 10, "range")                                                   \
  X(SLICE, 11, "slice")                                                   \
  X(BYTEARRAY, 12, "bytearray")                                           \
  X(MEMVIEW, 13, "memoryview")                                            \
  X(FUNC, 14, "function")                                                 \
  X(NATIVE, 15, "builtin_function_or_method")                             \
  X(METHOD, 16, "method")                                                 \
  X(CELL, 17, "cell")                                                     \
  X(CODE, 18, "code")                                                     \
  X(TYPE, 19, "type")                                                     \
  X(INSTANCE, 20, "object")                                               \
  X(MODULE, 21, "module")                                                 \
  X(GEN, 22, "generator")                                                 \
  X(ITER, 23, "iterator")                                                 \
  X(PROPERTY, 24, "property")                                             \
  X(CLASSMETHOD, 25, "classmethod")                                       \
  X(STATICMETHOD, 26, "staticmethod")                                     \
  X(SUPER, 27, "super")                                                   \
  X(TRACEBACK, 28, "traceback")                                           \
  X(FRAME, 29, "frame")                                                   \
  X(VIEW, 30, "dict_keys")                                                \
  X(PROXY, 31, "mappingproxy")                                            \
  X(ALIAS, 32, "types.GenericAlias")                                      \
  X(UNION, 33, "types.UnionType")                                         \
  X(WEAKREF, 34, "weakref.ReferenceType")                                 \
  X(MEMBER, 35, "member_descriptor")                                      \
  X(GETSET, 36, "getset_descriptor")                                      \
  X(HOSTFUNC, 37, "function")                                             \
  X(FUTURE, 38, "Future")                                                 \
  X(BOX, 39, "") /* typed C payload of a module  */                       \
  X(ARRAY, 48, "")                                                        \
  X(RAW, 49, "")                                                          \
  X(TABLE, 50, "")                                                        \
  X(SETTABLE, 51, "")                                                     \
  X(SHAPE, 52, "")                                                        \
  /* not in the heap: what immediates are, for class tables and guards */ \
  X(NUMINT, 240, "int")                                                   \
  X(NUMFLOAT, 241, "float")                                               \
  X(NUMBOOL, 242, "bool")                                                 \
  X(NONETYPE, 243, "NoneType")                                            \
  X(ELLIPSISTYPE, 244, "ellipsis")                                        \
  X(NOTIMPLTYPE, 245, "NotImplementedType")

enum cs_layout {
#define X(name, number, text) CS_L_##name = number,
  CS_LAYOUT_LIST(X)
#undef X
};

typedef struct cs_obj {
  uint16_t type;  /* layout, and payload layout << 8 for an INSTANCE */
  uint8_t flags;  /* meaning depends on the layout */
  uint8_t kind;   /* meaning depends on the layout */
  uint32_t units; /* size in 16-byte units */
} cs_obj;

/* --- text and numbers ---------------------------------------------------- */

enum {
  CS_STR_ASCII = 1,     /* all bytes < 0x80: index = byte offset           */
  CS_STR_SURROGATE = 2, /* holds lone surrogates (generalised UTF-8)       */
  CS_STR_INTERNED = 4,  /* unique: equality with another interned = bits   */
  CS_STR_HASHED = 8,    /* `hash` is valid                                 */
  CS_STR_EXT = 16       /* bytes live in the RAW object `buf`, with slack  */
};

typedef struct cs_str {
  cs_obj h;
  uint32_t hash;
  uint32_t len;   /* bytes */
  uint32_t chars; /* code points */
  cs_off crumbs;  /* RAW of u32 byte offsets every 64 code points, or 0 */
  union {
    char data[8]; /* inline bytes; not terminated */
    cs_off buf;   /* CS_STR_EXT: RAW object; its `fill` is the high mark */
  } u;
} cs_str;

typedef struct cs_bytes {
  cs_obj h;
  uint32_t hash; /* valid iff flags & CS_STR_HASHED */
  uint32_t len;
  unsigned char data[];
} cs_bytes;

typedef struct cs_bytearray {
  cs_obj h;
  uint32_t len;
  uint32_t exports; /* live memoryviews: resizing is refused */
  cs_off buf;       /* RAW or 0 */
  uint32_t pad;
} cs_bytearray;

typedef struct cs_memview {
  cs_obj h; /* flags: 1 = readonly, 2 = released */
  cs_value src;
  uint32_t start, len; /* bytes (start of first item) */
  int32_t stride;      /* bytes */
  uint32_t itemsize;
  uint32_t count; /* items */
  char format[4];
  cs_value shape; /* tuple or None for one dimension */
} cs_memview;

typedef struct cs_bigint {
  cs_obj h;
  uint32_t n;   /* limbs, top one not zero, value outside the 50-bit range */
  uint32_t neg; /* 0 or 1 */
  uint64_t limb[];
} cs_bigint;

typedef struct cs_complex {
  cs_obj h;
  double re, im;
} cs_complex;

/* --- containers ---------------------------------------------------------- */

typedef struct cs_array { /* values; capacity follows from units */
  cs_obj h;
  cs_value v[];
} cs_array;

typedef struct cs_raw { /* bytes that hold no references */
  cs_obj h;
  uint32_t fill;
  uint32_t cap;
  unsigned char data[];
} cs_raw;

typedef struct cs_list {
  cs_obj h; /* flags: 1 = being sorted */
  uint32_t len;
  uint32_t cap;
  cs_off items; /* ARRAY or 0 */
  uint32_t pad;
} cs_list;

typedef struct cs_tuple {
  cs_obj h;
  uint32_t len;
  uint32_t pad;
  cs_value v[];
} cs_tuple;

typedef struct cs_entry {
  cs_value key; /* UNBOUND: deleted */
  cs_value value;
} cs_entry;

typedef struct cs_dict {
  cs_obj h;
  uint32_t len;    /* live entries */
  uint32_t used;   /* entries incl. deleted ones */
  uint32_t keyver; /* of the positions of keys, or 0: see dict.h */
  cs_off table;    /* TABLE or 0 */
} cs_dict;

/* Followed by entries[cap], uint32_t hash[cap], index (u8/u16/u32)[size]. */
typedef struct cs_table {
  cs_obj h;
  uint32_t cap;  /* entries */
  uint32_t size; /* index slots, a power of two; one at least stays empty */
  cs_entry e[];
} cs_table;

typedef struct cs_set { /* SET and FROZENSET */
  cs_obj h;
  uint32_t len;    /* live */
  uint32_t fill;   /* live + dummies */
  uint32_t mask;   /* table size - 1 */
  cs_off table;    /* SETTABLE, or 0 while empty */
  int64_t hash;    /* FROZENSET: valid iff flags & CS_STR_HASHED */
  uint32_t finger; /* for pop() */
  uint32_t version;
} cs_set;

typedef struct cs_set_entry {
  cs_value key; /* UNBOUND: never used */
  int64_t hash; /* -1, no key's hash, beside NOTIMPL: removed */
} cs_set_entry;

static inline bool cs_set_removed(const cs_set_entry *e) {
  return cs_same(e->key, CS_NOTIMPL) && e->hash == -1;
}

typedef struct cs_set_table {
  cs_obj h;
  uint32_t size;
  uint32_t pad;
  cs_set_entry e[];
} cs_set_table;

typedef struct cs_range {
  cs_obj h;
  cs_value start, stop, step, len; /* ints, small or big */
} cs_range;

typedef struct cs_slice {
  cs_obj h;
  cs_value start, stop, step;
} cs_slice;

/* --- code and functions -------------------------------------------------- */

enum { /* cs_code.flags */
       CS_CODE_VARARGS = 1,
       CS_CODE_VARKW = 2,
       CS_CODE_GENERATOR = 4,
       CS_CODE_COROUTINE = 8,
       CS_CODE_ASYNCGEN = 16,
       CS_CODE_SIMPLE = 32,   /* positional parameters only, none is a cell */
       CS_CODE_CLASS = 64,    /* class body: names live in a mapping */
       CS_CODE_MODULE = 128,  /* module, exec, eval */
       CS_CODE_PRELUDE = 256, /* engine code: no traceback entry */
       CS_CODE_NESTED = 512,
       CS_CODE_LIBRARY =
           1024, /* PRELUDE, but globals() and _getframe() see it */
       CS_CODE_ITERCORO =
           2048, /* generator that can be awaited: types.coroutine */
       CS_CODE_LOCALS =
           4096,            /* the register behind the cells is for locals() */
       CS_CODE_BRIEF = 8192 /* SIMPLE, and vm/brief.c may evaluate it */
};

typedef struct cs_code {
  cs_obj h;
  cs_off insns;  /* RAW of uint32_t */
  cs_off consts; /* ARRAY */
  uint32_t ninsns;
  uint32_t nconsts;
  uint16_t nregs;
  uint16_t nargs; /* positional parameters, incl. positional-only */
  uint16_t nposonly;
  uint16_t nkwonly;
  uint32_t flags;
  uint32_t firstline;
  cs_off exctab; /* RAW of cs_exc_range, innermost first, or 0 */
  cs_off postab; /* RAW of delta-coded positions, or 0 */
  cs_value name, qualname, filename;
  cs_value varnames; /* tuple: parameters, then other locals */
  cs_value cellvars, freevars;
  cs_value source; /* str of the whole unit, or None */
  cs_value doc;
} cs_code;

typedef struct cs_exc_range {
  uint32_t start, end; /* instruction indexes [start, end) */
  uint32_t handler;
  uint32_t reg; /* register that receives the exception */
} cs_exc_range;

typedef struct cs_func {
  cs_obj h;
  cs_off code;
  cs_off globals; /* DICT */
  cs_value name, qualname;
  cs_value defaults;    /* tuple or None */
  cs_value kwdefaults;  /* dict or None */
  cs_value closure;     /* tuple of cells or None */
  cs_value annotations; /* dict, None, or tuple of (name, value)... */
  cs_value dict;        /* dict or None */
  cs_value doc, module;
  cs_value type_params; /* tuple or None */
} cs_func;

enum {                        /* cs_native.h.flags */
       CS_NATIVE_METHOD = 1,  /* takes self */
       CS_NATIVE_CLASS = 2,   /* takes cls */
       CS_NATIVE_VARARGS = 4, /* gets its arguments as they are */
       CS_NATIVE_SLOT = 8,    /* special method: shown as a slot wrapper */
       CS_NATIVE_PURE = 16,   /* changes nothing and uses nothing up, unless an
                                 argument is an iterator */
       CS_NATIVE_WORDS = 32,  /* takes keywords, see cs_words */
       CS_NATIVE_INNER = 64   /* of the engine: no program can hold it, and only
                                 registers of library code do */
};
enum { CS_DICT_INNER = 64 }; /* cs_dict.h.flags: a namespace that has such */
enum { /* cs_native.h.kind: what the dispatch loop does by itself */
       CS_QUICK_NONE,
       CS_QUICK_LEN,    /* len(x) */
       CS_QUICK_APPEND, /* list.append */
       CS_QUICK_NEXT,   /* next(generator) */
       CS_QUICK_SEND,   /* generator.send */
       CS_QUICK_POP,    /* list.pop() */
       CS_QUICK_ISINSTANCE,
       CS_QUICK_MAKE /* type.__call__ */
};

typedef struct cs_native {
  cs_obj h;
  uint32_t id;
  cs_off owner;     /* TYPE that defines it, or 0 for a module function */
  uint8_t min, max; /* parameters, self included */
  uint8_t posonly;  /* the first so many cannot be passed by keyword */
  uint8_t kwonly;   /* the last so many must be */
  uint32_t self;    /* upper half of a receiver that needs no look, or 0 */
  cs_value name;
  cs_value params;    /* tuple of parameter names */
  cs_value signature; /* str, or None */
  cs_value module;    /* str or None */
} cs_native;

typedef struct cs_method {
  cs_obj h;
  cs_value func, self;
} cs_method;

typedef struct cs_cell {
  cs_obj h;
  cs_value v;
} cs_cell;

enum { CS_GEN_NEW, CS_GEN_SUSPENDED, CS_GEN_RUNNING, CS_GEN_DONE };
enum { CS_GENKIND_GEN, CS_GENKIND_CORO, CS_GENKIND_ASYNC };

typedef struct cs_gen {
  cs_obj h;    /* kind: CS_GENKIND_*; flags: state */
  cs_off func; /* FUNC */
  cs_off cls;  /* TYPE shown to the program (generator, map, zip, ...) */
  uint32_t
      pc;      /* offset of the instruction to continue at; before the first:
                  index of the call that made a coroutine, whose CODE is `extra` */
  cs_off code; /* CODE, also when the function has got another one since */
  cs_value handled; /* exception being handled inside, or None */
  cs_value name, qualname;
  cs_value extra; /* async generator state, frame object, ... */
  cs_value regs[];
} cs_gen;

/* Registers there is room for: those of the code, or one more. */
static inline uint32_t cs_gen_room(const cs_gen *g) {
  return (g->h.units * 16 - (uint32_t)offsetof(cs_gen, regs)) / 8;
}

/* Nothing happens when it is given up. */
static inline bool cs_gen_is_over(const cs_gen *g) {
  return g->h.flags == CS_GEN_DONE ||
         (g->h.flags == CS_GEN_NEW && g->h.kind != CS_GENKIND_CORO);
}

/* --- objects and classes ------------------------------------------------- */

enum { /* cs_type.flags; the H* ones summarise the MRO */
       CS_TYPE_HGETATTRIBUTE = 1,
       CS_TYPE_HGETATTR = 2,
       CS_TYPE_HSETATTR = 4, /* __setattr__ or __delattr__ */
       CS_TYPE_HDEL = 8,
       CS_TYPE_ABSTRACT = 16,
       CS_TYPE_NODICT = 32,
       CS_TYPE_FINAL = 64, /* cannot be subclassed */
       CS_TYPE_EXCEPTION = 128,
       CS_TYPE_HNEW = 256,      /* a Python-level __new__ in the MRO */
       CS_TYPE_HINIT = 512,     /* a Python-level __init__ in the MRO */
       CS_TYPE_METACALL = 1024, /* metaclass defines __call__ */
       CS_TYPE_HEAP = 2048,     /* made by a class statement in the session */
       CS_TYPE_META = 4096,     /* subclass of type */
       CS_TYPE_HEQ = 8192,      /* Python-level __eq__ */
       CS_TYPE_HHASH = 16384,   /* Python-level or disabled __hash__ */
       CS_TYPE_NOWEAK = 32768,
       CS_TYPE_SEQUENCE = 65536, /* for match patterns */
       CS_TYPE_MAPPING = 131072,
       CS_TYPE_DOTTED = 262144,  /* messages name it with its module */
       CS_TYPE_HORDER = 524288,  /* Python-level __lt__, __le__ ..., if there
                                    is a payload to be ordered by otherwise */
       CS_TYPE_HTRUTH = 1048576, /* there is a __bool__ or __len__ */
       CS_TYPE_HCLASS = 2097152, /* a __class__ that is not object's */
       CS_TYPE_WHOLE = 4194304,  /* `newid` does the work of its __new__ and
                                    __init__; not so for derived classes */
       CS_TYPE_RAW = 8388608     /* its members are not known yet: it can have
                                    no instances and no subclasses */
};

typedef struct cs_type {
  cs_obj h;
  cs_value name;     /* str */
  cs_value qualname; /* str */
  cs_value bases;    /* tuple of types */
  cs_value mro;      /* tuple of types, itself first */
  cs_off dict;       /* DICT: the namespace */
  cs_off meta;       /* TYPE of this type */
  uint32_t flags;
  uint32_t layout;     /* instances: INSTANCE (+ payload << 8) or a builtin */
  cs_off shape;        /* root SHAPE: members that every instance has */
  uint32_t inline_cap; /* slots to allocate for a new instance */
  uint32_t newid;      /* native id of the constructor, 0 = object.__new__ */
  cs_off solid;        /* TYPE that determines the layout */
  cs_value doc;
} cs_type;

enum { CS_SHAPE_DICT = 1 }; /* attributes live in a dict: `ext` */

typedef struct cs_shape {
  cs_obj h; /* flags: CS_SHAPE_* */
  cs_off cls;
  cs_off parent; /* 0 for a class's first shape */
  cs_value name; /* None for a hidden member */
  uint32_t slot;
  uint32_t count; /* slots in use by instances of this shape */
} cs_shape;

enum {                    /* cs_instance.h.flags */
       CS_INST_FINAL = 1, /* finalised */
       CS_INST_LIMIT = 2  /* MemoryError of the engine, not of the program */
};

typedef struct cs_instance {
  cs_obj h; /* flags: CS_INST_* */
  cs_off shape;
  cs_off ext;      /* ARRAY of overflow slots, or DICT in dict mode */
  cs_value slot[]; /* inline slots; slot[0] = payload if type says so */
} cs_instance;

enum { /* hidden members of every exception */
       CS_EXC_ARGS,
       CS_EXC_CAUSE,
       CS_EXC_CONTEXT,
       CS_EXC_TB,
       CS_EXC_SUPPRESS,
       CS_EXC_MEMBERS
};

typedef struct cs_module { /* read the namespace with heap/space.h */
  cs_obj h;
  cs_off dict;
  uint32_t number; /* of a module of the image, from 1 on; else 0 */
  cs_off cls;      /* a class derived from module; 0: module itself */
} cs_module;

enum {                        /* cs_property.h.flags */
       CS_PROPERTY_DOC = 1,   /* its text is the getter's */
       CS_PROPERTY_NAMED = 2, /* it was there when its class was made */
};

typedef struct cs_property { /* PROPERTY; CLASSMETHOD/STATICMETHOD: fget */
  cs_obj h;                  /* flags: CS_PROPERTY_* */
  cs_value fget, fset, fdel, doc;
  cs_value dict; /* attributes copied from the wrapped function, or None */
} cs_property;

typedef struct cs_super {
  cs_obj h;
  cs_value type, obj, obj_type;
} cs_super;

typedef struct cs_traceback {
  cs_obj h;
  cs_value next; /* traceback or None */
  cs_off code;
  uint32_t pc; /* index of the instruction that raised */
  cs_off func;
  uint32_t pad;
} cs_traceback;

typedef struct cs_frameobj {
  cs_obj h;
  cs_value locals, globals, back;
  cs_off code;
  uint32_t pc;
} cs_frameobj;

typedef struct cs_view { /* kind: 0 keys, 1 values, 2 items */
  cs_obj h;
  cs_value dict;
} cs_view;

typedef struct cs_proxy {
  cs_obj h;
  cs_value mapping;
} cs_proxy;

typedef struct cs_alias { /* ALIAS: list[int]; UNION: args only */
  cs_obj h;               /* flags: 1 = starred */
  cs_value origin, args, params;
} cs_alias;

typedef struct cs_weakref {
  cs_obj h;        /* flags: 1 = dead, 2 = proxy */
  uint64_t target; /* bits of the referent; not traced */
  cs_value callback;
  int64_t hash;
} cs_weakref;

typedef struct cs_member { /* slot descriptor of __slots__ and builtins */
  cs_obj h;                /* flags: 1 = read-only */
  cs_off owner;
  uint32_t slot;
  cs_value name;
} cs_member;

typedef struct cs_getset { /* computed attribute of a builtin type */
  cs_obj h;
  cs_off owner;
  uint32_t get, set; /* native ids, 0 = none */
  uint32_t pad;
  cs_value name;
} cs_getset;

enum { CS_HOSTFUNC_ASYNC = 1 }; /* cs_hostfunc.h.flags */

typedef struct cs_hostfunc {
  cs_obj h;
  cs_value name;
  cs_value doc;
  cs_value check; /* function with the tool's signature, or None */
} cs_hostfunc;

/* Leaf iterator over a builtin; `kind` is one of CS_ITER_* (iter.h). */
typedef struct cs_iter {
  cs_obj h;
  cs_value src;  /* what is iterated; None when exhausted */
  cs_value a, b; /* position and bound, by kind */
  cs_value c;
} cs_iter;

/* Opaque payload of a C module (regex pattern, digest, ...): `kind` tells
 * which; values first, then bytes. */
typedef struct cs_box {
  cs_obj h;
  cs_off cls;       /* TYPE shown to the program */
  uint32_t nvalues; /* traced */
  cs_value v[];
} cs_box;

#endif
