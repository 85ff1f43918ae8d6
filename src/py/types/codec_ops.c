/*
 * codec_ops.c - str to bytes and back, with Python's error handlers.
 *
 * The usual cases (UTF-8, and ASCII text in an encoding that contains ASCII)
 * are one check and one copy; the rest is the loop of text/codec.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/codec_ops.h"

#include "base/utf8.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/args.h"
#include "py/types/builder.h"
#include "py/types/bytes.h"
#include "py/types/ops.h"
#include "py/types/type.h"
#include "text/codec.h"

cs_status cs_codec_args(cs_ctx *ctx, const char *func, cs_value encoding,
                        cs_value errors, cs_codec_names *out) {
  out->encoding = cs_unwrap(ctx, encoding);
  out->errors = cs_unwrap(ctx, errors);
  if (!cs_is_unbound(out->encoding) && !cs_is_str(out->encoding))
    return cs_throw(ctx, CS_TypeError,
                    "%s() argument 'encoding' must be str, not %v", func,
                    cs_args_word(ctx, encoding));
  if (!cs_is_unbound(out->errors) && !cs_is_str(out->errors))
    return cs_throw(ctx, CS_TypeError,
                    "%s() argument 'errors' must be str, not %v", func,
                    cs_args_word(ctx, errors));
  return CS_OK;
}

cs_status cs_codec_throw(cs_ctx *ctx, cs_exc_id id, const char *encoding,
                         cs_value object, int64_t start, int64_t end,
                         const char *reason) {
  static const uint16_t name[] = {CS_N_encoding, CS_N_object, CS_N_start,
                                  CS_N_end, CS_N_reason};
  cs_value v[5] = {CS_NONE, object, cs_int(start), cs_int(end), CS_NONE};
  cs_value args, exc;
  cs_status st = cs_str_new(ctx, encoding, strlen(encoding), &v[0]);
  if (st == CS_OK) st = cs_str_new(ctx, reason, strlen(reason), &v[4]);
  if (st == CS_OK) st = cs_tuple_new(ctx, v, 5, &args);
  if (st == CS_OK) st = cs_exc_new(ctx, cs_exc_class(ctx, id), args, &exc);
  for (uint32_t i = 0; st == CS_OK && i < 5; i++)
    st = cs_instance_set(ctx, exc, cs_known(ctx, name[i]), v[i]);
  return st == CS_OK ? cs_throw_object(ctx, exc) : st;
}

/* --- names --------------------------------------------------------------- */

/* What C does not know may be known to Python code. */
static cs_status unknown(cs_ctx *ctx, cs_value name) {
  uint32_t n;
  const char *s = cs_str_data(ctx, name, &n);
  if (memchr(s, 0, n))
    return cs_throw(ctx, CS_ValueError, "embedded null character");
  return CS_SLOW;
}

static cs_status find_codec(cs_ctx *ctx, const cs_codec_names *names,
                            cs_codec_kind *kind) {
  *kind = CS_CODEC_UTF8;
  if (cs_is_unbound(names->encoding)) return CS_OK;
  uint32_t n;
  const char *s = cs_str_data(ctx, names->encoding, &n);
  if (cs_codec_find(s, n, kind)) return CS_OK;
  return unknown(ctx, names->encoding);
}

static cs_status find_handler(cs_ctx *ctx, const cs_codec_names *names,
                              cs_codec_handler *h) {
  *h = CS_CODEC_STRICT;
  if (cs_is_unbound(names->errors)) return CS_OK;
  uint32_t n;
  const char *s = cs_str_data(ctx, names->errors, &n);
  return cs_codec_find_handler(s, n, h) ? CS_OK : CS_SLOW;
}

static bool contains_ascii(cs_codec_kind kind) {
  return kind == CS_CODEC_UTF8 || kind >= CS_CODEC_ASCII;
}

/* --- the loops ----------------------------------------------------------- */

/* Room for more output behind what the codec has written. */
static cs_status enlarge(cs_builder *b, const cs_codec *c) {
  b->len = c->out;
  (void)cs_builder_room(b, b->cap - b->len + 64);
  return b->status;
}

static cs_status encode_all(cs_builder *b, cs_codec *c, cs_value str,
                            const cs_codec_names *names) {
  cs_ctx *ctx = b->ctx;
  uint32_t n;
  const uint8_t *in = (const uint8_t *)cs_str_data(ctx, str, &n);
  for (;;) {
    cs_codec_outcome got =
        cs_codec_encode(c, in, n, (uint8_t *)b->data, b->cap);
    while (got == CS_CODEC_ERROR) {
      cs_codec_handler h;
      cs_status st = find_handler(ctx, names, &h);
      if (st != CS_OK) return st;
      got = cs_codec_repair_encode(c, h, in, (uint8_t *)b->data, b->cap);
      if (got == CS_CODEC_ERROR)
        return cs_codec_throw(ctx, CS_UnicodeEncodeError, c->encoding, str,
                              (int64_t)c->start, (int64_t)c->end, c->reason);
      cs_charge(ctx, 1);
      if (got == CS_CODEC_DONE) break;
      st = enlarge(b, c);
      if (st != CS_OK) return st;
      got = CS_CODEC_ERROR; /* repair again */
    }
    cs_status late = cs_charge_look(ctx);
    if (late != CS_OK) return late;
    if (got == CS_CODEC_ROOM) {
      cs_status st = enlarge(b, c);
      if (st != CS_OK) return st;
    } else if (c->in >= n) {
      b->len = c->out;
      return CS_OK;
    }
  }
}

