/*
 * lines.c - everyday reading and writing of a StringIO or a BytesIO.
 *
 * The classes are Python (prelude/lib/_io_memory.py); here their slots are read
 * and set: the next line or bytes of a stream, and what is written at its end.
 * Everything else, such as newlines that are translated, is left to the twins;
 * until then nothing has changed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/bytes.h"
#include "py/types/leaf.h"
#include "py/types/op_seq.h"
#include "py/types/type.h"

/* lines(text, pos, most): a list of up to `most` lines of a text from its
 * character `pos` on, each with the "\n" that ends it */
CS_LEAF(cut) {
  uint32_t len, count = 0;
  if (!cs_is_str(args[0]) || !cs_is_int(args[1]) || !cs_is_int(args[2]) ||
      cs_int_of(args[1]) < 0)
    return cs_throw(ctx, CS_TypeError, "lines(text, pos, most)");
  const char *s = cs_str_data(ctx, args[0], &len);
  int64_t pos = cs_int_of(args[1]), most = cs_int_of(args[2]);
  CS_TRY(cs_list_room(ctx, 8, out));
  if (pos >= cs_str_chars(ctx, args[0])) return CS_OK;
  uint32_t at = cs_str_offset(ctx, args[0], (uint32_t)pos), from = at;
  for (; at < len && count < most; count++) {
    const char *end = memchr(s + at, '\n', len - at);
    uint32_t size = end ? (uint32_t)(end - s) + 1 - at : len - at;
    cs_value line;
    CS_TRY(cs_str_new(ctx, s + at, size, &line));
    CS_TRY(cs_list_append(ctx, *out, line));
    at += size;
  }
  cs_charge(ctx, (at - from) / 64 + count / 4);
  return CS_OK;
}

/* --- StringIO ------------------------------------------------------------ */

/* Slots of a StringIO, sorted by name: the text, what was written since, ... */
enum { NEWLINE, PARTS, POS, SEEN, SIZE, VALUE, SLOTS };

static cs_instance *slots_of(const cs_ctx *ctx, cs_value self, uint32_t n) {
  if (!cs_is_instance(self) || cs_is_frozen(ctx, self)) return NULL;
  cs_instance *o = CS_PTR(ctx, cs_instance, self);
  bool fits = o->h.units * 16u >= offsetof(cs_instance, slot) + n * 8u;
  return fits ? o : NULL;
}

/* A stream that may be changed here, or NULL. */
static cs_instance *stream_at(cs_ctx *ctx, cs_value self) {
  cs_instance *o = slots_of(ctx, self, SLOTS);
  if (!o || !cs_is_str(o->slot[NEWLINE]) || !cs_is_list(o->slot[PARTS]) ||
      cs_is_frozen(ctx, o->slot[PARTS]) || !cs_is_int(o->slot[POS]) ||
      cs_int_of(o->slot[POS]) < 0 || !cs_is_str(o->slot[VALUE]) ||
      !cs_str_eq_c(ctx, o->slot[NEWLINE], "\n"))
    return NULL;
  return o;
}

/* The line at the position, which moves behind it; "" at the end. */
static cs_status next_line(cs_ctx *ctx, cs_value self, cs_value *out) {
  cs_instance *o = stream_at(ctx, self);
  uint32_t len, at;
  if (!o || cs_list_len(ctx, o->slot[PARTS])) return CS_SLOW;
  cs_value text = o->slot[VALUE];
  int64_t pos = cs_int_of(o->slot[POS]);
  const char *s = cs_str_data(ctx, text, &len);
  at = pos < cs_str_chars(ctx, text) ? cs_str_offset(ctx, text, (uint32_t)pos)
                                     : len;
  const char *end = memchr(s + at, '\n', len - at);
  uint32_t size = end ? (uint32_t)(end - s) + 1 - at : len - at;
  cs_charge(ctx, size / 64);
  CS_TRY(cs_str_new(ctx, s + at, size, out));
  o->slot[POS] = cs_int(pos + cs_str_chars(ctx, *out));
  return CS_OK;
}

/* readline(self, size=-1) */
CS_LEAF(read_line) {
  if (!cs_is_unbound(args[1])) return CS_SLOW;
  return next_line(ctx, args[0], out);
}

/* __next__(self); a derived class may have a readline() of its own. */
CS_LEAF(iter_next) {
  if (!cs_is_instance(args[0]) || cs_class_of(ctx, args[0]) >= CS_IMAGE_END)
    return CS_SLOW;
  CS_TRY(next_line(ctx, args[0], out));
  if (cs_str_chars(ctx, *out) > 0) return CS_OK;
  return cs_throw_value(ctx, CS_StopIteration, CS_UNBOUND);
}

