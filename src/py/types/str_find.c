/*
 * str_find.c - str methods that look for a substring.
 *
 * Positions are code points outside and byte offsets inside; for ASCII text
 * both are the same.  Searching UTF-8 is searching bytes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/mem.h"
#include "base/utf8.h"
#include "py/heap/int.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/args.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/str_ops.h"

/* The part of self that start and end arguments select, in bytes. */
typedef struct region {
  const char *s;
  uint32_t from, to;
  bool inside; /* start is not behind the end */
} region;

static cs_status select_region(cs_ctx *ctx, cs_value *args, uint32_t i,
                               region *r) {
  cs_value self = args[0];
  uint32_t bytes;
  r->s = cs_str_data(ctx, self, &bytes);
  if (cs_is_unbound(args[i]) && cs_is_unbound(args[i + 1])) {
    r->from = 0;
    r->to = bytes;
    r->inside = true;
    return CS_OK;
  }
  int64_t start, end;
  cs_status st =
      cs_args_range(ctx, args, i, cs_str_chars(ctx, self), &start, &end);
  if (st != CS_OK) return st;
  r->inside = start <= end;
  if (!r->inside) return CS_OK;
  r->from = cs_str_offset(ctx, self, (uint32_t)start);
  r->to = cs_str_offset(ctx, self, (uint32_t)end);
  return CS_OK;
}

cs_status cs_str_arg(cs_ctx *ctx, cs_value v, cs_value *out) {
  *out = cs_unwrap(ctx, v);
  if (cs_is_str(*out)) return CS_OK;
  return cs_throw(ctx, CS_TypeError, "must be str, not %t", v);
}

/* --- find, index, count -------------------------------------------------- */

static cs_status find(cs_ctx *ctx, cs_value *args, bool last, int64_t *out) {
  cs_value sub;
  region r;
  uint32_t m;
  cs_status st = select_region(ctx, args, 2, &r); /* CPython's order */
  if (st == CS_OK) st = cs_str_arg(ctx, args[1], &sub);
  if (st != CS_OK) return st;
  *out = -1;
  if (!r.inside) return CS_OK;
  const char *t = cs_str_data(ctx, sub, &m);
  size_t n = r.to - r.from;
  cs_charge(ctx, n / 64);
  size_t at = last ? cs_mem_rfind(r.s + r.from, n, t, m)
                   : cs_mem_find(r.s + r.from, n, t, m);
  if (at != CS_MEM_NONE)
    *out = cs_str_index(ctx, args[0], (uint32_t)(r.from + at));
  return CS_OK;
}

static cs_status str_find(cs_ctx *ctx, cs_value *args, uint32_t n,
                          cs_value *out) {
  CS_TRY(cs_args_find(ctx, "find", args, n));
  int64_t at;
  cs_status st = find(ctx, args, false, &at);
  if (st == CS_OK) *out = cs_int(at);
  return st;
}

static cs_status str_rfind(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  CS_TRY(cs_args_find(ctx, "rfind", args, n));
  int64_t at;
  cs_status st = find(ctx, args, true, &at);
  if (st == CS_OK) *out = cs_int(at);
  return st;
}

static cs_status index_of(cs_ctx *ctx, cs_value *args, bool last,
                          cs_value *out) {
  int64_t at;
  cs_status st = find(ctx, args, last, &at);
  if (st != CS_OK) return st;
  if (at < 0) return cs_throw(ctx, CS_ValueError, "substring not found");
  *out = cs_int(at);
  return CS_OK;
}

static cs_status str_index(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  CS_TRY(cs_args_find(ctx, "index", args, n));
  return index_of(ctx, args, false, out);
}

static cs_status str_rindex(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  CS_TRY(cs_args_find(ctx, "rindex", args, n));
  return index_of(ctx, args, true, out);
}

