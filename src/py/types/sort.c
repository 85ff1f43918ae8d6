/*
 * sort.c - adaptive stable merge sort.
 *
 * Runs that are already in order (or strictly backwards) are found and kept,
 * short ones are filled up by binary insertion, neighbours are merged so that
 * lengths on the stack stay balanced: the scheme of timsort without its
 * galloping.  The loop is compiled once per kind of key, because a comparison
 * of two small ints is one instruction when it is not a call.
 *
 * Texts are sorted by what follows their common start: the next eight bytes
 * of each as a number, which stands before the text itself in a wider item.
 *
 * Guarantee: comparing built-in values has no effect a program could see, so
 * a sort that turns out to need Python code is simply given up.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/sort.h"

#include "base/mem.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/apply.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"

#define RUN_MIN    24u /* shorter runs are filled up by insertion */
#define STACK_MAX  64  /* runs waiting to be merged: enough for 2^32 items */
#define TEMP_SMALL 64u /* values of scratch that need no allocation */
#define WIDEST     3u  /* values of an item */
#define HEADS_MIN  8u  /* fewer texts are compared as they are */
#define HEADS_MAX  (1u << 20) /* more would take too much room */
#define BY_KEY_MAX (1u << 14) /* items: more keys are left to the prelude */
#define INLINE     static inline __attribute__((always_inline))

typedef enum key_kind {
  KEY_INT,
  KEY_FLOAT,
  KEY_HEAD, /* a number, then the str it is the head of */
  KEY_TUPLE,
  KEY_STR,
  KEY_ANY,
  KEY_CALL = KEY_ANY, /* what a call compares */
} key_kind;

typedef struct run {
  uint32_t at, n;
} run;

typedef struct sorter sorter;
struct sorter {
  cs_ctx *ctx;
  bool (*less)(sorter *s, cs_value a, cs_value b); /* of kind KEY_CALL */
  cs_value *v;    /* n items of `width` values */
  cs_value *temp; /* room for half of them */
  cs_status status;
  uint32_t runs;
  run stack[STACK_MAX];
};

/* --- comparison ---------------------------------------------------------- */

static bool less_any(sorter *s, cs_value a, cs_value b) {
  cs_value out = CS_FALSE;
  if (s->status != CS_OK) return false;
  cs_status st = cs_op_compare(s->ctx, CS_C_LT, a, b, &out);
  if (st == CS_OK) st = cs_charge_look(s->ctx);
  if (st != CS_OK) s->status = st;
  return st == CS_OK && cs_is_true(out);
}

/* Texts may be long: nobody waits for a sort of many of those. */
static bool less_str(sorter *s, cs_value a, cs_value b) {
  if (s->status != CS_OK) return false;
  int order = cs_str_compare(s->ctx, a, b);
  s->status = cs_charge_look(s->ctx);
  return order < 0;
}

/* Tuples of numbers and texts; anything else inside is compared in full. */
static bool less_tuple(sorter *s, cs_value a, cs_value b) {
  uint32_t m = cs_tuple_len(s->ctx, a), n = cs_tuple_len(s->ctx, b);
  const cs_value *x = cs_tuple_items(s->ctx, a);
  const cs_value *y = cs_tuple_items(s->ctx, b);
  for (uint32_t i = 0; i < m && i < n; i++) {
    if (cs_same(x[i], y[i])) continue;
    if (cs_both_int(x[i], y[i])) return x[i].bits < y[i].bits;
    if (cs_is_float(x[i]) && cs_is_float(y[i])) {
      double p = cs_float_of(x[i]), q = cs_float_of(y[i]);
      if (p == q) continue;
      return p < q;
    }
    if (!cs_is_str(x[i]) || !cs_is_str(y[i])) return less_any(s, a, b);
    if (s->status != CS_OK) return false;
    int order = cs_str_compare(s->ctx, x[i], y[i]);
    s->status = cs_charge_look(s->ctx);
    if (order) return order < 0;
  }
  return m < n;
}

/* Is item `a` less than item `b`?  Only some kinds are worth a loop. */
INLINE bool less(sorter *s, key_kind kind, const cs_value *a,
                 const cs_value *b) {
  if (kind == KEY_INT) return a->bits < b->bits;
  if (kind == KEY_FLOAT) return cs_float_of(*a) < cs_float_of(*b);
  if (kind == KEY_HEAD)
    return a->bits != b->bits ? a->bits < b->bits : less_str(s, a[1], b[1]);
  if (kind == KEY_TUPLE) return less_tuple(s, *a, *b);
  return s->less(s, *a, *b);
}

