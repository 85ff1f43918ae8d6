/*
 * json_emit.c - values to JSON text, without recursion.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/json_emit.h"

#include <math.h>

#include "num/dtoa.h"
#include "num/int_text.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/builder.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/sort.h"

#define DEPTH_MAX 990

typedef struct level {
  cs_value box;    /* the container                          */
  cs_value *items; /* list, or sorted pairs of a dict        */
  uint32_t i, n;   /* next item; for dicts the next entry    */
  bool object, sorted, begun;
} level;

/* What stands between items, or after a key; NULL: not ASCII. */
typedef struct mark {
  const char *s;
  uint32_t n;
} mark;

typedef struct emit {
  cs_ctx *ctx;
  const cs_json_style *style;
  mark comma, colon;
  cs_builder b;
  uint32_t depth;
  level levels[DEPTH_MAX];
} emit;

/* --- strings ------------------------------------------------------------- */

static void put_u(cs_builder *b, uint32_t unit) {
  static const char digit[] = "0123456789abcdef";
  char t[6] = {'\\',
               'u',
               digit[unit >> 12 & 15],
               digit[unit >> 8 & 15],
               digit[unit >> 4 & 15],
               digit[unit & 15]};
  cs_builder_ascii(b, t, 6);
}

static void put_escape(cs_builder *b, uint8_t c) {
  static const char from[] = "\"\\\n\r\t\f\b", to[] = "\"\\nrtfb";
  const char *p = c ? strchr(from, c) : NULL;
  if (!p) {
    put_u(b, c);
    return;
  }
  char t[2] = {'\\', to[p - from]};
  cs_builder_ascii(b, t, 2);
}

/* Code point of the sequence at `s`, and its length. */
static uint32_t decode(const uint8_t *s, uint32_t *w) {
  uint32_t c = s[0];
  if (c < 0xE0) {
    *w = 2;
    return (c & 0x1F) << 6 | (s[1] & 0x3Fu);
  }
  if (c < 0xF0) {
    *w = 3;
    return (c & 0xF) << 12 | (s[1] & 0x3Fu) << 6 | (s[2] & 0x3Fu);
  }
  *w = 4;
  return (c & 7) << 18 | (s[1] & 0x3Fu) << 12 | (s[2] & 0x3Fu) << 6 |
         (s[3] & 0x3Fu);
}

/* First byte that cannot stand for itself. */
static uint32_t plain_run(const uint8_t *s, uint32_t n, uint32_t at,
                          bool ascii) {
  const uint64_t ones = UINT64_C(0x0101010101010101), high = ones << 7;
  while (at + 8 <= n) {
    uint64_t w, q, b;
    memcpy(&w, s + at, 8);
    q = w ^ (ones * '"');
    b = w ^ (ones * '\\');
    uint64_t hit =
        ((q - ones) & ~q) | ((b - ones) & ~b) | ((w - ones * 0x20) & ~w);
    if (ascii) { /* neither beyond ASCII nor DEL */
      uint64_t d = w ^ (ones * 0x7F);
      hit |= w | ((d - ones) & ~d);
    }
    hit &= high;
    if (hit) return at + (uint32_t)__builtin_ctzll(hit) / 8;
    at += 8;
  }
  while (at < n && s[at] != '"' && s[at] != '\\' && s[at] >= 0x20 &&
         (!ascii || s[at] < 0x7F))
    at++;
  return at;
}

static void put_part(cs_builder *b, const uint8_t *s, uint32_t n, bool plain) {
  if (plain)
    cs_builder_ascii(b, (const char *)s, n);
  else
    cs_builder_text(b, (const char *)s, n);
}

/* The common case in one step: nothing to escape. */
static bool put_clean(cs_builder *b, const uint8_t *s, uint32_t n, bool ascii) {
  if (plain_run(s, n, 0, ascii) != n) return false;
  char *to = cs_builder_room(b, n + 2ull);
  if (!to) return true;
  to[0] = '"';
  cs_mem_copy(to + 1, s, n);
  to[n + 1] = '"';
  cs_builder_wrote(b, n + 2ull, n + 2ull);
  return true;
}

static void put_string(cs_builder *b, cs_value v, bool ascii) {
  uint32_t n, at = 0, escapes = 0;
  const uint8_t *s = (const uint8_t *)cs_str_data(b->ctx, v, &n);
  bool plain = ascii || cs_str_is_ascii(b->ctx, v);
  if (plain && put_clean(b, s, n, ascii)) return;
  cs_builder_ascii(b, "\"", 1);
  while (at < n) {
    uint32_t end = plain_run(s, n, at, ascii);
    if (end > at) put_part(b, s + at, end - at, plain);
    if (end >= n) break;
    at = end + 1;
    if (++escapes % 16 == 0) cs_charge(b->ctx, 1);
    if (b->status == CS_OK) b->status = cs_charge_look(b->ctx);
    if (b->status != CS_OK) return;
    if (s[end] < 0x80) {
      put_escape(b, s[end]);
      continue;
    }
    uint32_t w, cp = decode(s + end, &w);
    at = end + w;
    if (cp > 0xFFFF) {
      put_u(b, 0xD800 + ((cp - 0x10000) >> 10));
      cp = 0xDC00 + ((cp - 0x10000) & 0x3FF);
    }
    put_u(b, cp);
  }
  cs_builder_ascii(b, "\"", 1);
}

