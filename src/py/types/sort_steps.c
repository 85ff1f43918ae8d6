/*
 * sort_steps.c - the loops of sorts and heaps whose items are compared by
 * Python code.
 *
 * Natives that work in steps (cs_want_arg): insertion and merging go on in C
 * until a < b is a special method's business, ask for that one call and run
 * again with the answer.  What they know is in their arguments, so a program
 * can stop inside __lt__.  The prelude decides which runs to sort and merge.
 *
 * `keys` and `values` are lists that only the sort knows, or one list that is
 * both; they are checked nevertheless at every step, because a snapshot may be
 * forged.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"
#include "py/types/type.h"

static cs_status bad(cs_ctx *ctx) {
  return cs_throw(ctx, CS_SystemError, "bad argument of a prelude helper");
}

/* The arguments from..to are ints in 0..limit? */
static bool in_range(const cs_value *args, uint32_t from, uint32_t to,
                     uint32_t limit) {
  for (uint32_t i = from; i <= to; i++)
    if (!cs_is_int(args[i]) || cs_int_of(args[i]) < 0 ||
        cs_int_of(args[i]) > limit)
      return false;
  return true;
}

/* Two lists of one length. */
static bool are_lists(const cs_ctx *ctx, cs_value a, cs_value b, uint32_t *n) {
  if (!cs_is_list(a) || !cs_is_list(b) || cs_is_frozen(ctx, a) ||
      cs_is_frozen(ctx, b))
    return false;
  *n = cs_list_len(ctx, a);
  return *n == cs_list_len(ctx, b);
}

/* The __lt__ of `a` if that is Python code and decides alone; or UNBOUND. */
static cs_value own_less(cs_ctx *ctx, cs_value a, cs_value b) {
  if (!cs_is(a, CS_L_INSTANCE) || !cs_is(b, CS_L_INSTANCE) ||
      cs_shape_of(ctx, a)->cls != cs_shape_of(ctx, b)->cls)
    return CS_UNBOUND;
  cs_value m =
      cs_type_find(ctx, cs_shape_of(ctx, a)->cls, cs_known(ctx, CS_N___lt__));
  return cs_is(m, CS_L_FUNC) ? m : CS_UNBOUND;
}

/* --- keys of cmp_to_key() ------------------------------------------------ */

enum { KEY_CMP, KEY_OBJ, KEY_SLOTS }; /* of a KeyWrapper, sorted by name */

/* KeyWrapper.__lt__ is the twin's; the loops here know its marks and ask the
 * cmp function itself. */
CS_LEAF_TAKES(key_less, ANY) {
  return CS_SLOW;
}

static const cs_value *key_slots(cs_ctx *ctx, cs_value v) {
  if (!cs_is(v, CS_L_INSTANCE)) return NULL;
  const cs_instance *o = CS_PTR(ctx, cs_instance, v);
  cs_off cls = cs_shape_of(ctx, v)->cls;
  if (cls >= CS_IMAGE_END ||
      o->h.units * 16u < offsetof(cs_instance, slot) + KEY_SLOTS * 8u)
    return NULL;
  cs_value m = cs_type_find(ctx, cls, cs_known(ctx, CS_N___lt__));
  if (!cs_is(m, CS_L_NATIVE)) return NULL;
  return ctx->leaf(CS_PTR(ctx, cs_native, m)->id) == key_less ? o->slot : NULL;
}

/* As less() below for two such keys: the answer is what the cmp function
 * returned.  False: they are no such keys. */
static bool less_by_cmp(cs_ctx *ctx, cs_value *args, uint32_t at, cs_value a,
                        cs_value b, bool *out, cs_status *st) {
  const cs_value *x = key_slots(ctx, a), *y = key_slots(ctx, b);
  if (!x || !y || cs_is_unbound(x[KEY_CMP]) || cs_is_unbound(x[KEY_OBJ]) ||
      cs_is_unbound(y[KEY_OBJ]))
    return false;
  cs_value v, pair[2] = {x[KEY_OBJ], y[KEY_OBJ]};
  *st = CS_OK;
  if (cs_is_unbound(args[at]))
    *st = cs_want_soon(ctx, args, at, x[KEY_CMP], 2, pair);
  if (*st != CS_OK) return true;
  v = args[at];
  if (cs_is_int(v) || cs_is_bool(v)) {
    *out = cs_is_int(v) && cs_int_of(v) < 0;
    args[at] = CS_UNBOUND;
  } else {
    *st = cs_want_arg(ctx, at, ctx->image->intrinsic[CS_X_sign_of], 1, &v);
  }
  return true;
}

