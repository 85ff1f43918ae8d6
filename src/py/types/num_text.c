/*
 * num_text.c - the text that int(), float() and complex() read.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/num_text.h"

#include "base/utf8.h"
#include "py/heap/str.h"
#include "py/types/bytes.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/type.h"
#include "text/unicode.h"

#define STRANGE '?' /* never part of a number */

static char ascii_of(uint32_t cp) {
  int digit;
  if (cp < 0x80) return (char)cp;
  digit = cs_unicode_decimal(cp);
  if (digit >= 0) return (char)('0' + digit);
  return cs_unicode_has(cp, CS_UNICODE_SPACE) ? ' ' : STRANGE;
}

cs_status cs_num_text(cs_ctx *ctx, cs_value v, const char **s, size_t *n) {
  uint32_t len;
  const uint8_t *bytes;
  if (cs_bytes_view(ctx, v, &bytes, &len)) {
    *s = (const char *)bytes;
    *n = len;
    return CS_OK;
  }
  if (!cs_is_str(v)) return CS_SLOW;
  const char *text = cs_str_data(ctx, v, &len);
  *s = text;
  *n = len;
  if (cs_str_is_ascii(ctx, v)) return CS_OK;
  cs_off off;
  CS_TRY(cs_alloc(ctx, CS_L_RAW, sizeof(cs_raw) + len, &off));
  char *to = (char *)CS_AT(ctx, cs_raw, off)->data;
  *s = to;
  for (uint32_t at = 0; at < len;) {
    uint32_t width;
    *to++ = ascii_of(cs_utf8_decode((const uint8_t *)text + at, &width));
    at += width;
  }
  *n = (size_t)(to - *s);
  return CS_OK;
}

cs_status cs_num_text_bad(cs_ctx *ctx, const char *text, cs_value v) {
  cs_value repr;
  CS_TRY(cs_op_repr(ctx, v, &repr));
  if (cs_str_chars(ctx, repr) > 200)
    CS_TRY(cs_str_slice(ctx, repr, 0, 200, &repr));
  return cs_throw(ctx, CS_ValueError, "%s%v", text, repr);
}

static bool defines(cs_ctx *ctx, cs_value v, cs_name_id name) {
  cs_value f = cs_type_find(ctx, cs_class_of(ctx, v), cs_known(ctx, name));
  if (cs_is_unbound(f) || cs_is_none(f)) return false;
  bool number = cs_ref_type(v) >> 8;
  return !number || !cs_is(f, CS_L_NATIVE);
}

bool cs_num_has(cs_ctx *ctx, cs_value v, cs_name_id a, cs_name_id b) {
  if (!cs_is_instance(v) && !cs_is(v, CS_L_BOX)) return false;
  return defines(ctx, v, a) || defines(ctx, v, b);
}
