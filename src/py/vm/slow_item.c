/*
 * slow_item.c - subscripts, iteration, unpacking.
 *
 * Order of the attempts, the same in every function: the built-in by its layout
 * (types/ops.h); the built-in that an instance wraps, if its class left the
 * special method alone; the special method itself; the prelude, which knows all
 * the rest and raises the errors.
 *
 * CS_SLOW from a leaf operation means "needs Python code": no item was added,
 * no position advanced.
 *
 * Unpacking is bounded: C takes at most UNPACK_MOST items of an iterator,
 * because what was taken must be handed to the prelude when an item needs
 * Python code, and there must be room for the list that carries it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/apply.h"
#include "py/types/iter.h"
#include "py/types/iter_map.h"
#include "py/types/special.h"
#include "py/types/type.h"
#include "py/vm/call.h"
#include "py/vm/vm.h"

/* A special method, looked up on the class as CPython does. */
static cs_value special(cs_ctx *ctx, cs_value v, cs_name_id name) {
  return cs_type_find(ctx, cs_class_of(ctx, v), cs_known(ctx, name));
}

/* A native that works on objects as they are: a method of a C module's class,
 * or one that a class of the prelude took over. */
static bool is_direct(const cs_ctx *ctx, cs_value m, bool box) {
  return cs_is(m, CS_L_NATIVE) &&
         (box || CS_PTR(ctx, cs_native, m)->owner == 0) &&
         cs_special_takes_self(ctx, m);
}

/* __setitem__ of a class that took it over from a C module. */
static bool is_setter(const cs_ctx *ctx, cs_value m) {
  if (!cs_is(m, CS_L_NATIVE)) return false;
  const cs_native *nat = CS_PTR(ctx, cs_native, m);
  return !nat->owner && nat->max == 3 && nat->h.flags & CS_NATIVE_METHOD;
}

/* Call special method `m` of `obj` if it is a plain function or such a native;
 * CS_SLOW if not. UNBOUND for `x` or `y`: there are fewer arguments. */
static cs_status call_special(cs_ctx *ctx, cs_value obj, cs_name_id name,
                              cs_value x, cs_value y, cs_ret_kind kind,
                              uint32_t ret, cs_value *out) {
  bool box = cs_is(cs_unwrap(ctx, obj), CS_L_BOX);
  if (!cs_is_instance(obj) && !box && !cs_is(obj, CS_L_TYPE)) return CS_SLOW;
  cs_value m = special(ctx, obj, name);
  /* No frame for natives that end at once. */
  if (kind == CS_RET_PLAIN && cs_is(obj, CS_L_INSTANCE) && cs_is_unbound(y) &&
      cs_slow_is_leaf(ctx, m)) { /* of a deque */
    cs_status st = cs_slow_leaf(ctx, cs_ref_off(m), obj, x, out);
    if (st != CS_SLOW) return st;
  }
  if (kind == CS_RET_DISCARD && cs_is(obj, CS_L_INSTANCE) &&
      !cs_is_unbound(y) && is_setter(ctx, m)) {
    cs_status st = cs_slow_leaf_set(ctx, cs_ref_off(m), obj, x, y);
    if (st != CS_SLOW) return st;
  }
  if (!cs_is(m, CS_L_FUNC) && !is_direct(ctx, m, box)) return CS_SLOW;
  cs_call call = {.func = m, .arg = {obj, x, y}, .aux = CS_UNBOUND};
  call.n = cs_is_unbound(x) ? 1 : cs_is_unbound(y) ? 2 : 3;
  if (kind == CS_RET_PLAIN && box && cs_is(m, CS_L_NATIVE)) {
    cs_status st = cs_apply_leaf(ctx, m, call.arg, call.n, out);
    if (st != CS_SLOW) return st;
  }
  return cs_call_wanted(ctx, &call, kind, ret, out);
}

/* The test compares the owner of the method found with the class of the
 * payload: a subclass that overrides it is called instead. */
cs_value cs_slow_payload(cs_ctx *ctx, cs_value obj, cs_name_id name) {
  uint32_t layout = cs_is_instance(obj) ? cs_ref_type(obj) >> 8 : 0;
  if (!layout) return CS_UNBOUND;
  cs_value m = special(ctx, obj, name);
  if (!cs_is(m, CS_L_NATIVE)) return CS_UNBOUND;
  cs_off owner = CS_PTR(ctx, cs_native, m)->owner;
  /* Overridden, or taken from somewhere else. */
  if (!owner || owner != ctx->image->cls[layout]) return CS_UNBOUND;
  return cs_unwrap(ctx, obj);
}