/* write(self, s): behind everything that is there */
CS_LEAF(write_text) {
  cs_instance *o = stream_at(ctx, args[0]);
  if (!o || !cs_is_str(args[1])) return CS_SLOW;
  cs_value size = o->slot[SIZE];
  if (cs_list_len(ctx, o->slot[PARTS]) == 0)
    size = cs_int(cs_str_chars(ctx, o->slot[VALUE]));
  uint32_t chars = cs_str_chars(ctx, args[1]);
  cs_value end = cs_int(cs_int_of(o->slot[POS]) + chars);
  if (!cs_same(size, o->slot[POS]) || !cs_int_fits(cs_int_of(end)))
    return CS_SLOW;
  if (chars > 0) CS_TRY(cs_list_append(ctx, o->slot[PARTS], args[1]));
  o->slot[POS] = o->slot[SIZE] = end;
  CS_GIVE(cs_int(chars));
}

/* --- BytesIO ------------------------------------------------------------- */

enum { B_BUF, B_POS, B_SLOTS };

typedef struct stream {
  cs_instance *o;
  const uint8_t *data;
  uint32_t len, at; /* at most len */
} stream;

static bool open_bytes(cs_ctx *ctx, cs_value self, stream *s) {
  s->o = slots_of(ctx, self, B_SLOTS);
  if (!s->o || !cs_is(s->o->slot[B_BUF], CS_L_BYTEARRAY) ||
      cs_is_frozen(ctx, s->o->slot[B_BUF]) || !cs_is_int(s->o->slot[B_POS]) ||
      cs_int_of(s->o->slot[B_POS]) < 0 ||
      !cs_bytes_view(ctx, s->o->slot[B_BUF], &s->data, &s->len))
    return false;
  int64_t at = cs_int_of(s->o->slot[B_POS]);
  s->at = at < s->len ? (uint32_t)at : s->len;
  return true;
}

/* The next `n` bytes; at the end a position behind it stays. */
static cs_status take(cs_ctx *ctx, stream *s, uint32_t n, cs_value *out) {
  cs_charge(ctx, n / 64);
  CS_TRY(cs_bytes_new(ctx, CS_L_BYTES, s->data + s->at, n, out));
  if (n > 0) s->o->slot[B_POS] = cs_int((int64_t)s->at + n);
  return CS_OK;
}

/* read(self, size=-1) */
CS_LEAF(bytes_read) {
  stream s;
  bool all = cs_is_unbound(args[1]) || cs_is_none(args[1]);
  if ((!all && !cs_is_int(args[1])) || !open_bytes(ctx, args[0], &s))
    return CS_SLOW;
  int64_t most = all ? -1 : cs_int_of(args[1]);
  uint32_t left = s.len - s.at;
  return take(ctx, &s, most >= 0 && most < left ? (uint32_t)most : left, out);
}

/* readline(self, size=-1) */
CS_LEAF(bytes_line) {
  stream s;
  if (!cs_is_unbound(args[1]) || !open_bytes(ctx, args[0], &s)) return CS_SLOW;
  uint32_t left = s.len - s.at;
  const uint8_t *end = left ? memchr(s.data + s.at, '\n', left) : NULL;
  uint32_t size = end ? (uint32_t)(end - s.data) + 1 - s.at : left;
  return take(ctx, &s, size, out);
}

/* write(self, b): bytes, behind everything that is there */
CS_LEAF(bytes_write) {
  stream s;
  if (!cs_is(args[1], CS_L_BYTES) || !open_bytes(ctx, args[0], &s) ||
      cs_int_of(s.o->slot[B_POS]) != s.len)
    return CS_SLOW;
  const cs_bytes *b = CS_PTR(ctx, cs_bytes, args[1]);
  cs_charge(ctx, b->len / 64);
  if (b->len > 0)
    CS_TRY(cs_op_seq_splice(ctx, s.o->slot[B_BUF], s.len, 0, b->data, b->len));
  s.o->slot[B_POS] = cs_int((int64_t)s.len + b->len);
  CS_GIVE(cs_int(b->len));
}

extern const cs_native_def cs_lines_natives[];
const cs_native_def cs_lines_natives[] = {
    {"._lines", "lines", "(text, pos, most, /)", cut},
    {"._lines", "readline", "($self, size=-1, /)", read_line},
    {"._lines", "__next__", "($self, /)", iter_next},
    {"._lines", "write", "($self, s, /)", write_text},
    {"._blocks", "read", "($self, size=-1, /)", bytes_read},
    {"._blocks", "readline", "($self, size=-1, /)", bytes_line},
    {"._blocks", "write", "($self, b, /)", bytes_write},
    CS_NATIVE_END};
