/*
 * bytes_split.c - bytes and bytearray: split, join, strip and pad.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/mem.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/types/args.h"
#include "py/types/bytes.h"
#include "py/types/ops.h"

static bool is_space(uint8_t c) {
  return c == ' ' || (c >= 9 && c <= 13);
}

/* --- join ---------------------------------------------------------------- */

static cs_status join(cs_ctx *ctx, cs_value self, const cs_value *items,
                      uint32_t count, cs_value *out) {
  const uint8_t *sep, *s;
  uint32_t k, n;
  (void)cs_bytes_view(ctx, self, &sep, &k);
  uint64_t total = count ? (uint64_t)k * (count - 1) : 0;
  for (uint32_t i = 0; i < count; i++) {
    if (cs_bytes_view(ctx, items[i], &s, &n)) {
      total += n;
      continue;
    }
    return cs_bytes_has_buffer(ctx, items[i])
               ? CS_SLOW
               : cs_throw(ctx, CS_TypeError,
                          "sequence item %d: expected a bytes-like object, %t "
                          "found",
                          (int64_t)i, items[i]);
  }
  uint8_t *to;
  cs_charge(ctx, count / 4 + total / 64);
  cs_status st = cs_bytes_room(ctx, cs_ref_layout(self), total, out, &to);
  if (st != CS_OK || total == 0) return st;
  for (uint32_t i = 0; i < count; i++) {
    if (i && k) {
      memcpy(to, sep, k);
      to += k;
    }
    (void)cs_bytes_view(ctx, items[i], &s, &n);
    cs_mem_copy(to, s, n);
    to += n;
  }
  return CS_OK;
}

static cs_status bytes_join(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  cs_value *items;
  uint32_t count;
  if (cs_seq_items(ctx, args[1], &items, &count))
    return join(ctx, args[0], items, count, out);
  if (!cs_args_iterable(ctx, args[1]))
    return cs_throw(ctx, CS_TypeError, "can only join an iterable");
  return cs_need(ctx, 1, CS_NEED_LIST);
}

/* --- split --------------------------------------------------------------- */

typedef struct splitting {
  cs_ctx *ctx;
  const uint8_t *s, *sep; /* sep NULL: white space */
  uint32_t n, m;
  uint32_t layout;
  uint64_t left;
  cs_value list;
} splitting;

static cs_status add(splitting *p, size_t from, size_t to) {
  cs_value part;
  cs_status st = cs_bytes_new(p->ctx, p->layout, p->s + from, to - from, &part);
  return st == CS_OK ? cs_list_append(p->ctx, p->list, part) : st;
}

static cs_status begin(cs_ctx *ctx, cs_value *args, splitting *p) {
  int64_t most;
  *p = (splitting){.ctx = ctx, .layout = cs_ref_layout(args[0])};
  cs_status st = cs_args_size(ctx, args, 2, -1, &most);
  if (st == CS_OK && !cs_is_unbound(args[1]) && !cs_is_none(args[1]))
    st = cs_bytes_need(ctx, args, 1, &p->sep, &p->m);
  if (st != CS_OK) return st;
  if (p->sep && p->m == 0)
    return cs_throw(ctx, CS_ValueError, "empty separator");
  (void)cs_bytes_view(ctx, args[0], &p->s, &p->n);
  p->left = most < 0 ? UINT64_MAX : (uint64_t)most;
  cs_charge(ctx, p->n / 16);
  return cs_list_room(ctx, 8, &p->list);
}

static cs_status split_words(splitting *p) {
  size_t at = 0;
  cs_status st = CS_OK;
  for (; st == CS_OK; p->left--) {
    while (at < p->n && is_space(p->s[at])) at++;
    if (at == p->n) break;
    size_t end = at;
    if (p->left == 0) return add(p, at, p->n);
    while (end < p->n && !is_space(p->s[end])) end++;
    st = add(p, at, end);
    at = end;
  }
  return st;
}