/* a < b: at once, or by the answer in args[at] that an earlier step asked for.
 * The answer is used up. */
static cs_status less(cs_ctx *ctx, cs_value *args, uint32_t at, cs_value a,
                      cs_value b, bool *out) {
  cs_value pair[2] = {a, b}, v = args[at];
  cs_status st = CS_OK;
  if (less_by_cmp(ctx, args, at, a, b, out, &st)) return st;
  if (cs_is_unbound(v)) {
    cs_value f = own_less(ctx, a, b);
    if (cs_is_unbound(f)) {
      st = cs_op_compare(ctx, CS_C_LT, a, b, &v);
      if (st == CS_OK && !cs_is_bool(v)) st = CS_SLOW;
      if (st == CS_OK) *out = cs_is_true(v);
      if (st != CS_SLOW) return st;
      f = ctx->image->intrinsic[CS_X_lt_keys];
    }
    CS_TRY(cs_want_soon(ctx, args, at, f, 2, pair));
    v = args[at];
  }
  if (cs_same(v, CS_NOTIMPL))
    return cs_want_arg(ctx, at, ctx->image->intrinsic[CS_X_lt_second], 2, pair);
  if (cs_is_bool(v))
    *out = cs_is_true(v);
  else
    st = cs_op_truth(ctx, v, out);
  if (st == CS_SLOW)
    return cs_want_arg(ctx, at, ctx->image->intrinsic[CS_X_need_bool], 1, &v);
  if (st == CS_OK) args[at] = CS_UNBOUND;
  return st;
}

/* --- runs ---------------------------------------------------------------- */

enum { KEYS, VALUES, LOW, END, AT, FALLING, F_ANSWER };

static void reverse(cs_value *v, int64_t low, int64_t high) {
  for (; low + 1 < high; low++) {
    cs_value t = v[low];
    v[low] = v[--high];
    v[high] = t;
  }
}

/* _find_run(keys, values, low, end): the end of the run that begins at low; a
 * falling one is turned round */
CS_LEAF_TAKES(find_run, ANY) {
  uint32_t len;
  if (cs_is_unbound(args[AT]) && cs_is_int(args[LOW]))
    args[AT] = cs_int(cs_int_of(args[LOW]) + 1);
  if (!are_lists(ctx, args[KEYS], args[VALUES], &len) ||
      !in_range(args, LOW, AT, len))
    return bad(ctx);
  cs_value *keys = cs_list_items(ctx, args[KEYS]);
  int64_t i = cs_int_of(args[AT]), low = cs_int_of(args[LOW]);
  for (; i < cs_int_of(args[END]); args[AT] = cs_int(++i)) {
    bool less_than = false;
    if (i < 1) return bad(ctx);
    CS_TRY(less(ctx, args, F_ANSWER, keys[i], keys[i - 1], &less_than));
    if (cs_is_unbound(args[FALLING])) args[FALLING] = cs_bool(less_than);
    if (cs_is_true(args[FALLING]) != less_than) break;
    cs_charge(ctx, 1);
  }
  if (cs_is_true(args[FALLING])) {
    reverse(keys, low, i);
    if (!cs_same(args[KEYS], args[VALUES]))
      reverse(cs_list_items(ctx, args[VALUES]), low, i);
    cs_charge(ctx, (uint64_t)i / 8);
  }
  CS_GIVE(cs_int(i));
}

/* --- insertion ----------------------------------------------------------- */

enum { START = LOW + 1, HIGH, LEFT, RIGHT, I_ANSWER };

/* Item `from` of `v` moves to `to`, those between move up. */
static void rotate(cs_value *v, uint32_t to, uint32_t from) {
  cs_value item = v[from];
  memmove(&v[to + 1], &v[to], (from - to) * sizeof *v);
  v[to] = item;
}

/* _insert_sorted(keys, values, low, start, high): binary insertion of
 * [start, high) into the sorted [low, start) */
