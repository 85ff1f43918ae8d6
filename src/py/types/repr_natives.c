/*
 * repr_natives.c - __repr__ and __str__ as methods.
 *
 * cs_op_repr looks at the class of a value; these do not: list.__repr__(x)
 * prints x as a list whatever its class says.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/intrinsics.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/args.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"
#include "py/types/quote.h"
#include "py/types/repr.h"
#include "py/types/special.h"
#include "py/types/type.h"

/* Self is an exact built-in here: the VM unwraps subclass instances. */
static cs_status repr_self(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  cs_status st = cs_op_repr(ctx, args[0], out);
  if (st != CS_SLOW) return st;
  return cs_want_call1(ctx, CS_RET_REPR, ctx->image->intrinsic[CS_X_repr],
                       args[0]);
}

/* Those of sets and byte arrays name the class, and that of a subclass
 * instance is not known here. */
static cs_status repr_named(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  return ctx->payload ? CS_SLOW : repr_self(ctx, args, n, out);
}

static cs_status object_repr(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  cs_builder b;
  cs_builder_init(&b, ctx);
  cs_repr_object(&b, args[0]);
  return cs_builder_finish(&b, out);
}

/* object.__str__ is type(self).__repr__(self). */
static cs_status object_str(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  cs_status st = cs_op_repr(ctx, args[0], out);
  if (st != CS_SLOW) return st;
  cs_off cls = cs_class_of(ctx, args[0]);
  cs_value f = cs_type_find(ctx, cls, cs_known(ctx, CS_N___repr__));
  if (cs_is(f, CS_L_FUNC) || cs_is(f, CS_L_NATIVE))
    return cs_want_call1(ctx, CS_RET_STR, f, args[0]);
  st = cs_attr_bind(ctx, f, args[0], cls, &f);
  if (st != CS_OK) return st == CS_CALLBACK ? CS_SLOW : st;
  return cs_want_call(ctx, CS_RET_STR, f, 0, NULL);
}

static cs_status proxy_str(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  return cs_op_str(ctx, args[0], out);
}

static cs_status str_str(cs_ctx *ctx, cs_value *args, uint32_t n,
                         cs_value *out) {
  (void)ctx, (void)n;
  *out = args[0];
  return CS_OK;
}

static cs_status object_format(cs_ctx *ctx, cs_value *args, uint32_t n,
                               cs_value *out) {
  (void)n;
  cs_value spec = cs_unwrap(ctx, args[1]);
  if (!cs_is_str(spec))
    return cs_throw(ctx, CS_TypeError,
                    "__format__() argument must be str, not %v",
                    cs_args_word(ctx, args[1]));
  if (cs_str_bytes(ctx, spec) > 0)
    return cs_throw(ctx, CS_TypeError,
                    "unsupported format string passed to %t.__format__",
                    args[0]);
  cs_status st = cs_op_str(ctx, args[0], out);
  if (st != CS_SLOW) return st;
  return cs_special_call(ctx, CS_RET_STR,
                         cs_special_find(ctx, args[0], CS_N___str__), args[0],
                         CS_UNBOUND);
}

/* A method of type, for classes: a metaclass may have overridden it. */
static cs_status type_repr(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  cs_builder b;
  cs_builder_init(&b, ctx);
  cs_builder_c(&b, "<class '");
  cs_repr_type_name(&b, cs_ref_off(args[0]));
  cs_builder_c(&b, "'>");
  return cs_builder_finish(&b, out);
}

/* --- exceptions ---------------------------------------------------------- */

static cs_status exc_repr(cs_ctx *ctx, cs_value *args, uint32_t n,
                          cs_value *out) {
  (void)n;
  cs_value items = *cs_exc_member(ctx, args[0], CS_EXC_ARGS);
  cs_builder b;
  cs_builder_init(&b, ctx);
  cs_builder_str(&b, cs_type_name_of(ctx, args[0]));
  cs_status st = CS_OK;
  if (cs_is_tuple(items) && cs_tuple_len(ctx, items) == 1) {
    cs_builder_c(&b, "(");
    st = cs_repr_put(&b, cs_tuple_at(ctx, items, 0));
    cs_builder_c(&b, ")");
  } else {
    st = cs_repr_put(&b, items);
  }
  return st == CS_OK ? cs_builder_finish(&b, out) : st;
}