static cs_status str_count(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  CS_TRY(cs_args_find(ctx, "count", args, n));
  cs_value sub;
  region r;
  uint32_t m;
  cs_status st = select_region(ctx, args, 2, &r); /* CPython's order */
  if (st == CS_OK) st = cs_str_arg(ctx, args[1], &sub);
  if (st != CS_OK) return st;
  size_t found = 0;
  if (r.inside) {
    const char *t = cs_str_data(ctx, sub, &m);
    size_t len = r.to - r.from;
    cs_charge(ctx, len / 64);
    found = m > 0 ? cs_mem_count(r.s + r.from, len, t, m)
                  : cs_utf8_count((const uint8_t *)r.s + r.from, len) + 1;
  }
  *out = cs_int((int64_t)found);
  return CS_OK;
}

static cs_status str_contains(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  cs_value sub = cs_unwrap(ctx, args[1]);
  if (!cs_is_str(sub))
    return cs_throw(ctx, CS_TypeError,
                    "'in <string>' requires string as left operand, not %t",
                    args[1]);
  uint32_t len, m;
  const char *s = cs_str_data(ctx, args[0], &len);
  const char *t = cs_str_data(ctx, sub, &m);
  cs_charge(ctx, len / 64);
  *out = cs_bool(cs_mem_find(s, len, t, m) != CS_MEM_NONE);
  return CS_OK;
}

/* --- startswith, endswith ------------------------------------------------ */

static bool matches(cs_ctx *ctx, const region *r, cs_value affix, bool end) {
  uint32_t m;
  const char *t = cs_str_data(ctx, affix, &m);
  if (!r->inside || m > r->to - r->from) return false;
  cs_charge(ctx, m / 64);
  return memcmp(end ? r->s + r->to - m : r->s + r->from, t, m) == 0;
}

static cs_status affix_test(cs_ctx *ctx, cs_value *args, bool end,
                            cs_value *out) {
  const char *name = end ? "endswith" : "startswith";
  region r;
  cs_status st = select_region(ctx, args, 2, &r);
  if (st != CS_OK) return st;
  cs_value v = cs_unwrap(ctx, args[1]);
  *out = CS_FALSE;
  if (cs_is_str(v)) {
    *out = cs_bool(matches(ctx, &r, v, end));
    return CS_OK;
  }
  if (!cs_is_tuple(v))
    return cs_throw(ctx, CS_TypeError,
                    "%s first arg must be str or a tuple of str, not %t", name,
                    args[1]);
  for (uint32_t i = 0, n = cs_tuple_len(ctx, v); i < n; i++) {
    cs_value item = cs_tuple_at(ctx, v, i);
    if (!cs_is_str(cs_unwrap(ctx, item)))
      return cs_throw(ctx, CS_TypeError,
                      "tuple for %s must only contain str, not %t", name, item);
    if (matches(ctx, &r, cs_unwrap(ctx, item), end)) {
      *out = CS_TRUE;
      return CS_OK;
    }
    cs_charge(ctx, i % 4 == 3);
    CS_TRY(cs_charge_look(ctx));
  }
  return CS_OK;
}

static cs_status str_startswith(cs_ctx *ctx, cs_value *args, uint32_t n,
                                cs_value *out) {
  CS_TRY(cs_args_find(ctx, "startswith", args, n));
  return affix_test(ctx, args, false, out);
}

static cs_status str_endswith(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  CS_TRY(cs_args_find(ctx, "endswith", args, n));
  return affix_test(ctx, args, true, out);
}

static cs_status remove_affix(cs_ctx *ctx, cs_value *args, bool end,
                              cs_value *out) {
  cs_value affix = cs_unwrap(ctx, args[1]);
  if (!cs_is_str(affix))
    return cs_throw(ctx, CS_TypeError, "%s() argument must be str, not %v",
                    end ? "removesuffix" : "removeprefix",
                    cs_args_word(ctx, args[1]));
  region r = {.inside = true};
  r.s = cs_str_data(ctx, args[0], &r.to);
  *out = args[0];
  if (!matches(ctx, &r, affix, end)) return CS_OK;
  uint32_t k = cs_str_chars(ctx, affix), len = cs_str_chars(ctx, args[0]);
  return end ? cs_str_slice(ctx, args[0], 0, len - k, out)
             : cs_str_slice(ctx, args[0], k, len, out);
}

