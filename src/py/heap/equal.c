/*
 * equal.c - a == b without C recursion.
 *
 * Comparing containers is a stack of frames.  A frame is asked for its next
 * pair; the verdict about the pair is handed back to it; at its end it hands
 * its own verdict to the frame below.  Looking a key up in another container
 * is a frame too, because keys with equal hashes may be tuples of frozensets
 * of tuples.
 *
 * Inside containers identical bits count as equal (Python's rule for NaN);
 * two floats compared directly do not.  Whatever needs a Python method, and
 * whatever is nested deeper than CS_EQUAL_DEPTH, is CS_SLOW.
 *
 * Bounds: CS_EQUAL_DEPTH frames on C's stack, CS_EQUAL_PARTS frames in all, and
 * the clock, which is looked at once per frame. Beyond the first two the
 * prelude compares in Python, with the program's own recursion limit.
 *
 * Danger: containers cannot change during a comparison, because no Python code
 * runs in it; the pointers in a frame are therefore good until it ends.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/equal.h"

#include "py/heap/dict.h"
#include "py/heap/flood.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"

typedef enum verdict {
  NO,
  YES,
  START, /* to a frame: you are new on the stack */
  PAIR,  /* from a frame: compare work->x with work->y */
  OPEN,  /* a frame was pushed */
  LATE,  /* time or fuel is over */
  SLOW
} verdict;

typedef enum frame_kind { SEQUENCE, ELEMENTS, PROBE } frame_kind;
typedef enum probe_state { SEEKING, KEYS, VALUES } probe_state;

typedef struct frame {
  frame_kind kind;
  probe_state state;     /* PROBE: what the pair was */
  uint32_t i, n;         /* position, end; PROBE: probe, entry */
  const cs_value *a, *b; /* SEQUENCE */
  cs_value from, in;     /* ELEMENTS: containers; PROBE: key, container */
  cs_value value;        /* PROBE: must be the key's, or UNBOUND */
  int64_t hash;          /* PROBE */
  bool values;           /* ELEMENTS: of two dicts, compare values too */
} frame;

typedef struct work {
  cs_ctx *ctx;
  uint32_t n;
  uint32_t parts; /* frames pushed so far */
  cs_value x, y;
  frame f[CS_EQUAL_DEPTH];
} work;

/* --- helpers of equal.h -------------------------------------------------- */

/* The flags of the class whose methods decide; 0 for built-ins, which have none
 * of their own. */
uint32_t cs_equal_flags(const cs_ctx *ctx, cs_value v) {
  if (!cs_is_ref(v)) return 0;
  cs_off cls = 0;
  if (cs_ref_layout(v) == CS_L_INSTANCE)
    cls = CS_AT(ctx, cs_shape, CS_PTR(ctx, cs_instance, v)->shape)->cls;
  else if (cs_ref_layout(v) == CS_L_TYPE)
    cls = CS_PTR(ctx, cs_type, v)->meta;
  else if (cs_ref_layout(v) == CS_L_BOX)
    cls = CS_PTR(ctx, cs_box, v)->cls;
  return cls ? CS_AT(ctx, cs_type, cls)->flags : 0;
}

/* False also for a memoryview with gaps or over a buffer that has shrunk: the
 * prelude reads those item by item. */
bool cs_equal_bytes(const cs_ctx *ctx, cs_value v, const uint8_t **data,
                    uint32_t *len) {
  uint32_t start = 0, n = UINT32_MAX;
  if (cs_is(v, CS_L_MEMVIEW)) {
    const cs_memview *m = CS_PTR(ctx, cs_memview, v);
    if (m->count > 1 && m->stride != (int64_t)m->itemsize) return false;
    start = m->start;
    n = m->count * m->itemsize;
    v = cs_equal_payload(ctx, m->src);
  }
  if (cs_is(v, CS_L_BYTES)) {
    const cs_bytes *b = CS_PTR(ctx, cs_bytes, v);
    *data = b->data + start;
    *len = n == UINT32_MAX ? b->len : n;
    return true;
  }
  if (!cs_is(v, CS_L_BYTEARRAY)) return false;
  const cs_bytearray *b = CS_PTR(ctx, cs_bytearray, v);
  if (n != UINT32_MAX && (uint64_t)start + n > b->len)
    return false; /* shrunk */
  *len = n == UINT32_MAX ? b->len : n;
  *data = b->buf ? CS_AT(ctx, cs_raw, b->buf)->data + start : NULL;
  return true;
}

