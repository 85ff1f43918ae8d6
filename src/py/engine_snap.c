/*
 * engine_snap.c - host functions, injected exceptions, snapshots.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "py/engine_in.h"
#include "py/heap/dict.h"
#include "py/heap/frame.h"
#include "py/heap/str.h"
#include "py/snap/snapshot.h"
#include "py/vm/vm.h"

/* A loaded session may claim a request it does not have. */
bool cs_engine_is_waiting(const cs_engine *e) {
  const cs_head *h = e->ctx.head;
  return h->request >= CS_REQ_CALL && h->nframes > 0 &&
         (cs_frame_top(&e->ctx)->flags & CS_FRAME_NATIVE);
}

cs_status cs_engine_add_host(cs_engine *e, const char *name) {
  cs_ctx *ctx = &e->ctx;
  cs_value key;
  cs_off off;
  cs_status st = cs_str_intern_bytes(ctx, name, strlen(name), &key);
  if (st == CS_OK)
    st = cs_alloc(ctx, CS_L_HOSTFUNC, sizeof(cs_hostfunc), &off);
  if (st != CS_OK) return st == CS_RETRY ? CS_ELIMIT : st;
  cs_hostfunc *f = CS_AT(ctx, cs_hostfunc, off);
  f->name = key;
  f->doc = CS_NONE;
  st = cs_dict_set(ctx, ctx->head->root[CS_ROOT_GLOBALS], key,
                   cs_ref(CS_L_HOSTFUNC, off));
  return st == CS_RETRY ? CS_ELIMIT : st;
}

/* Unknown exception names become RuntimeError. */
cs_status cs_engine_reply_error(cs_engine *e, const char *type,
                                const char *message) {
  cs_ctx *ctx = &e->ctx;
  if (!cs_engine_is_waiting(e)) return CS_EINVAL;
  cs_exc_id id = CS_RuntimeError;
  static const char *const names[] = {
#define CS_EXC(name, number, base) #name,
#include "py/heap/exc.def"
#undef CS_EXC
  };
  for (uint32_t i = 0; i < CS_EXC_COUNT; i++)
    if (strcmp(names[i], type) == 0) id = (cs_exc_id)i;
  cs_status st = cs_throw(ctx, id, "%s", message);
  if (st != CS_THROW) return CS_ELIMIT;
  ctx->head->request = CS_REQ_NONE;
  ctx->head->root[CS_ROOT_REQUEST] = CS_NONE;
  ctx->head->next_call++;
  st = cs_unwind(ctx);
  return st == CS_CALLBACK ? CS_OK : CS_THROW;
}

/* --- snapshots --------------------------------------------------------------------------- */

cs_status cs_engine_dump(cs_engine *e, void **out, size_t *len) {
  size_t n = cs_snap_size(&e->ctx);
  void *buf = aligned_alloc(16, (n + 15) & ~(size_t)15);
  if (!buf) return CS_EOS;
  cs_snap_dump(&e->ctx, buf);
  *out = buf;
  *len = n;
  return CS_OK;
}

cs_status cs_engine_load(const cs_limits *limits, const void *bytes, size_t n,
                         cs_engine **out) {
  cs_engine *e;
  cs_status st = cs_engine_new(limits, &e);
  if (st != CS_OK) return st;
  st = cs_snap_load(&e->ctx, bytes, n, limits->memory);
  if (st != CS_OK) {
    cs_engine_free(e);
    return st;
  }
  cs_alloc_pace(&e->ctx);
  *out = e;
  return CS_OK;
}

cs_status cs_engine_fork(cs_engine *e, cs_engine **out) {
  void *bytes;
  size_t n;
  cs_status st = cs_engine_dump(e, &bytes, &n);
  if (st != CS_OK) return st;
  cs_limits limits = e->limits;
  st = cs_engine_load(&limits, bytes, n, out);
  free(bytes);
  return st;
}

void cs_engine_fix_checks(void *bytes, size_t n) { cs_snap_fix(bytes, n); }
