/*
 * set_type.c - methods of set and frozenset.
 *
 * Methods that combine take any iterable: a built-in one is first collected
 * into a set, then the operator of op_set.c does the work.  Keys that need
 * Python code go to the twins.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/types/collect.h"
#include "py/types/dunder.h"
#include "py/types/kinds.h"
#include "py/types/op.h"
#include "py/types/op_set.h"
#include "py/types/ops.h"
#include "py/types/type.h"
#include "py/types/walk.h"

/* --- filling ------------------------------------------------------------- */

/* Add the items of a built-in iterable to `s`. */
static cs_status add_items(cs_ctx *ctx, cs_value s, cs_value from) {
  cs_walk w;
  cs_value item, other = cs_unwrap(ctx, from);
  if (cs_is_set(other) && !cs_is_instance(from))
    return cs_set_update(ctx, s, other);
  cs_status st = cs_walk_start(ctx, from, &w);
  while (st == CS_OK) {
    st = cs_walk_next(ctx, &w, &item);
    if (st != CS_OK || cs_is_unbound(item)) break;
    st = cs_set_add(ctx, s, item);
  }
  return st;
}

/* `v` itself if it is a set, else a set of its items. */
static cs_status as_set(cs_ctx *ctx, cs_value v, cs_value *out) {
  if (cs_is_set(v)) {
    *out = v;
    return CS_OK;
  }
  cs_value s;
  cs_status st = cs_set_new(ctx, CS_L_SET, &s);
  if (st == CS_OK) st = add_items(ctx, s, v);
  if (st == CS_OK) *out = s;
  return st;
}

static cs_status set_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                         cs_value *out) {
  (void)n;
  cs_off cls = cs_ref_off(args[0]);
  uint32_t own = CS_TYPE_HNEW | CS_TYPE_HINIT;
  cs_value s;
  bool filled = !cs_is_unbound(args[1]) && !(cs_type_at(ctx, cls)->flags & own);
  cs_status st = filled ? cs_collect_iter(ctx, args, 1) : CS_OK;
  if (st == CS_OK) st = cs_set_new(ctx, CS_L_SET, &s);
  if (st == CS_OK && filled) st = add_items(ctx, s, args[1]);
  return st == CS_OK ? cs_instance_wrap(ctx, cls, s, out) : st;
}

static cs_status frozenset_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                               cs_value *out) {
  (void)n;
  cs_off cls = cs_ref_off(args[0]);
  cs_value s = args[1];
  cs_status st = CS_OK;
  if (!cs_is(s, CS_L_FROZENSET)) {
    st = cs_set_new(ctx, CS_L_FROZENSET, &s);
    if (st == CS_OK && !cs_is_unbound(args[1])) st = add_items(ctx, s, args[1]);
  }
  return st == CS_OK ? cs_instance_wrap(ctx, cls, s, out) : st;
}

static cs_status set_init(cs_ctx *ctx, cs_value *args, uint32_t n,
                          cs_value *out) {
  (void)n;
  cs_value s = CS_NONE;
  cs_status st = CS_OK;
  *out = CS_NONE;
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  if (!cs_is_unbound(args[1])) st = as_set(ctx, args[1], &s);
  if (st != CS_OK) return st;
  cs_set_clear(ctx, args[0]);
  return cs_is_none(s) ? CS_OK : cs_set_update(ctx, args[0], s);
}

/* --- single elements ----------------------------------------------------- */

static cs_status set_add(cs_ctx *ctx, cs_value *args, uint32_t n,
                         cs_value *out) {
  (void)n;
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  *out = CS_NONE;
  return cs_set_add(ctx, args[0], args[1]);
}

static cs_status drop(cs_ctx *ctx, cs_value *args, bool *had) {
  cs_value key = args[1];
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  cs_status st = cs_op_set_key(ctx, &key);
  if (st != CS_OK) return st;
  return cs_set_del(ctx, args[0], key, had);
}

static cs_status set_discard(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  bool had;
  *out = CS_NONE;
  return drop(ctx, args, &had);
}

static cs_status set_remove(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  bool had;
  cs_status st = drop(ctx, args, &had);
  if (st != CS_OK) return st;
  if (!had) return cs_throw_value(ctx, CS_KeyError, args[1]);
  *out = CS_NONE;
  return CS_OK;
}

static cs_status set_pop(cs_ctx *ctx, cs_value *args, uint32_t n,
                         cs_value *out) {
  (void)n;
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  if (cs_set_pop(ctx, args[0], out)) return CS_OK;
  return cs_throw(ctx, CS_KeyError, "pop from an empty set");
}