/* --- pairs without parts ------------------------------------------------- */

static verdict yes_if(bool b) {
  return b ? YES : NO;
}

static bool is_number(cs_value v) {
  return cs_is_float(v) || cs_is_anyint(v) || cs_is(v, CS_L_COMPLEX);
}

/* An int and a float are compared exactly, not after a conversion: 2**53 + 1 is
 * not equal to its float. */
static bool equal_real(const cs_ctx *ctx, cs_value a, cs_value b) {
  if (cs_is_float(a) && cs_is_float(b)) return cs_float_of(a) == cs_float_of(b);
  if (cs_is_float(a)) return cs_int_compare_double(ctx, b, cs_float_of(a)) == 0;
  if (cs_is_float(b)) return cs_int_compare_double(ctx, a, cs_float_of(b)) == 0;
  return cs_int_compare(ctx, a, b) == 0;
}

static cs_value real_part(const cs_ctx *ctx, cs_value v, double *imag) {
  *imag = 0;
  if (!cs_is(v, CS_L_COMPLEX)) return v;
  const cs_complex *c = CS_PTR(ctx, cs_complex, v);
  *imag = c->im;
  return cs_float(c->re);
}

static bool equal_numbers(const cs_ctx *ctx, cs_value a, cs_value b) {
  double ai, bi;
  a = real_part(ctx, a, &ai);
  b = real_part(ctx, b, &bi);
  return ai == bi && equal_real(ctx, a, b);
}

/* `kind`: 0 keys, 1 values, 2 items. */
static bool is_view_of(cs_ctx *ctx, cs_value v, uint32_t kind) {
  return cs_is(v, CS_L_VIEW) && CS_PTR(ctx, cs_view, v)->h.kind == kind;
}

/* The container whose keys a set-like value has, or UNBOUND. */
static cs_value keys_of(cs_ctx *ctx, cs_value v) {
  if (cs_is_set(v)) return v;
  if (!is_view_of(ctx, v, 0)) return CS_UNBOUND;
  return cs_equal_payload(ctx, CS_PTR(ctx, cs_view, v)->dict);
}

/* For a dict or a set; both have their length at once. */
static uint32_t count_of(cs_ctx *ctx, cs_value v) {
  return cs_is_dict(v) ? cs_dict_len(ctx, v) : cs_set_len(ctx, v);
}

/* --- pushing ------------------------------------------------------------- */

/* Fuel for each frame: deep comparisons are not free. */
static verdict push(work *w, const frame *f) {
  if (w->n == CS_EQUAL_DEPTH || w->parts++ == CS_EQUAL_PARTS) return SLOW;
  cs_charge(w->ctx, 1);
  w->f[w->n++] = *f;
  return OPEN;
}

/* Lengths decide first; the items are charged in advance. */
static verdict push_sequence(work *w, const cs_value *a, uint32_t an,
                             const cs_value *b, uint32_t bn) {
  if (an != bn) return NO;
  if (an == 0) return YES;
  cs_charge(w->ctx, an / 4);
  return push(w, &(frame){.kind = SEQUENCE, .n = an, .a = a, .b = b});
}

/* Equal sizes and all of `a` in `b` mean equal: keys are unique. */
static verdict push_elements(work *w, cs_value a, cs_value b, bool values) {
  uint32_t n = count_of(w->ctx, a);
  if (n != count_of(w->ctx, b)) return NO;
  if (n == 0) return YES;
  return push(w,
              &(frame){.kind = ELEMENTS, .from = a, .in = b, .values = values});
}

/* Ranges are equal if they give the same items, whatever their ends. */
static verdict push_ranges(work *w, const cs_range *a, const cs_range *b) {
  if (cs_int_compare(w->ctx, a->len, b->len) != 0) return NO;
  if (cs_same(a->len, cs_int(0))) return YES;
  if (cs_int_compare(w->ctx, a->start, b->start) != 0) return NO;
  if (cs_same(a->len, cs_int(1))) return YES;
  return yes_if(cs_int_compare(w->ctx, a->step, b->step) == 0);
}

/* int | str == str | int: classes are compared by identity; what else a union
 * may hold (list[int]) the prelude compares as sets. */
