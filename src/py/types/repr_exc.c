/*
 * repr_exc.c - str() of exceptions.
 *
 * An exception's text is its arguments, but some classes know better: KeyError
 * quotes, OSError shows number and file, SyntaxError the place, the Unicode
 * errors what could not be converted.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/utf8.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/bytes.h"
#include "py/types/ops.h"
#include "py/types/quote.h"
#include "py/types/repr.h"
#include "py/types/type.h"

/* An attribute of the exception itself; UNBOUND or None: not set. */
static cs_value attribute(cs_ctx *ctx, cs_value exc, cs_name_id name) {
  cs_value v = cs_instance_get(ctx, exc, cs_known(ctx, name));
  return cs_is_unbound(v) ? CS_NONE : v;
}

/* str() of an attribute; exceptions in exceptions would be recursion. */
static cs_status put_flat(cs_builder *b, cs_value v) {
  return cs_is_instance(v) ? CS_SLOW : cs_repr_put_str(b, v);
}

static cs_status put_args(cs_builder *b, cs_value exc, cs_value *rest) {
  cs_ctx *ctx = b->ctx;
  cs_value args = *cs_exc_member(ctx, exc, CS_EXC_ARGS);
  if (!cs_is_tuple(args) || cs_tuple_len(ctx, args) == 0) return CS_OK;
  if (cs_tuple_len(ctx, args) > 1) return cs_repr_put(b, args);
  *rest = cs_tuple_at(ctx, args, 0);
  return CS_OK;
}

static cs_status put_key_error(cs_builder *b, cs_value exc, cs_value *rest) {
  cs_value args = *cs_exc_member(b->ctx, exc, CS_EXC_ARGS);
  if (cs_is_tuple(args) && cs_tuple_len(b->ctx, args) == 1)
    return cs_repr_put(b, cs_tuple_at(b->ctx, args, 0));
  return put_args(b, exc, rest);
}

static cs_status put_os_error(cs_builder *b, cs_value exc, cs_value *rest) {
  cs_ctx *ctx = b->ctx;
  cs_value number = attribute(ctx, exc, CS_N_errno_);
  cs_value text = attribute(ctx, exc, CS_N_strerror);
  cs_value file = attribute(ctx, exc, CS_N_filename);
  cs_value file2 = attribute(ctx, exc, CS_N_filename2);
  bool both = !cs_is_none(number) && !cs_is_none(text);
  if (!both && cs_is_none(file)) return put_args(b, exc, rest);
  cs_builder_c(b, "[Errno ");
  cs_status st = put_flat(b, number);
  cs_builder_c(b, "] ");
  if (st == CS_OK) st = put_flat(b, text);
  if (st != CS_OK || cs_is_none(file)) return st;
  cs_builder_c(b, ": ");
  st = cs_repr_put(b, file);
  if (st != CS_OK || cs_is_none(file2)) return st;
  cs_builder_c(b, " -> ");
  return cs_repr_put(b, file2);
}

/* The last component of a path. */
static void put_base_name(cs_builder *b, cs_value path) {
  uint32_t n;
  const char *s = cs_str_data(b->ctx, path, &n);
  uint32_t from = n;
  while (from > 0 && s[from - 1] != '/') from--;
  cs_builder_text(b, s + from, n - from);
}

static cs_status put_syntax_error(cs_builder *b, cs_value exc) {
  cs_ctx *ctx = b->ctx;
  cs_value file = attribute(ctx, exc, CS_N_filename);
  cs_value line = attribute(ctx, exc, CS_N_lineno);
  cs_status st = put_flat(b, attribute(ctx, exc, CS_N_msg));
  if (st != CS_OK) return st;
  bool has_file = cs_is_str(file), has_line = cs_is_int(line);
  if (!has_file && !has_line) return CS_OK;
  cs_builder_c(b, " (");
  if (has_file) put_base_name(b, file);
  if (has_line) {
    cs_builder_c(b, has_file ? ", line " : "line ");
    cs_builder_int(b, cs_int_of(line));
  }
  cs_builder_c(b, ")");
  return CS_OK;
}

static void put_hex(cs_builder *b, uint32_t v, unsigned digits) {
  for (unsigned i = digits; i > 0; i--)
    cs_builder_ascii(b, &"0123456789abcdef"[v >> (4 * (i - 1)) & 15], 1);
}

