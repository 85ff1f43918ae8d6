/*
 * apply.c - calling a built-in function from C, when that takes no frame.
 *
 * A native that cannot finish (it wants a coercion, a callback, its twin) has
 * changed nothing by the law of natives; then the caller hears CS_SLOW and
 * lets the VM start the call afresh.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/apply.h"

#include "py/heap/box.h"
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/special.h"
#include "py/types/type.h"

/* A class of the library whose __new__ is a native, with object's __init__. */
static bool find_new(cs_ctx *ctx, cs_value f, cs_applied *t) {
  const cs_type *cls = CS_PTR(ctx, cs_type, f);
  uint32_t own =
      CS_TYPE_METACALL | CS_TYPE_HINIT | CS_TYPE_ABSTRACT | CS_TYPE_EXCEPTION;
  if (cls->flags & own) return false;
  cs_off off = cs_ref_off(f);
  cs_value made = cs_type_find(ctx, off, cs_known(ctx, CS_N___new__));
  cs_value init = cs_type_find(ctx, off, cs_known(ctx, CS_N___init__));
  if (!cs_is(made, CS_L_NATIVE) || CS_PTR(ctx, cs_native, made)->owner ||
      !cs_is(init, CS_L_NATIVE) ||
      CS_PTR(ctx, cs_native, init)->owner != ctx->image->cls[CS_L_INSTANCE])
    return false;
  t->nat = CS_PTR(ctx, cs_native, made);
  t->self = f;
  return true;
}

/* The constructor behind calling a built-in class. */
static bool find_ctor(cs_ctx *ctx, cs_value f, cs_applied *t) {
  const cs_type *cls = CS_PTR(ctx, cs_type, f);
  uint32_t own = CS_TYPE_METACALL | CS_TYPE_HNEW | CS_TYPE_HINIT |
                 CS_TYPE_ABSTRACT | CS_TYPE_EXCEPTION;
  if (cls->flags & CS_TYPE_HNEW) return find_new(ctx, f, t);
  if ((cls->flags & own) || !cls->newid) return false;
  t->nat = CS_PTR(ctx, cs_native, ctx->image->ctor[cls->newid]);
  t->self = f;
  return true;
}

static bool find_target(cs_ctx *ctx, cs_value f, cs_applied *t) {
  t->self = CS_UNBOUND;
  if (cs_is_type(f)) return find_ctor(ctx, f, t);
  if (cs_is(f, CS_L_BOX)) {
    t->self = f;
    f = cs_special_find(ctx, f, CS_N___call__);
  } else if (cs_is_instance(f)) { /* partial, lru_cache: methods of no class */
    t->self = f;
    f = cs_special_find(ctx, f, CS_N___call__);
    if (!cs_is(f, CS_L_NATIVE) || CS_PTR(ctx, cs_native, f)->owner ||
        !(CS_PTR(ctx, cs_native, f)->h.flags & CS_NATIVE_METHOD))
      return false;
  } else if (cs_is(f, CS_L_METHOD)) {
    t->self = CS_PTR(ctx, cs_method, f)->self;
    f = CS_PTR(ctx, cs_method, f)->func;
  }
  if (!cs_is(f, CS_L_NATIVE)) return false;
  t->nat = CS_PTR(ctx, cs_native, f);
  return true;
}

/* A Python function, or a method that is one, that ctx->brief may evaluate. */
static bool is_brief(const cs_ctx *ctx, cs_value f) {
  if (cs_is(f, CS_L_METHOD)) f = CS_PTR(ctx, cs_method, f)->func;
  if (!cs_is(f, CS_L_FUNC) || !ctx->brief) return false;
  cs_off code = CS_PTR(ctx, cs_func, f)->code;
  return CS_AT(ctx, cs_code, code)->flags & CS_CODE_BRIEF;
}

bool cs_apply_can(cs_ctx *ctx, cs_value f) {
  cs_applied t;
  return is_brief(ctx, f) || find_target(ctx, f, &t);
}

/* A method's receiver must be an exact built-in of its class. */
static bool fits(const cs_ctx *ctx, const cs_native *nat, const cs_value *regs,
                 uint32_t n) {
  if (!nat->owner) return true;
  if (n == 0) return false;
  if (nat->h.flags & CS_NATIVE_CLASS)
    return cs_is_type(regs[0]) &&
           cs_type_sub(ctx, cs_ref_off(regs[0]), nat->owner);
  if (!(nat->h.flags & CS_NATIVE_METHOD)) return true;
  return !cs_is_instance(regs[0]) && cs_type_is(ctx, regs[0], nat->owner);
}

/* itemgetter(key) of a built-in container, without asking for its __call__:
 * sorts and maps do that for every item. */
static cs_status take_item(cs_ctx *ctx, cs_value getter, cs_value from,
                           cs_value *out) {
  const cs_box *box = CS_PTR(ctx, cs_box, getter);
  cs_value keys = box->v[0];
  if (box->cls >= CS_IMAGE_END || cs_tuple_len(ctx, keys) != 1) return CS_SLOW;
  cs_value key = cs_tuple_at(ctx, keys, 0);
  if (cs_is_tuple(from) && cs_is_int(key) && cs_int_of(key) >= 0 &&
      cs_int_of(key) < cs_tuple_len(ctx, from)) {
    *out = cs_tuple_at(ctx, from, (uint32_t)cs_int_of(key));
    return CS_OK;
  }
  if (!cs_is_tuple(from) && !cs_is_list(from) && !cs_is_dict(from))
    return CS_SLOW;
  return cs_op_getitem(ctx, from, key, out);
}