static verdict same_members(work *w, cs_value a, cs_value b) {
  cs_value *x, *y;
  uint32_t m, n;
  if (!cs_seq_items(w->ctx, a, &x, &m) || !cs_seq_items(w->ctx, b, &y, &n))
    return SLOW;
  if (m != n) return NO;
  for (uint32_t i = 0; i < m; i++) {
    uint32_t j = 0;
    while (j < n && !cs_same(x[i], y[j])) j++;
    if (j == n) return cs_is(x[i], CS_L_TYPE) ? NO : SLOW;
  }
  return YES;
}

/* Keys views and sets compare as sets, items views with each other; values
 * views only by identity. */
static verdict judge_views(work *w, cs_value a, cs_value b) {
  cs_ctx *ctx = w->ctx;
  cs_value x = keys_of(ctx, a), y = keys_of(ctx, b);
  if (!cs_is_unbound(x) && !cs_is_unbound(y))
    return push_elements(w, x, y, false);
  if (is_view_of(ctx, a, 2) && is_view_of(ctx, b, 2)) {
    x = cs_equal_payload(ctx, CS_PTR(ctx, cs_view, a)->dict);
    y = cs_equal_payload(ctx, CS_PTR(ctx, cs_view, b)->dict);
    return push_elements(w, x, y, true);
  }
  if (is_view_of(ctx, a, 1) || is_view_of(ctx, b, 1)) return NO;
  bool items = is_view_of(ctx, a, 2) || is_view_of(ctx, b, 2);
  bool other = !cs_is_unbound(x) || !cs_is_unbound(y);
  return items && other ? SLOW : NO; /* d.items() == {(k, v)} */
}

static verdict judge_weak(work *w, cs_value a, cs_value b) {
  const cs_weakref *x = CS_PTR(w->ctx, cs_weakref, a);
  const cs_weakref *y = CS_PTR(w->ctx, cs_weakref, b);
  if ((x->h.flags | y->h.flags) & 1) return NO; /* dead: identity */
  w->x = (cs_value){x->target};
  w->y = (cs_value){y->target};
  return PAIR;
}

/* Two values of the same layout. */
static verdict judge_layout(work *w, cs_value a, cs_value b) {
  cs_ctx *ctx = w->ctx;
#define A(type) CS_PTR(ctx, type, a)
#define B(type) CS_PTR(ctx, type, b)
  switch (cs_ref_layout(a)) {
    case CS_L_STR: return yes_if(cs_str_eq(ctx, a, b));
    case CS_L_LIST:
      return push_sequence(w, cs_list_items(ctx, a), cs_list_len(ctx, a),
                           cs_list_items(ctx, b), cs_list_len(ctx, b));
    case CS_L_TUPLE:
      return push_sequence(w, A(cs_tuple)->v, A(cs_tuple)->len, B(cs_tuple)->v,
                           B(cs_tuple)->len);
    case CS_L_DICT: return push_elements(w, a, b, true);
    case CS_L_SLICE:
      return push_sequence(w, &A(cs_slice)->start, 3, &B(cs_slice)->start, 3);
    case CS_L_ALIAS:
      if ((A(cs_alias)->h.flags ^ B(cs_alias)->h.flags) & 1) return NO;
      return push_sequence(w, &A(cs_alias)->origin, 2, &B(cs_alias)->origin, 2);
    case CS_L_UNION:
      return same_members(w, A(cs_alias)->args, B(cs_alias)->args);
    case CS_L_RANGE: return push_ranges(w, A(cs_range), B(cs_range));
    case CS_L_METHOD:
      return yes_if(cs_same(A(cs_method)->self, B(cs_method)->self) &&
                    cs_same(A(cs_method)->func, B(cs_method)->func));
    case CS_L_WEAKREF: return judge_weak(w, a, b);
    default: return NO; /* identity, and the bits differ */
  }
#undef A
#undef B
}

