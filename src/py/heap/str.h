/*
 * str.h - immutable text: UTF-8 with lone surrogates in generalised form.
 *
 * Equal interned strings have equal bits; names in code, attribute names and
 * keyword names are always interned.  Hashes are 32 bits and never 0.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_STR_H
#define CS_PY_HEAP_STR_H

#include "py/heap/ctx.h"

static inline bool cs_is_str(cs_value v) {
  return cs_is(v, CS_L_STR);
}

/* The bytes of a str; borrowed until the next instruction. */
static inline const char *cs_str_data(const cs_ctx *ctx, cs_value v,
                                      uint32_t *len) {
  const cs_str *s = CS_PTR(ctx, cs_str, v);
  *len = s->len;
  if (s->h.flags & CS_STR_EXT)
    return (const char *)CS_AT(ctx, cs_raw, s->u.buf)->data;
  return s->u.data;
}
static inline bool cs_str_is_ascii(const cs_ctx *ctx, cs_value v) {
  return CS_PTR(ctx, cs_str, v)->h.flags & CS_STR_ASCII;
}
static inline uint32_t cs_str_bytes(const cs_ctx *ctx, cs_value v) {
  return CS_PTR(ctx, cs_str, v)->len;
}
static inline uint32_t cs_str_chars(const cs_ctx *ctx, cs_value v) {
  return CS_PTR(ctx, cs_str, v)->chars;
}

/* A str of valid generalised UTF-8 bytes.  One-character Latin-1 strings and
 * the empty one come from the image. */
cs_status cs_str_new(cs_ctx *ctx, const char *bytes, size_t len,
                     cs_value *out) CS_MUST_CHECK;
/* A str with room for `len` bytes, to be filled by the caller before the next
 * allocation; `chars` and `flags` (ASCII, SURROGATE) must be right.  The
 * caller writes through the pointer stored in `*data`. */
cs_status cs_str_room(cs_ctx *ctx, size_t len, size_t chars, uint8_t flags,
                      cs_value *out, char **data) CS_MUST_CHECK;
/* The same string, interned. */
cs_status cs_str_intern(cs_ctx *ctx, cs_value s, cs_value *out) CS_MUST_CHECK;
cs_status cs_str_intern_bytes(cs_ctx *ctx, const char *bytes, size_t len,
                              cs_value *out) CS_MUST_CHECK;
/* The interned twin if there is one already, else UNBOUND. */
cs_value cs_str_find_interned(cs_ctx *ctx, cs_value s);
/* Make [first, last] of the code points a str of its own. */
cs_status cs_str_char(cs_ctx *ctx, uint32_t cp, cs_value *out) CS_MUST_CHECK;

uint32_t cs_str_hash(cs_ctx *ctx, cs_value s);
/* The hash a str of these bytes has.  hash(str) in Python is this minus 1. */
uint32_t cs_str_hash_bytes(const char *bytes, uint32_t len);
bool cs_str_eq(cs_ctx *ctx, cs_value a, cs_value b);
bool cs_str_eq_c(cs_ctx *ctx, cs_value a, const char *text);
/* <0, 0, >0 by code point. */
int cs_str_compare(cs_ctx *ctx, cs_value a, cs_value b);
/* a + b; appends in place when `a` ends at its buffer's fill mark, so that
 * building a string by += is linear. */
cs_status cs_str_concat(cs_ctx *ctx, cs_value a, cs_value b,
                        cs_value *out) CS_MUST_CHECK;
/* Byte offset of code point `index` <= chars (uses breadcrumbs). */
uint32_t cs_str_offset(cs_ctx *ctx, cs_value s, uint32_t index);
/* Code point index of byte offset `off`. */
uint32_t cs_str_index(cs_ctx *ctx, cs_value s, uint32_t off);
/* s[start:stop] by code point, 0 <= start <= stop <= chars. */
cs_status cs_str_slice(cs_ctx *ctx, cs_value s, uint32_t start, uint32_t stop,
                       cs_value *out) CS_MUST_CHECK;

/* The image's table of interned strings: make it anew for the strings in
 * [first, end); forget its entries; enter them again (in order: the bytes are
 * the same each time). */
cs_status cs_str_intern_rebuild(cs_ctx *ctx, cs_off first,
                                cs_off end) CS_MUST_CHECK;
void cs_str_intern_empty(cs_ctx *ctx);
void cs_str_intern_fill(cs_ctx *ctx, cs_off first, cs_off end);

#endif
