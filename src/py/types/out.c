/*
 * out.c - the outbox, and print.
 *
 * Output waits in 64 KiB of the arena until the engine stops for any reason.
 * A write that had to wait remembers how much of it is already inside
 * (head->out_done), so that its second run continues instead of repeating.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/out.h"

#include "base/utf8.h"
#include "py/heap/dict.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/space.h"
#include "py/heap/str.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"
#include "py/types/type.h"

static cs_status wait_for(cs_ctx *ctx, uint32_t why) {
  ctx->limit_kind = why;
  return CS_STOP;
}

cs_status cs_out_write(cs_ctx *ctx, uint32_t kind, const char *bytes,
                       uint64_t len) {
  cs_head *h = ctx->head;
  uint64_t done = h->out_done;
  if (done > len) done = 0; /* only after an abandoned run */
  if (done == 0 && h->out_limit && len > h->out_limit - h->out_total)
    return wait_for(ctx, CS_LIMIT_OUTPUT);
  if (h->out_fill > 0 && h->out_kind != kind)
    return wait_for(ctx, CS_LIMIT_FLUSH);
  uint64_t room = CS_OUT_SIZE - h->out_fill, n = len - done;
  /* A text that fits into an empty outbox stays in one piece. */
  if (n > room && n <= CS_OUT_SIZE) return wait_for(ctx, CS_LIMIT_FLUSH);
  if (n > room) { /* the rest waits, but no character is cut in two */
    for (n = room; n > 0 && !cs_utf8_is_start((uint8_t)bytes[done + n]);) n--;
  }
  memcpy(CS_AT(ctx, char, CS_OUT_BASE) + h->out_fill, bytes + done, n);
  h->out_fill += (uint32_t)n;
  if (h->out_fill > ctx->out_high) ctx->out_high = h->out_fill;
  h->out_total += n;
  h->out_kind = kind;
  done += n;
  h->out_done = done < len ? (uint32_t)done : 0;
  return done < len ? wait_for(ctx, CS_LIMIT_FLUSH) : CS_OK;
}

/* --- print --------------------------------------------------------------- */

static cs_value find_sys(cs_ctx *ctx, cs_value modules) {
  if (!cs_is_dict(modules)) return CS_UNBOUND;
  return cs_dict_get_name(ctx, modules, cs_known(ctx, CS_N_sys));
}

/* Is sys.stdout still the stream the session started with?  The library may
 * have changed it in a program that never imported sys. */
static bool is_first_stdout(cs_ctx *ctx) {
  cs_value sys = find_sys(ctx, ctx->head->root[CS_ROOT_MODULES]);
  if (!cs_is(sys, CS_L_MODULE)) sys = find_sys(ctx, ctx->image->modules);
  if (!cs_is(sys, CS_L_MODULE) || cs_space_is_lazy(ctx, sys)) return true;
  cs_value d = cs_space_of(ctx, sys);
  cs_value now = cs_dict_get_name(ctx, d, cs_known(ctx, CS_N_stdout_));
  cs_value first = cs_dict_get_name(ctx, d, cs_known(ctx, CS_N_stdout_first));
  return cs_same(now, first);
}

static bool is_printable(const cs_ctx *ctx, cs_value s) {
  return !(CS_PTR(ctx, cs_str, s)->h.flags & CS_STR_SURROGATE);
}

/* One line as a str: short ones are put together on the C stack. */
static cs_status write_line(cs_ctx *ctx, const cs_value *s, uint32_t n) {
  char small[512];
  uint64_t total = n ? n : 1, at = 0;
  uint32_t len;
  for (uint32_t i = 0; i < n; i++) total += cs_str_bytes(ctx, s[i]);
  char *to = small;
  if (total > sizeof small) {
    cs_off off;
    cs_status st =
        cs_alloc(ctx, CS_L_RAW, offsetof(cs_raw, data) + total, &off);
    if (st != CS_OK) return st;
    to = (char *)CS_AT(ctx, cs_raw, off)->data;
  }
  for (uint32_t i = 0; i < n; i++) {
    const char *data = cs_str_data(ctx, s[i], &len);
    if (len) memcpy(to + at, data, len);
    at += len;
    to[at++] = i + 1 < n ? ' ' : '\n';
  }
  if (n == 0) to[at++] = '\n';
  cs_charge(ctx, at / 16); /* making the text and writing it */
  return cs_out_write(ctx, CS_OUT_STDOUT, to, at);
}

/* _first_stdout(): does print() write to the stream of the session? */
static cs_status first_stdout(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)args, (void)n;
  *out = cs_bool(is_first_stdout(ctx));
  return CS_OK;
}

/* print(*args) to the first stdout.  Arguments are replaced by their str, so
 * that a second run, or the twin, finds that done. */
static cs_status builtin_print(cs_ctx *ctx, cs_value *args, uint32_t n,
                               cs_value *out) {
  if (!is_first_stdout(ctx)) return CS_SLOW;
  int64_t fuel = ctx->fuel;
  for (uint32_t i = 0; i < n; i++) {
    if (!cs_is_str(args[i])) {
      cs_status st = cs_op_str(ctx, args[i], &args[i]);
      if (st != CS_OK) return st;
      ctx->fuel = fuel; /* write_line charges for the text: a second run would
                           not charge for what it finds done */
    }
    if (!is_printable(ctx, args[i])) return CS_SLOW;
  }
  *out = CS_NONE;
  return write_line(ctx, args, n);
}

/* _out_write(kind, text): for the prelude's stream objects. */
CS_LEAF_TAKES(out_write, SMALL, STR) {
  uint32_t len;
  if (!cs_is_int(args[0]) || !cs_is_str(args[1]))
    return cs_throw(ctx, CS_TypeError, "_out_write(kind, text)");
  const char *data = cs_str_data(ctx, args[1], &len);
  cs_charge(ctx, len / 64);
  *out = CS_NONE;
  uint32_t kind = cs_int_of(args[0]) == 2 ? CS_OUT_STDERR : CS_OUT_STDOUT;
  return cs_out_write(ctx, kind, data, len);
}

const cs_native_def cs_out_natives[] = {
    {".builtins", "print", "(*args)", builtin_print},
    {".intrinsics", "_out_write", "(kind, text, /)", out_write},
    {".intrinsics", "_first_stdout", "()", first_stdout},
    CS_NATIVE_END};