/* Built-in values whose bits differ. */
static verdict judge_plain(work *w, cs_value a, cs_value b) {
  cs_ctx *ctx = w->ctx;
  if (is_number(a) && is_number(b)) {
    if (cs_is(a, CS_L_BIGINT))
      cs_charge(ctx, CS_PTR(ctx, cs_obj, a)->units / 4);
    return yes_if(equal_numbers(ctx, a, b));
  }
  if (!cs_is_ref(a) || !cs_is_ref(b)) return NO;
  if (cs_is(a, CS_L_STR) && cs_is(b, CS_L_STR))
    return yes_if(cs_str_eq(ctx, a, b));
  const uint8_t *x, *y;
  uint32_t m, n;
  if (cs_equal_bytes(ctx, a, &x, &m) && cs_equal_bytes(ctx, b, &y, &n)) {
    cs_charge(ctx, m / 64);
    return yes_if(m == n && (m == 0 || memcmp(x, y, m) == 0));
  }
  if (cs_is(a, CS_L_MEMVIEW) || cs_is(b, CS_L_MEMVIEW)) return SLOW;
  bool either = cs_is(a, CS_L_VIEW) || cs_is(b, CS_L_VIEW);
  if (either || (cs_is_set(a) && cs_is_set(b))) return judge_views(w, a, b);
  if (cs_ref_layout(a) != cs_ref_layout(b)) return NO;
  return judge_layout(w, a, b);
}

static cs_value strip_proxy(const cs_ctx *ctx, cs_value v) {
  if (!cs_is(v, CS_L_PROXY)) return v;
  return cs_equal_payload(ctx, CS_PTR(ctx, cs_proxy, v)->mapping);
}

/* Instances that define equality: C decides if a native does. */
static verdict judge_instances(cs_ctx *ctx, cs_value a, cs_value b) {
  bool same;
  if (!cs_is(a, CS_L_INSTANCE) || !ctx->key_eq) return SLOW;
  if (ctx->key_eq(ctx, a, b, &same) != CS_OK) return SLOW;
  return yes_if(same);
}

/* YES, NO, OPEN (a frame decides) or SLOW. */
static verdict judge(work *w, cs_value a, cs_value b) {
  cs_ctx *ctx = w->ctx;
  for (int i = 0; i < CS_EQUAL_DEPTH; i++) {
    if (cs_both_int(a, b)) return yes_if(cs_same(a, b));
    uint32_t flags = cs_equal_flags(ctx, a) | cs_equal_flags(ctx, b);
    if (flags & CS_TYPE_HEQ) return judge_instances(ctx, a, b);
    a = strip_proxy(ctx, cs_equal_payload(ctx, a));
    b = strip_proxy(ctx, cs_equal_payload(ctx, b));
    if (cs_same(a, b) && !cs_is_float(a) && !cs_is(a, CS_L_COMPLEX)) return YES;
    verdict v = judge_plain(w, a, b);
    if (v != PAIR) return v;
    a = w->x; /* weak references: look at what they refer to */
    b = w->y;
    if (cs_same(a, b)) return YES;
  }
  return NO; /* references to each other: only in a forged snapshot */
}

/* --- frames -------------------------------------------------------------- */

/* Identical items count as equal without being asked. */
static verdict step_sequence(work *w, frame *f, verdict child) {
  if (child == NO) return NO;
  while (f->i < f->n) {
    w->x = f->a[f->i];
    w->y = f->b[f->i++];
    if (!cs_same(w->x, w->y)) return PAIR;
  }
  return YES;
}

/* Take the next element of `f->from` and look for it in `f->in`. */
static verdict step_elements(work *w, frame *f, verdict child) {
  cs_ctx *ctx = w->ctx;
  if (child == NO) return NO;
  frame probe = {.kind = PROBE, .in = f->in, .value = CS_UNBOUND};
  if (cs_is_dict(f->from)) {
    cs_value value;
    if (!cs_dict_next(ctx, f->from, &f->i, &probe.from, &value)) return YES;
    if (f->values) probe.value = value;
    probe.hash = cs_dict_hash_at(ctx, f->from, f->i - 1);
  } else {
    if (!cs_set_next(ctx, f->from, &f->i, &probe.from)) return YES;
    const cs_set *s = CS_PTR(ctx, cs_set, f->from);
    probe.hash = CS_AT(ctx, cs_set_table, s->table)->e[f->i - 1].hash;
  }
  /* A dict keeps only part of the hash; a set wants all of it. */
  if (cs_is_dict(f->from) && cs_is_set(f->in) &&
      cs_hash_value(ctx, probe.from, &probe.hash) != CS_OK)
    return SLOW;
  return push(w, &probe);
}