/* obj[key] where the class leaves that to the built-in it wraps. A dict
 * subclass may have __missing__, which is asked after the search. */
static cs_status get_in_payload(cs_ctx *ctx, cs_value obj, cs_value key,
                                uint32_t ret, cs_value *out) {
  assert(cs_is_instance(obj));
  cs_value inner = cs_slow_payload(ctx, obj, CS_N___getitem__);
  if (cs_is_unbound(inner)) return CS_SLOW;
  if (!cs_is_dict(inner)) return cs_op_getitem(ctx, inner, key, out);
  cs_value v;
  cs_status st = cs_dict_get(ctx, inner, key, &v);
  if (st != CS_OK) return st;
  if (!cs_is_unbound(v)) {
    *out = v;
    return CS_OK;
  }
  /* Only subclasses of dict have it: a dict itself never gets here. */
  cs_value m = special(ctx, obj, CS_N___missing__);
  if (cs_is_unbound(m)) return cs_throw_value(ctx, CS_KeyError, key);
  if (!cs_is(m, CS_L_FUNC)) return CS_SLOW;
  cs_call call = {.func = m, .arg = {obj, key}, .n = 2, .aux = CS_UNBOUND};
  return cs_call_wanted(ctx, &call, CS_RET_PLAIN, ret, out);
}

/* A native that works in steps: it keeps its place in the table in its own
 * registers while Python compares the keys. */
cs_status cs_slow_getkey(cs_ctx *ctx, cs_value dict, cs_value key, uint32_t ret,
                         cs_value *out) {
  cs_value pair[2] = {dict, key};
  return cs_call_steps(ctx, CS_X_key_get, 2, pair, CS_RET_PLAIN, ret, out);
}

/* The value travels with the search and is stored when the place is found. */
cs_status cs_slow_setkey(cs_ctx *ctx, cs_value dict, cs_value key, cs_value v) {
  cs_value args[3] = {dict, key, v}, out;
  return cs_call_steps(ctx, CS_X_key_set, 3, args, CS_RET_DISCARD, 0, &out);
}

/* An index of another class than int is converted when a short __index__
 * does. */
cs_status cs_slow_getitem(cs_ctx *ctx, cs_value obj, cs_value key, uint32_t ret,
                          cs_value *out) {
  bool instance = cs_is_instance(obj);
  cs_status st = instance ? get_in_payload(ctx, obj, key, ret, out)
                          : cs_op_getitem(ctx, obj, key, out);
  if (st != CS_SLOW) return st;
  if (cs_is_dict(obj)) return cs_slow_getkey(ctx, obj, key, ret, out);
  if ((cs_is_list(obj) || cs_is_tuple(obj)) &&
      cs_call_convert(ctx, CS_NEED_INDEX, &key))
    return cs_op_getitem(ctx, obj, key, out);
  st = call_special(ctx, obj, CS_N___getitem__, key, CS_UNBOUND, CS_RET_PLAIN,
                    ret, out);
  if (st != CS_SLOW) return st;
  cs_value args[2] = {obj, key};
  return cs_call_intrinsic(ctx, CS_X_getitem, 2, args, CS_RET_PLAIN, ret, out);
}

/* `inner` is what an instance wraps, UNBOUND for everything else. */
cs_status cs_slow_setitem(cs_ctx *ctx, cs_value obj, cs_value key, cs_value v) {
  cs_status st = cs_op_setitem(ctx, obj, key, v);
  cs_value out, inner;
  if (st != CS_SLOW) return st;
  inner = cs_slow_payload(ctx, obj, CS_N___setitem__);
  if (!cs_is_unbound(inner)) st = cs_op_setitem(ctx, inner, key, v);
  if (st != CS_SLOW) return st;
  if (cs_is_dict(obj) || cs_is_dict(inner))
    return cs_slow_setkey(ctx, cs_is_dict(obj) ? obj : inner, key, v);
  st =
      call_special(ctx, obj, CS_N___setitem__, key, v, CS_RET_DISCARD, 0, &out);
  if (st != CS_SLOW) return st;
  cs_value args[3] = {obj, key, v};
  return cs_call_intrinsic(ctx, CS_X_setitem, 3, args, CS_RET_DISCARD, 0, &out);
}