static cs_status str_removeprefix(cs_ctx *ctx, cs_value *args, uint32_t n,
                                  cs_value *out) {
  (void)n;
  return remove_affix(ctx, args, false, out);
}

static cs_status str_removesuffix(cs_ctx *ctx, cs_value *args, uint32_t n,
                                  cs_value *out) {
  (void)n;
  return remove_affix(ctx, args, true, out);
}

/* --- partition ----------------------------------------------------------- */

static cs_status partition(cs_ctx *ctx, cs_value *args, bool last,
                           cs_value *out) {
  cs_value sep;
  cs_status st = cs_str_arg(ctx, args[1], &sep);
  if (st != CS_OK) return st;
  uint32_t n, m;
  const char *s = cs_str_data(ctx, args[0], &n);
  const char *t = cs_str_data(ctx, sep, &m);
  if (m == 0) return cs_throw(ctx, CS_ValueError, "empty separator");
  cs_charge(ctx, n / 64);
  size_t at = last ? cs_mem_rfind(s, n, t, m) : cs_mem_find(s, n, t, m);
  cs_value empty = cs_known(ctx, CS_N_empty);
  cs_value part[3] = {empty, empty, empty};
  if (at == CS_MEM_NONE) {
    part[last ? 2 : 0] = args[0];
  } else if (cs_str_is_ascii(ctx, args[0])) {
    part[1] = sep;
    st = cs_str_slice(ctx, args[0], 0, (uint32_t)at, &part[0]);
    if (st == CS_OK)
      st = cs_str_slice(ctx, args[0], (uint32_t)at + m, n, &part[2]);
  } else {
    part[1] = sep;
    st = cs_str_new(ctx, s, at, &part[0]);
    if (st == CS_OK) st = cs_str_new(ctx, s + at + m, n - at - m, &part[2]);
  }
  return st == CS_OK ? cs_tuple_new(ctx, part, 3, out) : st;
}

static cs_status str_partition(cs_ctx *ctx, cs_value *args, uint32_t n,
                               cs_value *out) {
  (void)n;
  return partition(ctx, args, false, out);
}

static cs_status str_rpartition(cs_ctx *ctx, cs_value *args, uint32_t n,
                                cs_value *out) {
  (void)n;
  return partition(ctx, args, true, out);
}

/* --- replace ------------------------------------------------------------- */

typedef struct replacing {
  const char *s, *old, *with;
  uint32_t n, m, k;
} replacing;

/* Write self with the first `count` occurrences of `old` replaced. */
static void write_replaced(const replacing *r, size_t count, char *to) {
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    size_t hit =
        r->m == 1
            ? (size_t)((const char *)memchr(r->s + at, r->old[0], r->n - at) -
                       (r->s + at))
            : cs_mem_find(r->s + at, r->n - at, r->old, r->m);
    memcpy(to, r->s + at, hit);
    to += hit;
    if (r->k) memcpy(to, r->with, r->k);
    to += r->k;
    at += hit + r->m;
  }
  memcpy(to, r->s + at, r->n - at);
}

/* `with` before each of the first `count` code points; or behind the last. */
static void write_between(const replacing *r, size_t count, char *to) {
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    memcpy(to, r->with, r->k);
    to += r->k;
    if (at == r->n) return;
    uint32_t width = cs_utf8_lead_width((uint8_t)r->s[at]);
    memcpy(to, r->s + at, width);
    to += width;
    at += width;
  }
  memcpy(to, r->s + at, r->n - at);
}