static void put_span(cs_builder *b, int64_t start, int64_t end) {
  cs_builder_int(b, start);
  if (end != start + 1) {
    cs_builder_c(b, "-");
    cs_builder_int(b, end - 1);
  }
}

/* "can't decode byte 0xff" or "can't encode character '\u20ac'" */
static void put_culprit(cs_builder *b, cs_value object, int64_t start,
                        int64_t end, bool encode) {
  cs_ctx *ctx = b->ctx;
  const uint8_t *s;
  uint32_t n;
  if (end != start + 1 || start < 0) {
    cs_builder_c(b, encode ? "characters" : "bytes");
  } else if (!encode && cs_bytes_view(ctx, object, &s, &n) && start < n) {
    cs_builder_c(b, "byte 0x");
    put_hex(b, s[start], 2);
  } else if (encode && cs_is_str(object) && start < cs_str_chars(ctx, object)) {
    uint32_t off = cs_str_offset(ctx, object, (uint32_t)start), width;
    s = (const uint8_t *)cs_str_data(ctx, object, &n);
    uint32_t cp = cs_utf8_decode(s + off, &width);
    cs_builder_c(b, cp < 0x100     ? "character '\\x"
                    : cp < 0x10000 ? "character '\\u"
                                   : "character '\\U");
    put_hex(b, cp, cp < 0x100 ? 2 : cp < 0x10000 ? 4 : 8);
    cs_builder_c(b, "'");
  }
}

static cs_status put_unicode_error(cs_builder *b, cs_value exc, bool encode,
                                   bool translate) {
  cs_ctx *ctx = b->ctx;
  cs_value encoding = attribute(ctx, exc, CS_N_encoding);
  cs_value object = attribute(ctx, exc, CS_N_object);
  int64_t start = 0, end = 0;
  if (cs_is_none(object)) return CS_OK; /* never initialised */
  (void)cs_int_as_i64(ctx, attribute(ctx, exc, CS_N_start), &start);
  (void)cs_int_as_i64(ctx, attribute(ctx, exc, CS_N_end), &end);
  if (!translate) {
    cs_builder_c(b, "'");
    cs_status st = put_flat(b, encoding);
    if (st != CS_OK) return st;
    cs_builder_c(b, "' codec ");
  }
  cs_builder_c(b, translate ? "can't translate "
                  : encode  ? "can't encode "
                            : "can't decode ");
  put_culprit(b, object, start, end, encode);
  cs_builder_c(b, " in position ");
  put_span(b, start, end);
  cs_builder_c(b, ": ");
  return put_flat(b, attribute(ctx, exc, CS_N_reason));
}

static cs_status put_group(cs_builder *b, cs_value exc) {
  cs_ctx *ctx = b->ctx;
  cs_value list = attribute(ctx, exc, CS_N_exceptions), *items;
  uint32_t n = 0;
  (void)cs_seq_items(ctx, list, &items, &n);
  cs_status st = put_flat(b, attribute(ctx, exc, CS_N_message));
  if (st != CS_OK) return st;
  cs_builder_c(b, " (");
  cs_builder_int(b, n);
  cs_builder_c(b, n == 1 ? " sub-exception)" : " sub-exceptions)");
  return CS_OK;
}

cs_status cs_repr_exc_str(cs_builder *b, cs_value exc, cs_off owner,
                          cs_value *rest) {
  cs_ctx *ctx = b->ctx;
  const cs_off *cls = ctx->image->exc;
  if (!owner) owner = cs_class_of(ctx, exc);
  *rest = CS_UNBOUND;
#define IS(id) cs_type_sub(ctx, owner, cls[CS_##id])
  if (IS(KeyError)) return put_key_error(b, exc, rest);
  if (IS(OSError)) return put_os_error(b, exc, rest);
  if (IS(SyntaxError)) return put_syntax_error(b, exc);
  if (IS(UnicodeDecodeError)) return put_unicode_error(b, exc, false, false);
  if (IS(UnicodeEncodeError)) return put_unicode_error(b, exc, true, false);
  if (IS(UnicodeTranslateError)) return put_unicode_error(b, exc, true, true);
  if (IS(BaseExceptionGroup)) return put_group(b, exc);
  if (IS(ImportError)) {
    cs_value msg = attribute(ctx, exc, CS_N_msg);
    if (cs_is_str(msg)) return cs_builder_str(b, msg), CS_OK;
  }
#undef IS
  return put_args(b, exc, rest);
}