/* Like cs_slow_setitem, with one argument less. */
cs_status cs_slow_delitem(cs_ctx *ctx, cs_value obj, cs_value key) {
  cs_status st = cs_op_delitem(ctx, obj, key);
  cs_value out, inner;
  if (st != CS_SLOW) return st;
  inner = cs_slow_payload(ctx, obj, CS_N___delitem__);
  if (!cs_is_unbound(inner)) st = cs_op_delitem(ctx, inner, key);
  if (st != CS_SLOW) return st;
  if (cs_is_dict(obj) || cs_is_dict(inner)) {
    cs_value pair[2] = {cs_is_dict(obj) ? obj : inner, key};
    return cs_call_steps(ctx, CS_X_key_del, 2, pair, CS_RET_DISCARD, 0, &out);
  }
  st = call_special(ctx, obj, CS_N___delitem__, key, CS_UNBOUND, CS_RET_DISCARD,
                    0, &out);
  if (st != CS_SLOW) return st;
  cs_value args[2] = {obj, key};
  return cs_call_intrinsic(ctx, CS_X_delitem, 2, args, CS_RET_DISCARD, 0, &out);
}

/* r[0..2] are the object and the two ends. A slice object is made only when no
 * built-in takes the ends as they are. */
cs_status cs_slow_getslice(cs_ctx *ctx, cs_value *r, uint32_t ret,
                           cs_value *out) {
  cs_status st = cs_op_getslice(ctx, r[0], r[1], r[2], out);
  if (st != CS_SLOW) return st;
  cs_off off;
  st = cs_alloc(ctx, CS_L_SLICE, sizeof(cs_slice), &off);
  if (st != CS_OK) return st;
  cs_slice *s = CS_AT(ctx, cs_slice, off);
  s->start = r[1];
  s->stop = r[2];
  s->step = CS_NONE;
  return cs_slow_getitem(ctx, r[0], cs_ref(CS_L_SLICE, off), ret, out);
}

/* CPython's order: __iter__ first, then __getitem__ (in the prelude). */
cs_status cs_slow_iter(cs_ctx *ctx, cs_value v, cs_ret_kind kind, uint32_t ret,
                       cs_value *out) {
  cs_status st = cs_op_iter(ctx, v, out);
  if (st != CS_SLOW) return st;
  cs_value inner = cs_slow_payload(ctx, v, CS_N___iter__);
  if (!cs_is_unbound(inner)) return cs_op_iter(ctx, inner, out);
  st = call_special(ctx, v, CS_N___iter__, CS_UNBOUND, CS_UNBOUND, kind, ret,
                    out);
  if (st != CS_SLOW) return st; /* a generator method gives its iterator */
  return cs_call_intrinsic(ctx, CS_X_iter, 1, &v, kind, ret, out);
}

/* r[1] and r[2] keep what they had when an iterator object does the
 * counting. */
cs_status cs_slow_forprep(cs_ctx *ctx, cs_value *r, cs_value v, uint32_t ret,
                          cs_value *out) {
  if (cs_is(v, CS_L_RANGE)) {
    const cs_range *g = CS_PTR(ctx, cs_range, v);
    if (cs_is_int(g->start) && cs_is_int(g->stop) &&
        cs_same(g->step, cs_int(1))) {
      r[0] = v;
      r[1] = g->start;
      r[2] = g->stop;
      return CS_OK;
    }
  }
  cs_status st = cs_slow_iter(ctx, v, CS_RET_LOOP, ret, out);
  if (st == CS_OK) r[0] = *out;
  return st;
}

/* A StopIteration thrown at once is the end of the loop. */
static cs_status ended(cs_ctx *ctx, cs_status st, cs_value *out) {
  if (st != CS_THROW || !cs_type_is(ctx, ctx->head->root[CS_ROOT_EXC],
                                    cs_exc_class(ctx, CS_StopIteration)))
    return st;
  ctx->head->root[CS_ROOT_EXC] = CS_NONE;
  *out = CS_UNBOUND;
  return CS_OK;
}

/* Is the function of this map one whose frame needs nothing but the item? */
static bool is_simple_map(const cs_ctx *ctx, cs_value it) {
  const cs_iter *map = CS_PTR(ctx, cs_iter, it);
  if (map->h.kind != CS_ITER_MAP || map->h.flags & CS_ITER_STAR ||
      !cs_is(map->a, CS_L_FUNC) || cs_is_frozen(ctx, it))
    return false;
  cs_off code = CS_PTR(ctx, cs_func, map->a)->code;
  const cs_code *c = CS_AT(ctx, cs_code, code);
  return c->flags & CS_CODE_SIMPLE && c->nargs == 1;
}

/* Push that frame; the item waits in `b` until it is there. CS_RETRY keeps the
 * item in `b`, so a repeat takes the same one. */
