/*
 * codec_natives.c - conversions in steps, for the prelude's codecs.
 *
 * An error that no built-in handler repairs ends a step: Python code asks the
 * program's handler and goes on behind it.  A step says where it stopped, so a
 * conversion with many errors stays linear.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/args.h"
#include "py/types/builder.h"
#include "py/types/bytes.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"
#include "text/codec.h"

typedef struct step {
  cs_builder b;
  cs_codec c;
  cs_codec_handler handler;
  bool built_in; /* the handler is */
} step;

static bool find(cs_ctx *ctx, cs_value name, cs_codec_kind *kind) {
  uint32_t len;
  const char *s = cs_str_data(ctx, name, &len);
  return cs_codec_find(s, len, kind);
}

/* _codec_name(encoding): the canonical name, or None */
CS_LEAF_TAKES(codec_name, ANY) {
  cs_codec_kind kind;
  if (!cs_is_str(args[0]) || !find(ctx, args[0], &kind)) CS_GIVE(CS_NONE);
  const char *name = cs_codec_name(kind);
  return cs_str_new(ctx, name, strlen(name), out);
}

/* Arguments of both: object, encoding, errors, start, begun. */
static cs_status begin(cs_ctx *ctx, cs_value *args, step *s) {
  cs_codec_kind kind;
  uint32_t len;
  if (!cs_is_str(args[1]) || !cs_is_str(args[2]) || !cs_is_int(args[3]))
    return cs_throw(ctx, CS_TypeError, "bad codec arguments");
  if (!find(ctx, args[1], &kind))
    return cs_throw(ctx, CS_LookupError, "unknown encoding: %v", args[1]);
  const char *errors = cs_str_data(ctx, args[2], &len);
  s->built_in = cs_codec_find_handler(errors, len, &s->handler);
  cs_builder_init(&s->b, ctx);
  cs_codec_init(&s->c, kind == CS_CODEC_UTF8_SIG ? CS_CODEC_UTF8 : kind);
  s->c.begun = cs_is_true(args[4]);
  return CS_OK;
}

static cs_status enlarge(step *s) {
  s->b.len = s->c.out;
  (void)cs_builder_room(&s->b, s->b.cap - s->b.len + 64);
  return s->b.status;
}

/* (converted, stop) or (converted, start, end, reason, encoding), and the
 * name of the codec to go on with. */
static cs_status result(cs_ctx *ctx, step *s, cs_value done, bool failed,
                        uint64_t stop, cs_value *out) {
  cs_value v[6] = {done, cs_int((int64_t)stop), CS_NONE, CS_NONE, CS_NONE};
  const char *now = cs_codec_name(s->c.kind);
  CS_TRY(cs_str_new(ctx, now, strlen(now), &v[5]));
  if (failed) {
    v[1] = cs_int((int64_t)s->c.start);
    v[2] = cs_int((int64_t)s->c.end);
    CS_TRY(cs_str_new(ctx, s->c.reason, strlen(s->c.reason), &v[3]));
    CS_TRY(cs_str_new(ctx, s->c.encoding, strlen(s->c.encoding), &v[4]));
  }
  return cs_tuple_new(ctx, v, 6, out);
}

/* Let a built-in handler repair the error; `*fixed` false: there is none, or
 * it refuses. */
static cs_status repair(step *s, bool decoding, const uint8_t *in, size_t len,
                        bool *fixed) {
  *fixed = false;
  if (!s->built_in) return CS_OK;
  if (decoding &&
      (s->handler == CS_CODEC_XMLCHARREF || s->handler == CS_CODEC_NAME))
    return cs_throw(s->b.ctx, CS_TypeError,
                    "don't know how to handle UnicodeDecodeError in error "
                    "callback");
  for (;;) {
    uint8_t *to = (uint8_t *)s->b.data;
    cs_codec_outcome got =
        decoding
            ? cs_codec_repair_decode(&s->c, s->handler, in, len, to, s->b.cap)
            : cs_codec_repair_encode(&s->c, s->handler, in, to, s->b.cap);
    *fixed = got == CS_CODEC_DONE;
    if (got != CS_CODEC_ROOM) return CS_OK;
    CS_TRY(enlarge(s));
  }
}

