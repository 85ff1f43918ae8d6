/*
 * pickle_read.c - the instructions of a pickle that need no Python code.
 *
 * absorb() obeys them until one comes that needs Python code (names, hooks,
 * most calls) or in which something is wrong: it stops in front of that, having
 * changed nothing, and leaves it to the Unpickler of the prelude
 * (prelude/lib/_pickle_read.py).  It makes plain instances and calls built-in
 * functions that cs_apply_leaf() can call.
 *
 * An instruction first makes or finds all it needs; what it changes last is
 * the position, so one that had no space can be obeyed again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "base/utf8.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/apply.h"
#include "py/types/attr.h"
#include "py/types/bytes.h"
#include "py/types/kinds.h"
#include "py/types/leaf.h"
#include "py/types/type.h"

#define STEPS 2048u /* instructions in one call */
#define HEAD  11u   /* bytes of PROTO and FRAME */

typedef struct reader {
  cs_ctx *ctx;
  const uint8_t *data;
  uint32_t len, at; /* of what follows the instruction's byte */
  cs_value stack, marks, memo;
} reader;

static uint32_t depth(const reader *r) {
  return cs_list_len(r->ctx, r->stack);
}

static void cut(const reader *r, uint32_t to) {
  CS_PTR(r->ctx, cs_list, r->stack)->len = to;
}

/* The items behind the last mark begin at; false: there is no such place. */
static bool last_mark(const reader *r, uint32_t *from) {
  uint32_t n = cs_list_len(r->ctx, r->marks);
  if (n == 0) return false;
  cs_value v = cs_list_at(r->ctx, r->marks, n - 1);
  if (!cs_is_int(v) || cs_int_of(v) < 0 || cs_int_of(v) > depth(r))
    return false;
  *from = (uint32_t)cs_int_of(v);
  return true;
}

static void drop_mark(const reader *r) {
  CS_PTR(r->ctx, cs_list, r->marks)->len--;
}

/* Are there `n` items to take that no mark hides? */
static bool has(const reader *r, uint32_t n) {
  uint32_t from = 0;
  if (cs_list_len(r->ctx, r->marks) && !last_mark(r, &from)) return false;
  return depth(r) >= n && depth(r) - n >= from;
}

static cs_status push(const reader *r, cs_value v) {
  return cs_list_append(r->ctx, r->stack, v);
}

/* A number of `n` bytes, which are used up; false: there are not so many. */
static bool take_number(reader *r, uint32_t n, uint64_t *out) {
  *out = 0;
  if (r->len - r->at < n) return false;
  memcpy(out, r->data + r->at, n); /* little-endian, like our machines */
  r->at += n;
  return true;
}

/* --- atoms --------------------------------------------------------------- */

static cs_status push_signed(reader *r, uint32_t n) {
  uint64_t bits;
  cs_value v;
  if (n > 8 || !take_number(r, n, &bits)) return CS_SLOW;
  int64_t i = n ? (int64_t)(bits << (64 - 8 * n)) >> (64 - 8 * n) : 0;
  CS_TRY(cs_int_new(r->ctx, i, &v));
  return push(r, v);
}

static cs_status push_unsigned(reader *r, uint32_t n) {
  uint64_t bits;
  if (!take_number(r, n, &bits)) return CS_SLOW;
  return push(r, cs_int((int64_t)bits));
}

static cs_status push_long(reader *r) {
  uint64_t n;
  return take_number(r, 1, &n) ? push_signed(r, (uint32_t)n) : CS_SLOW;
}

static cs_status push_float(reader *r) {
  uint64_t bits;
  double d;
  if (!take_number(r, 8, &bits)) return CS_SLOW;
  bits = __builtin_bswap64(bits);
  memcpy(&d, &bits, 8);
  return push(r, cs_float(d));
}

/* A str or bytes behind a length of `n` bytes. */
static cs_status push_text(reader *r, uint32_t n, bool text) {
  uint64_t len;
  cs_utf8_info info;
  cs_value v;
  if (!take_number(r, n, &len) || len > r->len - r->at) return CS_SLOW;
  const uint8_t *data = r->data + r->at;
  if (text && cs_utf8_check(data, len, true, &info) != len) return CS_SLOW;
  CS_TRY(text ? cs_str_new(r->ctx, (const char *)data, len, &v)
              : cs_bytes_new(r->ctx, CS_L_BYTES, data, len, &v));
  cs_charge(r->ctx, len / 64);
  r->at += (uint32_t)len;
  return push(r, v);
}

/* --- containers ---------------------------------------------------------- */

static cs_status push_new(const reader *r, char code) {
  cs_value v;
  if (code == ')') return push(r, r->ctx->image->empty_tuple);
  CS_TRY(code == ']' ? cs_list_new(r->ctx, NULL, 0, &v)
                     : cs_dict_new(r->ctx, 0, &v));
  return push(r, v);
}