static cs_status push_mapped(cs_ctx *ctx, cs_iter *map, uint32_t ret,
                             cs_value *out) {
  cs_status st;
  if (cs_is_unbound(map->b)) {
    *out = CS_UNBOUND;
    if (cs_is_none(map->src)) return CS_OK;
    st = cs_op_next(ctx, map->src, out);
    if (st != CS_OK) return st;
    if (cs_is_unbound(*out)) map->src = CS_NONE;
    map->b = *out;
    /* The end: the loop that asked leaves. */
    if (cs_is_unbound(*out)) return CS_OK;
  }
  cs_value *args = CS_AT(ctx, cs_value, cs_frame_end(ctx, cs_frame_top(ctx)));
  st = cs_call_stack(ctx, args + 2);
  if (st != CS_OK) return st;
  args[0] = map->b;
  st = cs_call_push(ctx, cs_ref_off(map->a), args, CS_RET_ITER, ret);
  if (st != CS_RETRY) map->b = CS_UNBOUND;
  return st == CS_OK ? CS_CALLBACK : st;
}

/* Iterators of C that need Python code (map with a function, filter) hand out
 * the call that is due; its result is the item. */
cs_status cs_slow_foriter(cs_ctx *ctx, cs_value *state, uint32_t ret,
                          cs_value *out) {
  cs_value it = state[0];
  if (cs_is(it, CS_L_ITER)) {
    cs_status st = is_simple_map(ctx, it)
                       ? push_mapped(ctx, CS_PTR(ctx, cs_iter, it), ret, out)
                       : cs_op_next(ctx, it, out);
    if (st != CS_SLOW) return st;
    cs_iter *map = CS_PTR(ctx, cs_iter, it);
    cs_call due;
    if (cs_iter_map_is(map) && cs_iter_map_call(ctx, map, &due)) {
      st = cs_call_wanted(ctx, &due, CS_RET_ITER, ret, out);
      if (st != CS_RETRY) cs_iter_map_done(map);
      return ended(ctx, st, out);
    }
  } else if (cs_is(it, CS_L_GEN)) {
    return cs_gen_resume(ctx, it, CS_NONE, CS_RET_ITER, ret);
  } else if (cs_is_none(it)) { /* a list that ended */
    *out = CS_UNBOUND;
    return CS_OK;
  }
  cs_value m = special(ctx, it, CS_N___next__);
  if (cs_is_unbound(m))
    return cs_throw(ctx, CS_TypeError, "'%t' object is not an iterator", it);
  cs_call call = {.func = m, .arg = {it}, .n = 1, .aux = CS_UNBOUND};
  cs_status st = cs_call_wanted(ctx, &call, CS_RET_ITER, ret, out);
  return ended(ctx, st, out);
}

/* `have` counts at most one more than wanted: CPython says no more either. */
static cs_status wrong_count(cs_ctx *ctx, uint32_t have, uint32_t n) {
  assert(have != n);
  if (have > n)
    return cs_throw(ctx, CS_ValueError,
                    "too many values to unpack (expected %d)", (int64_t)n);
  return cs_throw(ctx, CS_ValueError,
                  "not enough values to unpack (expected %d, got %d)",
                  (int64_t)n, (int64_t)have);
}

/* The prelude goes on with `v`, of which the `have` items at `got` were taken.
 */
static cs_status unpack_rest(cs_ctx *ctx, cs_value v, uint32_t n,
                             const cs_value *got, uint32_t have, uint32_t ret) {
  cs_value args[3] = {v, cs_int(n), CS_NONE}, out;
  cs_status st = cs_list_new(ctx, got, have, &args[2]);
  if (st != CS_OK) return st;
  bool gen =
      cs_is(v, CS_L_GEN) && CS_PTR(ctx, cs_gen, v)->h.kind == CS_GENKIND_GEN;
  return cs_call_intrinsic(
      ctx, gen || cs_is(v, CS_L_ITER) ? CS_X_unpack_items : CS_X_unpack, 3,
      args, CS_RET_UNPACK, ret, &out);
}

#define UNPACK_MOST  8    /* items that C takes from an iterator */
#define UNPACK_BYTES 8192 /* for them, and for the list of unpack_rest */

/* An iterator that C can advance.  What was taken cannot be put back, so there
 * must be room for a list of it. */
static cs_status unpack_iter(cs_ctx *ctx, cs_value *dst, cs_value it,
                             uint32_t n, uint32_t ret) {
  assert(n <= UNPACK_MOST);
  cs_value got[UNPACK_MOST + 1];
  uint32_t have = 0;
  cs_status st = cs_alloc_reserve(ctx, UNPACK_BYTES);
  if (st != CS_OK) return st;
  while (have <= n) {
    st = cs_op_next(ctx, it, &got[have]);
    if (st == CS_THROW) return st;
    if (st != CS_OK) return unpack_rest(ctx, it, n, got, have, ret);
    if (cs_is_unbound(got[have])) break;
    have++;
  }
  if (have != n) return wrong_count(ctx, have, n);
  for (uint32_t i = 0; i < n; i++) dst[i] = got[i];
  return CS_OK;
}

