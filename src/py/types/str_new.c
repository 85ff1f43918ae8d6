/*
 * str_new.c - str(), encode, maketrans and translate.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/utf8.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/args.h"
#include "py/types/builder.h"
#include "py/types/bytes.h"
#include "py/types/codec_ops.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"
#include "py/types/special.h"
#include "py/types/type.h"

/* --- str() --------------------------------------------------------------- */

static cs_status decode_arg(cs_ctx *ctx, cs_value *args, cs_value *out) {
  const uint8_t *s;
  uint32_t n;
  cs_codec_names names;
  cs_status st = cs_codec_args(ctx, "str", args[2], args[3], &names);
  if (st != CS_OK) return st;
  if (cs_is_str(cs_unwrap(ctx, args[1])))
    return cs_throw(ctx, CS_TypeError, "decoding str is not supported");
  if (cs_bytes_has_buffer(ctx, args[1]))
    return cs_bytes_need(ctx, args, 1, &s, &n);
  if (!cs_bytes_view(ctx, args[1], &s, &n))
    return cs_throw(ctx, CS_TypeError,
                    "decoding to str: need a bytes-like object, %t found",
                    args[1]);
  return cs_codec_decode_obj(ctx, args[1], &names, out);
}

/* str(obj) where obj has a __str__ of its own. */
static cs_status call_str(cs_ctx *ctx, cs_value *args) {
  cs_value f =
      cs_type_find(ctx, cs_class_of(ctx, args[1]), cs_known(ctx, CS_N___str__));
  bool plain = cs_is(f, CS_L_FUNC) || cs_is(f, CS_L_NATIVE);
  if (!plain || cs_ref_off(args[0]) != ctx->image->cls[CS_L_STR])
    return CS_SLOW;
  return cs_want_call1(ctx, CS_RET_STR, f, args[1]);
}

static cs_status str_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                         cs_value *out) {
  (void)n;
  cs_value text = cs_known(ctx, CS_N_empty);
  cs_status st = CS_OK;
  if (cs_is_unbound(args[1])) {
    cs_codec_names names;
    st = cs_codec_args(ctx, "str", args[2], args[3], &names);
  } else if (!cs_is_unbound(args[2]) || !cs_is_unbound(args[3])) {
    st = decode_arg(ctx, args, &text);
  } else {
    bool alone;
    cs_value own = CS_UNBOUND;
    if (cs_ref_off(args[0]) == ctx->image->cls[CS_L_STR])
      own = cs_special_text(ctx, args[1], 's', true, &alone);
    if (!cs_is_unbound(own))
      return cs_want_call1(ctx, CS_RET_STR, own, args[1]);
    st = cs_op_str(ctx, args[1], &text);
    if (st == CS_SLOW) return call_str(ctx, args);
  }
  if (st != CS_OK) return st;
  return cs_instance_wrap(ctx, cs_ref_off(args[0]), text, out);
}

/* _str_wrap(cls, text): an instance of a subclass of str. */
CS_LEAF_TAKES(str_wrap, TYPE, ANY) {
  cs_value text = cs_unwrap(ctx, args[1]);
  if (!cs_is_str(text) || !cs_is_type(args[0]))
    return cs_throw(ctx, CS_TypeError, "_str_wrap() needs a class and a str");
  return cs_instance_wrap(ctx, cs_ref_off(args[0]), text, out);
}

static cs_status str_encode(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  cs_codec_names names;
  cs_status st = cs_codec_args(ctx, "encode", args[1], args[2], &names);
  if (st != CS_OK) return st;
  return cs_codec_encode_str(ctx, args[0], &names, CS_L_BYTES, out);
}

/* --- maketrans ----------------------------------------------------------- */

static uint32_t next_char(const char *s, size_t *at) {
  return cs_utf8_next((const uint8_t *)s, at);
}

