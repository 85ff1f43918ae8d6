/*
 * zlib.c - module zlib: check sums and raw DEFLATE streams.
 *
 * Headers and trailers are the prelude's business (prelude/lib/zlib.py).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "digest/checksum.h"
#include "digest/deflate.h"
#include "digest/inflate.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/bytes.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"

static cs_status start_value(cs_ctx *ctx, cs_value v, uint32_t dflt,
                             uint32_t *out) {
  uint64_t tmp;
  uint32_t n;
  bool neg;
  *out = dflt;
  if (cs_is_unbound(v)) return CS_OK;
  v = cs_unwrap(ctx, v);
  if (!cs_is_anyint(v))
    return cs_throw(ctx, CS_TypeError,
                    "'%t' object cannot be interpreted as an integer", v);
  const uint64_t *limb = cs_int_limbs(ctx, v, &tmp, &n, &neg);
  uint32_t low = n ? (uint32_t)limb[0] : 0;
  *out = neg ? 0u - low : low;
  return CS_OK;
}

static cs_status sum(cs_ctx *ctx, cs_value *args, uint32_t dflt,
                     uint32_t (*f)(uint32_t, const void *, size_t),
                     cs_value *out) {
  const uint8_t *data;
  uint32_t len, value;
  CS_TRY(cs_bytes_need(ctx, args, 0, &data, &len));
  CS_TRY(start_value(ctx, args[1], dflt, &value));
  CS_TRY(cs_charge_big(ctx, len / 128));
  CS_GIVE(cs_int(f(value, data, len)));
}

CS_LEAF(zlib_crc32) {
  return sum(ctx, args, 0, cs_checksum_crc32, out);
}
CS_LEAF(zlib_adler32) {
  return sum(ctx, args, 1, cs_checksum_adler32, out);
}

/* Room for the output of a decoder, twice what it was. */
static cs_status grow(cs_ctx *ctx, cs_inflate *z, uint64_t limit) {
  uint64_t cap = z->cap * 2 + 4096;
  cs_off off;
  if (cap > limit) cap = limit;
  CS_TRY(cs_alloc(ctx, CS_L_RAW, offsetof(cs_raw, data) + cap, &off));
  cs_raw *raw = CS_AT(ctx, cs_raw, off);
  raw->cap = (uint32_t)cap;
  if (z->len) memcpy(raw->data, z->out, z->len);
  z->out = raw->data;
  z->cap = cap;
  return CS_OK;
}

static cs_status inflate_row(cs_ctx *ctx, const cs_inflate *z,
                             cs_inflate_outcome r, uint32_t before,
                             cs_value *out) {
  cs_value row[6] = {
      cs_int((int64_t)r),           CS_NONE,
      cs_int((int64_t)z->at),       CS_NONE,
      cs_int((int64_t)z->mark_bit), cs_int((int64_t)(z->mark_len - before))};
  CS_TRY(
      cs_bytes_new(ctx, CS_L_BYTES, z->out + before, z->len - before, &row[1]));
  if (r == CS_INFLATE_BAD)
    CS_TRY(cs_str_new(ctx, z->error, strlen(z->error), &row[3]));
  return cs_tuple_new(ctx, row, 6, out);
}

/* _inflate(data, bit, limit, window) -> (outcome, output, end, error, bit and
 * output length where the latest block begins): the raw stream from a bit on,
 * where a block begins; `window` is the output before it.  Decoding stops soon
 * after `limit` bytes (0: no limit); outcome 0 done, 1 limit reached, 2 input
 * too short, 3 damaged. */
CS_LEAF(zlib_inflate) {
  const uint8_t *data, *window;
  uint32_t len, before;
  CS_TRY(cs_bytes_need(ctx, args, 0, &data, &len));
  CS_TRY(cs_bytes_arg(ctx, args[3], &window, &before));
  int64_t bit = cs_is_int(args[1]) ? cs_int_of(args[1]) : 0;
  int64_t limit = cs_is_int(args[2]) ? cs_int_of(args[2]) : 0;
  uint64_t most = UINT32_MAX / 2;
  if (before > CS_DEFLATE_WINDOW) { /* matches reach no farther */
    window += before - CS_DEFLATE_WINDOW;
    before = CS_DEFLATE_WINDOW;
  }
  cs_inflate z;
  cs_inflate_init(&z);
  z.in = data;
  z.n = len;
  cs_inflate_seek(&z, bit < 0 ? 0 : (uint64_t)bit);
  z.cap = before;
  CS_TRY(grow(ctx, &z, most));
  if (before) memcpy(z.out, window, before);
  z.len = before;
  cs_inflate_outcome r = cs_inflate_run(&z);
  size_t seen = before;
  CS_TRY(cs_charge_big(ctx, (z.len - seen) / 64 + 1));
  while (r == CS_INFLATE_FULL && z.cap < most &&
         (limit <= 0 || z.len - before < (uint64_t)limit)) {
    seen = z.len;
    CS_TRY(grow(ctx, &z, most));
    r = cs_inflate_run(&z);
    CS_TRY(cs_charge_big(ctx, (z.len - seen) / 64 + 1));
  }
  return inflate_row(ctx, &z, r, before, out);
}

/* _deflate(data, level, last) -> raw stream; if it is not the last part it ends
 * on a byte */
CS_LEAF(zlib_deflate) {
  const uint8_t *data;
  uint32_t len;
  cs_off work, room;
  CS_TRY(cs_bytes_need(ctx, args, 0, &data, &len));
  int64_t level = cs_is_int(args[1]) ? cs_int_of(args[1]) : -1;
  bool last = !cs_same(args[2], CS_FALSE);
  CS_TRY(cs_charge_big(ctx, len / 8 + 64));
  CS_TRY(cs_alloc(ctx, CS_L_RAW, offsetof(cs_raw, data) + sizeof(cs_deflate),
                  &work));
  CS_TRY(cs_alloc(ctx, CS_L_RAW, offsetof(cs_raw, data) + cs_deflate_bound(len),
                  &room));
  void *space = CS_AT(ctx, cs_raw, work)->data;
  uint8_t *to = CS_AT(ctx, cs_raw, room)->data;
  const cs_patience patience = cs_charge_patience(ctx);
  size_t n_out =
      cs_deflate_run(space, data, len, (int)level, last, to, &patience);
  if (n_out == 0) return CS_STOP;
  return cs_bytes_new(ctx, CS_L_BYTES, to, n_out, out);
}

extern const cs_native_def cs_zlib_natives[];
const cs_native_def cs_zlib_natives[] = {
    {".zlib", "crc32", "(data, value=0, /)", zlib_crc32},
    {".zlib", "adler32", "(data, value=1, /)", zlib_adler32},
    {".zlib", "_inflate", "(data, bit, limit, window, /)", zlib_inflate},
    {".zlib", "_deflate", "(data, level, last, /)", zlib_deflate},
    CS_NATIVE_END};
