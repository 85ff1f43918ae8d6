/*
 * unicodedata.c - module unicodedata.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/utf8.h"
#include "py/heap/str.h"
#include "py/types/builder.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "text/normal.h"
#include "text/unicode.h"
#include "text/uniname.h"

/* args[i] as one character; `name` is the function's. */
static cs_status char_arg(cs_ctx *ctx, cs_value v, const char *name,
                          const char *which, uint32_t *cp) {
  v = cs_unwrap(ctx, v);
  if (!cs_is_str(v) || cs_str_chars(ctx, v) != 1)
    return cs_throw(ctx, CS_TypeError,
                    "%s() argument%s must be a unicode character, not %t", name,
                    which, v);
  uint32_t len;
  const uint8_t *s = (const uint8_t *)cs_str_data(ctx, v, &len);
  *cp = len == 1   ? s[0]
        : len == 2 ? (s[0] & 0x1Fu) << 6 | (s[1] & 0x3Fu)
        : len == 3 ? (s[0] & 0xFu) << 12 | (s[1] & 0x3Fu) << 6 | (s[2] & 0x3Fu)
                   : (s[0] & 7u) << 18 | (s[1] & 0x3Fu) << 12 |
                         (s[2] & 0x3Fu) << 6 | (s[3] & 0x3Fu);
  return CS_OK;
}

static cs_status text(cs_ctx *ctx, const char *s, cs_value *out) {
  return cs_str_new(ctx, s, strlen(s), out);
}