CS_LEAF_TAKES(insert_sorted, ANY) {
  uint32_t len;
  if (!are_lists(ctx, args[KEYS], args[VALUES], &len)) return bad(ctx);
  if (cs_is_unbound(args[LEFT])) {
    args[LEFT] = args[LOW];
    args[RIGHT] = args[START];
  }
  if (!in_range(args, LOW, RIGHT, len)) return bad(ctx);
  cs_value *keys = cs_list_items(ctx, args[KEYS]);
  int64_t low = cs_int_of(args[LOW]), high = cs_int_of(args[HIGH]);
  for (int64_t i = cs_int_of(args[START]); i < high; i++) {
    int64_t left = cs_int_of(args[LEFT]), right = cs_int_of(args[RIGHT]);
    if (left > i || right > i) return bad(ctx);
    while (left < right) {
      int64_t middle = (left + right) / 2;
      bool before = false;
      CS_TRY(less(ctx, args, I_ANSWER, keys[i], keys[middle], &before));
      if (before)
        right = middle;
      else
        left = middle + 1;
      args[LEFT] = cs_int(left);
      args[RIGHT] = cs_int(right);
    }
    rotate(keys, (uint32_t)left, (uint32_t)i);
    if (!cs_same(args[KEYS], args[VALUES]))
      rotate(cs_list_items(ctx, args[VALUES]), (uint32_t)left, (uint32_t)i);
    cs_charge(ctx, (uint64_t)(i - left) / 16 + 1);
    args[START] = args[RIGHT] = cs_int(i + 1);
    args[LEFT] = cs_int(low);
  }
  CS_GIVE(CS_NONE);
}

/* --- merging ------------------------------------------------------------- */

enum {
  MIDDLE = START,
  LEFT_KEYS = 5, /* copies of the left run */
  LEFT_VALUES,
  M_LEFT,  /* the next of them */
  M_RIGHT, /* the next of the right run */
  M_ANSWER
};

static cs_status copy_part(cs_ctx *ctx, cs_value list, cs_value low,
                           cs_value high, cs_value *out) {
  int64_t from = cs_int_of(low), n = cs_int_of(high) - from;
  cs_value *v = cs_list_items(ctx, list);
  return cs_list_new(ctx, n > 0 ? v + from : NULL, n > 0 ? (uint32_t)n : 0,
                     out);
}

/* Are the copies, and how far the merge is, what they must be? */
static bool is_merging(const cs_ctx *ctx, const cs_value *args) {
  uint32_t n, part;
  if (!are_lists(ctx, args[KEYS], args[VALUES], &n) ||
      !in_range(args, LOW, HIGH, n) ||
      !are_lists(ctx, args[LEFT_KEYS], args[LEFT_VALUES], &part) ||
      !in_range(args, M_LEFT, M_RIGHT, n))
    return false;
  int64_t low = cs_int_of(args[LOW]), middle = cs_int_of(args[MIDDLE]);
  int64_t i = cs_int_of(args[M_LEFT]), j = cs_int_of(args[M_RIGHT]);
  return low <= middle && part == middle - low && i <= part && middle <= j &&
         j <= cs_int_of(args[HIGH]);
}

static cs_status start_merge(cs_ctx *ctx, cs_value *args) {
  uint32_t n;
  if (!are_lists(ctx, args[KEYS], args[VALUES], &n) ||
      !in_range(args, LOW, HIGH, n))
    return bad(ctx);
  cs_value keys, values;
  CS_TRY(copy_part(ctx, args[KEYS], args[LOW], args[MIDDLE], &keys));
  values = keys;
  if (!cs_same(args[KEYS], args[VALUES]))
    CS_TRY(copy_part(ctx, args[VALUES], args[LOW], args[MIDDLE], &values));
  args[LEFT_KEYS] = keys;
  args[LEFT_VALUES] = values;
  args[M_LEFT] = cs_int(0);
  args[M_RIGHT] = args[MIDDLE];
  return CS_OK;
}

/* _merge_sorted(keys, values, low, middle, high): two neighbours, in place */
CS_LEAF_TAKES(merge_sorted, ANY) {
  if (cs_is_unbound(args[LEFT_KEYS])) CS_TRY(start_merge(ctx, args));
  if (!is_merging(ctx, args)) return bad(ctx);
  cs_value *keys = cs_list_items(ctx, args[KEYS]);
  cs_value *values = cs_list_items(ctx, args[VALUES]);
  const cs_value *a = cs_list_items(ctx, args[LEFT_KEYS]);
  const cs_value *b = cs_list_items(ctx, args[LEFT_VALUES]);
  int64_t i = cs_int_of(args[M_LEFT]), j = cs_int_of(args[M_RIGHT]);
  int64_t m = cs_list_len(ctx, args[LEFT_KEYS]), high = cs_int_of(args[HIGH]);
  int64_t to = cs_int_of(args[LOW]) + i + (j - cs_int_of(args[MIDDLE]));
  while (i < m && j < high) {
    bool right = false;
    CS_TRY(less(ctx, args, M_ANSWER, keys[j], a[i], &right));
    keys[to] = right ? keys[j] : a[i];
    values[to++] = right ? values[j] : b[i];
    if (right)
      args[M_RIGHT] = cs_int(++j);
    else
      args[M_LEFT] = cs_int(++i);
    cs_charge(ctx, 1);
  }
  for (; i < m; i++) {
    keys[to] = a[i];
    values[to++] = b[i];
  }
  CS_GIVE(CS_NONE);
}

