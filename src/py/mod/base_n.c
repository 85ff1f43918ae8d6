/*
 * base_n.c - Base16, Base32, Base85 and Ascii85 of whole byte strings.
 *
 * The decoders take well-formed text only.  For anything else they give None,
 * and the prelude (lib/base64.py) finds out which error it is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "py/types/bytes.h"
#include "py/types/leaf.h"
#include "py/types/op_seq.h"

enum { FOLD_ZERO = 1, FOLD_SPACES = 2, PAD = 4 }; /* of encode85 */

#define SPACES 0x20202020u

static bool are_bytes(const cs_value *args, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!cs_is(args[i], CS_L_BYTES)) return false;
  return true;
}

/* Bits of a character in an alphabet of 16 or 32; 0: it is neither. */
static uint32_t bits_of(uint32_t letters) {
  return letters == 16 ? 4 : letters == 32 ? 5 : 0;
}

/* --- 16 and 32 ------------------------------------------------------------ */

/* encode_bits(data, alphabet): bytes, padded with "=" to whole groups */
CS_LEAF(encode_bits) {
  uint32_t len, letters;
  if (!are_bytes(args, 2)) CS_GIVE(CS_NONE);
  const unsigned char *s = cs_bytes_data(ctx, args[0], &len);
  const unsigned char *alphabet = cs_bytes_data(ctx, args[1], &letters);
  uint32_t k = bits_of(letters), have = 0;
  if (!k) CS_GIVE(CS_NONE);
  cs_charge(ctx, len / 16);
  uint64_t groups = k == 5 ? ((uint64_t)len + 4) / 5 : len;
  uint64_t size = groups * (k == 5 ? 8 : 2), acc = 0;
  if (size == 0) CS_GIVE(args[0]);
  unsigned char *to;
  CS_TRY(cs_bytes_room(ctx, CS_L_BYTES, size, out, &to));
  s = cs_bytes_data(ctx, args[0], &len);
  unsigned char *end = to + size;
  for (uint32_t i = 0; i < len; i++) {
    acc = acc << 8 | s[i];
    for (have += 8; have >= k; have -= k)
      *to++ = alphabet[acc >> (have - k) & (letters - 1)];
  }
  if (have) *to++ = alphabet[acc << (k - have) & (letters - 1)];
  memset(to, '=', (size_t)(end - to));
  return CS_OK;
}

/* Values of characters plus one; 0: not in the alphabet. */
static void fill_values(unsigned char value[256], const unsigned char *alphabet,
                        uint32_t letters) {
  memset(value, 0, 256);
  for (uint32_t i = 0; i < letters; i++)
    value[alphabet[i]] = (unsigned char)(i + 1);
}

/* decode_bits(digits, alphabet): bytes without the bits left over, or None */
CS_LEAF(decode_bits) {
  uint32_t len, letters;
  unsigned char value[256], *to;
  if (!are_bytes(args, 2)) CS_GIVE(CS_NONE);
  const unsigned char *s = cs_bytes_data(ctx, args[0], &len);
  const unsigned char *alphabet = cs_bytes_data(ctx, args[1], &letters);
  uint32_t k = bits_of(letters), have = 0;
  if (!k || len == 0) CS_GIVE(CS_NONE);
  fill_values(value, alphabet, letters);
  cs_charge(ctx, len / 16);
  CS_TRY(cs_bytes_room(ctx, CS_L_BYTES, (uint64_t)len * k / 8, out, &to));
  s = cs_bytes_data(ctx, args[0], &len);
  uint32_t acc = 0;
  for (uint32_t i = 0; i < len; i++) {
    uint32_t v = value[s[i]];
    if (!v) CS_GIVE(CS_NONE);
    acc = acc << k | (v - 1);
    have += k;
    if (have < 8) continue;
    have -= 8;
    *to++ = (unsigned char)(acc >> have);
  }
  return CS_OK;
}

/* --- 85 --------------------------------------------------------------------*/

/* Up to four bytes as a number, zeros for those that are missing. */
static uint32_t read_four(const unsigned char *s, uint32_t n) {
  uint32_t v = 0;
  for (uint32_t i = 0; i < 4; i++) v = v << 8 | (i < n ? s[i] : 0u);
  return v;
}

/* The one character that stands for the group, or 0. */
static unsigned char folded(uint32_t v, uint32_t n, uint32_t flags) {
  if (n < 4 && !(flags & PAD)) return 0;
  if (v == 0 && flags & FOLD_ZERO) return 'z';
  return v == SPACES && flags & FOLD_SPACES ? 'y' : 0;
}

static uint64_t size_of_85(const unsigned char *s, uint32_t len,
                           uint32_t flags) {
  uint64_t size = 0;
  for (uint32_t i = 0; i < len; i += 4) {
    uint32_t n = len - i < 4 ? len - i : 4;
    if (flags & (FOLD_ZERO | FOLD_SPACES) &&
        folded(read_four(s + i, n), n, flags))
      size += 1;
    else
      size += flags & PAD ? 5 : n + 1;
  }
  return size;
}