/* The last `n` items become a tuple. */
static cs_status fold_tuple(const reader *r, uint32_t n) {
  cs_value v;
  uint32_t from = depth(r) - n;
  CS_TRY(cs_tuple_new(r->ctx, cs_list_items(r->ctx, r->stack) + from, n, &v));
  if (n == 0) return push(r, v);
  cs_list_items(r->ctx, r->stack)[from] = v;
  cut(r, from + 1);
  return CS_OK;
}

static cs_status few(const reader *r, uint32_t n) {
  return has(r, n) ? fold_tuple(r, n) : CS_SLOW;
}

static cs_status marked_tuple(const reader *r) {
  uint32_t from;
  if (!last_mark(r, &from)) return CS_SLOW;
  CS_TRY(fold_tuple(r, depth(r) - from));
  drop_mark(r);
  return CS_OK;
}

/* Give the items from `from` on to the container below them. */
static cs_status give(const reader *r, uint32_t from, bool pairs) {
  const cs_value *v = cs_list_items(r->ctx, r->stack);
  uint32_t n = depth(r) - from;
  if (from == 0) return CS_SLOW;
  cs_value to = v[from - 1];
  if (cs_is_frozen(r->ctx, to) || cs_same(to, r->stack) ||
      cs_same(to, r->marks) || cs_same(to, r->memo))
    return CS_SLOW;
  if (!pairs)
    return cs_is_list(to) ? cs_list_extend(r->ctx, to, v + from, n) : CS_SLOW;
  if (!cs_is_dict(to) || n % 2) return CS_SLOW;
  for (uint32_t i = from; i + 1 < from + n; i += 2)
    CS_TRY(cs_dict_set(r->ctx, to, v[i], v[i + 1]));
  cs_charge(r->ctx, n / 4);
  return CS_OK;
}

static cs_status give_few(const reader *r, uint32_t n, bool pairs) {
  if (!has(r, n + 1)) return CS_SLOW;
  CS_TRY(give(r, depth(r) - n, pairs));
  cut(r, depth(r) - n);
  return CS_OK;
}

static cs_status give_marked(const reader *r, bool pairs) {
  uint32_t from;
  if (!last_mark(r, &from)) return CS_SLOW;
  CS_TRY(give(r, from, pairs));
  cut(r, from);
  drop_mark(r);
  return CS_OK;
}

/* A set of no elements, a frozenset of the marked ones. */
static cs_status push_set(const reader *r) {
  cs_value v;
  CS_TRY(cs_set_new(r->ctx, CS_L_SET, &v));
  return push(r, v);
}

static cs_status add_all(const reader *r, cs_value set, uint32_t from) {
  const cs_value *v = cs_list_items(r->ctx, r->stack);
  uint32_t n = depth(r);
  cs_charge(r->ctx, (n - from) / 4);
  for (uint32_t i = from; i < n; i++) CS_TRY(cs_set_add(r->ctx, set, v[i]));
  return CS_OK;
}

static cs_status add_marked(const reader *r) {
  uint32_t from;
  if (!last_mark(r, &from) || from == 0) return CS_SLOW;
  cs_value to = cs_list_at(r->ctx, r->stack, from - 1);
  if (!cs_is(to, CS_L_SET) || cs_is_frozen(r->ctx, to)) return CS_SLOW;
  CS_TRY(add_all(r, to, from));
  cut(r, from);
  drop_mark(r);
  return CS_OK;
}

static cs_status marked_frozenset(const reader *r) {
  uint32_t from;
  cs_value v;
  if (!last_mark(r, &from)) return CS_SLOW;
  CS_TRY(cs_set_new(r->ctx, CS_L_FROZENSET, &v));
  CS_TRY(add_all(r, v, from));
  if (from == depth(r)) CS_TRY(push(r, v));
  cs_list_items(r->ctx, r->stack)[from] = v;
  cut(r, from + 1);
  drop_mark(r);
  return CS_OK;
}

/* --- instances and calls ------------------------------------------------- */

/* Would cls.__new__(cls) be object.__new__(cls), and succeed? */
static bool is_plain_class(const reader *r, cs_value cls) {
  uint32_t own = CS_TYPE_HNEW | CS_TYPE_ABSTRACT | CS_TYPE_EXCEPTION |
                 CS_TYPE_META | CS_TYPE_RAW;
  if (!cs_is_type(cls)) return false;
  const cs_type *t = CS_PTR(r->ctx, cs_type, cls);
  cs_off object = r->ctx->image->cls[CS_L_INSTANCE];
  return t->layout == CS_L_INSTANCE && t->flags & CS_TYPE_HEAP &&
         !(t->flags & own) && t->newid == cs_type_at(r->ctx, object)->newid;
}