static cs_status bytes_split(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  splitting p;
  cs_status st = begin(ctx, args, &p);
  if (st != CS_OK) return st;
  *out = p.list;
  if (!p.sep) return split_words(&p);
  size_t at = 0;
  for (; st == CS_OK && p.left > 0; p.left--) {
    size_t hit = cs_mem_find(p.s + at, p.n - at, p.sep, p.m);
    if (hit == CS_MEM_NONE) break;
    st = add(&p, at, at + hit);
    at += hit + p.m;
  }
  return st == CS_OK ? add(&p, at, p.n) : st;
}

static cs_status rsplit_words(splitting *p) {
  size_t end = p->n;
  cs_status st = CS_OK;
  for (; st == CS_OK; p->left--) {
    while (end > 0 && is_space(p->s[end - 1])) end--;
    if (end == 0) break;
    size_t at = end;
    if (p->left == 0) return add(p, 0, end);
    while (at > 0 && !is_space(p->s[at - 1])) at--;
    st = add(p, at, end);
    end = at;
  }
  return st;
}

static void reverse(cs_ctx *ctx, cs_value list) {
  cs_value *v = cs_list_items(ctx, list);
  uint32_t n = cs_list_len(ctx, list);
  for (uint32_t i = 0; i < n / 2; i++) {
    cs_value swap = v[i];
    v[i] = v[n - 1 - i];
    v[n - 1 - i] = swap;
  }
}

static cs_status bytes_rsplit(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  splitting p;
  cs_status st = begin(ctx, args, &p);
  if (st != CS_OK) return st;
  *out = p.list;
  if (!p.sep) {
    st = rsplit_words(&p);
  } else {
    size_t end = p.n;
    for (; st == CS_OK && p.left > 0; p.left--) {
      size_t hit = cs_mem_rfind(p.s, end, p.sep, p.m);
      if (hit == CS_MEM_NONE) break;
      st = add(&p, hit + p.m, end);
      end = hit;
    }
    if (st == CS_OK) st = add(&p, 0, end);
  }
  if (st == CS_OK) reverse(ctx, p.list);
  return st;
}

static cs_status bytes_splitlines(cs_ctx *ctx, cs_value *args, uint32_t nargs,
                                  cs_value *out) {
  (void)nargs;
  int64_t keep;
  splitting p = {.ctx = ctx, .layout = cs_ref_layout(args[0])};
  cs_status st = cs_args_size(ctx, args, 1, 0, &keep);
  if (st == CS_OK) st = cs_list_room(ctx, 8, &p.list);
  if (st != CS_OK) return st;
  (void)cs_bytes_view(ctx, args[0], &p.s, &p.n);
  cs_charge(ctx, p.n / 16);
  for (size_t at = 0; st == CS_OK && at < p.n;) {
    size_t end = at;
    while (end < p.n && p.s[end] != '\n' && p.s[end] != '\r') end++;
    size_t next = end;
    if (next < p.n) next++;
    if (next < p.n && p.s[end] == '\r' && p.s[next] == '\n') next++;
    st = add(&p, at, keep ? next : end);
    at = next;
  }
  *out = p.list;
  return st;
}

/* --- strip --------------------------------------------------------------- */

enum { LEFT = 1, RIGHT = 2 };

static cs_status strip(cs_ctx *ctx, cs_value *args, int sides, cs_value *out) {
  const uint8_t *s, *set = (const uint8_t *)" \t\n\r\v\f";
  uint32_t n, m = 6;
  (void)cs_bytes_view(ctx, args[0], &s, &n);
  if (!cs_is_unbound(args[1]) && !cs_is_none(args[1])) {
    cs_status st = cs_bytes_need(ctx, args, 1, &set, &m);
    if (st != CS_OK) return st;
  }
  uint32_t from = 0, to = n;
  bool in[256] = {false};
  for (uint32_t i = 0; i < m; i++) in[set[i]] = true;
  cs_charge(ctx, n / 16 + m / 16);
  while (sides & LEFT && from < to && in[s[from]]) from++;
  while (sides & RIGHT && to > from && in[s[to - 1]]) to--;
  return cs_bytes_result(ctx, args[0], s + from, to - from, out);
}

static cs_status bytes_strip(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  return strip(ctx, args, LEFT | RIGHT, out);
}

static cs_status bytes_lstrip(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  return strip(ctx, args, LEFT, out);
}