/* encode85(data, alphabet, flags): bytes */
CS_LEAF(encode85) {
  uint32_t len, letters;
  unsigned char *to;
  if (!are_bytes(args, 2) || !cs_is_int(args[2])) CS_GIVE(CS_NONE);
  uint32_t flags = (uint32_t)cs_int_of(args[2]) & 7;
  const unsigned char *s = cs_bytes_data(ctx, args[0], &len);
  const unsigned char *alphabet = cs_bytes_data(ctx, args[1], &letters);
  if (letters != 85) CS_GIVE(CS_NONE);
  if (len == 0) CS_GIVE(args[0]);
  cs_charge(ctx, len / 8);
  uint64_t size = size_of_85(s, len, flags);
  CS_TRY(cs_bytes_room(ctx, CS_L_BYTES, size, out, &to));
  s = cs_bytes_data(ctx, args[0], &len);
  for (uint32_t i = 0; i < len; i += 4) {
    uint32_t have = len - i < 4 ? len - i : 4, v = read_four(s + i, have);
    unsigned char short_form = folded(v, have, flags), digit[5];
    if (short_form) {
      *to++ = short_form;
      continue;
    }
    for (int k = 4; k >= 0; k--, v /= 85) digit[k] = alphabet[v % 85];
    uint32_t keep = flags & PAD ? 5 : have + 1;
    memcpy(to, digit, keep);
    to += keep;
  }
  return CS_OK;
}

/* decode85(text, alphabet): bytes of whole groups of five, or None */
CS_LEAF(decode85) {
  uint32_t len, letters;
  unsigned char value[256], *to;
  if (!are_bytes(args, 2)) CS_GIVE(CS_NONE);
  const unsigned char *s = cs_bytes_data(ctx, args[0], &len);
  const unsigned char *alphabet = cs_bytes_data(ctx, args[1], &letters);
  if (letters != 85 || len == 0 || len % 5) CS_GIVE(CS_NONE);
  fill_values(value, alphabet, letters);
  cs_charge(ctx, len / 8);
  CS_TRY(cs_bytes_room(ctx, CS_L_BYTES, (uint64_t)len / 5 * 4, out, &to));
  s = cs_bytes_data(ctx, args[0], &len);
  for (const unsigned char *end = s + len; s < end; s += 5, to += 4) {
    uint64_t v = 0;
    for (int k = 0; k < 5; k++) {
      if (!value[s[k]]) CS_GIVE(CS_NONE);
      v = v * 85 + value[s[k]] - 1;
    }
    if (v > UINT32_MAX) CS_GIVE(CS_NONE);
    for (int k = 0; k < 4; k++) to[k] = (unsigned char)(v >> (24 - 8 * k));
  }
  return CS_OK;
}

/* What characters mean in Ascii85. */
enum { DIGIT, ZEROS, BLANKS, IGNORED, FOREIGN };

static void fill_kinds(unsigned char kind[256], const unsigned char *ignored,
                       uint32_t n, bool fold) {
  memset(kind, FOREIGN, 256);
  for (uint32_t i = 0; i < n; i++) kind[ignored[i]] = IGNORED;
  kind['z'] = ZEROS;
  if (fold) kind['y'] = BLANKS;
  for (int c = 33; c <= 117; c++) kind[c] = DIGIT;
}

/* Bytes that the text and the letters that complete its last group stand for;
 * UINT64_MAX: it is not well-formed. */
static uint64_t size_of_ascii85(const unsigned char kind[256],
                                const unsigned char *s, uint32_t len) {
  uint64_t digits = 0, groups = 0;
  for (uint32_t i = 0; i < len; i++) {
    uint32_t k = kind[s[i]];
    if (k == FOREIGN || ((k == ZEROS || k == BLANKS) && digits % 5))
      return UINT64_MAX;
    digits += k == DIGIT;
    groups += k == ZEROS || k == BLANKS;
  }
  return (groups + digits / 5) * 4 + (digits % 5 ? digits % 5 - 1 : 0);
}

/* decode_ascii85(text, ignored, fold): bytes, or None */
CS_LEAF(decode_ascii85) {
  uint32_t len, skips;
  unsigned char kind[256], *to;
  if (!are_bytes(args, 2)) CS_GIVE(CS_NONE);
  const unsigned char *ignored = cs_bytes_data(ctx, args[1], &skips);
  fill_kinds(kind, ignored, skips, cs_is_true(args[2]));
  const unsigned char *s = cs_bytes_data(ctx, args[0], &len);
  cs_charge(ctx, len / 8);
  uint64_t size = size_of_ascii85(kind, s, len), v = 0;
  if (size == 0 || size == UINT64_MAX) CS_GIVE(CS_NONE);
  CS_TRY(cs_bytes_room(ctx, CS_L_BYTES, size, out, &to));
  s = cs_bytes_data(ctx, args[0], &len);
  const unsigned char *end = to + size;
  uint32_t have = 0;
  for (uint32_t i = 0; i < len || have; i++) {
    unsigned char c = i < len ? s[i] : 'u';
    uint32_t k = kind[c];
    if (k == IGNORED) continue;
    if (k == ZEROS || k == BLANKS) {
      memset(to, k == ZEROS ? 0 : ' ', 4);
      to += 4;
      continue;
    }
    v = v * 85 + c - 33;
    if (++have < 5) continue;
    if (v > UINT32_MAX) CS_GIVE(CS_NONE);
    for (int b = 24; b >= 0 && to < end; b -= 8)
      *to++ = (unsigned char)(v >> b);
    v = have = 0;
  }
  return CS_OK;
}

extern const cs_native_def cs_base_n_natives[];
const cs_native_def cs_base_n_natives[] = {
    {"._base64", "encode_bits", "(data, alphabet, /)", encode_bits},
    {"._base64", "decode_bits", "(digits, alphabet, /)", decode_bits},
    {"._base64", "encode85", "(data, alphabet, flags, /)", encode85},
    {"._base64", "decode85", "(text, alphabet, /)", decode85},
    {"._base64", "decode_ascii85", "(text, ignored, fold, /)", decode_ascii85},
    CS_NATIVE_END};