static cs_status exc_str_as(cs_ctx *ctx, cs_value self, cs_exc_id owner,
                            cs_value *out) {
  cs_builder b;
  cs_value rest;
  cs_builder_init(&b, ctx);
  cs_status st = cs_repr_exc_str(&b, self, cs_exc_class(ctx, owner), &rest);
  if (st == CS_OK && !cs_is_unbound(rest)) st = cs_repr_put_str(&b, rest);
  return st == CS_OK ? cs_builder_finish(&b, out) : st;
}

#define EXC_STR(id)                                                  \
  static cs_status str_##id(cs_ctx *ctx, cs_value *args, uint32_t n, \
                            cs_value *out) {                         \
    (void)n;                                                         \
    return exc_str_as(ctx, args[0], CS_##id, out);                   \
  }
EXC_STR(BaseException)
EXC_STR(KeyError)
EXC_STR(OSError)
EXC_STR(SyntaxError)
EXC_STR(ImportError)
EXC_STR(UnicodeDecodeError)
EXC_STR(UnicodeEncodeError)
EXC_STR(UnicodeTranslateError)
EXC_STR(BaseExceptionGroup)
#undef EXC_STR

/* --- for the prelude ----------------------------------------------------- */

/* _repr_enter(obj): False if it is being printed already. */
CS_LEAF_TAKES(repr_enter, ANY) {
  if (cs_repr_active(ctx, cs_unwrap(ctx, args[0]))) {
    *out = CS_FALSE;
    return CS_OK;
  }
  cs_value active = cs_root_get(ctx, CS_ROOT_REPRS);
  cs_status st = CS_OK;
  if (!cs_is_list(active)) st = cs_list_new(ctx, NULL, 0, &active);
  if (st == CS_OK) st = cs_list_append(ctx, active, args[0]);
  if (st != CS_OK) return st;
  ctx->head->root[CS_ROOT_REPRS] = active;
  *out = CS_TRUE;
  return CS_OK;
}

/* _repr_leave(obj) */
CS_LEAF_TAKES(repr_leave, ANY) {
  cs_value active = cs_root_get(ctx, CS_ROOT_REPRS);
  *out = CS_NONE;
  if (!cs_is_list(active)) return CS_OK;
  cs_list *l = CS_PTR(ctx, cs_list, active);
  cs_value *items = cs_list_items(ctx, active);
  for (uint32_t i = l->len; i > 0; i--) {
    if (!cs_same(items[i - 1], args[0])) continue;
    memmove(items + i - 1, items + i, (l->len - i) * sizeof *items);
    items[--l->len] = CS_UNBOUND;
    break;
  }
  return CS_OK;
}

/* _repr_kind(obj): layout number of an exact built-in, 0 for instances. */
CS_LEAF_TAKES(repr_kind, ANY) {
  bool exact = cs_is_ref(args[0]) && !cs_is_instance(args[0]);
  *out = cs_int(exact ? cs_ref_layout(args[0]) : 0);
  return CS_OK;
}

/* _proxy_mapping(proxy): what a mappingproxy shows. */
CS_LEAF_TAKES(proxy_mapping, PROXY) {
  if (!cs_is(args[0], CS_L_PROXY))
    return cs_throw(ctx, CS_TypeError, "_proxy_mapping() needs a mappingproxy");
  *out = CS_PTR(ctx, cs_proxy, args[0])->mapping;
  return CS_OK;
}

/* _type_label(cls): module.qualname as in aliases. */
CS_LEAF_TAKES(type_label, TYPE) {
  cs_builder b;
  cs_builder_init(&b, ctx);
  if (!cs_is_type(args[0]))
    return cs_throw(ctx, CS_TypeError, "_type_label() needs a class");
  cs_repr_type_name(&b, cs_ref_off(args[0]));
  return cs_builder_finish(&b, out);
}

static cs_status builtin_ascii(cs_ctx *ctx, cs_value *args, uint32_t n,
                               cs_value *out) {
  (void)n;
  cs_value text;
  cs_status st = cs_op_repr(ctx, args[0], &text);
  if (st != CS_OK) return st; /* CS_SLOW: the twin calls repr() first */
  if (cs_str_is_ascii(ctx, text)) {
    *out = text;
    return CS_OK;
  }
  cs_builder b;
  cs_builder_init(&b, ctx);
  cs_quote_ascii(&b, text);
  return cs_builder_finish(&b, out);
}

/* _ascii_text(str): escapes only; ascii() of an instance is this of repr(). */
CS_LEAF_TAKES(ascii_text, ANY) {
  cs_value text = cs_unwrap(ctx, args[0]);
  if (!cs_is_str(text))
    return cs_throw(ctx, CS_TypeError, "_ascii_text() needs a str");
  cs_builder b;
  cs_builder_init(&b, ctx);
  cs_quote_ascii(&b, text);
  return cs_builder_finish(&b, out);
}

#define REPR(type) \
  { type, "__repr__", "($self, /)", repr_self }
#define STR(type) \
  { #type, "__str__", "($self, /)", str_##type }

const cs_native_def cs_repr_natives[] = {
    {"object", "__repr__", "($self, /)", object_repr},
    {"object", "__str__", "($self, /)", object_str},
    {"object", "__format__", "($self, format_spec, /)", object_format},
    {"type", "__repr__", "($self, /)", type_repr},
    REPR("str"),
    {"str", "__str__", "($self, /)", str_str},
    REPR("bytes"),
    {"bytearray", "__repr__", "($self, /)", repr_named},
    {"bytes", "__str__", "($self, /)", repr_self},
    {"bytearray", "__str__", "($self, /)", repr_named},
    REPR("int"),
    REPR("float"),
    REPR("complex"),
    REPR("bool"),
    REPR("NoneType"),
    REPR("ellipsis"),
    REPR("NotImplementedType"),
    REPR("list"),
    REPR("tuple"),
    REPR("dict"),
    {"set", "__repr__", "($self, /)", repr_named},
    {"frozenset", "__repr__", "($self, /)", repr_named},
    REPR("range"),
    REPR("slice"),
    REPR("memoryview"),
    REPR("function"),
    REPR("builtin_function_or_method"),
    REPR("method"),
    REPR("cell"),
    REPR("code"),
    REPR("module"),
    REPR("generator"),
    REPR("super"),
    REPR("frame"),
    REPR("dict_keys"),
    REPR("dict_values"),
    REPR("dict_items"),
    REPR("mappingproxy"),
    REPR("types.GenericAlias"),
    REPR("types.UnionType"),
    REPR("classmethod"),
    REPR("staticmethod"),
    REPR("member_descriptor"),
    REPR("getset_descriptor"),
    {"BaseException", "__repr__", "($self, /)", exc_repr},
    STR(BaseException),
    STR(KeyError),
    STR(OSError),
    STR(SyntaxError),
    STR(ImportError),
    STR(UnicodeDecodeError),
    STR(UnicodeEncodeError),
    STR(UnicodeTranslateError),
    STR(BaseExceptionGroup),
    {".builtins", "ascii", "(obj, /)", builtin_ascii},
    {".intrinsics", "_repr_enter", "(obj, /)", repr_enter},
    {".intrinsics", "_repr_leave", "(obj, /)", repr_leave},
    {".intrinsics", "_type_label", "(cls, /)", type_label},
    {".intrinsics", "_ascii_text", "(text, /)", ascii_text},
    {".intrinsics", "_repr_kind", "(obj, /)", repr_kind},
    {".intrinsics", "_proxy_mapping", "(proxy, /)", proxy_mapping},
    {"mappingproxy", "__str__", "($self, /)", proxy_str},
    CS_NATIVE_END};