cs_status cs_apply_open(cs_ctx *ctx, cs_value f, uint32_t n, cs_applied *to) {
  if (ctx->applying || n > CS_APPLY_MAX || !find_target(ctx, f, to))
    return CS_SLOW;
  const cs_native *nat = to->nat;
  uint32_t k = n + !cs_is_unbound(to->self);
  if (k < nat->min) return CS_SLOW;
  if (nat->h.flags & CS_NATIVE_VARARGS
          ? !cs_is_instance(to->self) /* partial and lru_cache may */
          : k > (uint32_t)nat->max - nat->kwonly || nat->max > CS_APPLY_MAX + 2)
    return CS_SLOW;
  to->leaf = ctx->leaf(nat->id);
  return CS_OK;
}

cs_status cs_apply_run(cs_ctx *ctx, const cs_applied *f, const cs_value *args,
                       uint32_t n, cs_value *out) {
  cs_value regs[CS_APPLY_MAX + 2];
  uint32_t k = 0;
  const cs_native *nat = f->nat;
  if (!cs_is_unbound(f->self)) regs[k++] = f->self;
  for (uint32_t i = 0; i < n; i++) regs[k++] = args[i];
  if (!fits(ctx, nat, regs, k)) return CS_SLOW;
  if (cs_charge_look(ctx) != CS_OK) return CS_SLOW; /* the VM stops there */
  if (!(nat->h.flags & CS_NATIVE_VARARGS))
    while (k < nat->max) regs[k++] = CS_UNBOUND;
  uint32_t outer = ctx->native;
  int64_t fuel = ctx->fuel;
  ctx->native = nat->id;
  ctx->applying = true;
  cs_charge(ctx, 1);
  cs_status st = f->leaf(ctx, regs, k, out);
  ctx->applying = false;
  ctx->native = outer;
  if (st == CS_OK || st == CS_THROW || st == CS_RETRY) return st;
  cs_charge_undo(ctx, fuel);
  return CS_SLOW;
}

cs_status cs_apply_leaf(cs_ctx *ctx, cs_value f, const cs_value *args,
                        uint32_t n, cs_value *out) {
  if (is_brief(ctx, f)) return ctx->brief(ctx, f, args, n, out);
  if (n == 1 && cs_box_is(ctx, f, CS_BOX_ITEMGETTER) && !ctx->applying) {
    cs_status got = take_item(ctx, f, args[0], out);
    if (got == CS_OK) cs_charge(ctx, 1);
    if (got == CS_OK || got == CS_THROW || got == CS_RETRY) return got;
  }
  cs_applied to;
  CS_TRY(cs_apply_open(ctx, f, n, &to));
  return cs_apply_run(ctx, &to, args, n, out);
}

/* --- pure functions ------------------------------------------------------ */

#define KEYS_COST \
  16384 /* fuel: what costs more is left to code that can stop */

bool cs_apply_is_pure(cs_ctx *ctx, cs_value f) {
  const cs_off *cls = ctx->image->cls;
  cs_applied t;
  if (is_brief(ctx, f)) return true;
  if (cs_box_is(ctx, f, CS_BOX_ITEMGETTER) ||
      cs_box_is(ctx, f, CS_BOX_ATTRGETTER))
    return CS_PTR(ctx, cs_box, f)->cls < CS_IMAGE_END;
  if (cs_is_type(f))
    return cs_ref_off(f) == cls[CS_L_NUMINT] ||
           cs_ref_off(f) == cls[CS_L_NUMFLOAT] ||
           cs_ref_off(f) == cls[CS_L_STR];
  return (cs_is(f, CS_L_NATIVE) || cs_is(f, CS_L_METHOD)) &&
         find_target(ctx, f, &t) && t.nat->h.flags & CS_NATIVE_PURE;
}

cs_status cs_apply_keys(cs_ctx *ctx, cs_value f, const cs_value *items,
                        uint32_t n, cs_value *to, uint32_t stride) {
  int64_t fuel = ctx->fuel;
  cs_status st = CS_OK;
  if (n > KEYS_COST || !cs_apply_is_pure(ctx, f)) return CS_SLOW;
  cs_applied one; /* found out once, unless each item has a quicker way */
  bool open = !is_brief(ctx, f) && !cs_box_is(ctx, f, CS_BOX_ITEMGETTER) &&
              cs_apply_open(ctx, f, 1, &one) == CS_OK;
  for (uint32_t i = 0; st == CS_OK && i < n; i++) {
    cs_value *key = &to[(size_t)i * stride];
    st = open ? cs_apply_run(ctx, &one, &items[i], 1, key)
              : cs_apply_leaf(ctx, f, &items[i], 1, key);
    if (fuel - ctx->fuel > KEYS_COST) st = CS_SLOW;
  }
  if (st == CS_SLOW) cs_charge_undo(ctx, fuel); /* the twin begins afresh */
  return st;
}