/* Convert up to the end or to an error that stays. */
static cs_status convert(step *s, bool decoding, bool final, const uint8_t *in,
                         size_t len, bool *failed) {
  *failed = false;
  for (;;) {
    uint8_t *to = (uint8_t *)s->b.data;
    cs_codec_outcome got =
        decoding ? cs_codec_decode(&s->c, in, len, final, to, s->b.cap)
                 : cs_codec_encode(&s->c, in, len, to, s->b.cap);
    if (got == CS_CODEC_DONE) return CS_OK;
    if (got == CS_CODEC_ROOM) {
      CS_TRY(enlarge(s));
      continue;
    }
    bool fixed;
    CS_TRY(repair(s, decoding, in, len, &fixed));
    *failed = !fixed;
    if (!fixed) return CS_OK;
  }
}

/* _codec_encode(text, encoding, errors, start, begun) */
CS_LEAF_TAKES(codec_encode, ANY, STR, STR, SMALL, ANY) {
  step s;
  uint32_t len;
  bool failed;
  cs_value done;
  CS_TRY(begin(ctx, args, &s));
  if (!cs_is_str(args[0]))
    return cs_throw(ctx, CS_TypeError, "a str is required, not '%t'", args[0]);
  const uint8_t *in = (const uint8_t *)cs_str_data(ctx, args[0], &len);
  uint32_t chars = CS_PTR(ctx, cs_str, args[0])->chars;
  int64_t at = cs_int_of(args[3]);
  if (at < 0 || at > chars) at = chars;
  s.c.index = (size_t)at;
  s.c.in = cs_str_offset(ctx, args[0], (uint32_t)at);
  CS_TRY(cs_charge_big(ctx, (len - s.c.in) / 8));
  if (!cs_builder_room(&s.b, cs_codec_encode_bound(s.c.kind, len - s.c.in) + 8))
    return s.b.status;
  CS_TRY(convert(&s, false, true, in, len, &failed));
  s.b.len = s.c.out;
  CS_TRY(cs_builder_bytes(&s.b, CS_L_BYTES, &done));
  return result(ctx, &s, done, failed, s.c.index, out);
}

/* _codec_decode(data, encoding, errors, start, begun, final) */
CS_LEAF_TAKES(codec_decode, ANY, STR, STR, SMALL, ANY, ANY) {
  step s;
  const uint8_t *in;
  uint32_t len;
  bool failed;
  cs_value done;
  CS_TRY(begin(ctx, args, &s));
  if (!cs_bytes_view(ctx, args[0], &in, &len))
    return cs_throw(ctx, CS_TypeError,
                    "a bytes-like object is required, not '%t'", args[0]);
  int64_t at = cs_int_of(args[3]);
  s.c.in = at < 0 || at > len ? len : (size_t)at;
  CS_TRY(cs_charge_big(ctx, (len - s.c.in) / 8));
  if (!cs_builder_room(&s.b, cs_codec_decode_bound(s.c.kind, len - s.c.in) + 8))
    return s.b.status;
  CS_TRY(convert(&s, true, cs_is_true(args[5]), in, len, &failed));
  CS_TRY(cs_str_new(ctx, s.b.data, s.c.out, &done));
  return result(ctx, &s, done, failed, s.c.in, out);
}

const cs_native_def cs_codec_natives[] = {
    {".intrinsics", "_codec_name", "(encoding, /)", codec_name},
    {".intrinsics", "_codec_encode",
     "(text, encoding, errors, start, begun, /)", codec_encode},
    {".intrinsics", "_codec_decode",
     "(data, encoding, errors, start, begun, final, /)", codec_decode},
    CS_NATIVE_END};
