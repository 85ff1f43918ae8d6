/*
 * json.c - module json: natives for loads and dumps of built-in data.
 *
 * Both answer CS_SLOW for everything they are not made for: other arguments,
 * text that is not JSON, objects of other types.  The prelude then does it the
 * long way (prelude/lib/json).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/mod/json_emit.h"
#include "py/mod/json_scan.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"

/* --- reading ------------------------------------------------------------- */

static cs_status scan_at(cs_ctx *ctx, cs_value text, bool strict, uint32_t *at,
                         cs_value *out, cs_json_fault *fault) {
  uint32_t n;
  const uint8_t *s = (const uint8_t *)cs_str_data(ctx, text, &n);
  CS_TRY(cs_charge_big(ctx, (n - *at) / 32 + 1));
  return cs_json_scan(ctx, s, n, cs_str_is_ascii(ctx, text), strict, at, out,
                      fault);
}

/* loads(s): a str, nothing else given. */
CS_LEAF(json_loads) {
  cs_json_fault fault;
  cs_value text = args[0], v;
  if (n != 1 || !cs_is_str(text)) return CS_SLOW;
  uint32_t len, at;
  const uint8_t *s = (const uint8_t *)cs_str_data(ctx, text, &len);
  at = cs_json_skip(s, len, 0);
  cs_status st = scan_at(ctx, text, true, &at, &v, &fault);
  if (st == CS_ESYNTAX) return CS_SLOW;
  if (st != CS_OK) return st;
  if (cs_json_skip(s, len, at) != len) return CS_SLOW;
  CS_GIVE(v);
}

static uint32_t offset_of(cs_ctx *ctx, cs_value text, cs_value index) {
  int64_t i = cs_is_int(index) ? cs_int_of(index) : 0;
  uint32_t chars = cs_str_chars(ctx, text);
  if (i < 0) i = 0;
  if (i > chars) i = chars;
  return cs_str_offset(ctx, text, (uint32_t)i);
}

static cs_status outcome(cs_ctx *ctx, cs_value text, cs_status st, cs_value v,
                         uint32_t at, const cs_json_fault *fault,
                         cs_value *out) {
  cs_value row[3] = {v, CS_NONE, CS_NONE};
  if (st == CS_OK) {
    row[1] = cs_int(cs_str_index(ctx, text, at));
    return cs_tuple_new(ctx, row, 2, out);
  }
  if (st != CS_ESYNTAX) return st;
  CS_TRY(cs_str_new(ctx, fault->msg, strlen(fault->msg), &row[0]));
  uint32_t n;
  (void)cs_str_data(ctx, text, &n);
  row[1] = cs_int(cs_str_index(ctx, text, fault->at < n ? fault->at : n));
  return cs_tuple_new(ctx, row, 3, out);
}

/* _scan(s, index, strict) -> (value, end), or (message, position, None) */
CS_LEAF(json_scan) {
  cs_json_fault fault;
  cs_value text = cs_unwrap(ctx, args[0]), v = CS_NONE;
  if (!cs_is_str(text))
    return cs_throw(ctx, CS_TypeError,
                    "first argument must be a string, not %t", text);
  uint32_t at = offset_of(ctx, text, args[1]);
  cs_status st = scan_at(ctx, text, cs_is_true(args[2]), &at, &v, &fault);
  return outcome(ctx, text, st, v, at, &fault, out);
}

/* scan_unique(s, index, strict): the same, None when keys of an object are
 * equal: hooks must see every one of them */
CS_LEAF(json_scan_unique) {
  cs_json_fault fault;
  cs_value text = args[0], v = CS_NONE;
  if (!cs_is_str(text)) CS_GIVE(CS_NONE);
  uint32_t at = offset_of(ctx, text, args[1]);
  cs_status st = scan_at(ctx, text, cs_is_true(args[2]), &at, &v, &fault);
  if (st == CS_OK && fault.twice) CS_GIVE(CS_NONE);
  return outcome(ctx, text, st, v, at, &fault, out);
}

/* _scan_string(s, index, strict): the same for what follows a quote */
CS_LEAF(json_scan_string) {
  cs_json_fault fault;
  cs_value text = cs_unwrap(ctx, args[0]), v = CS_NONE;
  if (!cs_is_str(text))
    return cs_throw(ctx, CS_TypeError,
                    "first argument must be a string, not %t", text);
  uint32_t at = offset_of(ctx, text, args[1]), len;
  const uint8_t *s = (const uint8_t *)cs_str_data(ctx, text, &len);
  cs_charge(ctx, 1);
  cs_status st = cs_json_scan_string(ctx, s, len, cs_str_is_ascii(ctx, text),
                                     cs_is_true(args[2]), &at, &v, &fault);
  return outcome(ctx, text, st, v, at, &fault, out);
}

/* --- writing ------------------------------------------------------------- */

CS_LEAF(json_dumps) {
  if (n != 1) return CS_SLOW;
  cs_json_style style = {.ascii = true,
                         .allow_nan = true,
                         .indent = CS_NONE,
                         .item = CS_NONE,
                         .key = CS_NONE};
  return cs_json_emit(ctx, args[0], &style, out);
}

/* _emit(obj, ensure_ascii, allow_nan, skipkeys, sort_keys, indent, item, key):
 * text, or None when the prelude must do it */
CS_LEAF(json_emit) {
  cs_json_style style = {.ascii = cs_is_true(args[1]),
                         .allow_nan = cs_is_true(args[2]),
                         .skipkeys = cs_is_true(args[3]),
                         .sort = cs_is_true(args[4]),
                         .indent = args[5],
                         .item = args[6],
                         .key = args[7]};
  cs_status st = cs_json_emit(ctx, args[0], &style, out);
  if (st != CS_SLOW) return st;
  CS_GIVE(CS_NONE);
}

/* _quote(s, ensure_ascii) */
CS_LEAF(json_quote) {
  cs_value v = cs_unwrap(ctx, args[0]);
  if (!cs_is_str(v))
    return cs_throw(ctx, CS_TypeError,
                    "first argument must be a string, not %t", args[0]);
  return cs_json_emit_string(ctx, v, cs_is_true(args[1]), out);
}

extern const cs_native_def cs_json_natives[];
const cs_native_def cs_json_natives[] = {
    {".json", "loads", "(*args)", json_loads},
    {".json", "dumps", "(*args)", json_dumps},
    {"._json", "scan", "(s, index, strict, /)", json_scan},
    {"._json", "scan_string", "(s, index, strict, /)", json_scan_string},
    {"._json", "emit",
     "(obj, ensure_ascii, allow_nan, skipkeys, sort_keys, indent, item, key, "
     "/)",
     json_emit},
    {"._json", "quote", "(s, ensure_ascii, /)", json_quote},
    {"._json", "scan_unique", "(s, index, strict, /)", json_scan_unique},
    CS_NATIVE_END};