static cs_status make_instance(const reader *r) {
  cs_value made;
  if (!has(r, 2)) return CS_SLOW;
  cs_value *top = cs_list_items(r->ctx, r->stack) + depth(r) - 2;
  if (!cs_is_tuple(top[1]) || cs_tuple_len(r->ctx, top[1]) > 0 ||
      !is_plain_class(r, top[0]))
    return CS_SLOW;
  CS_TRY(cs_instance_new(r->ctx, cs_ref_off(top[0]), &made));
  cs_list_items(r->ctx, r->stack)[depth(r) - 2] = made;
  cut(r, depth(r) - 1);
  return CS_OK;
}

/* Attributes for an instance that has no word in it. */
static cs_status build(const reader *r) {
  bool done;
  cs_value hook;
  if (!has(r, 2)) return CS_SLOW;
  CS_TRY(cs_str_intern_bytes(r->ctx, "__setstate__", 12, &hook));
  const cs_value *top = cs_list_items(r->ctx, r->stack) + depth(r) - 2;
  if (!cs_is_instance(top[0]) || !cs_is_dict(top[1])) return CS_SLOW;
  cs_off cls = cs_shape_of(r->ctx, top[0])->cls;
  if (cs_type_at(r->ctx, cls)->flags &
          (CS_TYPE_HGETATTR | CS_TYPE_HGETATTRIBUTE) ||
      !cs_is_unbound(cs_type_find(r->ctx, cls, hook)) ||
      !cs_is_unbound(cs_instance_get(r->ctx, top[0], hook)))
    return CS_SLOW;
  CS_TRY(cs_instance_store(r->ctx, top[0], top[1], &done));
  if (!done) return CS_SLOW;
  cut(r, depth(r) - 1);
  return CS_OK;
}

/* A call of a built-in function or class, if that takes no frame. */
static cs_status call(const reader *r) {
  cs_value made;
  if (!has(r, 2)) return CS_SLOW;
  const cs_value *top = cs_list_items(r->ctx, r->stack) + depth(r) - 2;
  if (!cs_is_tuple(top[1]) ||
      (!cs_is_type(top[0]) && !cs_is(top[0], CS_L_NATIVE)))
    return CS_SLOW;
  CS_TRY(cs_apply_leaf(r->ctx, top[0], cs_tuple_items(r->ctx, top[1]),
                       cs_tuple_len(r->ctx, top[1]), &made));
  cs_list_items(r->ctx, r->stack)[depth(r) - 2] = made;
  cut(r, depth(r) - 1);
  return CS_OK;
}

/* --- memo ---------------------------------------------------------------- */

static cs_status memoize(const reader *r, uint64_t number) {
  if (depth(r) == 0) return CS_SLOW;
  cs_value top = cs_list_at(r->ctx, r->stack, depth(r) - 1);
  return cs_dict_set(r->ctx, r->memo, cs_int((int64_t)number), top);
}

static cs_status put_numbered(reader *r, uint32_t n) {
  uint64_t number;
  return take_number(r, n, &number) ? memoize(r, number) : CS_SLOW;
}

static cs_status recall(reader *r, uint32_t n) {
  uint64_t number;
  cs_value v;
  if (!take_number(r, n, &number)) return CS_SLOW;
  CS_TRY(cs_dict_get(r->ctx, r->memo, cs_int((int64_t)number), &v));
  return cs_is_unbound(v) ? CS_SLOW : push(r, v);
}

/* --- instructions -------------------------------------------------------- */

/* CS_SLOW: not one for us, or not now; nothing has changed. */
static cs_status obey(reader *r, uint8_t code) {
  switch (code) {
    case '(': return cs_list_append(r->ctx, r->marks, cs_int(depth(r)));
    case 'N': return push(r, CS_NONE);
    case 0x88: return push(r, CS_TRUE);
    case 0x89: return push(r, CS_FALSE);
    case 'J': return push_signed(r, 4);
    case 'K': return push_unsigned(r, 1);
    case 'M': return push_unsigned(r, 2);
    case 0x8a: return push_long(r);
    case 'G': return push_float(r);
    case 0x8c: return push_text(r, 1, true);
    case 'X': return push_text(r, 4, true);
    case 'C': return push_text(r, 1, false);
    case 'B': return push_text(r, 4, false);
    case ')':
    case ']':
    case '}': return push_new(r, (char)code);
    case 0x85:
    case 0x86:
    case 0x87: return few(r, code - 0x84u);
    case 't': return marked_tuple(r);
    case 'a': return give_few(r, 1, false);
    case 'e': return give_marked(r, false);
    case 's': return give_few(r, 2, true);
    case 'u': return give_marked(r, true);
    case 0x8f: return push_set(r);
    case 0x90: return add_marked(r);
    case 0x91: return marked_frozenset(r);
    case 0x81: return make_instance(r);
    case 'b': return build(r);
    case 'R': return call(r);
    case 0x94: return memoize(r, cs_dict_len(r->ctx, r->memo));
    case 'q': return put_numbered(r, 1);
    case 'r': return put_numbered(r, 4);
    case 'h': return recall(r, 1);
    case 'j': return recall(r, 4);
    default: return CS_SLOW;
  }
}

