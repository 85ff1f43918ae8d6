/*
 * engine_trace.c - an uncaught exception as data: types, texts, frames, chain.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "py/engine_in.h"
#include "py/engine_value.h"
#include "py/heap/code.h"
#include "py/heap/dict.h"
#include "py/heap/frame.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/ops.h"
#include "py/types/type.h"

#define FRAMES_MAX 1000 /* of one exception; the innermost are kept */
#define CHAIN_MAX  32

static void put_str(cs_ctx *ctx, cs_wire *w, cs_value v) {
  uint32_t n = 0;
  const char *s = cs_is_str(v) ? cs_str_data(ctx, v, &n) : "";
  cs_wire_str(w, s, n);
}

/* Line `number` of a text, without its end. */
static void put_line(cs_ctx *ctx, cs_wire *w, cs_value text, uint32_t number) {
  uint32_t n = 0;
  const char *s = cs_is_str(text) ? cs_str_data(ctx, text, &n) : "";
  const char *end = s + n;
  while (--number && s < end) {
    const char *nl = memchr(s, '\n', (size_t)(end - s));
    s = nl ? nl + 1 : end;
  }
  const char *nl = s < end ? memchr(s, '\n', (size_t)(end - s)) : NULL;
  if (nl) end = nl;
  if (end > s && end[-1] == '\r') end--;
  cs_wire_str(w, s, (size_t)(end - s));
}

/* file, function or None, source, line, column, end line, end column */
static void put_place(cs_ctx *ctx, cs_wire *w, const cs_code *c, uint32_t pc) {
  cs_position p = cs_code_position(ctx, c, pc);
  cs_wire_begin(w, CS_WIRE_TUPLE, 7);
  put_str(ctx, w, c->filename);
  if (c->flags & CS_CODE_MODULE)
    cs_wire_none(w);
  else
    put_str(ctx, w, c->name);
  put_line(ctx, w, c->source, p.line ? p.line : 1);
  cs_wire_int(w, p.line);
  cs_wire_int(w, p.col + 1);
  cs_wire_int(w, p.end_line);
  cs_wire_int(w, p.end_col + 1);
}

static int64_t number(cs_ctx *ctx, cs_value exc, cs_name_id name) {
  cs_value v = cs_instance_get(ctx, exc, cs_known(ctx, name));
  return cs_is_int(v) && cs_int_of(v) > 0 ? cs_int_of(v) : 0;
}

/* A SyntaxError tells in its fields where it is. */
static void put_syntax(cs_ctx *ctx, cs_wire *w, cs_value exc) {
  cs_value text = cs_instance_get(ctx, exc, cs_known(ctx, CS_N_text));
  cs_wire_begin(w, CS_WIRE_TUPLE, 7);
  put_str(ctx, w, cs_instance_get(ctx, exc, cs_known(ctx, CS_N_filename)));
  cs_wire_none(w);
  put_line(ctx, w, text, 1);
  cs_wire_int(w, number(ctx, exc, CS_N_lineno));
  cs_wire_int(w, number(ctx, exc, CS_N_offset));
  cs_wire_int(w, number(ctx, exc, CS_N_end_lineno));
  cs_wire_int(w, number(ctx, exc, CS_N_end_offset));
}

static void put_frames(cs_ctx *ctx, cs_wire *w, cs_value exc) {
  cs_value tb = *cs_exc_member(ctx, exc, CS_EXC_TB), v;
  size_t mark = cs_wire_open(w, CS_WIRE_LIST), n = 0, all = 0, skip;
  for (v = tb; cs_is(v, CS_L_TRACEBACK) && all < 100000; all++)
    v = CS_PTR(ctx, cs_traceback, v)->next;
  skip = all > FRAMES_MAX ? all - FRAMES_MAX : 0;
  for (v = tb; cs_is(v, CS_L_TRACEBACK) && all > 0; all--) {
    const cs_traceback *t = CS_PTR(ctx, cs_traceback, v);
    v = t->next;
    if (skip > 0 && skip--) continue;
    put_place(ctx, w, CS_AT(ctx, cs_code, t->code), t->pc);
    n++;
  }
  if (cs_type_is(ctx, exc, cs_exc_class(ctx, CS_SyntaxError)) &&
      number(ctx, exc, CS_N_lineno)) {
    put_syntax(ctx, w, exc);
    n++;
  }
  cs_wire_end(w, mark, n);
}