/* The next key in `f->in` with the hash that is looked for; UNBOUND: there is
 * no more. `f->i` is the state of the probe. */
static cs_value candidate(work *w, frame *f) {
  cs_ctx *ctx = w->ctx;
  if (cs_is_dict(f->in)) {
    f->n = cs_dict_candidate(ctx, f->in, f->hash, &f->i);
    if (f->n == UINT32_MAX) return CS_UNBOUND;
    return cs_dict_table(ctx, f->in)->e[f->n].key;
  }
  f->n = cs_set_candidate(ctx, f->in, f->hash, &f->i);
  if (f->n == UINT32_MAX) return CS_UNBOUND;
  const cs_set *s = CS_PTR(ctx, cs_set, f->in);
  return CS_AT(ctx, cs_set_table, s->table)->e[f->n].key;
}

/* KEYS: the child was a key; VALUES: the child was the value of the key that
 * was found. */
static verdict step_probe(work *w, frame *f, verdict child) {
  if (f->state == VALUES) return child;
  bool found = f->state == KEYS && child == YES;
  if (!found) {
    w->x = candidate(w, f);
    if (cs_is_unbound(w->x)) return NO;
    f->state = KEYS;
    w->y = f->from;
    if (!cs_same(w->x, w->y)) return PAIR;
  }
  if (cs_is_unbound(f->value)) return YES;
  f->state = VALUES;
  w->x = f->value;
  w->y = cs_dict_table(w->ctx, f->in)->e[f->n].value;
  return cs_same(w->x, w->y) ? YES : PAIR;
}

static verdict step(work *w, frame *f, verdict child) {
  if (f->kind == SEQUENCE) return step_sequence(w, f, child);
  if (f->kind == ELEMENTS) return step_elements(w, f, child);
  return step_probe(w, f, child);
}

/* Runs until the stack is empty: its last verdict is the answer. */
static verdict settle(work *w, cs_value a, cs_value b) {
  verdict v = judge(w, a, b);
  while (w->n > 0 && v != SLOW) {
    if (cs_charge_look(w->ctx) != CS_OK) return LATE;
    v = step(w, &w->f[w->n - 1], v == OPEN ? START : v);
    if (v == PAIR)
      v = judge(w, w->x, w->y);
    else if (v == YES || v == NO)
      w->n--;
  }
  return v;
}

#define CHUNK 1024u /* items that are charged together */
#define INNER_MOST                                          \
  16 /* rows in a row that are compared without a work list \
      */

/* Two values without parts or methods.  OPEN: others. */
static inline verdict judge_items(cs_ctx *ctx, cs_value x, cs_value y) {
  if (cs_same(x, y)) return YES;
  if (cs_both_int(x, y)) return NO;
  if (cs_is_str(x) && cs_is_str(y)) return yes_if(cs_str_eq(ctx, x, y));
  if (cs_is_float(x) && cs_is_float(y))
    return yes_if(cs_float_of(x) == cs_float_of(y));
  bool none = cs_is_none(x) || cs_is_none(y); /* equals no other of these */
  if (none && (!cs_is_ref(x) || cs_is_str(x)) &&
      (!cs_is_ref(y) || cs_is_str(y)))
    return NO;
  return OPEN;
}

/* Two lists or two tuples of the same bits, of numbers and of text, as most
 * are, and, with `rows`, of a few of those.  OPEN: other items decide. */
static inline verdict judge_row(cs_ctx *ctx, cs_value a, cs_value b,
                                verdict (*rows)(cs_ctx *, cs_value, cs_value)) {
  cs_value *x, *y;
  uint32_t m, n, i = 0, inner = 0;
  verdict v = YES;
  if (!cs_seq_items(ctx, a, &x, &m) || !cs_seq_items(ctx, b, &y, &n))
    return OPEN;
  if (m != n) return NO;
  for (; i < n && v == YES; i++) {
    v = judge_items(ctx, x[i], y[i]);
    if (v == OPEN && rows && inner++ < INNER_MOST &&
        ((cs_is_tuple(x[i]) && cs_is_tuple(y[i])) ||
         (cs_is_list(x[i]) && cs_is_list(y[i]))))
      v = rows(ctx, x[i], y[i]);
    if (i % CHUNK == CHUNK - 1) cs_charge(ctx, CHUNK / 4);
    if (cs_charge_look(ctx) != CS_OK) return LATE;
  }
  cs_charge(ctx, i % CHUNK / 4 + 1);
  return v;
}