/* Keys of the table of maketrans(dict): characters become numbers. */
static cs_status table_from_dict(cs_ctx *ctx, cs_value dict, cs_value *out) {
  cs_status st = cs_dict_new(ctx, cs_dict_len(ctx, dict), out);
  cs_value key, value;
  uint32_t pos = 0;
  while (st == CS_OK && cs_dict_next(ctx, dict, &pos, &key, &value)) {
    cs_value k = cs_unwrap(ctx, key);
    if (cs_is_str(k)) {
      if (cs_str_chars(ctx, k) != 1)
        return cs_throw(ctx, CS_ValueError,
                        "string keys in translate table must be of length 1");
      uint32_t n;
      size_t at = 0;
      k = cs_int(next_char(cs_str_data(ctx, k, &n), &at));
    } else if (!cs_is_anyint(k)) {
      return cs_throw(ctx, CS_TypeError,
                      "keys in translate table must be strings or integers");
    }
    st = cs_dict_set(ctx, *out, k, value);
  }
  return st;
}

static cs_status map_chars(cs_ctx *ctx, cs_value dict, cs_value from,
                           cs_value to) {
  uint32_t m, n;
  const char *s = cs_str_data(ctx, from, &m), *t = cs_str_data(ctx, to, &n);
  cs_status st = CS_OK;
  for (size_t i = 0, k = 0; st == CS_OK && i < m;) {
    cs_value key = cs_int(next_char(s, &i));
    st = cs_dict_set(ctx, dict, key, cs_int(next_char(t, &k)));
  }
  return st;
}

static cs_status drop_chars(cs_ctx *ctx, cs_value dict, cs_value which) {
  uint32_t n;
  const char *s = cs_str_data(ctx, which, &n);
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < n;)
    st = cs_dict_set(ctx, dict, cs_int(next_char(s, &i)), CS_NONE);
  return st;
}

static cs_status str_maketrans(cs_ctx *ctx, cs_value *args, uint32_t n,
                               cs_value *out) {
  (void)n;
  cs_value x = cs_unwrap(ctx, args[0]);
  if (cs_is_unbound(args[1])) {
    if (!cs_is_dict(x))
      return cs_throw(ctx, CS_TypeError,
                      "if you give only one argument to maketrans it must be "
                      "a dict");
    return table_from_dict(ctx, x, out);
  }
  cs_value y = cs_unwrap(ctx, args[1]), z = cs_unwrap(ctx, args[2]);
  if (!cs_is_str(y))
    return cs_throw(ctx, CS_TypeError,
                    "maketrans() argument 2 must be str, not %v",
                    cs_args_word(ctx, args[1]));
  if (!cs_is_unbound(z) && !cs_is_str(z))
    return cs_throw(ctx, CS_TypeError,
                    "maketrans() argument 3 must be str, not %v",
                    cs_args_word(ctx, args[2]));
  if (!cs_is_str(x))
    return cs_throw(ctx, CS_TypeError,
                    "first maketrans argument must be a string if there is a "
                    "second argument");
  if (cs_str_chars(ctx, x) != cs_str_chars(ctx, y))
    return cs_throw(ctx, CS_ValueError,
                    "the first two maketrans arguments must have equal length");
  cs_charge(ctx, cs_str_chars(ctx, x));
  cs_status st = cs_dict_new(ctx, cs_str_chars(ctx, x), out);
  if (st == CS_OK) st = map_chars(ctx, *out, x, y);
  if (st == CS_OK && cs_is_str(z)) st = drop_chars(ctx, *out, z);
  return st;
}

/* --- translate ----------------------------------------------------------- */

/* What the table makes of a code point. */
static cs_status put_mapped(cs_builder *b, uint32_t cp, cs_value to) {
  int64_t i;
  to = cs_is_unbound(to) ? to : cs_unwrap(b->ctx, to);
  if (cs_is_unbound(to)) {
    cs_builder_char(b, cp);
  } else if (cs_is_str(to)) {
    cs_builder_str(b, to);
  } else if (cs_is_anyint(to)) {
    if (!cs_int_as_i64(b->ctx, to, &i) || i < 0 || i > CS_UTF8_MAX)
      return cs_throw(b->ctx, CS_ValueError,
                      "character mapping must be in range(0x110000)");
    cs_builder_char(b, (uint32_t)i);
  } else if (!cs_is_none(to)) {
    return cs_throw(b->ctx, CS_TypeError,
                    "character mapping must return integer, None or str");
  }
  return b->status;
}