/* str(exc), by Python code if need be: the frame stack is empty by now. */
static void put_message(cs_engine *e, cs_wire *w, cs_value exc) {
  cs_ctx *ctx = &e->ctx;
  cs_value text = CS_NONE;
  if (cs_op_str(ctx, exc, &text) == CS_OK) {
    put_str(ctx, w, text);
    return;
  }
  uint64_t left = ctx->head->fuel_left, used = ctx->head->fuel_used;
  ctx->head->fuel_left = 1000000; /* as for the traceback */
  ctx->retried = 0;
  if (cs_engine_call(e, ctx->image->intrinsic[CS_X_str], &exc, 1) ==
      CS_STOP_DONE)
    text = ctx->head->root[CS_ROOT_REPLY];
  cs_engine_abandon(e);
  ctx->fuel = 0;
  ctx->head->fuel_left = left;
  ctx->head->fuel_used = used;
  put_str(ctx, w, text);
}

static cs_value next_of(cs_ctx *ctx, cs_value exc, bool *cause) {
  cs_value v = *cs_exc_member(ctx, exc, CS_EXC_CAUSE);
  *cause = cs_is_exception(ctx, v);
  if (*cause) return v;
  if (cs_is_true(*cs_exc_member(ctx, exc, CS_EXC_SUPPRESS))) return CS_NONE;
  return *cs_exc_member(ctx, exc, CS_EXC_CONTEXT);
}

/* The exception itself, where its text says less than it holds: classes of the
 * library, which hosts have too, and the built-in ones with fields. */
static void put_itself(cs_engine *e, cs_wire *w, cs_value exc) {
  cs_ctx *ctx = &e->ctx;
  size_t mark = w->len;
  cs_off cls = cs_class_of(ctx, exc);
  bool unicode = cls == cs_exc_class(ctx, CS_UnicodeDecodeError) ||
                 cls == cs_exc_class(ctx, CS_UnicodeEncodeError);
  cs_value module =
      cs_dict_get_name(ctx, cs_ref(CS_L_DICT, cs_type_at(ctx, cls)->dict),
                       cs_known(ctx, CS_N___module__));
  uint32_t n = 0;
  const char *s = cs_is_str(module) ? cs_str_data(ctx, module, &n) : "";
  bool library =
      cls < CS_IMAGE_END && n && !(n == 8 && !memcmp(s, "builtins", 8));
  if ((library || unicode) && w->status == CS_OK &&
      cs_engine_encode(e, exc, w) == CS_OK)
    return;
  if (w->status != CS_OK && mark <= w->len) return;
  w->len = mark;
  cs_wire_none(w);
}

cs_status cs_engine_error_wire(cs_engine *e, cs_wire *w) {
  cs_ctx *ctx = &e->ctx;
  cs_value first = ctx->head->root[CS_ROOT_EXC], exc = first;
  size_t mark = cs_wire_open(w, CS_WIRE_LIST), n = 0;
  ctx->head->root[CS_ROOT_SCRATCH2] = first; /* while str() runs */
  while (cs_is_exception(ctx, exc) && n < CHAIN_MAX) {
    bool cause;
    ctx->head->root[CS_ROOT_SCRATCH1] = exc; /* str() may cut the chain */
    cs_wire_begin(w, CS_WIRE_TUPLE, 5);
    put_str(ctx, w, cs_type_name_of(ctx, exc));
    put_message(e, w, exc);
    put_frames(ctx, w, exc);
    cs_value next = next_of(ctx, exc, &cause);
    cs_wire_bool(w, cause);
    put_itself(e, w, exc);
    exc = next;
    n++;
  }
  cs_wire_end(w, mark, n);
  ctx->head->root[CS_ROOT_SCRATCH1] = CS_NONE;
  ctx->head->root[CS_ROOT_SCRATCH2] = CS_NONE;
  ctx->head->root[CS_ROOT_EXC] = first;
  return w->status;
}

cs_status cs_engine_where(cs_engine *e, cs_wire *w) {
  cs_ctx *ctx = &e->ctx;
  for (uint32_t i = ctx->head->nframes; i-- > 0;) {
    const cs_frame *f = cs_frame_at(ctx, i);
    if (f->flags & CS_FRAME_NATIVE) continue;
    const cs_code *c = CS_AT(ctx, cs_code, f->code);
    cs_off start = cs_off_of(ctx, CS_AT(ctx, cs_raw, c->insns)->data);
    if (c->flags & CS_CODE_PRELUDE || f->pc <= start) continue;
    put_place(ctx, w, c, (f->pc - start) / 4 - 1);
    return w->status;
  }
  return CS_EINVAL;
}
