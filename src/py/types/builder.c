/*
 * builder.c - text or bytes that grow piece by piece.
 *
 * Invariant: `data` points to `cap` writable bytes of which `len` are used;
 * `chars` counts the code points among them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/builder.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "num/int_text.h"
#include "py/heap/str.h"
#include "py/types/bytes.h"

#define KEEP_MIN 4096 /* from here a buffer becomes the str, without a copy */

void cs_builder_init(cs_builder *b, cs_ctx *ctx) {
  b->ctx = ctx;
  b->data = b->local;
  b->len = b->chars = 0;
  b->cap = sizeof b->local;
  b->raw = 0;
  b->marks = 0;
  b->wide = false;
  b->status = CS_OK;
}

static bool grow(cs_builder *b, uint64_t n) {
  uint64_t want = b->len + n, cap = b->cap * 2;
  if (cap < want) cap = want;
  cap = (cap + 15) & ~UINT64_C(15);
  cs_off off;
  b->status = cs_alloc(b->ctx, CS_L_RAW, offsetof(cs_raw, data) + cap, &off);
  if (b->status != CS_OK) return false;
  cs_raw *raw = CS_AT(b->ctx, cs_raw, off);
  raw->cap = (uint32_t)cap; /* fits: cs_alloc refuses more */
  memcpy(raw->data, b->data, b->len);
  cs_charge(b->ctx, b->len / 64);
  b->data = (char *)raw->data;
  b->cap = cap;
  b->raw = off;
  return true;
}

char *cs_builder_more(cs_builder *b, uint64_t n) {
  if (b->status != CS_OK) return NULL;
  if (n > UINT32_MAX) { /* more than an arena holds */
    b->status = cs_throw(b->ctx, CS_MemoryError, "");
    return NULL;
  }
  if (n > b->cap - b->len && !grow(b, n)) return NULL;
  return b->data + b->len;
}

void cs_builder_text(cs_builder *b, const char *s, uint64_t n) {
  cs_utf8_info info = {.count = n, .ascii = true};
  const uint8_t *p = (const uint8_t *)s;
  if (!cs_utf8_is_ascii(p, n)) (void)cs_utf8_check(p, n, true, &info);
  char *to = cs_builder_room(b, n);
  if (!to || n == 0) return;
  cs_mem_copy(to, s, n);
  cs_builder_wrote(b, n, info.count);
  if (info.surrogates) b->marks |= CS_STR_SURROGATE;
}

void cs_builder_str(cs_builder *b, cs_value str) {
  uint32_t n;
  const char *s = cs_str_data(b->ctx, str, &n);
  char *to = cs_builder_room(b, n);
  if (!to || n == 0) return;
  cs_mem_copy(to, s, n);
  cs_builder_wrote(b, n, cs_str_chars(b->ctx, str));
  uint8_t flags = CS_PTR(b->ctx, cs_str, str)->h.flags;
  b->marks |= flags & CS_STR_SURROGATE;
}

void cs_builder_c(cs_builder *b, const char *s) {
  cs_builder_ascii(b, s, strlen(s));
}

void cs_builder_char(cs_builder *b, uint32_t cp) {
  char *to = cs_builder_room(b, CS_UTF8_LONGEST);
  if (!to) return;
  cs_builder_wrote(b, cs_utf8_encode(cp, (uint8_t *)to), 1);
  if (cs_utf8_is_surrogate(cp)) b->marks |= CS_STR_SURROGATE;
}

void cs_builder_fill(cs_builder *b, uint32_t cp, uint64_t times) {
  uint8_t one[CS_UTF8_LONGEST];
  uint32_t width = cs_utf8_encode(cp, one);
  if (times > UINT32_MAX) times = UINT32_MAX;
  char *to = cs_builder_room(b, times * width);
  if (!to) return;
  if (width == 1) {
    memset(to, (int)cp, times);
  } else {
    for (uint64_t i = 0; i < times; i++) memcpy(to + i * width, one, width);
  }
  cs_builder_wrote(b, times * width, times);
  if (times && cs_utf8_is_surrogate(cp)) b->marks |= CS_STR_SURROGATE;
}

void cs_builder_int(cs_builder *b, int64_t i) {
  char *to = cs_builder_room(b, CS_INT_TEXT_MAX);
  if (!to) return;
  unsigned n = cs_int_print(i, to);
  cs_builder_wrote(b, n, n);
}

void cs_builder_address(cs_builder *b, cs_off off) {
  uint64_t v = UINT64_C(0x7f0000000000) + off;
  char text[14] = "0x";
  for (uint32_t i = 0; i < 12; i++)
    text[2 + i] = "0123456789abcdef"[v >> (44 - 4 * i) & 15];
  cs_builder_ascii(b, text, sizeof text);
}

/* A header for the buffer itself: large results are not copied. */
static cs_status keep_buffer(cs_builder *b, uint8_t flags, cs_value *out) {
  cs_off off;
  cs_status st = cs_alloc(b->ctx, CS_L_STR, sizeof(cs_str), &off);
  if (st != CS_OK) return st;
  cs_str *s = CS_AT(b->ctx, cs_str, off);
  s->h.flags = flags | CS_STR_EXT;
  s->len = (uint32_t)b->len;
  s->chars = (uint32_t)b->chars;
  s->u.buf = b->raw;
  CS_AT(b->ctx, cs_raw, b->raw)->fill = (uint32_t)b->len;
  *out = cs_ref(CS_L_STR, off);
  return CS_OK;
}

cs_status cs_builder_finish(cs_builder *b, cs_value *out) {
  if (b->status != CS_OK) return b->status;
  uint8_t flags = b->wide ? b->marks : CS_STR_ASCII;
  cs_charge(b->ctx, b->len / 64);
  bool latin1 = b->len == 1 || (b->len == 2 && b->chars == 1);
  if (b->len == 0 || latin1) return cs_str_new(b->ctx, b->data, b->len, out);
  if (b->raw && b->len >= KEEP_MIN && b->cap - b->len <= b->len / 4)
    return keep_buffer(b, flags, out);
  char *to;
  cs_status st = cs_str_room(b->ctx, b->len, b->chars, flags, out, &to);
  if (st == CS_OK) cs_mem_copy(to, b->data, b->len);
  return st;
}

cs_status cs_builder_bytes(cs_builder *b, uint32_t layout, cs_value *out) {
  if (b->status != CS_OK) return b->status;
  cs_charge(b->ctx, b->len / 64);
  return cs_bytes_new(b->ctx, layout, b->data, b->len, out);
}
