/*
 * str_split.c - taking strings apart and joining them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/mem.h"
#include "base/utf8.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/args.h"
#include "py/types/collect.h"
#include "py/types/ops.h"
#include "py/types/str_ops.h"
#include "text/unicode.h"
#include "text/unitext.h"

/* --- join ---------------------------------------------------------------- */

typedef struct total {
  uint64_t bytes, chars;
  uint8_t surrogates;
} total;

static cs_status measure(cs_ctx *ctx, cs_value sep, const cs_value *items,
                         uint32_t n, total *t) {
  const cs_str *s = CS_PTR(ctx, cs_str, sep);
  *t = (total){.bytes = (uint64_t)s->len * (n - 1),
               .chars = (uint64_t)s->chars * (n - 1),
               .surrogates = s->h.flags};
  for (uint32_t i = 0; i < n; i++) {
    cs_value v = cs_unwrap(ctx, items[i]);
    if (!cs_is_str(v))
      return cs_throw(ctx, CS_TypeError,
                      "sequence item %d: expected str instance, %t found",
                      (int64_t)i, items[i]);
    const cs_str *item = CS_PTR(ctx, cs_str, v);
    t->bytes += item->len;
    t->chars += item->chars;
    t->surrogates |= item->h.flags;
  }
  t->surrogates &= CS_STR_SURROGATE;
  return CS_OK;
}

cs_status cs_str_join(cs_ctx *ctx, cs_value sep, const cs_value *items,
                      uint32_t n, cs_value *out) {
  if (n == 0) {
    *out = cs_known(ctx, CS_N_empty);
    return CS_OK;
  }
  if (n == 1 && cs_is_str(items[0])) {
    *out = items[0];
    return CS_OK;
  }
  total t;
  char *to;
  cs_status st = measure(ctx, sep, items, n, &t);
  if (st != CS_OK) return st;
  if (t.bytes > UINT32_MAX) return cs_throw(ctx, CS_MemoryError, "");
  if (t.bytes == 0) return cs_str_new(ctx, "", 0, out);
  cs_charge(ctx, n / 4 + t.bytes / 64);
  uint8_t flags = t.bytes == t.chars ? CS_STR_ASCII : t.surrogates;
  st = cs_str_room(ctx, t.bytes, t.chars, flags, out, &to);
  if (st != CS_OK) return st;
  uint32_t k;
  const char *s = cs_str_data(ctx, sep, &k);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t m;
    const char *part = cs_str_data(ctx, cs_unwrap(ctx, items[i]), &m);
    if (i > 0) {
      cs_mem_copy(to, s, k);
      to += k;
    }
    cs_mem_copy(to, part, m);
    to += m;
  }
  return CS_OK;
}

static cs_status str_join(cs_ctx *ctx, cs_value *args, uint32_t n,
                          cs_value *out) {
  (void)n;
  cs_value *items = NULL;
  uint32_t count = 0;
  if (cs_seq_items(ctx, args[1], &items, &count))
    return cs_str_join(ctx, args[0], items, count, out);
  if (!cs_args_iterable(ctx, args[1]))
    return cs_throw(ctx, CS_TypeError, "can only join an iterable");
  cs_status st = cs_collect_need(ctx, args, 1);
  if (st != CS_OK) return st;
  (void)cs_seq_items(ctx, args[1], &items, &count);
  return cs_str_join(ctx, args[0], items, count, out);
}

/* --- split --------------------------------------------------------------- */

typedef struct splitting {
  cs_ctx *ctx;
  const char *s;
  uint32_t n;
  uint64_t left; /* cuts still allowed */
  bool ascii;
  cs_value list;
} splitting;