cs_status cs_json_emit_string(cs_ctx *ctx, cs_value str, bool ascii,
                              cs_value *out) {
  cs_builder b;
  cs_builder_init(&b, ctx);
  cs_charge(ctx, cs_str_bytes(ctx, str) / 64);
  put_string(&b, str, ascii);
  return cs_builder_finish(&b, out);
}

/* --- numbers ------------------------------------------------------------- */

static cs_status put_float(emit *e, double d) {
  if (isfinite(d)) {
    char *to = cs_builder_room(&e->b, CS_FLOAT_REPR_MAX);
    if (!to) return CS_OK; /* the builder has the failure */
    uint64_t n = cs_float_repr(d, to);
    cs_builder_wrote(&e->b, n, n);
    return CS_OK;
  }
  if (!e->style->allow_nan)
    return cs_throw(e->ctx, CS_ValueError,
                    "Out of range float values are not JSON compliant");
  cs_builder_c(&e->b, isnan(d) ? "NaN" : d > 0 ? "Infinity" : "-Infinity");
  return CS_OK;
}

static cs_status put_int(emit *e, cs_value v) {
  if (cs_is_int(v)) {
    cs_builder_int(&e->b, cs_int_of(v));
    return CS_OK;
  }
  cs_value text;
  CS_TRY(cs_int_to_str(e->ctx, v, 10, &text));
  cs_builder_str(&e->b, text);
  return CS_OK;
}

/* --- containers ---------------------------------------------------------- */

/* A container twice among the open ones? */
static cs_status too_deep(emit *e) {
  for (uint32_t i = 0; i < e->depth; i++)
    for (uint32_t k = i + 1; k < e->depth; k++)
      if (cs_same(e->levels[i].box, e->levels[k].box))
        return cs_throw(e->ctx, CS_ValueError, "Circular reference detected");
  return cs_throw(e->ctx, CS_RecursionError,
                  "maximum recursion depth exceeded while encoding a JSON "
                  "object");
}

static cs_status sort_pairs(emit *e, level *l) {
  cs_off off;
  uint32_t pos = 0, k = 0, n = cs_dict_len(e->ctx, l->box);
  cs_value key, v;
  if (n == 0) return CS_OK;
  CS_TRY(cs_alloc(e->ctx, CS_L_RAW,
                  offsetof(cs_raw, data) + 2ull * n * sizeof(cs_value), &off));
  l->items = (void *)CS_AT(e->ctx, cs_raw, off)->data;
  while (k < n && cs_dict_next(e->ctx, l->box, &pos, &key, &v)) {
    l->items[2 * k] = key;
    l->items[2 * k++ + 1] = v;
  }
  l->n = k;
  l->sorted = true;
  for (uint32_t i = 0; i < k; i++)
    if (!cs_is_str(l->items[2 * i])) return CS_SLOW;
  return cs_sort_values(e->ctx, l->items, k, true, false);
}

static cs_status open_level(emit *e, cs_value v, bool object) {
  if (e->depth == DEPTH_MAX) return too_deep(e);
  level *l = &e->levels[e->depth];
  *l = (level){.box = v, .object = object};
  if (!object) {
    if (!cs_seq_items(e->ctx, v, &l->items, &l->n)) return CS_SLOW;
  } else if (e->style->sort) {
    CS_TRY(sort_pairs(e, l));
  }
  e->depth++;
  return CS_OK;
}

static void put_break(emit *e, uint32_t depth) {
  cs_builder_ascii(&e->b, "\n", 1);
  for (uint32_t i = 0; i < depth; i++) cs_builder_str(&e->b, e->style->indent);
}

static mark mark_of(cs_ctx *ctx, cs_value v, const char *usual) {
  mark m = {usual, 2};
  if (!cs_is_str(v)) return m;
  m.s = cs_str_data(ctx, v, &m.n);
  if (!cs_str_is_ascii(ctx, v)) m.s = NULL;
  return m;
}

static void put_mark(emit *e, const mark *m, cs_value v) {
  if (m->s)
    cs_builder_ascii(&e->b, m->s, m->n);
  else
    cs_builder_str(&e->b, v);
}

/* Between two items, and before the first. */
static void put_between(emit *e, level *l) {
  if (l->begun)
    put_mark(e, &e->comma, e->style->item);
  else
    cs_builder_ascii(&e->b, l->object ? "{" : "[", 1);
  l->begun = true;
  if (cs_is_str(e->style->indent)) put_break(e, e->depth);
}

