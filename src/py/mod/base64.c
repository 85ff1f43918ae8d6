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

/* Value of a character plus one; 0 for what is none. */
static const unsigned char value_of[256] = {
    0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
    0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
    0,  0,  0,  0,  0,  63, 0,  0,  0,  64, 53, 54, 55, 56, 57, 58, 59, 60, 61,
    62, 0,  0,  0,  0,  0,  0,  0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
    12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 0,  0,  0,  0,
    0,  0,  27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
    44, 45, 46, 47, 48, 49, 50, 51, 52, 0,  0,  0,  0,  0};

/* Four characters as a number; false if one is foreign. */
static bool read_group(const unsigned char *s, uint32_t *v) {
  uint32_t a = value_of[s[0]], b = value_of[s[1]];
  uint32_t c = value_of[s[2]], d = value_of[s[3]];
  *v = (a - 1) << 18 | (b - 1) << 12 | (c - 1) << 6 | (d - 1);
  return a && b && c && d;
}

/* The last group, of which `pad` characters are missing. */
static bool read_last(const unsigned char *s, uint32_t pad, uint32_t *v) {
  unsigned char whole[4] = {s[0], s[1], pad > 1 ? 'A' : s[2],
                            pad > 0 ? 'A' : s[3]};
  return read_group(whole, v);
}

/* decode(data): bytes, or None */
CS_LEAF(base64_decode) {
  uint32_t len, pad = 0, v;
  unsigned char *to;
  if (!cs_is(args[0], CS_L_BYTES)) CS_GIVE(CS_NONE);
  const unsigned char *s = cs_bytes_data(ctx, args[0], &len);
  if (len == 0 || len % 4) CS_GIVE(CS_NONE);
  while (pad < 2 && s[len - 1 - pad] == '=') pad++;
  cs_charge(ctx, len / 16);
  CS_TRY(cs_bytes_room(ctx, CS_L_BYTES, len / 4 * 3 - pad, out, &to));
  for (; len > 4; len -= 4, s += 4, to += 3) {
    if (!read_group(s, &v)) CS_GIVE(CS_NONE);
    to[0] = (unsigned char)(v >> 16);
    to[1] = (unsigned char)(v >> 8);
    to[2] = (unsigned char)v;
  }
  if (!read_last(s, pad, &v)) CS_GIVE(CS_NONE);
  for (uint32_t i = 0; i < 3 - pad; i++)
    to[i] = (unsigned char)(v >> (16 - 8 * i));
  return CS_OK;
}

extern const cs_native_def cs_base64_natives[];
const cs_native_def cs_base64_natives[] = {
    {"._base64", "encode", "(data, /)", base64_encode},
    {"._base64", "decode", "(data, /)", base64_decode},
    CS_NATIVE_END};
