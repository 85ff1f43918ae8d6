/*
 * str_case.c - case conversion and predicates of str.
 *
 * The rules are in text/unitext.h; here they meet the heap.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "base/utf8.h"
#include "py/heap/native.h"
#include "py/heap/str.h"
#include "text/unitext.h"

#define EACH  UINT64_C(0x0101010101010101)
#define SMALL 256 /* bytes of a result that is made in one pass */

/* Letters of an ASCII text from `first` on change their case, eight at a time:
 * a sum reaches the top bit of its byte where the letter is at least that. */
static void flip_ascii(char *to, const uint8_t *s, uint32_t n, uint8_t first) {
  uint64_t low = EACH * (0x80u - first), high = EACH * (0x80u - 26 - first);
  uint32_t i = 0;
  for (uint64_t w; n - i >= sizeof w; i += (uint32_t)sizeof w) {
    memcpy(&w, s + i, sizeof w);
    w ^= ((w + low) & ~(w + high) & EACH << 7) >> 2;
    memcpy(to + i, &w, sizeof w);
  }
  for (; i < n; i++)
    to[i] = (char)(s[i] ^ ((uint8_t)(s[i] - first) < 26 ? 0x20 : 0));
}

/* Case conversion of an ASCII text. */
static void convert_ascii(cs_unitext_op op, char *to, const uint8_t *s,
                          uint32_t n) {
  bool raise = true; /* is the next letter to be a capital? */
  if (op == CS_UNITEXT_LOWER || op == CS_UNITEXT_FOLD) {
    flip_ascii(to, s, n, 'A');
  } else if (op == CS_UNITEXT_UPPER) {
    flip_ascii(to, s, n, 'a');
  } else {
    for (uint32_t i = 0; i < n; i++) {
      bool letter = (uint8_t)((s[i] | 0x20) - 'a') < 26;
      if (op == CS_UNITEXT_SWAPCASE) raise = s[i] & 0x20;
      uint8_t as = (uint8_t)(raise ? s[i] & ~0x20 : s[i] | 0x20);
      to[i] = (char)(letter ? as : s[i]);
      raise = op == CS_UNITEXT_TITLE && !letter;
    }
  }
}

static cs_status convert(cs_ctx *ctx, cs_unitext_op op, cs_value self,
                         cs_value *out) {
  uint32_t n;
  const uint8_t *s = (const uint8_t *)cs_str_data(ctx, self, &n);
  uint8_t flags = CS_PTR(ctx, cs_str, self)->h.flags;
  size_t chars = n, need = n;
  char *to;
  cs_charge(ctx, n / 32);
  if (flags & CS_STR_ASCII && n == 1) {
    char c;
    convert_ascii(op, &c, s, 1);
    *out = ctx->image->chr[(unsigned char)c];
    return CS_OK;
  }
  if (flags & CS_STR_ASCII && n > 1) { /* stays ASCII, same length */
    cs_status st = cs_str_room(ctx, n, n, CS_STR_ASCII, out, &to);
    if (st == CS_OK) convert_ascii(op, to, s, n);
    return st;
  }
  uint8_t small[SMALL];
  const cs_patience patience = cs_charge_patience(ctx);
  need = cs_unitext_convert(op, s, n, small, sizeof small, &chars, &patience);
  if (need == SIZE_MAX) return CS_STOP;
  if (n <= 2) /* the image may hold the result */
    return cs_str_new(ctx, (const char *)small, need, out);
  uint8_t kept = need == chars ? CS_STR_ASCII : flags & CS_STR_SURROGATE;
  cs_status st = cs_str_room(ctx, need, chars, kept, out, &to);
  if (st != CS_OK) return st;
  if (need <= sizeof small)
    memcpy(to, small, need);
  else /* without a look: a str has all of its text once it is there */
    (void)cs_unitext_convert(op, s, n, (uint8_t *)to, need, NULL, NULL);
  return CS_OK;
}

