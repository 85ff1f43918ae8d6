/*
 * operator.c - module operator: operators as functions, item and attribute
 * getters.
 *
 * Natives decide for built-in operands; for everything else (and for errors)
 * the twins in prelude/lib/operator.py apply the operator itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/box.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/mod/num_arg.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/type.h"

#define METHOD_ARGS                                        \
  10 /* of a method that methodcaller calls, self included \
      */

/* --- operators ----------------------------------------------------------- */

#define BINARY(name, op)                                        \
  CS_LEAF(operator_##name) {                                    \
    return cs_op_binary(ctx, CS_B_##op, args[0], args[1], out); \
  }
#define COMPARE(name, op)                                        \
  CS_LEAF(operator_##name) {                                     \
    return cs_op_compare(ctx, CS_C_##op, args[0], args[1], out); \
  }
#define UNARY(name, op)                               \
  CS_LEAF(operator_##name) {                          \
    return cs_op_unary(ctx, CS_U_##op, args[0], out); \
  }

BINARY(add, ADD)
BINARY(sub, SUB)
BINARY(mul, MUL)
BINARY(truediv, TRUEDIV)
BINARY(floordiv, FLOORDIV)
BINARY(mod, MOD)
BINARY(pow, POW)
BINARY(lshift, LSHIFT)
BINARY(rshift, RSHIFT)
BINARY(and_, AND)
BINARY(or_, OR)
BINARY(xor, XOR)
COMPARE(lt, LT)
COMPARE(le, LE)
COMPARE(eq, EQ)
COMPARE(ne, NE)
COMPARE(gt, GT)
COMPARE(ge, GE)
UNARY(neg, NEG)
UNARY(pos, POS)
UNARY(invert, INVERT)
UNARY(abs, ABS)

CS_LEAF(operator_not) {
  bool b;
  CS_TRY(cs_op_truth(ctx, args[0], &b));
  CS_GIVE(cs_bool(!b));
}
CS_LEAF(operator_truth) {
  bool b;
  CS_TRY(cs_op_truth(ctx, args[0], &b));
  CS_GIVE(cs_bool(b));
}
CS_LEAF(operator_is) {
  CS_GIVE(cs_bool(cs_same(args[0], args[1])));
}
CS_LEAF(operator_is_not) {
  CS_GIVE(cs_bool(!cs_same(args[0], args[1])));
}
CS_LEAF(operator_getitem) {
  return cs_op_getitem(ctx, args[0], args[1], out);
}
CS_LEAF(operator_contains) {
  bool b;
  CS_TRY(cs_op_contains(ctx, args[0], args[1], &b));
  CS_GIVE(cs_bool(b));
}
CS_LEAF(operator_index) {
  return cs_num_index(ctx, args, 0, out);
}

/* --- itemgetter ---------------------------------------------------------- */

/* An instance whose class keeps the built-in's __getitem__ is its payload:
 * named tuples, mostly. */
static cs_value subject(cs_ctx *ctx, cs_value v) {
  if (!cs_is_instance(v)) return v;
  cs_value inner = cs_unwrap(ctx, v);
  if (!cs_is_tuple(inner) && !cs_is_list(inner)) return v;
  cs_value m =
      cs_type_find(ctx, cs_class_of(ctx, v), cs_known(ctx, CS_N___getitem__));
  return cs_is(m, CS_L_NATIVE) ? inner : v;
}

CS_LEAF(itemgetter_new) {
  cs_value items;
  if (n < 2)
    return cs_throw(ctx, CS_TypeError, "itemgetter expected 1 argument, got 0");
  CS_TRY(cs_tuple_new(ctx, args + 1, n - 1, &items));
  CS_TRY(cs_box_new(ctx, CS_BOX_ITEMGETTER, 1, 0, out));
  cs_box_values(ctx, *out)[0] = items;
  return CS_OK;
}

CS_LEAF(itemgetter_call) {
  cs_value items = cs_box_values(ctx, args[0])[0], v[8];
  cs_value obj = subject(ctx, args[1]);
  uint32_t k = cs_tuple_len(ctx, items);
  if (k == 1) return cs_op_getitem(ctx, obj, cs_tuple_at(ctx, items, 0), out);
  if (k > 8) return CS_SLOW;
  for (uint32_t i = 0; i < k; i++)
    CS_TRY(cs_op_getitem(ctx, obj, cs_tuple_at(ctx, items, i), &v[i]));
  return cs_tuple_new(ctx, v, k, out);
}

CS_LEAF(getter_parts) {
  if (!cs_box_is(ctx, args[0], CS_BOX_ITEMGETTER) &&
      !cs_box_is(ctx, args[0], CS_BOX_ATTRGETTER))
    return cs_throw(ctx, CS_TypeError, "getter expected");
  CS_GIVE(cs_box_values(ctx, args[0])[0]);
}

/* --- attrgetter ---------------------------------------------------------- */

CS_LEAF(attrgetter_new) {
  cs_value names;
  if (n < 2)
    return cs_throw(ctx, CS_TypeError, "attrgetter expected 1 argument, got 0");
  for (uint32_t i = 1; i < n; i++)
    if (!cs_is_str(cs_unwrap(ctx, args[i])))
      return cs_throw(ctx, CS_TypeError, "attribute name must be a string");
  CS_TRY(cs_tuple_new(ctx, args + 1, n - 1, &names));
  for (uint32_t i = 0; i + 1 < n; i++)
    CS_TRY(cs_str_intern(ctx, cs_unwrap(ctx, args[i + 1]),
                         &cs_tuple_items(ctx, names)[i]));
  CS_TRY(cs_box_new(ctx, CS_BOX_ATTRGETTER, 1, 0, out));
  cs_box_values(ctx, *out)[0] = names;
  return CS_OK;
}

/* An attribute, or one of an attribute ("a.b"), that needs no Python code. */
static cs_status follow(cs_ctx *ctx, cs_value obj, cs_value name,
                        cs_value *out) {
  uint32_t len;
  const char *s = cs_str_data(ctx, name, &len), *dot;
  while ((dot = memchr(s, '.', len))) {
    cs_value part;
    uint32_t n = (uint32_t)(dot - s);
    CS_TRY(cs_str_new(ctx, s, n, &part));
    CS_TRY(cs_str_intern(ctx, part, &part));
    cs_status st = cs_attr_get(ctx, obj, part, &obj);
    if (st != CS_OK) return st == CS_THROW || st == CS_RETRY ? st : CS_SLOW;
    s = dot + 1;
    len -= n + 1;
    CS_TRY(cs_str_new(ctx, s, len, &name));
    CS_TRY(cs_str_intern(ctx, name, &name));
  }
  return cs_attr_get(ctx, obj, name, out);
}

CS_LEAF(attrgetter_call) {
  cs_value names = cs_box_values(ctx, args[0])[0];
  uint32_t count = cs_tuple_len(ctx, names);
  if (count == 1) return follow(ctx, args[1], cs_tuple_at(ctx, names, 0), out);
  CS_TRY(cs_tuple_new(ctx, NULL, count, out));
  for (uint32_t i = 0; i < count; i++) {
    cs_value name = cs_tuple_at(ctx, names, i);
    cs_value *to = &cs_tuple_items(ctx, *out)[i];
    cs_status st = follow(ctx, args[1], name, to);
    if (st != CS_OK) return st == CS_THROW || st == CS_RETRY ? st : CS_SLOW;
  }
  return CS_OK;
}

CS_LEAF(in_python) {
  return CS_SLOW;
}

/* --- methodcaller -------------------------------------------------------- */

enum { ARGS, KWARGS, NAME, SLOTS }; /* of an instance, sorted by name */

/* The method of a built-in that methodcaller(name, ...) names; NULL: it takes
 * a closer look. */
static const cs_native *find_method(cs_ctx *ctx, const cs_value *slot,
                                    cs_value obj) {
  if (!cs_is_tuple(slot[ARGS]) || !cs_is_dict(slot[KWARGS]) ||
      cs_dict_len(ctx, slot[KWARGS]) || !cs_is_str(slot[NAME]) ||
      !(CS_PTR(ctx, cs_str, slot[NAME])->h.flags & CS_STR_INTERNED) ||
      cs_is_instance(obj) || cs_is_type(obj))
    return NULL;
  cs_value f = cs_type_find(ctx, cs_class_of(ctx, obj), slot[NAME]);
  if (!cs_is(f, CS_L_NATIVE)) return NULL;
  const cs_native *nat = CS_PTR(ctx, cs_native, f);
  uint32_t n = cs_tuple_len(ctx, slot[ARGS]) + 1;
  bool fits = n >= nat->min && n + nat->kwonly <= nat->max && n <= METHOD_ARGS;
  return fits && nat->owner && nat->h.flags & CS_NATIVE_METHOD ? nat : NULL;
}

CS_LEAF(methodcaller_call) {
  cs_value regs[METHOD_ARGS];
  if (!cs_is(args[0], CS_L_INSTANCE) ||
      CS_PTR(ctx, cs_obj, args[0])->units < (16 + SLOTS * 8 + 15) / 16)
    return CS_SLOW;
  const cs_value *slot = CS_PTR(ctx, cs_instance, args[0])->slot;
  const cs_native *nat = find_method(ctx, slot, args[1]);
  if (!nat) return CS_SLOW;
  uint32_t k = 0, outer = ctx->native;
  regs[k++] = args[1];
  for (; k <= cs_tuple_len(ctx, slot[ARGS]); k++)
    regs[k] = cs_tuple_at(ctx, slot[ARGS], k - 1);
  if (!(nat->h.flags & CS_NATIVE_VARARGS)) {
    if (nat->max > METHOD_ARGS) return CS_SLOW;
    while (k < nat->max) regs[k++] = CS_UNBOUND;
  }
  int64_t fuel = ctx->fuel;
  ctx->native = nat->id;
  cs_status st = ctx->leaf(nat->id)(ctx, regs, k, out);
  ctx->native = outer;
  if (st == CS_OK || st == CS_THROW || st == CS_RETRY || st == CS_STOP)
    return st;
  cs_charge_undo(ctx, fuel);
  return CS_SLOW;
}

extern const cs_native_def cs_operator_natives[];
const cs_native_def cs_operator_natives[] = {
    {".operator", "_call_method", "($self, obj, /)", methodcaller_call},
    {".operator", "add", "(a, b, /)", operator_add},
    {".operator", "sub", "(a, b, /)", operator_sub},
    {".operator", "mul", "(a, b, /)", operator_mul},
    {".operator", "truediv", "(a, b, /)", operator_truediv},
    {".operator", "floordiv", "(a, b, /)", operator_floordiv},
    {".operator", "mod", "(a, b, /)", operator_mod},
    {".operator", "pow", "(a, b, /)", operator_pow},
    {".operator", "lshift", "(a, b, /)", operator_lshift},
    {".operator", "rshift", "(a, b, /)", operator_rshift},
    {".operator", "and_", "(a, b, /)", operator_and_},
    {".operator", "or_", "(a, b, /)", operator_or_},
    {".operator", "xor", "(a, b, /)", operator_xor},
    {".operator", "lt", "(a, b, /)", operator_lt},
    {".operator", "le", "(a, b, /)", operator_le},
    {".operator", "eq", "(a, b, /)", operator_eq},
    {".operator", "ne", "(a, b, /)", operator_ne},
    {".operator", "gt", "(a, b, /)", operator_gt},
    {".operator", "ge", "(a, b, /)", operator_ge},
    {".operator", "neg", "(a, /)", operator_neg},
    {".operator", "pos", "(a, /)", operator_pos},
    {".operator", "invert", "(a, /)", operator_invert},
    {".operator", "abs", "(a, /)", operator_abs},
    {".operator", "not_", "(a, /)", operator_not},
    {".operator", "truth", "(a, /)", operator_truth},
    {".operator", "is_", "(a, b, /)", operator_is},
    {".operator", "is_not", "(a, b, /)", operator_is_not},
    {".operator", "getitem", "(a, b, /)", operator_getitem},
    {".operator", "contains", "(a, b, /)", operator_contains},
    {".operator", "index", "(a, /)", operator_index},
    {".operator", "_parts", "(getter, /)", getter_parts},
    {"operator.itemgetter", "__new__", "($cls, *args)", itemgetter_new},
    {"operator.itemgetter", "__call__", "($self, obj, /)", itemgetter_call},
    {"operator.itemgetter", "__repr__", "($self, /)", in_python},
    {"operator.itemgetter", "__reduce__", "($self, /)", in_python},
    {"operator.attrgetter", "__new__", "($cls, *args)", attrgetter_new},
    {"operator.attrgetter", "__call__", "($self, obj, /)", attrgetter_call},
    {"operator.attrgetter", "__repr__", "($self, /)", in_python},
    {"operator.attrgetter", "__reduce__", "($self, /)", in_python},
    CS_NATIVE_END};