static void close_level(emit *e) {
  level *l = &e->levels[--e->depth];
  if (!l->begun) {
    cs_builder_ascii(&e->b, l->object ? "{}" : "[]", 2);
    return;
  }
  if (cs_is_str(e->style->indent)) put_break(e, e->depth);
  cs_builder_ascii(&e->b, l->object ? "}" : "]", 1);
}

/* Keys that are no strings are put in quotes.  CS_SLOW for what is none. */
static cs_status put_key(emit *e, cs_value key) {
  if (cs_is_str(key)) {
    put_string(&e->b, key, e->style->ascii);
    return CS_OK;
  }
  cs_builder_ascii(&e->b, "\"", 1);
  if (cs_is_none(key))
    cs_builder_c(&e->b, "null");
  else if (cs_is_bool(key))
    cs_builder_c(&e->b, cs_is_true(key) ? "true" : "false");
  else if (cs_is_float(key))
    CS_TRY(put_float(e, cs_float_of(key)));
  else
    CS_TRY(put_int(e, key));
  cs_builder_ascii(&e->b, "\"", 1);
  return CS_OK;
}

static bool is_key(cs_value k) {
  return cs_is_str(k) || cs_is_none(k) || cs_is_float(k) || cs_is_anyint(k);
}

/* Next item of the innermost container; UNBOUND at its end. */
static cs_status next(emit *e, cs_value *out) {
  level *l = &e->levels[e->depth - 1];
  cs_value key = CS_UNBOUND, v = CS_UNBOUND;
  *out = CS_UNBOUND;
  if (!l->object) {
    if (l->i >= l->n) return CS_OK;
    put_between(e, l);
    CS_GIVE(l->items[l->i++]);
  }
  for (;;) {
    if (l->sorted) {
      if (l->i >= l->n) return CS_OK;
      key = l->items[2 * l->i];
      v = l->items[2 * l->i++ + 1];
    } else if (!cs_dict_next(e->ctx, l->box, &l->i, &key, &v)) {
      return CS_OK;
    }
    key = cs_unwrap(e->ctx, key);
    if (is_key(key)) break;
    if (!e->style->skipkeys) return CS_SLOW;
  }
  put_between(e, l);
  CS_TRY(put_key(e, key));
  put_mark(e, &e->colon, e->style->key);
  CS_GIVE(v);
}

/* One value: text of an atom, or a container opened. */
static cs_status put_value(emit *e, cs_value v) {
  if (cs_is_str(v)) {
    put_string(&e->b, v, e->style->ascii);
    return CS_OK;
  }
  if (cs_is_float(v)) return put_float(e, cs_float_of(v));
  if (cs_is_none(v))
    cs_builder_ascii(&e->b, "null", 4);
  else if (cs_is_true(v))
    cs_builder_ascii(&e->b, "true", 4);
  else if (cs_is_false(v))
    cs_builder_ascii(&e->b, "false", 5);
  else if (cs_is_anyint(v))
    return put_int(e, v);
  else if (cs_is_dict(v))
    return open_level(e, v, true);
  else if (cs_is_list(v) || cs_is_tuple(v))
    return open_level(e, v, false);
  else {
    cs_value inner = cs_unwrap(e->ctx, v);
    if (cs_same(inner, v)) return CS_SLOW;
    if (cs_is_str(inner)) {
      put_string(&e->b, inner, e->style->ascii);
      return CS_OK;
    }
    if (cs_is_float(inner)) return put_float(e, cs_float_of(inner));
    if (cs_is_anyint(inner)) return put_int(e, inner);
    if (cs_is_dict(inner)) return open_level(e, inner, true);
    if (cs_is_list(inner) || cs_is_tuple(inner))
      return open_level(e, inner, false);
    return CS_SLOW;
  }
  return CS_OK;
}

cs_status cs_json_emit(cs_ctx *ctx, cs_value v, const cs_json_style *style,
                       cs_value *out) {
  emit e;
  e.ctx = ctx;
  e.style = style;
  e.depth = 0;
  e.comma = mark_of(ctx, style->item, ", ");
  e.colon = mark_of(ctx, style->key, ": ");
  cs_builder_init(&e.b, ctx);
  CS_TRY(put_value(&e, v));
  for (uint32_t parts = 1; e.depth; parts++) {
    if (parts % 16 == 0) cs_charge(ctx, 1);
    CS_TRY(cs_charge_look(ctx));
    CS_TRY(next(&e, &v));
    if (cs_is_unbound(v))
      close_level(&e);
    else
      CS_TRY(put_value(&e, v));
    if (e.b.status != CS_OK) return e.b.status;
  }
  cs_charge(ctx, e.b.len / 32);
  return cs_builder_finish(&e.b, out);
}
