/*
 * url.c - %xx in the place of bytes, both ways.
 *
 * What is no bytes object is left to the prelude, which raises for it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/str.h"
#include "py/types/bytes.h"
#include "py/types/leaf.h"
#include "py/types/op_seq.h"

static const char hex[] = "0123456789ABCDEF";

static bool is_unreserved(uint8_t c) {
  return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') ||
         c == '-' || c == '.' || c == '_' || c == '~';
}

/* Which bytes stay: letters, digits and those of `safe` that are ASCII. */
static void mark_kept(const uint8_t *safe, uint32_t n, bool kept[256]) {
  for (uint32_t c = 0; c < 256; c++) kept[c] = is_unreserved((uint8_t)c);
  for (uint32_t i = 0; i < n; i++)
    if (safe[i] < 128) kept[safe[i]] = true;
}

/* quote(data, safe): str, or None */
CS_LEAF(url_quote) {
  bool kept[256];
  uint32_t len, count, others = 0;
  char *to;
  if (!cs_is(args[0], CS_L_BYTES) || !cs_is(args[1], CS_L_BYTES))
    CS_GIVE(CS_NONE);
  const uint8_t *safe = cs_bytes_data(ctx, args[1], &count);
  const uint8_t *s = cs_bytes_data(ctx, args[0], &len);
  mark_kept(safe, count, kept);
  cs_charge(ctx, ((uint64_t)len + count) / 16);
  for (uint32_t i = 0; i < len; i++) others += !kept[s[i]];
  uint64_t size = len + 2ull * others;
  if (size < 2) return cs_str_new(ctx, (const char *)s, len, out);
  CS_TRY(cs_str_room(ctx, size, size, CS_STR_ASCII, out, &to));
  for (uint32_t i = 0; i < len; i++) {
    if (kept[s[i]]) {
      *to++ = (char)s[i];
      continue;
    }
    *to++ = '%';
    *to++ = hex[s[i] >> 4];
    *to++ = hex[s[i] & 15];
  }
  return CS_OK;
}

static int digit_of(uint8_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 32;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Is an escape at s[i]?  Then its value, else -1. */
static int escape_at(const uint8_t *s, uint32_t i, uint32_t len) {
  if (s[i] != '%' || len - i < 3) return -1;
  int high = digit_of(s[i + 1]), low = digit_of(s[i + 2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/* unquote(data): bytes, or None */
CS_LEAF(url_unquote) {
  uint32_t len, escapes = 0;
  uint8_t *to;
  if (!cs_is(args[0], CS_L_BYTES)) CS_GIVE(CS_NONE);
  const uint8_t *s = cs_bytes_data(ctx, args[0], &len);
  cs_charge(ctx, len / 16);
  for (uint32_t i = 0; i < len; i++)
    if (escape_at(s, i, len) >= 0) escapes++, i += 2;
  if (escapes == 0) CS_GIVE(args[0]);
  CS_TRY(cs_bytes_room(ctx, CS_L_BYTES, len - 2ull * escapes, out, &to));
  for (uint32_t i = 0; i < len; i++) {
    int c = escape_at(s, i, len);
    *to++ = c < 0 ? s[i] : (uint8_t)c;
    if (c >= 0) i += 2;
  }
  return CS_OK;
}

extern const cs_native_def cs_url_natives[];
const cs_native_def cs_url_natives[] = {
    {"._url", "quote", "(data, safe, /)", url_quote},
    {"._url", "unquote", "(data, /)", url_unquote},
    CS_NATIVE_END};