enum { DROP = 0x80, HARD, ASK }; /* what is no ASCII character */

/* What an ASCII character becomes, if that is nothing or one of its kind. */
static cs_status ask_ascii(cs_ctx *ctx, cs_value table, uint8_t c,
                           uint8_t *to) {
  cs_value v;
  *to = c;
  CS_TRY(cs_dict_get(ctx, table, cs_int(c), &v));
  if (cs_is_unbound(v)) return CS_OK;
  *to = HARD;
  if (cs_is_none(v)) {
    *to = DROP;
  } else if (cs_is_int(v) && cs_int_of(v) >= 0 && cs_int_of(v) < 128) {
    *to = (uint8_t)cs_int_of(v);
  } else if (cs_is_str(v) && cs_str_bytes(ctx, v) == 1) {
    uint32_t n;
    *to = (uint8_t)cs_str_data(ctx, v, &n)[0];
  }
  return CS_OK;
}

/* Translate from the left for as long as that is byte by byte; `*at` is where
 * it ends.  The table is asked once for each character. */
static cs_status map_bytes(cs_builder *b, cs_value table, const uint8_t *s,
                           uint32_t n, size_t *at) {
  uint8_t map[256];
  char *to = cs_builder_room(b, n), *from = to;
  if (!to) return b->status;
  memset(map, ASK, 128);
  memset(map + 128, HARD, 128);
  cs_status st = CS_OK;
  size_t i = 0;
  while (i < n) {
    uint8_t c = map[s[i]];
    if (c == ASK) {
      st = ask_ascii(b->ctx, table, s[i], &map[s[i]]);
      if (st != CS_OK) break;
      continue;
    }
    if (c == HARD) break;
    *to = (char)c;
    to += c != DROP;
    i++;
  }
  *at = i;
  cs_builder_wrote(b, (uint64_t)(to - from), (uint64_t)(to - from));
  return st;
}

static cs_status str_translate(cs_ctx *ctx, cs_value *args, uint32_t n,
                               cs_value *out) {
  (void)n;
  if (!cs_is_dict(args[1])) return CS_SLOW;
  uint32_t len;
  const uint8_t *s = (const uint8_t *)cs_str_data(ctx, args[0], &len);
  cs_value known[128]; /* answers for ASCII; 0: not asked yet */
  cs_builder b;
  cs_builder_init(&b, ctx);
  size_t at = 0;
  cs_status st = cs_charge_big(ctx, len / 8);
  if (st == CS_OK) st = map_bytes(&b, args[1], s, len, &at);
  if (st == CS_OK && at < len) memset(known, 0, sizeof known);
  while (st == CS_OK && at < len) {
    uint32_t cp = cs_utf8_next(s, &at);
    cs_value to = cp < 128 ? known[cp] : (cs_value){0};
    if (!to.bits) {
      st = cs_dict_get(ctx, args[1], cs_int(cp), &to);
      if (st != CS_OK) break;
      if (cp < 128) known[cp] = to;
    }
    st = put_mapped(&b, cp, to);
  }
  return st == CS_OK ? cs_builder_finish(&b, out) : st;
}

const cs_native_def cs_str_new_natives[] = {
    {"str", "__new__", "($cls, object='', encoding=None, errors=None)",
     str_new},
    {"str", "encode", "($self, /, encoding='utf-8', errors='strict')",
     str_encode},
    {"str", "maketrans", "(x, y=None, z=None, /)", str_maketrans},
    {"str", "translate", "($self, table, /)", str_translate},
    {".intrinsics", "_str_wrap", "(cls, text, /)", str_wrap},
    CS_NATIVE_END};