static cs_status decode_all(cs_builder *b, cs_codec *c, const uint8_t *in,
                            uint32_t n, cs_value obj,
                            const cs_codec_names *names) {
  cs_ctx *ctx = b->ctx;
  for (;;) {
    cs_codec_outcome got =
        cs_codec_decode(c, in, n, true, (uint8_t *)b->data, b->cap);
    while (got == CS_CODEC_ERROR) {
      cs_codec_handler h;
      cs_status st = find_handler(ctx, names, &h);
      if (st != CS_OK) return st;
      if (h == CS_CODEC_XMLCHARREF || h == CS_CODEC_NAME)
        return cs_throw(ctx, CS_TypeError,
                        "don't know how to handle UnicodeDecodeError in error "
                        "callback");
      got = cs_codec_repair_decode(c, h, in, n, (uint8_t *)b->data, b->cap);
      if (got == CS_CODEC_ERROR)
        return cs_codec_throw(ctx, CS_UnicodeDecodeError, c->encoding, obj,
                              (int64_t)c->start, (int64_t)c->end, c->reason);
      cs_charge(ctx, 1);
      if (got == CS_CODEC_DONE) break;
      st = enlarge(b, c);
      if (st != CS_OK) return st;
      got = CS_CODEC_ERROR;
    }
    cs_status late = cs_charge_look(ctx);
    if (late != CS_OK) return late;
    if (got == CS_CODEC_ROOM) {
      cs_status st = enlarge(b, c);
      if (st != CS_OK) return st;
    } else if (c->in >= n) {
      b->len = c->out;
      return CS_OK;
    }
  }
}

/* --- whole objects ------------------------------------------------------- */

static const char mark[3] = {'\xEF', '\xBB', '\xBF'};

cs_status cs_codec_encode_str(cs_ctx *ctx, cs_value str,
                              const cs_codec_names *names, uint32_t layout,
                              cs_value *out) {
  cs_codec_kind kind;
  cs_status st = find_codec(ctx, names, &kind);
  if (st != CS_OK) return st;
  uint32_t n;
  const char *s = cs_str_data(ctx, str, &n);
  uint8_t flags = CS_PTR(ctx, cs_str, str)->h.flags;
  cs_charge(ctx, n / 64);
  if ((flags & CS_STR_ASCII && contains_ascii(kind)) ||
      (kind == CS_CODEC_UTF8 && !(flags & CS_STR_SURROGATE)))
    return cs_bytes_new(ctx, layout, s, n, out);
  cs_builder b;
  cs_codec c;
  cs_builder_init(&b, ctx);
  cs_codec_init(&c, kind == CS_CODEC_UTF8_SIG ? CS_CODEC_UTF8 : kind);
  st = cs_charge_big(ctx, n / 8);
  if (st != CS_OK) return st;
  if (!cs_builder_room(&b, cs_codec_encode_bound(kind, n) + 8)) return b.status;
  if (kind == CS_CODEC_UTF8_SIG) {
    memcpy(b.data, mark, sizeof mark);
    c.out = sizeof mark;
  }
  st = encode_all(&b, &c, str, names);
  return st == CS_OK ? cs_builder_bytes(&b, layout, out) : st;
}

static cs_status decode_utf8(cs_ctx *ctx, const uint8_t *s, uint32_t n,
                             cs_value *out) {
  cs_utf8_info info;
  if (cs_utf8_check(s, n, false, &info) != n) return CS_SLOW;
  if (n <= 2) return cs_str_new(ctx, (const char *)s, n, out);
  char *to;
  cs_status st =
      cs_str_room(ctx, n, info.count, info.ascii ? CS_STR_ASCII : 0, out, &to);
  if (st == CS_OK) memcpy(to, s, n);
  return st;
}

cs_status cs_codec_decode_obj(cs_ctx *ctx, cs_value obj,
                              const cs_codec_names *names, cs_value *out) {
  cs_codec_kind kind;
  const uint8_t *s;
  uint32_t n;
  cs_status st = find_codec(ctx, names, &kind);
  if (st != CS_OK) return st;
  if (!cs_bytes_view(ctx, obj, &s, &n))
    return cs_throw(ctx, CS_TypeError,
                    "a bytes-like object is required, not '%t'", obj);
  cs_charge(ctx, n / 64);
  if (kind == CS_CODEC_UTF8 ||
      (contains_ascii(kind) && cs_utf8_is_ascii(s, n))) {
    st = decode_utf8(ctx, s, n, out);
    if (st != CS_SLOW) return st;
  }
  cs_value shown = obj;
  if (!cs_is(obj, CS_L_BYTES)) { /* what the exception will hold */
    st = cs_bytes_new(ctx, CS_L_BYTES, s, n, &shown);
    if (st != CS_OK) return st;
  }
  cs_builder b;
  cs_codec c;
  cs_builder_init(&b, ctx);
  cs_codec_init(&c, kind == CS_CODEC_UTF8_SIG ? CS_CODEC_UTF8 : kind);
  st = cs_charge_big(ctx, n / 8);
  if (st != CS_OK) return st;
  if (!cs_builder_room(&b, cs_codec_decode_bound(kind, n) + 8)) return b.status;
  if (kind == CS_CODEC_UTF8_SIG && n >= 3 && memcmp(s, mark, 3) == 0) c.in = 3;
  st = decode_all(&b, &c, s, n, shown, names);
  return st == CS_OK ? cs_str_new(ctx, b.data, b.len, out) : st;
}
