/*
 * op_type.c - classes as operands: int | None and list[int].
 *
 * A union is flat and holds no member twice; a union of one is that one.
 * Type variables are instances of library classes: those cases go to Python.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/types/op_set.h"
#include "py/types/ops.h"
#include "py/types/type.h"

#define UNION_MAX 64 /* longer ones are made by the prelude */

/* --- unions -------------------------------------------------------------- */

static bool python_or(cs_ctx *ctx, cs_value v) {
  if (!cs_is_type(v)) return false;
  cs_off meta = CS_PTR(ctx, cs_type, v)->meta;
  cs_value l = cs_type_find(ctx, meta, cs_known(ctx, CS_N___or__));
  cs_value r = cs_type_find(ctx, meta, cs_known(ctx, CS_N___ror__));
  return cs_is(l, CS_L_FUNC) || cs_is(r, CS_L_FUNC);
}

/* An alias, also one of a class that extends types.GenericAlias. */
static bool is_alias(const cs_ctx *ctx, cs_value v) {
  return cs_is(v, CS_L_ALIAS) || cs_is(cs_unwrap(ctx, v), CS_L_ALIAS);
}

static bool is_member(const cs_ctx *ctx, cs_value v) {
  return cs_is_type(v) || cs_is_none(v) || is_alias(ctx, v) ||
         cs_is(v, CS_L_UNION);
}

/* Add `v` unless it is there already. */
static cs_status add_one(cs_ctx *ctx, cs_value v, cs_value *m, uint32_t *n) {
  if (cs_is_none(v)) v = cs_type_value(ctx->image->cls[CS_L_NONETYPE]);
  for (uint32_t i = 0; i < *n; i++) {
    bool same = cs_same(m[i], v);
    if (!same && is_alias(ctx, v)) {
      cs_status st = cs_eq_value(ctx, cs_unwrap(ctx, m[i]), cs_unwrap(ctx, v),
                                 &same);
      if (st != CS_OK) return st;
    }
    if (same) return CS_OK;
  }
  if (*n == UNION_MAX) return CS_SLOW;
  m[(*n)++] = v;
  return CS_OK;
}

static cs_status add_all(cs_ctx *ctx, cs_value v, cs_value *m, uint32_t *n) {
  if (!cs_is(v, CS_L_UNION)) return add_one(ctx, v, m, n);
  cs_value args = CS_PTR(ctx, cs_alias, v)->args;
  cs_status st = CS_OK;
  for (uint32_t i = 0; st == CS_OK && i < cs_tuple_len(ctx, args); i++)
    st = add_one(ctx, cs_tuple_at(ctx, args, i), m, n);
  return st;
}

static cs_status alias_alloc(cs_ctx *ctx, uint32_t layout, cs_value origin,
                             cs_value args, cs_value params, cs_value *out) {
  cs_off off;
  cs_status st = cs_alloc(ctx, layout, sizeof(cs_alias), &off);
  if (st != CS_OK) return st;
  cs_alias *a = CS_AT(ctx, cs_alias, off);
  a->origin = origin;
  a->args = args;
  a->params = params;
  *out = cs_ref(layout, off);
  return CS_OK;
}

/* The empty tuple if no argument can hold a type variable, else None. */
static cs_value params_of(cs_ctx *ctx, const cs_value *v, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    bool nested = cs_is(v[i], CS_L_ALIAS) || cs_is(v[i], CS_L_UNION);
    if (nested) {
      cs_value p = CS_PTR(ctx, cs_alias, v[i])->params;
      if (cs_is_tuple(p) && cs_tuple_len(ctx, p) == 0) continue;
      return CS_NONE;
    }
    if (cs_is_instance(v[i]) || cs_is_list(v[i]) || cs_is_tuple(v[i]))
      return CS_NONE;
  }
  return ctx->image->empty_tuple;
}

cs_status cs_op_type_union(cs_ctx *ctx, cs_value a, cs_value b, cs_value *out) {
  cs_value m[UNION_MAX], args;
  uint32_t n = 0;
  if (!is_member(ctx, a) || !is_member(ctx, b)) return CS_SLOW;
  if (cs_is_none(a) && cs_is_none(b)) return CS_SLOW;
  if (python_or(ctx, a) || python_or(ctx, b)) return CS_SLOW;
  cs_status st = add_all(ctx, a, m, &n);
  if (st == CS_OK) st = add_all(ctx, b, m, &n);
  if (st != CS_OK) return st;
  if (n == 1) {
    *out = m[0];
    return CS_OK;
  }
  st = cs_tuple_new(ctx, m, n, &args);
  if (st != CS_OK) return st;
  return alias_alloc(ctx, CS_L_UNION, CS_NONE, args, params_of(ctx, m, n), out);
}

/* --- aliases ------------------------------------------------------------- */

cs_status cs_op_alias_new(cs_ctx *ctx, cs_value origin, cs_value args,
                          cs_value params, cs_value *out) {
  return alias_alloc(ctx, CS_L_ALIAS, origin, args, params, out);
}

static bool is_generic(const cs_ctx *ctx, cs_off type) {
  static const uint8_t layouts[] = {CS_L_LIST, CS_L_DICT,      CS_L_TUPLE,
                                    CS_L_SET,  CS_L_FROZENSET, CS_L_TYPE};
  for (size_t i = 0; i < sizeof layouts; i++)
    if (ctx->image->cls[layouts[i]] == type) return true;
  return false;
}

cs_status cs_op_type_alias(cs_ctx *ctx, cs_value origin, cs_value args,
                           cs_value *out) {
  if (!is_generic(ctx, cs_ref_off(origin))) return CS_SLOW;
  cs_status st = CS_OK;
  if (!cs_is_tuple(args)) st = cs_tuple_new(ctx, &args, 1, &args);
  if (st != CS_OK) return st;
  cs_value params =
      params_of(ctx, cs_tuple_items(ctx, args), cs_tuple_len(ctx, args));
  return cs_op_alias_new(ctx, origin, args, params, out);
}