static verdict judge_inner(cs_ctx *ctx, cs_value a, cs_value b) {
  return judge_row(ctx, a, b, NULL);
}

static verdict judge_flat(cs_ctx *ctx, cs_value a, cs_value b) {
  return judge_row(ctx, a, b, judge_inner);
}

/* Likewise two dicts whose keys are small ints or texts. */
static verdict judge_dicts(cs_ctx *ctx, cs_value a, cs_value b) {
  cs_value key, x, y;
  uint32_t pos = 0;
  verdict v = yes_if(cs_dict_len(ctx, a) == cs_dict_len(ctx, b));
  while (v == YES && cs_dict_next(ctx, a, &pos, &key, &x)) {
    if ((!cs_is_int(key) && !cs_is_str(key)) ||
        cs_dict_get(ctx, b, key, &y) != CS_OK)
      v = OPEN;
    else if (cs_charge_look(ctx) != CS_OK)
      v = LATE;
    else if (cs_same(x, y))
      continue;
    else if (cs_is_unbound(y) || cs_both_int(x, y))
      v = NO;
    else
      v = cs_is_str(x) && cs_is_str(y) ? yes_if(cs_str_eq(ctx, x, y)) : OPEN;
  }
  cs_charge(ctx, pos / 4 + 1);
  return v;
}

/* Sets whose elements are found at once, by bits and hash; OPEN: one has to be
 * compared, or looked for. */
static verdict judge_sets(cs_ctx *ctx, cs_value a, cs_value b) {
  const cs_set *x = CS_PTR(ctx, cs_set, a), *y = CS_PTR(ctx, cs_set, b);
  if (x->len != y->len) return NO;
  if (x->len == 0) return YES;
  const cs_set_table *from = CS_AT(ctx, cs_set_table, x->table);
  const cs_set_table *in = CS_AT(ctx, cs_set_table, y->table);
  if (in->h.flags & CS_TABLE_KEYED) return OPEN;
  cs_charge(ctx, x->len / 4 + x->mask / 16);
  for (uint32_t i = 0; i <= x->mask; i++) {
    const cs_set_entry *e = &from->e[i];
    if (cs_is_unbound(e->key) || cs_set_removed(e)) continue;
    const cs_set_entry *f = &in->e[(uint32_t)e->hash & y->mask];
    if (cs_is_unbound(f->key)) return NO; /* the first place to look at */
    if (!cs_same(f->key, e->key) || cs_set_removed(f)) return OPEN;
  }
  return YES;
}

static cs_status eq_deeply(cs_ctx *ctx, cs_value a, cs_value b, bool *out) {
  work w;
  w.ctx = ctx;
  w.n = w.parts = 0;
  verdict v = settle(&w, a, b);
  if (v == SLOW) return CS_SLOW;
  *out = v == YES;
  return v == LATE ? CS_STOP : CS_OK;
}

/* Rows of numbers and texts, and dicts of those, are most of what is compared:
 * they need no stack of frames. */
cs_status cs_eq_value(cs_ctx *ctx, cs_value a, cs_value b, bool *out) {
  if (cs_is(a, CS_L_INSTANCE) && cs_is(b, CS_L_INSTANCE) && ctx->key_eq &&
      cs_equal_flags(ctx, a) & CS_TYPE_HEQ)
    return ctx->key_eq(ctx, a, b, out);
  if (cs_is_str(a) && cs_is_str(b)) { /* usual cases need no work list */
    *out = cs_str_eq(ctx, a, b);
    return CS_OK;
  }
  verdict v = OPEN;
  if ((cs_is_tuple(a) && cs_is_tuple(b)) || (cs_is_list(a) && cs_is_list(b)))
    v = judge_flat(ctx, a, b);
  else if (cs_is_dict(a) && cs_is_dict(b))
    v = judge_dicts(ctx, a, b);
  else if (cs_is_set(a) && cs_is_set(b))
    v = judge_sets(ctx, a, b);
  if (v != OPEN) {
    *out = v == YES;
    return v == LATE ? CS_STOP : CS_OK;
  }
  return eq_deeply(ctx, a, b, out);
}
