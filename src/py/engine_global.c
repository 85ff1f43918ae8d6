/*
 * engine_global.c - names that the host defines: tools, inputs; results.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/engine_make.h"
#include "py/engine_value.h"
#include "py/heap/dict.h"
#include "py/heap/intrinsics.h"
#include "py/heap/str.h"
#include "py/types/type.h"
#include "py/vm/vm.h"

static cs_status add_host(cs_ctx *ctx, const char *name) {
  cs_value key, f;
  cs_status st = cs_str_intern_bytes(ctx, name, strlen(name), &key);
  if (st == CS_OK) st = cs_engine_make_tool(ctx, key, &f);
  if (st != CS_OK) return st;
  return cs_dict_set(ctx, ctx->head->root[CS_ROOT_GLOBALS], key, f);
}

cs_status cs_engine_add_host(cs_engine *e, const char *name) {
  cs_status st = add_host(&e->ctx, name);
  if (st == CS_RETRY) {
    cs_engine_collect(e);
    st = add_host(&e->ctx, name);
  }
  return st == CS_RETRY ? CS_ELIMIT : st;
}

static cs_status put_global(cs_ctx *ctx, const char *name, cs_value v) {
  cs_value key;
  cs_status st = cs_str_intern_bytes(ctx, name, strlen(name), &key);
  if (st != CS_OK) return st;
  return cs_dict_set(ctx, ctx->head->root[CS_ROOT_GLOBALS], key, v);
}

cs_status cs_engine_set_global(cs_engine *e, const char *name,
                               const void *bytes, size_t n) {
  cs_ctx *ctx = &e->ctx;
  cs_value v, fixes;
  cs_status st = cs_engine_decode_all(e, bytes, n, &v, &fixes);
  if (st == CS_OK && !cs_is_none(fixes)) {
    cs_value args[2] = {v, fixes};
    cs_value fix = ctx->image->intrinsic[CS_X_wire_fix];
    ctx->head->root[CS_ROOT_SCRATCH0] = v;
    ctx->head->fuel_left = e->limits.fuel;
    if (cs_engine_call(e, fix, args, 2) != CS_STOP_DONE) st = CS_THROW;
    v = ctx->head->root[CS_ROOT_REPLY];
  }
  if (st == CS_OK) {
    st = put_global(ctx, name, v);
    if (st == CS_RETRY) {
      ctx->head->root[CS_ROOT_SCRATCH0] = v;
      cs_engine_collect(e);
      st = put_global(ctx, name, v);
    }
    if (st == CS_RETRY) st = cs_throw_value(ctx, CS_MemoryError, CS_UNBOUND);
  }
  if (st == CS_THROW) cs_engine_note_error(e);
  return st;
}

cs_status cs_engine_result_wire(cs_engine *e, cs_wire *w) {
  cs_value v = e->ctx.head->root[CS_ROOT_RESULT];
  if (cs_is_unbound(v)) return CS_EINVAL;
  return cs_engine_encode(e, v, w);
}

cs_status cs_engine_get_global(cs_engine *e, const char *name, cs_wire *w) {
  cs_ctx *ctx = &e->ctx;
  cs_value key, v;
  if (cs_str_intern_bytes(ctx, name, strlen(name), &key) != CS_OK)
    return CS_ELIMIT;
  v = cs_dict_get_name(ctx, ctx->head->root[CS_ROOT_GLOBALS], key);
  return cs_is_unbound(v) ? CS_EINVAL : cs_engine_encode(e, v, w);
}

void cs_engine_memory_ends(cs_engine *e, bool on) {
  e->ctx.memory_ends = on;
}

void cs_engine_ask_names(cs_engine *e, bool on) {
  e->ctx.ask_names = on;
}

void cs_engine_on_call(cs_engine *e, cs_now (*now)(void *arg), void *arg) {
  e->now = now;
  e->now_arg = arg;
}

void cs_engine_on_clock(cs_engine *e, cs_engine_clock *clock, void *arg) {
  e->clock = clock;
  e->clock_arg = arg;
}

void cs_engine_on_poll(cs_engine *e, bool (*poll)(void *arg), void *arg) {
  e->ctx.poll = poll;
  e->ctx.poll_arg = arg;
}