/* The iterator that a short __iter__ makes, if C can advance it; or `v`. */
static cs_status iterator_of(cs_ctx *ctx, cs_value v, cs_value *out) {
  *out = v;
  if (!cs_is(v, CS_L_INSTANCE)) return CS_OK;
  cs_value m = special(ctx, v, CS_N___iter__), it;
  cs_status st = cs_brief_call(ctx, m, &v, 1, &it);
  if (st == CS_OK && cs_is(it, CS_L_ITER)) *out = it;
  return st == CS_RETRY ? st : CS_OK;
}

/* A sequence goes straight to the registers; anything else is collected into a
 * list by the prelude, and the instruction runs again on that list. `dst` are
 * the registers from `ret` on. */
cs_status cs_slow_unpack(cs_ctx *ctx, cs_value *dst, cs_value v, uint32_t n,
                         uint32_t ret) {
  cs_value *items, inner = v;
  uint32_t have;
  if (cs_is_instance(v)) { /* a named tuple is a tuple */
    inner = cs_slow_payload(ctx, v, CS_N___iter__);
    if (!cs_is_tuple(inner)) inner = v;
  }
  if (cs_seq_items(ctx, inner, &items, &have)) {
    if (have != n) return wrong_count(ctx, have, n);
    for (uint32_t i = 0; i < n; i++) dst[i] = items[i];
    return CS_OK;
  }
  /* The count is known without looking at a character. */
  if (cs_is_str(v) && cs_str_chars(ctx, v) != n)
    return wrong_count(ctx, cs_str_chars(ctx, v), n);
  /* Few enough to be kept in C while the iterator is asked. */
  if (n <= UNPACK_MOST) {
    cs_status st = iterator_of(ctx, v, &inner);
    if (st != CS_OK) return st;
    if (cs_is(inner, CS_L_ITER)) return unpack_iter(ctx, dst, inner, n, ret);
  }
  return unpack_rest(ctx, v, n, NULL, 0, ret);
}

/* Two meanings of the status, for op_SEND: CS_CALLBACK, the inner iterator gave
 * a value that is in `*value` now, or a frame will deliver one; CS_OK, it is
 * finished. */
cs_status cs_slow_send(cs_ctx *ctx, cs_value *value, cs_value it, uint32_t ret,
                       cs_value *out) {
  if (cs_is(it, CS_L_GEN))
    return cs_gen_resume(ctx, it, *value, CS_GEN_SENT(CS_PTR(ctx, cs_gen, it)),
                         ret);
  /* As CPython: None means next(), anything else needs send(). */
  cs_name_id name = cs_is_none(*value) ? CS_N___next__ : CS_N_send;
  cs_status st;
  if (name == CS_N___next__ && cs_is(it, CS_L_ITER)) {
    st = cs_op_next(ctx, it, out);
    if (st != CS_OK && st != CS_SLOW) return st;
    if (st == CS_OK && !cs_is_unbound(*out)) {
      *value = *out;
      return CS_CALLBACK; /* falls through to the YIELD */
    }
    *value = CS_NONE;
    if (st == CS_OK) return CS_OK;
  }
  cs_value m = special(ctx, it, name);
  if (cs_is_unbound(m))
    return cs_throw(ctx, CS_AttributeError, "'%t' object has no attribute '%v'",
                    it, cs_known(ctx, name));
  cs_call call = {.func = m, .arg = {it, *value}, .aux = CS_UNBOUND};
  call.n = name == CS_N_send ? 2 : 1;
  st = cs_call_wanted(ctx, &call, CS_RET_SEND, ret, out);
  if (st == CS_OK) {
    *value = *out;
    return CS_CALLBACK;
  }
  if (st == CS_THROW && cs_type_is(ctx, ctx->head->root[CS_ROOT_EXC],
                                   cs_exc_class(ctx, CS_StopIteration))) {
    cs_value v = cs_instance_get(ctx, ctx->head->root[CS_ROOT_EXC],
                                 cs_known(ctx, CS_N_value));
    *value = cs_is_unbound(v) ? CS_NONE : v;
    ctx->head->root[CS_ROOT_EXC] = CS_NONE;
    return CS_OK;
  }
  return st;
}
