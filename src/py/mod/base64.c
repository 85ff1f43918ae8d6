/*
 * base64.c - Base64 of whole byte strings.
 *
 * decode() takes only what encode() writes; for line breaks, foreign
 * characters and bad padding it gives None, and the prelude looks closer
 * (prelude/lib/binascii.py).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/bytes.h"
#include "py/types/leaf.h"
#include "py/types/op_seq.h"

static const char alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* encode(data): bytes */
CS_LEAF(base64_encode) {
  uint32_t len;
  unsigned char *to;
  if (!cs_is(args[0], CS_L_BYTES)) CS_GIVE(CS_NONE);
  const unsigned char *s = cs_bytes_data(ctx, args[0], &len);
  cs_charge(ctx, len / 16);
  uint64_t size = ((uint64_t)len + 2) / 3 * 4;
  if (size == 0) CS_GIVE(args[0]);
  CS_TRY(cs_bytes_room(ctx, CS_L_BYTES, size, out, &to));
  for (; len >= 3; len -= 3, s += 3, to += 4) {
    uint32_t v = (uint32_t)s[0] << 16 | (uint32_t)s[1] << 8 | s[2];
    to[0] = (unsigned char)alphabet[v >> 18];
    to[1] = (unsigned char)alphabet[v >> 12 & 63];
    to[2] = (unsigned char)alphabet[v >> 6 & 63];
    to[3] = (unsigned char)alphabet[v & 63];
  }
  if (len) {
    uint32_t v = (uint32_t)s[0] << 16 | (len == 2 ? (uint32_t)s[1] << 8 : 0);
    to[0] = (unsigned char)alphabet[v >> 18];
    to[1] = (unsigned char)alphabet[v >> 12 & 63];
    to[2] = len == 2 ? (unsigned char)alphabet[v >> 6 & 63] : '=';
    to[3] = '=';
  }
  return CS_OK;
}

/* Value of a character, 64 and more if it is none. */
static uint32_t value_of(unsigned char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26u;
  if (c >= '0' && c <= '9') return c - '0' + 52u;
  return c == '+' ? 62 : c == '/' ? 63 : 64;
}

/* decode(data): bytes, or None */
CS_LEAF(base64_decode) {
  uint32_t len, pad = 0;
  unsigned char *to;
  if (!cs_is(args[0], CS_L_BYTES)) CS_GIVE(CS_NONE);
  const unsigned char *s = cs_bytes_data(ctx, args[0], &len);
  if (len == 0 || len % 4) CS_GIVE(CS_NONE);
  while (pad < 2 && s[len - 1 - pad] == '=') pad++;
  cs_charge(ctx, len / 16);
  uint32_t size = len / 4 * 3 - pad;
  CS_TRY(cs_bytes_room(ctx, CS_L_BYTES, size, out, &to));
  for (uint32_t i = 0, at = 0; i < len; i += 4) {
    uint32_t v = 0;
    for (uint32_t k = i; k < i + 4; k++) {
      uint32_t d = k >= len - pad ? 0 : value_of(s[k]);
      if (d > 63) CS_GIVE(CS_NONE);
      v = v << 6 | d;
    }
    for (int shift = 16; shift >= 0 && at < size; shift -= 8)
      to[at++] = (unsigned char)(v >> shift);
  }
  return CS_OK;
}

extern const cs_native_def cs_base64_natives[];
const cs_native_def cs_base64_natives[] = {
    {"._base64", "encode", "(data, /)", base64_encode},
    {"._base64", "decode", "(data, /)", base64_decode},
    CS_NATIVE_END};