/* --- heaps --------------------------------------------------------------- */

enum { HEAP, TOP, PLACE, RISING, MOST, H_ANSWER };

static void swap(cs_value *a, cs_value *b) {
  cs_value t = *a;
  *a = *b;
  *b = t;
}

/* One item rises as far as it is better than the one above, not above TOP. */
static cs_status rise(cs_ctx *ctx, cs_value *args, cs_value *v, int64_t place) {
  bool most = cs_is_true(args[MOST]), better;
  while (place > cs_int_of(args[TOP])) {
    int64_t above = (place - 1) / 2;
    better = false;
    CS_TRY(less(ctx, args, H_ANSWER, v[most ? above : place],
                v[most ? place : above], &better));
    if (!better) break;
    swap(&v[place], &v[above]);
    args[PLACE] = cs_int(place = above);
    cs_charge(ctx, 1);
  }
  return CS_OK;
}

/* The item at PLACE changes with the better one below, down to the end. */
static cs_status sink(cs_ctx *ctx, cs_value *args, cs_value *v, uint32_t size) {
  bool most = cs_is_true(args[MOST]), first;
  int64_t place = cs_int_of(args[PLACE]), below;
  while ((below = 2 * place + 1) < size) {
    first = true;
    if (below + 1 < size)
      CS_TRY(less(ctx, args, H_ANSWER, v[most ? below + 1 : below],
                  v[most ? below : below + 1], &first));
    if (!first) below++;
    swap(&v[place], &v[below]);
    args[PLACE] = cs_int(place = below);
    cs_charge(ctx, 1);
  }
  args[RISING] = CS_TRUE;
  return CS_OK;
}

/* _heap_sift(heap, top, place, rising, most): bring the item at a place where
 * it belongs; unless it only rises, by way of the bottom */
CS_LEAF_TAKES(heap_sift, ANY) {
  args[HEAP] = cs_unwrap(ctx, args[HEAP]);
  if (!cs_is_list(args[HEAP]) || cs_is_frozen(ctx, args[HEAP])) return bad(ctx);
  uint32_t size = cs_list_len(ctx, args[HEAP]);
  if (!in_range(args, TOP, PLACE, UINT32_MAX)) return bad(ctx);
  if (cs_int_of(args[PLACE]) >= size) /* __lt__ changed the list */
    return cs_throw(ctx, CS_RuntimeError, "list changed size during iteration");
  cs_value *v = cs_list_items(ctx, args[HEAP]);
  if (!cs_is_true(args[RISING])) CS_TRY(sink(ctx, args, v, size));
  CS_TRY(rise(ctx, args, v, cs_int_of(args[PLACE])));
  CS_GIVE(CS_NONE);
}

/* These begin with their twins, which have the state. */
CS_LEAF_TAKES(to_steps, ANY) {
  return CS_SLOW;
}

extern const cs_native_def cs_sort_steps_natives[];
const cs_native_def cs_sort_steps_natives[] = {
    {"._sorting", "_key_less", "($self, other, /)", key_less},
    {".intrinsics", "_find_run", "(keys, values, low, end, /)", to_steps},
    {".intrinsics", "_find_run_steps",
     "(keys, values, low, end, at, falling, answer, /)", find_run},
    {".intrinsics", "_insert_sorted", "(keys, values, low, start, high, /)",
     to_steps},
    {".intrinsics", "_insert_sorted_steps",
     "(keys, values, low, start, high, left, right, answer, /)", insert_sorted},
    {".intrinsics", "_merge_sorted", "(keys, values, low, middle, high, /)",
     to_steps},
    {".intrinsics", "_merge_sorted_steps",
     "(keys, values, low, middle, high, left_keys, left_values, i, j, answer, "
     "/)",
     merge_sorted},
    {".intrinsics", "_heap_sift", "(heap, top, place, rising, most, /)",
     to_steps},
    {".intrinsics", "_heap_sift_steps",
     "(heap, top, place, rising, most, answer, /)", heap_sift},
    CS_NATIVE_END};