/* Append s[from:to] to the result. */
static inline cs_status add(splitting *p, size_t from, size_t to) {
  cs_value part;
  cs_status st;
  size_t n = to - from;
  char *data;
  if (p->ascii && n > 1) { /* no need to look at the bytes again */
    st = cs_str_room(p->ctx, n, n, CS_STR_ASCII, &part, &data);
    if (st == CS_OK) cs_mem_copy(data, p->s + from, n);
  } else {
    st = cs_str_new(p->ctx, p->s + from, n, &part);
  }
  if (st != CS_OK) return st;
  cs_list *l = CS_PTR(p->ctx, cs_list, p->list);
  if (l->len == l->cap) return cs_list_append(p->ctx, p->list, part);
  CS_AT(p->ctx, cs_array, l->items)->v[l->len++] = part;
  return CS_OK;
}

static cs_status reverse(splitting *p, cs_status st, cs_value *out) {
  if (st != CS_OK) return st;
  cs_value *v = cs_list_items(p->ctx, p->list);
  uint32_t n = cs_list_len(p->ctx, p->list);
  for (uint32_t i = 0; i < n / 2; i++) {
    cs_value swap = v[i];
    v[i] = v[n - 1 - i];
    v[n - 1 - i] = swap;
  }
  *out = p->list;
  return CS_OK;
}

static cs_status split_at(splitting *p, const char *sep, uint32_t m,
                          cs_value *out) {
  size_t at = 0;
  cs_status st = CS_OK;
  for (; st == CS_OK && p->left > 0; p->left--) {
    size_t hit = cs_mem_find(p->s + at, p->n - at, sep, m);
    if (hit == CS_MEM_NONE) break;
    st = add(p, at, at + hit);
    at += hit + m;
  }
  if (st == CS_OK) st = add(p, at, p->n);
  *out = p->list;
  return st;
}

static cs_status split_at_byte(splitting *p, char sep, cs_value *out) {
  const char *at = p->s, *end = p->s + p->n;
  cs_status st = CS_OK;
  for (; st == CS_OK && p->left > 0; p->left--) {
    const char *hit = memchr(at, sep, (size_t)(end - at));
    if (!hit) break;
    st = add(p, (size_t)(at - p->s), (size_t)(hit - p->s));
    at = hit + 1;
  }
  if (st == CS_OK) st = add(p, (size_t)(at - p->s), p->n);
  *out = p->list;
  return st;
}

static cs_status rsplit_at(splitting *p, const char *sep, uint32_t m,
                           cs_value *out) {
  size_t end = p->n;
  cs_status st = CS_OK;
  for (; st == CS_OK && p->left > 0; p->left--) {
    size_t hit = cs_mem_rfind(p->s, end, sep, m);
    if (hit == CS_MEM_NONE) break;
    st = add(p, hit + m, end);
    end = hit;
  }
  if (st == CS_OK) st = add(p, 0, end);
  return reverse(p, st, out);
}

static bool is_space(char c) {
  return c <= ' ' && (c == ' ' || (c >= 9 && c <= 13) || c >= 28);
}

/* First white space at or behind `at`, or first other character. */
static size_t skip_to(const splitting *p, size_t at, bool space) {
  if (!p->ascii)
    return cs_unitext_skip_to((const uint8_t *)p->s, p->n, at, space);
  while (at < p->n && is_space(p->s[at]) != space) at++;
  return at;
}

/* split_words for ASCII without a limit. */
static cs_status split_plain(splitting *p, cs_value *out) {
  const char *s = p->s, *end = s + p->n;
  cs_status st = CS_OK;
  while (st == CS_OK) {
    while (s < end && is_space(*s)) s++;
    if (s == end) break;
    const char *from = s;
    while (s < end && !is_space(*s)) s++;
    st = add(p, (size_t)(from - p->s), (size_t)(s - p->s));
  }
  *out = p->list;
  return st;
}

static cs_status split_words(splitting *p, cs_value *out) {
  if (p->ascii && p->left == UINT64_MAX) return split_plain(p, out);
  size_t at = skip_to(p, 0, false);
  cs_status st = CS_OK;
  for (; st == CS_OK && at < p->n; p->left--) {
    if (p->left == 0) {
      st = add(p, at, p->n);
      break;
    }
    size_t end = skip_to(p, at, true);
    st = add(p, at, end);
    at = skip_to(p, end, false);
  }
  *out = p->list;
  return st;
}