static bool is_reader(const cs_ctx *ctx, const cs_value *args) {
  for (uint32_t i = 1; i < 4; i++)
    if (!cs_is_list(args[i]) || cs_is_frozen(ctx, args[i])) return false;
  if (!cs_is(args[0], CS_L_BYTES) || !cs_is_dict(args[4]) ||
      cs_is_frozen(ctx, args[4]) || cs_list_len(ctx, args[1]) != 1 ||
      cs_same(args[1], args[2]) || cs_same(args[1], args[3]) ||
      cs_same(args[2], args[3]))
    return false;
  cs_value at = cs_list_at(ctx, args[1], 0);
  return cs_is_int(at) && cs_int_of(at) >= 0 &&
         cs_int_of(at) <= CS_PTR(ctx, cs_bytes, args[0])->len;
}

/* Obey from `*place` on, which follows. */
static cs_status read_on(reader *r, cs_value *place) {
  r->at = (uint32_t)cs_int_of(*place);
  for (uint32_t i = 0; i < STEPS && r->at < r->len; i++) {
    uint8_t code = r->data[r->at++];
    cs_status st = obey(r, code);
    if (st == CS_SLOW) break;
    if (st != CS_OK) return st;
    *place = cs_int(r->at);
    cs_charge(r->ctx, 1);
  }
  return CS_OK;
}

/* absorb(data, [position], stack, marks, memo): obey what can be obeyed */
CS_LEAF_TAKES(absorb, ANY, OWN_LIST, OWN_LIST, OWN_LIST, OWN_DICT) {
  reader r = {.ctx = ctx, .stack = args[2], .marks = args[3], .memo = args[4]};
  if (!is_reader(ctx, args))
    return cs_throw(ctx, CS_TypeError, "bad arguments of a library helper");
  r.data = CS_PTR(ctx, cs_bytes, args[0])->data;
  r.len = CS_PTR(ctx, cs_bytes, args[0])->len;
  CS_TRY(read_on(&r, &cs_list_items(ctx, args[1])[0]));
  CS_GIVE(CS_NONE);
}

/* Is `data` all one frame, of protocol 4 or 5? */
static bool is_one_frame(const reader *r) {
  uint64_t size;
  if (r->len <= HEAD || r->data[0] != 0x80 || r->data[1] < 4 ||
      r->data[1] > 5 || r->data[2] != 0x95)
    return false;
  memcpy(&size, r->data + 3, 8);
  return size == r->len - HEAD;
}

/* loads(data): (object,) of a pickle that is plain and one frame; else how far
 * that came: (protocol or 0, [position], stack, marks, memo) */
CS_LEAF_TAKES(loads, ANY) {
  reader r = {.ctx = ctx};
  cs_value place = cs_int(0), proto = cs_int(0), at;
  if (!cs_is(args[0], CS_L_BYTES))
    return cs_throw(ctx, CS_TypeError, "bad arguments of a library helper");
  r.data = CS_PTR(ctx, cs_bytes, args[0])->data;
  r.len = CS_PTR(ctx, cs_bytes, args[0])->len;
  CS_TRY(cs_list_new(ctx, NULL, 0, &r.stack));
  CS_TRY(cs_list_new(ctx, NULL, 0, &r.marks));
  CS_TRY(cs_dict_new(ctx, 0, &r.memo));
  if (is_one_frame(&r)) {
    place = cs_int(HEAD);
    proto = cs_int(r.data[1]);
    CS_TRY(read_on(&r, &place));
    if (cs_int_of(place) == r.len - 1 && r.data[r.len - 1] == '.' &&
        depth(&r) == 1 && cs_list_len(ctx, r.marks) == 0)
      return cs_tuple_new(ctx, cs_list_items(ctx, r.stack), 1, out);
  }
  CS_TRY(cs_list_new(ctx, &place, 1, &at));
  cs_value all[5] = {proto, at, r.stack, r.marks, r.memo};
  return cs_tuple_new(ctx, all, 5, out);
}

extern const cs_native_def cs_pickle_read_natives[];
const cs_native_def cs_pickle_read_natives[] = {
    {"._plain_pickle", "absorb", "(data, at, stack, marks, memo, /)", absorb},
    {"._plain_pickle", "loads", "(data, /)", loads},
    CS_NATIVE_END};