#define ONE(name, give)                             \
  CS_LEAF(uni_##name) {                             \
    uint32_t cp;                                    \
    CS_TRY(char_arg(ctx, args[0], #name, "", &cp)); \
    give;                                           \
  }

ONE(category, return text(ctx, cs_unicode_category(cp), out))
ONE(bidirectional, return text(ctx, cs_unicode_bidirectional(cp), out))
ONE(east_asian_width, return text(ctx, cs_unicode_width(cp), out))
ONE(combining, CS_GIVE(cs_int(cs_unicode_combining(cp))))
ONE(mirrored, CS_GIVE(cs_int(cs_unicode_mirrored(cp))))

/* --- numbers ------------------------------------------------------------- */

static cs_status or_default(cs_ctx *ctx, cs_value dflt, const char *what,
                            cs_value *out) {
  if (!cs_is_unbound(dflt)) CS_GIVE(dflt);
  return cs_throw(ctx, CS_ValueError, "not a %s", what);
}

CS_LEAF(uni_decimal) {
  uint32_t cp;
  CS_TRY(char_arg(ctx, args[0], "decimal", " 1", &cp));
  int v = cs_unicode_decimal(cp);
  if (v < 0) return or_default(ctx, args[1], "decimal", out);
  CS_GIVE(cs_int(v));
}
CS_LEAF(uni_digit) {
  uint32_t cp;
  CS_TRY(char_arg(ctx, args[0], "digit", " 1", &cp));
  int v = cs_unicode_digit(cp);
  if (v < 0) return or_default(ctx, args[1], "digit", out);
  CS_GIVE(cs_int(v));
}
CS_LEAF(uni_numeric) {
  uint32_t cp;
  double v;
  CS_TRY(char_arg(ctx, args[0], "numeric", " 1", &cp));
  if (!cs_unicode_numeric(cp, &v))
    return or_default(ctx, args[1], "numeric character", out);
  CS_GIVE(cs_float(v));
}

/* --- names --------------------------------------------------------------- */

CS_LEAF(uni_name) {
  uint32_t cp;
  char buf[CS_UNINAME_MAX];
  CS_TRY(char_arg(ctx, args[0], "name", " 1", &cp));
  size_t len = cs_uniname_get(cp, buf, sizeof buf);
  if (len) return cs_str_new(ctx, buf, len, out);
  if (!cs_is_unbound(args[1])) CS_GIVE(args[1]);
  return cs_throw(ctx, CS_ValueError, "no such name");
}

CS_LEAF(uni_lookup) {
  uint32_t len, cps[CS_UNINAME_TEXT_MAX];
  cs_value v = cs_unwrap(ctx, args[0]);
  if (!cs_is_str(v))
    return cs_throw(ctx, CS_TypeError,
                    "lookup() argument must be str or bytes-like, not %t", v);
  const char *s = cs_str_data(ctx, v, &len);
  uint32_t count = cs_uniname_lookup(s, len, cps);
  if (!count) {
    cs_value msg;
    cs_builder b;
    cs_builder_init(&b, ctx);
    cs_builder_c(&b, "undefined character name '");
    cs_builder_str(&b, v);
    cs_builder_c(&b, "'");
    CS_TRY(cs_builder_finish(&b, &msg));
    return cs_throw_value(ctx, CS_KeyError, msg);
  }
  cs_builder b;
  cs_builder_init(&b, ctx);
  for (uint32_t i = 0; i < count; i++) cs_builder_char(&b, cps[i]);
  return cs_builder_finish(&b, out);
}

#define PART 65536 /* of a text, between two looks at the clock */

/* --- normal forms -------------------------------------------------------- */

static void put_hex(cs_builder *b, uint32_t cp) {
  char buf[8];
  int n = 8;
  do {
    buf[--n] = "0123456789ABCDEF"[cp & 15];
    cp >>= 4;
  } while (cp || n > 4);
  cs_builder_ascii(b, buf + n, (uint64_t)(8 - n));
}

CS_LEAF(uni_decomposition) {
  uint32_t cp, map[CS_NORMAL_DECOMP_MAX];
  const char *tag = "";
  CS_TRY(char_arg(ctx, args[0], "decomposition", "", &cp));
  uint32_t count = cs_normal_decomposition(cp, map, &tag);
  cs_builder b;
  cs_builder_init(&b, ctx);
  if (count && tag[0]) {
    cs_builder_c(&b, tag);
    cs_builder_c(&b, " ");
  }
  for (uint32_t i = 0; i < count; i++) {
    if (i) cs_builder_c(&b, " ");
    put_hex(&b, map[i]);
  }
  return cs_builder_finish(&b, out);
}

static bool form_of(const cs_ctx *ctx, cs_value v, cs_normal_form *out) {
  static const char *const names[] = {"NFC", "NFD", "NFKC", "NFKD"};
  uint32_t len;
  if (!cs_is_str(v)) return false;
  const char *s = cs_str_data(ctx, v, &len);
  for (uint32_t i = 0; i < 4; i++)
    if (strlen(names[i]) == len && memcmp(s, names[i], len) == 0) {
      *out = (cs_normal_form)i;
      return true;
    }
  return false;
}

static cs_status form_args(cs_ctx *ctx, cs_value *args, const char *name,
                           cs_normal_form *form, cs_value *v) {
  cs_value f = cs_unwrap(ctx, args[0]);
  *v = cs_unwrap(ctx, args[1]);
  if (!cs_is_str(f))
    return cs_throw(ctx, CS_TypeError, "%s() argument 1 must be str, not %t",
                    name, args[0]);
  if (!cs_is_str(*v))
    return cs_throw(ctx, CS_TypeError, "%s() argument 2 must be str, not %t",
                    name, args[1]);
  if (!form_of(ctx, f, form))
    return cs_throw(ctx, CS_ValueError, "invalid normalization form");
  return CS_OK;
}

static cs_status normal(cs_ctx *ctx, cs_normal_form form, cs_value v,
                        cs_value *out) {
  uint32_t len;
  const uint8_t *s = (const uint8_t *)cs_str_data(ctx, v, &len);
  cs_charge(ctx, len / 16);
  if (cs_str_is_ascii(ctx, v) || cs_normal_quick(form, s, len) == CS_NORMAL_YES)
    CS_GIVE(v);
  const cs_patience patience = cs_charge_patience(ctx);
  size_t need = cs_normal_need(form, s, len, &patience);
  if (need == SIZE_MAX) return CS_STOP;
  cs_off off;
  CS_TRY(cs_charge_big(ctx, need / 4));
  CS_TRY(cs_alloc(ctx, CS_L_RAW, offsetof(cs_raw, data) + need * 4, &off));
  uint32_t *work = (void *)CS_AT(ctx, cs_raw, off)->data;
  size_t count = cs_normal_run(form, s, len, work);
  cs_builder b;
  cs_builder_init(&b, ctx);
  for (size_t i = 0; i < count; i++) {
    if (i % PART == PART - 1 && cs_patience_ends(&patience)) return CS_STOP;
    cs_builder_char(&b, work[i]);
  }
  return cs_builder_finish(&b, out);
}

CS_LEAF(uni_normalize) {
  cs_normal_form form;
  cs_value v;
  CS_TRY(form_args(ctx, args, "normalize", &form, &v));
  return normal(ctx, form, v, out);
}

CS_LEAF(uni_is_normalized) {
  cs_normal_form form;
  cs_value v, r;
  CS_TRY(form_args(ctx, args, "is_normalized", &form, &v));
  CS_TRY(normal(ctx, form, v, &r));
  CS_GIVE(cs_bool(cs_same(v, r) || cs_str_eq(ctx, v, r)));
}

extern const cs_native_def cs_unicodedata_natives[];
const cs_native_def cs_unicodedata_natives[] = {
    {".unicodedata", "category", "(chr, /)", uni_category},
    {".unicodedata", "bidirectional", "(chr, /)", uni_bidirectional},
    {".unicodedata", "east_asian_width", "(chr, /)", uni_east_asian_width},
    {".unicodedata", "combining", "(chr, /)", uni_combining},
    {".unicodedata", "mirrored", "(chr, /)", uni_mirrored},
    {".unicodedata", "decimal", "(chr, default=None, /)", uni_decimal},
    {".unicodedata", "digit", "(chr, default=None, /)", uni_digit},
    {".unicodedata", "numeric", "(chr, default=None, /)", uni_numeric},
    {".unicodedata", "name", "(chr, default=None, /)", uni_name},
    {".unicodedata", "lookup", "(name, /)", uni_lookup},
    {".unicodedata", "decomposition", "(chr, /)", uni_decomposition},
    {".unicodedata", "normalize", "(form, unistr, /)", uni_normalize},
    {".unicodedata", "is_normalized", "(form, unistr, /)", uni_is_normalized},
    CS_NATIVE_END};