INLINE void move(cs_value *to, const cs_value *from, uint32_t n,
                 uint32_t width) {
  memmove(to, from, (size_t)n * width * sizeof *to);
}

INLINE void set(cs_value *to, const cs_value *from, uint32_t width) {
  to[0] = from[0];
  if (width > 1) to[1] = from[1];
  if (width > 2) to[2] = from[2];
}

/* --- runs ---------------------------------------------------------------- */

static void reverse_items(cs_value *v, uint32_t n, uint32_t width) {
  for (uint32_t i = 0, j = n; i + 1 < j; i++) {
    j--;
    for (uint32_t k = 0; k < width; k++) {
      cs_value t = v[i * width + k];
      v[i * width + k] = v[j * width + k];
      v[j * width + k] = t;
    }
  }
}

/* Length of the run at the start of `v`, made ascending. */
INLINE uint32_t find_run(sorter *s, key_kind kind, uint32_t w, cs_value *v,
                         uint32_t n) {
  if (n < 2) return n;
  uint32_t i = 1;
  if (less(s, kind, v + w, v)) {
    while (i + 1 < n && less(s, kind, v + (i + 1) * w, v + i * w)) i++;
    reverse_items(v, i + 1, w);
  } else {
    while (i + 1 < n && !less(s, kind, v + (i + 1) * w, v + i * w)) i++;
  }
  return i + 1;
}

/* Insert items sorted..n of `v` into the sorted first part. */
INLINE void insert_rest(sorter *s, key_kind kind, uint32_t w, cs_value *v,
                        uint32_t sorted, uint32_t n) {
  for (; sorted < n; sorted++) {
    cs_value item[WIDEST];
    set(item, v + sorted * w, w);
    uint32_t low = 0, high = sorted;
    while (low < high) {
      uint32_t mid = low + (high - low) / 2;
      if (less(s, kind, item, v + mid * w))
        high = mid;
      else
        low = mid + 1;
    }
    move(v + (low + 1) * w, v + low * w, sorted - low, w);
    set(v + low * w, item, w);
  }
}

/* --- merging ------------------------------------------------------------- */

/* Number of items of the sorted `v` that come before `key`: those not above
 * it, or only those below it. */
