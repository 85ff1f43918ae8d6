/*
 * builder.h - text or bytes that grow piece by piece.
 *
 * The first bytes lie in the struct itself, on the C stack; longer results in
 * a RAW object of the arena that doubles when it is full.  A builder that is
 * given up leaves garbage, nothing else: natives may return CS_RETRY in the
 * middle.  Statuses stick: after a failure every put is ignored and finish
 * returns the first failure, so callers need one check at the end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_BUILDER_H
#define CS_PY_TYPES_BUILDER_H

#include <assert.h>

#include "base/mem.h"
#include "py/heap/ctx.h"

#define CS_BUILDER_LOCAL 480

typedef struct cs_builder {
  cs_ctx *ctx;
  char *data;   /* `local`, or the bytes of `raw`            */
  uint64_t len; /* bytes                                     */
  uint64_t cap;
  uint64_t chars; /* code points; meaningless for bytes        */
  cs_off raw;     /* 0 while everything fits the local buffer  */
  uint8_t marks;  /* CS_STR_SURROGATE seen                     */
  bool wide;      /* a byte >= 0x80 was put                    */
  cs_status status;
  char local[CS_BUILDER_LOCAL];
} cs_builder;

void cs_builder_init(cs_builder *b, cs_ctx *ctx);

/* Room for `n` bytes at the end, for the caller to write and then to commit
 * with cs_builder_wrote.  NULL after a failure. */
static inline char *cs_builder_room(cs_builder *b, uint64_t n);
static inline void cs_builder_wrote(cs_builder *b, uint64_t bytes,
                                    uint64_t chars);
/* The same where the buffer has to grow. */
char *cs_builder_more(cs_builder *b, uint64_t n);

/* Raw bytes, or text known to be ASCII. */
static inline void cs_builder_ascii(cs_builder *b, const char *s, uint64_t n);
/* Any valid text. */
void cs_builder_text(cs_builder *b, const char *s, uint64_t n);
void cs_builder_str(cs_builder *b, cs_value str);
void cs_builder_c(cs_builder *b, const char *zero_terminated);
void cs_builder_char(cs_builder *b, uint32_t cp);
void cs_builder_fill(cs_builder *b, uint32_t cp, uint64_t times);
void cs_builder_int(cs_builder *b, int64_t i);
/* 0x7f0000000000 + off: what stands for the address of an object. */
void cs_builder_address(cs_builder *b, cs_off off);

/* The result as a new str, bytes or bytearray. */
cs_status cs_builder_finish(cs_builder *b, cs_value *out) CS_MUST_CHECK;
cs_status cs_builder_bytes(cs_builder *b, uint32_t layout,
                           cs_value *out) CS_MUST_CHECK;

/* --- inline: most calls put a few bytes that fit ------------------------- */

static inline char *cs_builder_room(cs_builder *b, uint64_t n) {
  bool fits = b->status == CS_OK && n <= b->cap - b->len;
  return __builtin_expect(fits, 1) ? b->data + b->len : cs_builder_more(b, n);
}

static inline void cs_builder_wrote(cs_builder *b, uint64_t bytes,
                                    uint64_t chars) {
  assert(b->len + bytes <= b->cap);
  if (bytes != chars) b->wide = true;
  b->len += bytes;
  b->chars += chars;
}

static inline void cs_builder_ascii(cs_builder *b, const char *s, uint64_t n) {
  char *to = cs_builder_room(b, n);
  if (!to || n == 0) return;
  cs_mem_copy(to, s, n);
  cs_builder_wrote(b, n, n);
}

#endif