/* One ASCII character for another, wherever it stands. */
static cs_status replace_byte(cs_ctx *ctx, cs_value self, const replacing *r,
                              cs_value *out) {
  const char *first = memchr(r->s, (uint8_t)*r->old, r->n);
  if (!first) return CS_OK;
  const cs_str *str = CS_PTR(ctx, cs_str, self);
  uint8_t kept = str->h.flags & (CS_STR_ASCII | CS_STR_SURROGATE);
  char old = *r->old, with = *r->with, *to;
  CS_TRY(cs_charge_big(ctx, r->n / 64));
  CS_TRY(cs_str_room(ctx, r->n, str->chars, kept, out, &to));
  for (uint32_t i = 0; i < r->n; i++) to[i] = r->s[i] == old ? with : r->s[i];
  return CS_OK;
}

static cs_status replace(cs_ctx *ctx, cs_value self, cs_value old,
                         cs_value with, int64_t limit, cs_value *out) {
  replacing r;
  r.s = cs_str_data(ctx, self, &r.n);
  r.old = cs_str_data(ctx, old, &r.m);
  r.with = cs_str_data(ctx, with, &r.k);
  *out = self;
  if (limit == 0 || r.m > r.n || cs_same(old, with)) return CS_OK;
  cs_charge(ctx, r.n / 32);
  if (r.m == 1 && r.k == 1 && limit < 0 && r.n > 2)
    return replace_byte(ctx, self, &r, out);
  uint64_t count = r.m ? cs_mem_count(r.s, r.n, r.old, r.m)
                       : (uint64_t)cs_str_chars(ctx, self) + 1;
  if (limit > 0 && count > (uint64_t)limit) count = (uint64_t)limit;
  if (count == 0) return CS_OK;
  /* count <= 2^32 and k < 2^32: no overflow. */
  uint64_t total = r.n - count * r.m + count * r.k;
  uint64_t chars = cs_str_chars(ctx, self) - count * cs_str_chars(ctx, old) +
                   count * cs_str_chars(ctx, with);
  if (total > UINT32_MAX) return cs_throw(ctx, CS_MemoryError, "");
  if (total == 0) return cs_str_new(ctx, "", 0, out);
  uint8_t flags = CS_PTR(ctx, cs_str, self)->h.flags;
  uint8_t other = CS_PTR(ctx, cs_str, with)->h.flags;
  uint8_t mark = (flags | other) & CS_STR_SURROGATE;
  char *to;
  cs_status st = cs_charge_big(ctx, total / 64);
  if (st == CS_OK)
    st = cs_str_room(ctx, total, chars, total == chars ? CS_STR_ASCII : mark,
                     out, &to);
  if (st != CS_OK) return st;
  if (r.m)
    write_replaced(&r, count, to);
  else
    write_between(&r, count, to);
  return CS_OK;
}

static cs_status str_replace(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  int64_t limit;
  for (uint32_t i = 1; i <= 2; i++)
    if (!cs_is_str(cs_unwrap(ctx, args[i])))
      return cs_throw(ctx, CS_TypeError,
                      "replace() argument %d must be str, not %v", (int64_t)i,
                      cs_args_word(ctx, args[i]));
  cs_status st = cs_args_size(ctx, args, 3, -1, &limit);
  if (st != CS_OK) return st;
  return replace(ctx, args[0], cs_unwrap(ctx, args[1]), cs_unwrap(ctx, args[2]),
                 limit, out);
}

const cs_native_def cs_str_find_natives[] = {
    {"str", "find", "($self, *args)", str_find},
    {"str", "rfind", "($self, *args)", str_rfind},
    {"str", "index", "($self, *args)", str_index},
    {"str", "rindex", "($self, *args)", str_rindex},
    {"str", "count", "($self, *args)", str_count},
    {"str", "startswith", "($self, *args)", str_startswith},
    {"str", "endswith", "($self, *args)", str_endswith},
    {"str", "removeprefix", "($self, prefix, /)", str_removeprefix},
    {"str", "removesuffix", "($self, suffix, /)", str_removesuffix},
    {"str", "partition", "($self, sep, /)", str_partition},
    {"str", "rpartition", "($self, sep, /)", str_rpartition},
    {"str", "replace", "($self, old, new, count=-1, /)", str_replace},
    {"str", "__contains__", "($self, key, /)", str_contains},
    CS_NATIVE_END};