INLINE uint32_t rank(sorter *s, key_kind kind, uint32_t w, const cs_value *v,
                     uint32_t n, const cs_value *key, bool with_equal) {
  uint32_t low = 0, high = n;
  while (low < high) {
    uint32_t mid = low + (high - low) / 2;
    bool before = with_equal ? !less(s, kind, key, v + mid * w)
                             : less(s, kind, v + mid * w, key);
    if (before)
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}

/* Merge with the left run in `temp`. */
INLINE void merge_up(sorter *s, key_kind kind, uint32_t w, cs_value *v,
                     uint32_t m, uint32_t n) {
  cs_value *a = s->temp, *end = a + m * w, *b = v + m * w, *stop = b + n * w;
  move(a, v, m, w);
  while (a < end && b < stop) {
    bool right = less(s, kind, b, a);
    set(v, right ? b : a, w);
    v += w;
    if (right)
      b += w;
    else
      a += w;
  }
  move(v, a, (uint32_t)(end - a) / w, w);
}

/* Merge with the right run in `temp`, from the end. */
INLINE void merge_down(sorter *s, key_kind kind, uint32_t w, cs_value *v,
                       uint32_t m, uint32_t n) {
  cs_value *a = v + m * w, *b = s->temp + n * w, *to = v + (m + n) * w;
  move(s->temp, a, n, w);
  while (a > v && b > s->temp) {
    to -= w;
    bool left = less(s, kind, b - w, a - w);
    if (left)
      a -= w;
    else
      b -= w;
    set(to, left ? a : b, w);
  }
  move(v, s->temp, a == v ? (uint32_t)(b - s->temp) / w : 0, w);
}

/* Merge runs i and i + 1 of the stack. */
INLINE void merge_at(sorter *s, key_kind kind, uint32_t w, uint32_t i) {
  run *a = &s->stack[i], *b = &s->stack[i + 1];
  cs_value *v = s->v + a->at * w;
  uint32_t m = a->n, n = b->n;
  /* What is in place already at both ends need not move. */
  uint32_t skip = rank(s, kind, w, v, m, v + m * w, true);
  uint32_t keep = rank(s, kind, w, v + m * w, n, v + (m - 1) * w, false);
  if (skip < m && keep > 0) {
    if (m - skip <= keep)
      merge_up(s, kind, w, v + skip * w, m - skip, keep);
    else
      merge_down(s, kind, w, v + skip * w, m - skip, keep);
  }
  a->n += b->n;
  if (i + 2 < s->runs) s->stack[i + 1] = s->stack[i + 2];
  s->runs--;
}

/* Lengths must fall like Fibonacci numbers from bottom to top; when there is
 * no further run, one is to be left. */
static bool wants_merge(const sorter *s, bool all, uint32_t *i) {
  uint32_t n = s->runs;
  const run *r = s->stack;
  if (n < 2 || s->status != CS_OK) return false;
  if (all) {
    *i = n > 2 && r[n - 3].n < r[n - 1].n ? n - 3 : n - 2;
    return true;
  }
  bool deep = (n > 2 && r[n - 3].n <= (uint64_t)r[n - 2].n + r[n - 1].n) ||
              (n > 3 && r[n - 4].n <= (uint64_t)r[n - 3].n + r[n - 2].n);
  *i = n - 2;
  if (deep && r[n - 3].n < r[n - 1].n) *i = n - 3;
  return deep || r[n - 2].n <= r[n - 1].n;
}

INLINE void sort_kind(sorter *s, key_kind kind, uint32_t w, uint32_t n) {
  uint32_t i;
  for (uint32_t at = 0; at < n && s->status == CS_OK;) {
    cs_value *v = s->v + (size_t)at * w;
    uint32_t len = find_run(s, kind, w, v, n - at);
    if (len < RUN_MIN) {
      uint32_t want = n - at < RUN_MIN ? n - at : RUN_MIN;
      insert_rest(s, kind, w, v, len, want);
      len = want;
    }
    s->stack[s->runs++] = (run){at, len};
    at += len;
    while (wants_merge(s, at == n, &i)) merge_at(s, kind, w, i);
  }
}

/* --- kinds --------------------------------------------------------------- */

static key_kind kind_of(const cs_value *v, uint32_t n, uint32_t w) {
  uint64_t all = ~UINT64_C(0);
  bool floats = true, strs = true, tuples = true;
  for (uint32_t i = 0; i < n; i++) {
    cs_value k = v[(size_t)i * w];
    all &= k.bits >= CS_INT_FIRST ? ~UINT64_C(0) : 0;
    floats = floats && k.bits < CS_NAN_BITS; /* no NaN */
    strs = strs && cs_is_str(k);
    tuples = tuples && cs_is_tuple(k);
  }
  if (all) return KEY_INT;
  if (floats) return KEY_FLOAT;
  return strs ? KEY_STR : tuples ? KEY_TUPLE : KEY_ANY;
}

/* Items are a key of `width` values, and with `pairs` a value behind it. */
#define SORT_KIND(s, kind, pairs, width, n) \
  ((pairs) ? sort_kind(s, kind, (width) + 1, n) : sort_kind(s, kind, width, n))

static void sort_by(sorter *s, key_kind kind, bool pairs, uint32_t n) {
  s->less = kind == KEY_STR ? less_str : less_any;
  if (kind == KEY_INT)
    SORT_KIND(s, KEY_INT, pairs, 1, n);
  else if (kind == KEY_FLOAT)
    SORT_KIND(s, KEY_FLOAT, pairs, 1, n);
  else if (kind == KEY_HEAD)
    SORT_KIND(s, KEY_HEAD, pairs, 2, n);
  else if (kind == KEY_TUPLE)
    SORT_KIND(s, KEY_TUPLE, pairs, 1, n);
  else
    SORT_KIND(s, KEY_CALL, pairs, 1, n);
}

static uint64_t cost(uint32_t n) {
  return n < 2 ? 1 : (uint64_t)n / 4 * (uint64_t)(32 - __builtin_clz(n));
}

/* NaN has no place in an order: Python's answer depends on its algorithm. */
static bool has_nan(const cs_value *v, uint32_t n, uint32_t w) {
  for (uint32_t i = 0; i < n; i++)
    if (v[(size_t)i * w].bits == CS_NAN_BITS) return true;
  return false;
}

/* --- heads of texts ------------------------------------------------------ */

/* Bytes that all keys start with. */
static uint32_t common_start(sorter *of, const cs_value *v, uint32_t n,
                             uint32_t w) {
  cs_ctx *ctx = of->ctx;
  uint32_t all, len;
  const char *first = cs_str_data(ctx, v[0], &all);
  for (uint32_t i = 1; i < n && all && of->status == CS_OK; i++) {
    const char *s = cs_str_data(ctx, v[(size_t)i * w], &len);
    uint32_t k = 0;
    if (len < all) all = len;
    if (s == first) continue;
    while (k < all && s[k] == first[k]) k++;
    all = k;
    cs_charge(ctx, k / 64);
    of->status = cs_charge_look(ctx);
  }
  return all;
}

/* The eight bytes from `skip` on, so that numbers are ordered like texts; what
 * is missing counts as 0. */
static uint64_t head_of(const cs_ctx *ctx, cs_value text, uint32_t skip) {
  uint32_t len;
  const char *s = cs_str_data(ctx, text, &len);
  uint64_t head = 0;
  cs_mem_copy(&head, s + skip, len - skip < 8 ? len - skip : 8);
  return __builtin_bswap64(head);
}

/* Room for wide items and for merging them; `*wide` is NULL if this is not
 * worth it. */
static cs_status open_heads(sorter *s, uint32_t n, uint32_t w,
                            cs_value **wide) {
  *wide = NULL;
  if (n < HEADS_MIN || n > HEADS_MAX) return CS_OK;
  uint64_t room = (uint64_t)(n + n / 2 + 1) * (w + 1) * sizeof(cs_value);
  cs_off off;
  CS_TRY(cs_alloc(s->ctx, CS_L_RAW, offsetof(cs_raw, data) + room, &off));
  *wide = (cs_value *)(void *)CS_AT(s->ctx, cs_raw, off)->data;
  return CS_OK;
}

static void sort_heads(sorter *s, cs_value *wide, uint32_t n, uint32_t w) {
  cs_value *v = s->v;
  uint32_t skip = common_start(s, v, n, w);
  for (uint32_t i = 0; i < n; i++) {
    cs_value *to = wide + (size_t)i * (w + 1);
    to->bits = head_of(s->ctx, v[(size_t)i * w], skip);
    set(to + 1, v + (size_t)i * w, w);
  }
  s->v = wide;
  s->temp = wide + (size_t)n * (w + 1);
  sort_by(s, KEY_HEAD, w == 2, n);
  for (uint32_t i = 0; i < n; i++)
    set(v + (size_t)i * w, wide + (size_t)i * (w + 1) + 1, w);
}

/* --- entry --------------------------------------------------------------- */

cs_status cs_sort_values(cs_ctx *ctx, cs_value *v, uint32_t n, bool pairs,
                         bool reverse) {
  cs_value small[TEMP_SMALL];
  uint32_t w = pairs ? 2 : 1;
  sorter s; /* not cleared: the stack of runs is large */
  s.ctx = ctx;
  s.v = v;
  s.temp = small;
  s.status = CS_OK;
  s.runs = 0;
  if (n < 2) return CS_OK;
  key_kind kind = kind_of(v, n, w);
  if (kind == KEY_ANY && has_nan(v, n, w)) return CS_SLOW;
  cs_status st = CS_OK;
  cs_value *wide = NULL;
  if (kind == KEY_STR) st = open_heads(&s, n, w, &wide);
  if (st != CS_OK) return st;
  uint32_t room = (n / 2 + 1) * w;
  if (room > TEMP_SMALL && !wide) {
    cs_off off;
    st = cs_array_new(ctx, room, &off);
    if (st != CS_OK) return st;
    s.temp = CS_AT(ctx, cs_array, off)->v;
  }
  st = cs_charge_big(ctx, cost(n)); /* what is run again costs once */
  if (st != CS_OK) return st;
  /* Equal items keep their order in a descending sort, too. */
  if (reverse) reverse_items(v, n, w);
  if (wide)
    sort_heads(&s, wide, n, w);
  else
    sort_by(&s, kind, pairs, n);
  if (reverse) reverse_items(v, n, w);
  return s.status;
}

cs_status cs_sort_by(cs_ctx *ctx, cs_value key, cs_value *v, uint32_t n,
                     bool reverse) {
  cs_value small[TEMP_SMALL], *pairs = small;
  if (n > BY_KEY_MAX) return CS_SLOW;
  if (n > TEMP_SMALL / 2) {
    cs_off off;
    CS_TRY(cs_array_new(ctx, n * 2, &off));
    pairs = CS_AT(ctx, cs_array, off)->v;
  }
  CS_TRY(cs_apply_keys(ctx, key, v, n, pairs, 2));
  for (uint32_t i = 0; i < n; i++) pairs[2 * i + 1] = v[i];
  CS_TRY(cs_sort_values(ctx, pairs, n, true, reverse));
  for (uint32_t i = 0; i < n; i++) v[i] = pairs[2 * i + 1];
  return CS_OK;
}