#define CONVERT(name, op)                                              \
  static cs_status str_##name(cs_ctx *ctx, cs_value *args, uint32_t n, \
                              cs_value *out) {                         \
    (void)n;                                                           \
    return convert(ctx, CS_UNITEXT_##op, args[0], out);                \
  }
CONVERT(lower, LOWER)
CONVERT(upper, UPPER)
CONVERT(casefold, FOLD)
CONVERT(title, TITLE)
CONVERT(capitalize, CAPITALIZE)
CONVERT(swapcase, SWAPCASE)

/* What a text of one ASCII character is. */
static inline bool is_char(cs_unitext_kind kind, uint8_t c) {
  bool small = (uint8_t)(c - 'a') < 26, big = (uint8_t)(c - 'A') < 26;
  bool digit = (uint8_t)(c - '0') < 10;
  switch (kind) {
    case CS_UNITEXT_ALPHA: return small || big;
    case CS_UNITEXT_ALNUM: return small || big || digit;
    case CS_UNITEXT_DECIMAL:
    case CS_UNITEXT_DIGIT:
    case CS_UNITEXT_NUMERIC: return digit;
    case CS_UNITEXT_SPACE:
      return c == ' ' || (uint8_t)(c - 9) < 5 || (uint8_t)(c - 28) < 4;
    case CS_UNITEXT_PRINTABLE: return (uint8_t)(c - ' ') < 95;
    case CS_UNITEXT_IDENTIFIER: return small || big || c == '_';
    case CS_UNITEXT_IS_LOWER: return small;
    case CS_UNITEXT_IS_UPPER:
    case CS_UNITEXT_IS_TITLE: break;
  }
  return big;
}

/* Of most kinds every character must be; of the last ones, not. */
static inline __attribute__((always_inline)) cs_status test(
    cs_ctx *ctx, cs_unitext_kind kind, cs_value self, cs_value *out) {
  uint32_t n, i = 0;
  const uint8_t *s = (const uint8_t *)cs_str_data(ctx, self, &n);
  bool each = kind < CS_UNITEXT_IDENTIFIER;
  cs_charge(ctx, n / 32);
  if (cs_str_is_ascii(ctx, self) && (n == 1 || (each && n > 0))) {
    while (i < n && is_char(kind, s[i])) i++;
    *out = cs_bool(i == n);
  } else {
    *out = cs_bool(cs_unitext_is(kind, s, n));
  }
  return CS_OK;
}

#define TEST(name, kind)                                               \
  static cs_status str_##name(cs_ctx *ctx, cs_value *args, uint32_t n, \
                              cs_value *out) {                         \
    (void)n;                                                           \
    return test(ctx, CS_UNITEXT_##kind, args[0], out);                 \
  }
TEST(isalpha, ALPHA)
TEST(isalnum, ALNUM)
TEST(isdecimal, DECIMAL)
TEST(isdigit, DIGIT)
TEST(isnumeric, NUMERIC)
TEST(isspace, SPACE)
TEST(isprintable, PRINTABLE)
TEST(isidentifier, IDENTIFIER)
TEST(islower, IS_LOWER)
TEST(isupper, IS_UPPER)
TEST(istitle, IS_TITLE)

static cs_status str_isascii(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  *out = cs_bool(cs_str_is_ascii(ctx, args[0]));
  return CS_OK;
}

#define ENTRY(name) \
  { "str", #name, "($self, /)", str_##name }

const cs_native_def cs_str_case_natives[] = {
    ENTRY(lower),       ENTRY(upper),        ENTRY(casefold),  ENTRY(title),
    ENTRY(capitalize),  ENTRY(swapcase),     ENTRY(isalpha),   ENTRY(isalnum),
    ENTRY(isdecimal),   ENTRY(isdigit),      ENTRY(isnumeric), ENTRY(isspace),
    ENTRY(isprintable), ENTRY(isidentifier), ENTRY(islower),   ENTRY(isupper),
    ENTRY(istitle),     ENTRY(isascii),      CS_NATIVE_END};