static cs_status set_clear(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  cs_set_clear(ctx, args[0]);
  *out = CS_NONE;
  return CS_OK;
}

static cs_status set_copy(cs_ctx *ctx, cs_value *args, uint32_t n,
                          cs_value *out) {
  (void)n;
  *out = args[0];
  if (cs_is(args[0], CS_L_FROZENSET)) return CS_OK;
  return cs_op_set_from(ctx, args[0], CS_L_SET, out);
}

/* --- combining ----------------------------------------------------------- */

/* Items of `from` that are in `s`, in that order. */
static cs_status common_items(cs_ctx *ctx, cs_value s, cs_value from,
                              cs_value *out) {
  cs_walk w;
  cs_value item, r;
  cs_status st = cs_walk_start(ctx, from, &w);
  if (st == CS_OK) st = cs_set_new(ctx, cs_ref_layout(s), &r);
  while (st == CS_OK) {
    st = cs_walk_next(ctx, &w, &item);
    if (st != CS_OK || cs_is_unbound(item)) break;
    bool in;
    st = cs_set_has(ctx, s, item, &in);
    if (st == CS_OK && in) st = cs_set_add(ctx, r, item);
  }
  if (st == CS_OK) *out = r;
  return st;
}

/* s without the items of `from`. */
static cs_status other_items(cs_ctx *ctx, cs_value s, cs_value from,
                             cs_value *out) {
  cs_walk w;
  cs_value item, r;
  cs_status st = cs_walk_start(ctx, from, &w);
  if (st == CS_OK) st = cs_op_set_from(ctx, s, cs_ref_layout(s), &r);
  while (st == CS_OK) {
    st = cs_walk_next(ctx, &w, &item);
    if (st != CS_OK || cs_is_unbound(item)) break;
    bool had;
    st = cs_set_del(ctx, r, item, &had);
  }
  if (st == CS_OK) *out = r;
  return st;
}

/* s op iterable, a new set.  The order in which elements meet is CPython's:
 * it decides where they end up in the table. */
static cs_status combine_two(cs_ctx *ctx, cs_binop op, cs_value s,
                             cs_value other, cs_value *out) {
  cs_status st;
  if (!cs_is_set(other) && op == CS_B_AND)
    return common_items(ctx, s, other, out);
  if (!cs_is_set(other) && op == CS_B_SUB)
    return other_items(ctx, s, other, out);
  if (op == CS_B_OR) {
    st = cs_op_set_from(ctx, s, cs_ref_layout(s), out);
    return st == CS_OK ? add_items(ctx, *out, other) : st;
  }
  st = as_set(ctx, other, &other);
  return st == CS_OK ? cs_op_set_binary(ctx, op, s, other, out) : st;
}

/* args[0] op args[1] op ..., a new set. */
static cs_status combine(cs_ctx *ctx, cs_binop op, cs_value *args, uint32_t n,
                         cs_value *out) {
  cs_value r = args[0], next = r;
  cs_status st = CS_OK;
  if (n == 1) return cs_op_set_from(ctx, r, cs_ref_layout(r), out);
  for (uint32_t i = 1; st == CS_OK && i < n; i++) {
    st = combine_two(ctx, op, r, args[i], &next);
    r = next;
  }
  if (st == CS_OK) *out = r;
  return st;
}

/* The same, in place: all operands are read before anything changes, but for
 * a union, where repeating a part does no harm. */
static cs_status combine_in(cs_ctx *ctx, cs_binop op, cs_value *args,
                            uint32_t n, cs_value *out) {
  cs_value r;
  cs_status st = CS_OK;
  *out = CS_NONE;
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  if (op == CS_B_OR) {
    for (uint32_t i = 1; st == CS_OK && i < n; i++)
      st = add_items(ctx, args[0], args[i]);
    return st;
  }
  if (n == 1) return CS_OK;
  if (n == 2 && (cs_is_set(args[1]) || op == CS_B_XOR)) {
    st = as_set(ctx, args[1], &r);
    return st == CS_OK ? cs_op_set_inplace(ctx, op, args[0], r) : st;
  }
  st = combine(ctx, op, args, n, &r);
  return st == CS_OK ? cs_op_set_inplace(ctx, CS_B_AND, args[0], r) : st;
}

#define COMBINE(name, op)                                              \
  static cs_status set_##name(cs_ctx *ctx, cs_value *args, uint32_t n, \
                              cs_value *out) {                         \
    return combine(ctx, op, args, n, out);                             \
  }                                                                    \
  static cs_status set_##name##_update(cs_ctx *ctx, cs_value *args,    \
                                       uint32_t n, cs_value *out) {    \
    return combine_in(ctx, op, args, n, out);                          \
  }