static cs_status bytes_rstrip(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  return strip(ctx, args, RIGHT, out);
}

/* --- pad ----------------------------------------------------------------- */

static cs_status pad(cs_ctx *ctx, cs_value *args, int sides, const char *name,
                     cs_value *out) {
  const uint8_t *s, *fill = (const uint8_t *)" ";
  uint32_t n, k = 1;
  int64_t width;
  cs_status st = cs_args_size(ctx, args, 1, 0, &width);
  if (st != CS_OK) return st;
  if (!cs_is_unbound(args[2]) &&
      (cs_is(args[2], CS_L_MEMVIEW) ||
       !cs_bytes_view(ctx, args[2], &fill, &k) || k != 1))
    return cs_throw(ctx, CS_TypeError,
                    "%s() argument 2 must be a byte string of length 1, not %v",
                    name, cs_args_word(ctx, args[2]));
  (void)cs_bytes_view(ctx, args[0], &s, &n);
  if (width <= n) return cs_bytes_result(ctx, args[0], s, n, out);
  uint64_t all = (uint64_t)width - n, left = sides & LEFT ? all : 0;
  if (sides == (LEFT | RIGHT)) left = all / 2 + (all & (uint64_t)width & 1);
  uint8_t *to;
  st = cs_bytes_room(ctx, cs_ref_layout(args[0]), (uint64_t)width, out, &to);
  if (st != CS_OK) return st;
  cs_charge(ctx, (uint64_t)width / 64);
  memset(to, fill[0], left);
  memcpy(to + left, s, n);
  memset(to + left + n, fill[0], all - left);
  return CS_OK;
}

static cs_status bytes_ljust(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  return pad(ctx, args, RIGHT, "ljust", out);
}

static cs_status bytes_rjust(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  return pad(ctx, args, LEFT, "rjust", out);
}

static cs_status bytes_center(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  return pad(ctx, args, LEFT | RIGHT, "center", out);
}

static cs_status bytes_zfill(cs_ctx *ctx, cs_value *args, uint32_t nargs,
                             cs_value *out) {
  (void)nargs;
  const uint8_t *s;
  uint32_t n;
  int64_t width;
  cs_status st = cs_args_size(ctx, args, 1, 0, &width);
  if (st != CS_OK) return st;
  (void)cs_bytes_view(ctx, args[0], &s, &n);
  if (width <= n) return cs_bytes_result(ctx, args[0], s, n, out);
  uint32_t sign = n > 0 && (s[0] == '+' || s[0] == '-');
  uint64_t zeros = (uint64_t)width - n;
  uint8_t *to;
  st = cs_bytes_room(ctx, cs_ref_layout(args[0]), (uint64_t)width, out, &to);
  if (st != CS_OK) return st;
  if (sign) to[0] = s[0];
  memset(to + sign, '0', zeros);
  if (n > sign) memcpy(to + sign + zeros, s + sign, n - sign);
  return CS_OK;
}

#define BOTH(name, signature, fn)    \
  {"bytes", name, signature, fn}, {  \
    "bytearray", name, signature, fn \
  }

const cs_native_def cs_bytes_split_natives[] = {
    BOTH("join", "($self, iterable_of_bytes, /)", bytes_join),
    BOTH("split", "($self, /, sep=None, maxsplit=-1)", bytes_split),
    BOTH("rsplit", "($self, /, sep=None, maxsplit=-1)", bytes_rsplit),
    BOTH("splitlines", "($self, /, keepends=False)", bytes_splitlines),
    BOTH("strip", "($self, bytes=None, /)", bytes_strip),
    BOTH("lstrip", "($self, bytes=None, /)", bytes_lstrip),
    BOTH("rstrip", "($self, bytes=None, /)", bytes_rstrip),
    BOTH("ljust", "($self, width, fillchar=b' ', /)", bytes_ljust),
    BOTH("rjust", "($self, width, fillchar=b' ', /)", bytes_rjust),
    BOTH("center", "($self, width, fillchar=b' ', /)", bytes_center),
    BOTH("zfill", "($self, width, /)", bytes_zfill),
    CS_NATIVE_END};
