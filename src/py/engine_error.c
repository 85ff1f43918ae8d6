/*
 * engine_error.c - texts for the host: tracebacks, limits, results.
 *
 * The prelude prints tracebacks; when it cannot (no memory, no image yet) a
 * plain "Type: message" is made here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "py/engine_in.h"
#include "py/heap/code.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/ops.h"
#include "py/types/type.h"

static void keep_text(cs_engine *e, const char *s, size_t n) {
  free(e->error);
  e->error = malloc(n + 1);
  e->error_len = 0;
  if (!e->error) return;
  memcpy(e->error, s, n);
  e->error[n] = 0;
  e->error_len = n;
}

#define PLACE_MOST 120 /* bytes of a file's name, cut, and a line's number */

static void plain_text(cs_engine *e, cs_value exc) {
  cs_ctx *ctx = &e->ctx;
  char text[3000];
  uint32_t len = 0;
  const char *msg = "";
  cs_value args = *cs_exc_member(ctx, exc, CS_EXC_ARGS);
  if (cs_is_tuple(args) && cs_tuple_len(ctx, args) > 0 &&
      cs_is_str(cs_tuple_at(ctx, args, 0)))
    msg = cs_str_data(ctx, cs_tuple_at(ctx, args, 0), &len);
  int n = snprintf(text, sizeof text, "%s%s%.*s\n", e->error_type,
                   len ? ": " : "", (int)(len > 2000 ? 2000 : len), msg);
  cs_value tb = *cs_exc_member(ctx, exc, CS_EXC_TB);
  for (int i = 0; i < 8 && cs_is(tb, CS_L_TRACEBACK) &&
                  n < (int)sizeof text - PLACE_MOST;) {
    const cs_traceback *t = CS_PTR(ctx, cs_traceback, tb);
    const cs_code *c = CS_AT(ctx, cs_code, t->code);
    tb = t->next;
    const char *file = cs_str_data(ctx, c->filename, &len);
    if (file[0] == '.') continue; /* a core file */
    i++;
    n += snprintf(text + n, sizeof text - (size_t)n, "  %.*s:%u\n",
                  (int)(len > 100 ? 100 : len), file,
                  cs_code_position(ctx, c, t->pc).line);
  }
  keep_text(e, text, (size_t)n);
}

static void note_type(cs_engine *e, cs_value exc) {
  cs_ctx *ctx = &e->ctx;
  uint32_t len;
  const char *s = cs_str_data(ctx, cs_type_name_of(ctx, exc), &len);
  if (len >= sizeof e->error_type) /* whole characters: it is a text */
    for (len = sizeof e->error_type - 1; !cs_utf8_is_start((uint8_t)s[len]);)
      len--;
  snprintf(e->error_type, sizeof e->error_type, "%.*s", (int)len, s);
  e->exit_code = -1;
  e->error_limit = cs_is_instance(exc) &&
                   CS_PTR(ctx, cs_instance, exc)->h.flags & CS_INST_LIMIT;
}

/* str(v) + newline, for sys.exit(v). */
static void keep_str(cs_engine *e, cs_value v) {
  cs_ctx *ctx = &e->ctx;
  cs_value out;
  uint32_t n;
  if (cs_op_str(ctx, v, &out) != CS_OK) {
    cs_value f = ctx->image->intrinsic[CS_X_str];
    if (cs_engine_call(e, f, &v, 1) != CS_STOP_DONE) return;
    out = ctx->head->root[CS_ROOT_REPLY];
  }
  const char *s = cs_str_data(ctx, out, &n);
  keep_text(e, s, n);
  if (e->error) e->error[e->error_len++] = '\n'; /* in place of the NUL */
}

/* SystemExit prints no traceback; its code is the status or a last word. */
static bool note_exit(cs_engine *e, cs_value exc) {
  cs_ctx *ctx = &e->ctx;
  if (!cs_type_is(ctx, exc, cs_exc_class(ctx, CS_SystemExit))) return false;
  cs_value code = cs_instance_get(ctx, exc, cs_known(ctx, CS_N_code));
  if (cs_is_anyint(cs_unwrap(ctx, code))) code = cs_unwrap(ctx, code);
  keep_text(e, "", 0);
  e->exit_code = 1;
  if (cs_is_none(code) || cs_is_unbound(code))
    e->exit_code = 0;
  else if (cs_is_bool(code))
    e->exit_code = cs_is_true(code);
  else if (cs_is_int(code))
    e->exit_code = (int)(cs_int_of(code) & 0xFF);
  else if (!cs_is_anyint(code))
    keep_str(e, code);
  return true;
}