static cs_status rsplit_words(splitting *p, cs_value *out) {
  const uint8_t *s = (const uint8_t *)p->s;
  size_t end = cs_unitext_skip_back(s, p->n, true);
  cs_status st = CS_OK;
  for (; st == CS_OK && end > 0; p->left--) {
    if (p->left == 0) {
      st = add(p, 0, end);
      break;
    }
    size_t from = cs_unitext_skip_back(s, end, false);
    st = add(p, from, end);
    end = cs_unitext_skip_back(s, from, true);
  }
  return reverse(p, st, out);
}

static cs_status begin(cs_ctx *ctx, cs_value *args, splitting *p) {
  int64_t most;
  cs_value sep = cs_unwrap(ctx, args[1]);
  cs_status st = cs_args_size(ctx, args, 2, -1, &most);
  if (st != CS_OK) return st;
  if (!cs_is_unbound(sep) && !cs_is_none(sep) && !cs_is_str(sep))
    return cs_throw(ctx, CS_TypeError, "must be str or None, not %t", args[1]);
  p->ctx = ctx;
  p->s = cs_str_data(ctx, args[0], &p->n);
  p->left = most < 0 ? UINT64_MAX : (uint64_t)most;
  p->ascii = cs_str_is_ascii(ctx, args[0]);
  if (cs_is_str(sep) && cs_str_bytes(ctx, sep) == 0)
    return cs_throw(ctx, CS_ValueError, "empty separator");
  cs_charge(ctx, p->n / 16);
  return cs_list_room(ctx, 8, &p->list);
}

static cs_status str_split(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  splitting p;
  cs_status st = begin(ctx, args, &p);
  if (st != CS_OK) return st;
  cs_value sep = cs_unwrap(ctx, args[1]);
  if (!cs_is_str(sep)) return split_words(&p, out);
  uint32_t m;
  const char *t = cs_str_data(ctx, sep, &m);
  return m == 1 ? split_at_byte(&p, t[0], out) : split_at(&p, t, m, out);
}

static cs_status str_rsplit(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  splitting p;
  cs_status st = begin(ctx, args, &p);
  if (st != CS_OK) return st;
  cs_value sep = cs_unwrap(ctx, args[1]);
  if (!cs_is_str(sep)) return rsplit_words(&p, out);
  uint32_t m;
  const char *t = cs_str_data(ctx, sep, &m);
  return rsplit_at(&p, t, m, out);
}

static cs_status str_splitlines(cs_ctx *ctx, cs_value *args, uint32_t n,
                                cs_value *out) {
  (void)n;
  int64_t keep;
  splitting p = {.ctx = ctx};
  cs_status st = cs_args_size(ctx, args, 1, 0, &keep);
  if (st == CS_OK) st = cs_list_room(ctx, 8, &p.list);
  if (st != CS_OK) return st;
  p.s = cs_str_data(ctx, args[0], &p.n);
  p.ascii = cs_str_is_ascii(ctx, args[0]);
  cs_charge(ctx, p.n / 16);
  for (size_t at = 0; st == CS_OK && at < p.n;) {
    size_t end, next;
    next = cs_unitext_line((const uint8_t *)p.s, p.n, at, &end);
    st = add(&p, at, keep ? next : end);
    at = next;
  }
  *out = p.list;
  return st;
}

const cs_native_def cs_str_split_natives[] = {
    {"str", "join", "($self, iterable, /)", str_join},
    {"str", "split", "($self, /, sep=None, maxsplit=-1)", str_split},
    {"str", "rsplit", "($self, /, sep=None, maxsplit=-1)", str_rsplit},
    {"str", "splitlines", "($self, /, keepends=False)", str_splitlines},
    CS_NATIVE_END};