COMBINE(union, CS_B_OR)
COMBINE(intersection, CS_B_AND)
COMBINE(difference, CS_B_SUB)
COMBINE(symmetric_difference, CS_B_XOR)
#undef COMBINE

/* --- questions ----------------------------------------------------------- */

static cs_status ask_subset(cs_ctx *ctx, cs_value a, cs_value b,
                            cs_value *out) {
  bool yes;
  cs_status st = as_set(ctx, a, &a);
  if (st == CS_OK) st = as_set(ctx, b, &b);
  if (st == CS_OK) st = cs_op_set_subset(ctx, a, b, &yes);
  if (st == CS_OK) *out = cs_bool(yes);
  return st;
}

static cs_status set_issubset(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  return ask_subset(ctx, args[0], args[1], out);
}

static cs_status set_issuperset(cs_ctx *ctx, cs_value *args, uint32_t n,
                                cs_value *out) {
  (void)n;
  return ask_subset(ctx, args[1], args[0], out);
}

static cs_status set_isdisjoint(cs_ctx *ctx, cs_value *args, uint32_t n,
                                cs_value *out) {
  (void)n;
  cs_walk w;
  cs_value item;
  bool in = false;
  cs_status st = cs_walk_start(ctx, args[1], &w);
  while (st == CS_OK && !in) {
    st = cs_walk_next(ctx, &w, &item);
    if (st != CS_OK || cs_is_unbound(item)) break;
    st = cs_set_has(ctx, args[0], item, &in);
  }
  if (st == CS_OK) *out = cs_bool(!in);
  return st;
}

/* _set_frozen(set): a frozenset of the elements; no hash is computed. */
CS_LEAF_TAKES(set_frozen, SET) {
  if (!cs_is_set(args[0]))
    return cs_throw(ctx, CS_TypeError, "_set_frozen(set)");
  return cs_op_set_from(ctx, args[0], CS_L_FROZENSET, out);
}

#define BOTH(type)                                                          \
  {type, "copy", "($self, /)", set_copy},                                   \
      {type, "union", "($self, *others)", set_union},                       \
      {type, "intersection", "($self, *others)", set_intersection},         \
      {type, "difference", "($self, *others)", set_difference},             \
      {type, "symmetric_difference", "($self, other, /)",                   \
       set_symmetric_difference},                                           \
      {type, "issubset", "($self, other, /)", set_issubset},                \
      {type, "issuperset", "($self, other, /)", set_issuperset},            \
      {type, "isdisjoint", "($self, other, /)", set_isdisjoint},            \
      {type, "__len__", "($self, /)", cs_dunder_len},                       \
      {type, "__iter__", "($self, /)", cs_dunder_iter},                     \
      {type, "__contains__", "($self, item, /)", cs_dunder_contains},       \
      CS_DUNDER_SET_ROWS(type), {                                           \
    type, "__class_getitem__", "($cls, object, /)", cs_dunder_class_getitem \
  }

const cs_native_def cs_set_type_natives[] = {
    {"set", "__new__", "($cls, iterable=(), /)", set_new},
    {"set", "__init__", "($self, iterable=(), /)", set_init},
    {"frozenset", "__new__", "($cls, iterable=(), /)", frozenset_new},
    {"set", "add", "($self, object, /)", set_add},
    {"set", "discard", "($self, object, /)", set_discard},
    {"set", "remove", "($self, object, /)", set_remove},
    {"set", "pop", "($self, /)", set_pop},
    {"set", "clear", "($self, /)", set_clear},
    {"set", "update", "($self, *others)", set_union_update},
    {"set", "intersection_update", "($self, *others)", set_intersection_update},
    {"set", "difference_update", "($self, *others)", set_difference_update},
    {"set", "symmetric_difference_update", "($self, other, /)",
     set_symmetric_difference_update},
    {"set", "__iand__", "($self, value, /)", cs_dunder_iand},
    {"set", "__ior__", "($self, value, /)", cs_dunder_ior},
    {"set", "__isub__", "($self, value, /)", cs_dunder_isub},
    {"set", "__ixor__", "($self, value, /)", cs_dunder_ixor},
    {"frozenset", "__hash__", "($self, /)", cs_dunder_hash},
    BOTH("set"),
    BOTH("frozenset"),
    {".intrinsics", "_set_frozen", "(set, /)", set_frozen},
    CS_NATIVE_END};