static void note_error(cs_engine *e) {
  cs_ctx *ctx = &e->ctx;
  cs_value exc = ctx->head->root[CS_ROOT_EXC];
  if (!cs_is_exception(ctx, exc)) {
    keep_text(e, "unknown error\n", 14);
    return;
  }
  note_type(e, exc);
  plain_text(e, exc);
  ctx->head->nframes = 0;
  ctx->head->root[CS_ROOT_SCRATCH2] = exc; /* while code of the guest runs */
  if (note_exit(e, exc)) {
    cs_engine_abandon(e);
    ctx->head->root[CS_ROOT_EXC] = exc;
    ctx->head->root[CS_ROOT_SCRATCH2] = CS_NONE;
    return;
  }
  cs_value f = ctx->image->intrinsic[CS_X_uncaught];
  if (cs_is(f, CS_L_FUNC)) {
    uint64_t limit = ctx->head->limit;
    ctx->head->limit += UINT64_C(8) << 20;
    ctx->retried = 0;
    cs_alloc_pace(ctx);
    cs_stop stop = cs_engine_call(e, f, &exc, 1);
    cs_value text = ctx->head->root[CS_ROOT_REPLY];
    if (stop == CS_STOP_DONE && cs_is_str(text)) {
      uint32_t n;
      const char *s = cs_str_data(ctx, text, &n);
      keep_text(e, s, n);
    }
    ctx->retried = 0;
    ctx->head->limit = limit;
    cs_alloc_pace(ctx);
  }
  cs_engine_abandon(e);
  ctx->head->root[CS_ROOT_EXC] = exc;
  ctx->head->root[CS_ROOT_SCRATCH2] = CS_NONE;
}

/* Printing is on the house: neither fuel nor a test's moves are felt. */
void cs_engine_note_error(cs_engine *e) {
  cs_ctx *ctx = &e->ctx;
  uint64_t left = ctx->head->fuel_left, used = ctx->head->fuel_used;
  uint32_t torture = ctx->torture;
  ctx->torture &= ~(uint32_t)CS_TORTURE_SNAP;
  ctx->head->fuel_left = 50000000;
  note_error(e);
  ctx->torture = torture;
  ctx->fuel = 0;
  ctx->head->fuel_left = left;
  ctx->head->fuel_used = used;
}

void cs_engine_note_limit(cs_engine *e) {
  char text[160];
  const char *what = "fuel";
  uint64_t limit = e->limits.fuel;
  if (e->ctx.limit_kind == CS_LIMIT_INTERRUPT) what = "time";
  if (e->ctx.limit_kind == CS_LIMIT_OUTPUT) {
    what = "output";
    limit = e->limits.output;
  }
  int n =
      e->ctx.limit_kind == CS_LIMIT_INTERRUPT
          ? snprintf(text, sizeof text, "the run was stopped: time")
          : snprintf(text, sizeof text, "the run reached its limit: %s %llu",
                     what, (unsigned long long)limit);
  snprintf(e->error_type, sizeof e->error_type, "%s", what);
  e->exit_code = -1;
  e->error_limit = false;
  keep_text(e, text, (size_t)n);
}

const char *cs_engine_error(cs_engine *e, size_t *len) {
  *len = e->error ? e->error_len : 0;
  return e->error ? e->error : "";
}

const char *cs_engine_error_type(cs_engine *e) {
  return e->error_type;
}
bool cs_engine_error_limit(const cs_engine *e) {
  return e->error_limit;
}
int cs_engine_exit_code(cs_engine *e) {
  return e->exit_code;
}

const char *cs_engine_result(cs_engine *e, size_t *len) {
  cs_ctx *ctx = &e->ctx;
  cs_value v = ctx->head->root[CS_ROOT_RESULT], out;
  if (cs_is_unbound(v)) return NULL;
  if (cs_op_repr(ctx, v, &out) != CS_OK) {
    cs_value f = ctx->image->intrinsic[CS_X_repr];
    if (cs_engine_call(e, f, &v, 1) != CS_STOP_DONE) return NULL;
    out = ctx->head->root[CS_ROOT_REPLY];
  }
  uint32_t n;
  const char *s = cs_str_data(ctx, out, &n);
  free(e->result);
  e->result = malloc(n + 1ul);
  if (!e->result) return NULL;
  memcpy(e->result, s, n);
  e->result[n] = 0;
  *len = n;
  return e->result;
}

bool cs_engine_has_output(const cs_engine *e) {
  return e->ctx.head->out_fill > 0;
}

const char *cs_engine_output(cs_engine *e, size_t *len, int *kind) {
  if (cs_engine_wake(e) != CS_OK) {
    *len = 0;
    return "";
  }
  cs_head *h = e->ctx.head;
  *len = h->out_fill;
  *kind = (int)h->out_kind;
  h->out_fill = 0;
  return cs_at(&e->ctx, CS_OUT_BASE);
}
