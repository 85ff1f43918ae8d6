/*
 * generator.c - asynchronous generators; helpers that drive generators.
 *
 * Resuming is a call that C asks for (cs_want_call with the generator as the
 * function); the VM enters its frame.  Whatever needs more than one step, such
 * as close() on a suspended one, is done by the prelude.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/hash.h"
#include "py/heap/int.h"
#include "py/heap/native.h"
#include "py/heap/opcode.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/kinds.h"
#include "py/types/type.h"

static cs_gen *gen_of(const cs_ctx *ctx, cs_value v) {
  return cs_is(v, CS_L_GEN) ? CS_PTR(ctx, cs_gen, v) : NULL;
}

static cs_status not_one(cs_ctx *ctx) {
  return cs_throw(ctx, CS_TypeError, "generator expected");
}

CS_LEAF(in_python) {
  return CS_SLOW;
}

CS_LEAF(gen_self) {
  *out = args[0];
  return CS_OK;
}

CS_LEAF_TAKES(gen_send, OWN_GEN, ANY) {
  (void)out;
  if (!gen_of(ctx, args[0])) return not_one(ctx);
  return cs_want_resume(ctx, args[0], args[1], CS_UNBOUND);
}

CS_LEAF_TAKES(raw_throw, OWN_GEN, EXC) {
  (void)out;
  if (!gen_of(ctx, args[0]) || !cs_is_exception(ctx, args[1]))
    return not_one(ctx);
  return cs_want_resume(ctx, args[0], CS_NONE, args[1]);
}

CS_LEAF_TAKES(gen_close, OWN_GEN) {
  cs_gen *g = gen_of(ctx, args[0]);
  if (!g) return not_one(ctx);
  if (g->h.flags == CS_GEN_NEW) g->h.flags = CS_GEN_DONE;
  if (g->h.flags != CS_GEN_DONE) return CS_SLOW;
  *out = CS_NONE;
  return CS_OK;
}

/* _gen_state(gen): CS_GEN_* */
CS_LEAF_TAKES(gen_state, GEN) {
  const cs_gen *g = gen_of(ctx, args[0]);
  if (!g) return not_one(ctx);
  *out = cs_int(g->h.flags);
  return CS_OK;
}

/* _gen_name(gen): of its function */
CS_LEAF_TAKES(gen_own_name, GEN) {
  const cs_gen *g = gen_of(ctx, args[0]);
  if (!g) return not_one(ctx);
  CS_GIVE(g->name);
}

/* _agen_running(gen[, flag]): is one of its awaitables in use? */
CS_LEAF_TAKES(agen_running, OWN_GEN, OPT_BOOL) {
  cs_gen *g = gen_of(ctx, args[0]);
  if (!g) return not_one(ctx);
  *out = cs_bool(cs_is_true(g->extra));
  if (!cs_is_unbound(args[1])) g->extra = args[1];
  return CS_OK;
}

/* _gen_local(gen, i): its variable number `i`, None when it has ended */
CS_LEAF_TAKES(gen_local, GEN, COUNT) {
  const cs_gen *g = gen_of(ctx, args[0]);
  uint64_t i = (uint64_t)cs_int_of(args[1]);
  if (!g || g->h.flags == CS_GEN_DONE || i >= cs_gen_room(g)) CS_GIVE(CS_NONE);
  CS_GIVE(g->regs[i]);
}

/* --- attributes ---------------------------------------------------------- */

static const cs_gen *self_gen(const cs_ctx *ctx, const cs_value *args) {
  return CS_PTR(ctx, cs_gen, args[0]);
}

CS_LEAF(get_running) {
  *out = cs_bool(cs_is_true(self_gen(ctx, args)->extra));
  return CS_OK;
}

/* What it delegates to: behind such a YIELD is a jump to a SEND, which names
 * the register. */
CS_LEAF(get_delegate) {
  const cs_gen *g = self_gen(ctx, args);
  *out = CS_NONE;
  if (g->h.flags != CS_GEN_SUSPENDED) return CS_OK;
  const uint32_t *code = CS_AT(ctx, const uint32_t, g->pc);
  if ((code[0] & 0xFF) != CS_I_JMP) return CS_OK;
  code += 2 + (int32_t)code[1];
  if ((code[0] & 0xFF) != CS_I_SEND) return CS_OK;
  uint32_t reg = code[0] >> 16 & 0xFF;
  if (reg < cs_gen_room(g)) *out = g->regs[reg];
  return CS_OK;
}

/* --- exceptions and hashes for the prelude ------------------------------- */

/* _agen_wrap(value): a cell marks what an asynchronous generator yields */
CS_LEAF_TAKES(agen_wrap, ANY) {
  cs_off off;
  CS_TRY(cs_alloc(ctx, CS_L_CELL, sizeof(cs_cell), &off));
  CS_AT(ctx, cs_cell, off)->v = args[0];
  CS_GIVE(cs_ref(CS_L_CELL, off));
}

/* _awaitable(gen, cls): a generator of the prelude that `await` takes as it
 * is, shown as an object of `cls` */
CS_LEAF_TAKES(awaitable, OWN_GEN, GEN_TYPE) {
  cs_gen *g = gen_of(ctx, args[0]);
  if (!g || !cs_is_type(args[1])) return not_one(ctx);
  g->cls = cs_ref_off(args[1]);
  g->extra = CS_TRUE;
  CS_GIVE(args[0]);
}

/* _drop_traceback(exc): forget the innermost entry, the frame that caught it
 * adds itself again. */
CS_LEAF_TAKES(drop_traceback, ANY) {
  *out = CS_NONE;
  if (!cs_is_exception(ctx, args[0])) return CS_OK;
  cs_value *tb = cs_exc_member(ctx, args[0], CS_EXC_TB);
  if (cs_is(*tb, CS_L_TRACEBACK)) *tb = CS_PTR(ctx, cs_traceback, *tb)->next;
  return CS_OK;
}

/* _is_iterable_coroutine(x): a generator of a types.coroutine function */
CS_LEAF_TAKES(is_iterable_coroutine, ANY) {
  const cs_gen *g = gen_of(ctx, args[0]);
  *out = CS_FALSE;
  if (!g) return CS_OK;
  const cs_func *f = CS_AT(ctx, cs_func, g->func);
  *out = cs_bool(g->h.kind == CS_GENKIND_CORO ||
                 CS_AT(ctx, cs_code, f->code)->flags & CS_CODE_ITERCORO);
  return CS_OK;
}

/* _tuple_hash(hashes), _set_hash(hashes): from a list of item hashes */
static cs_status mix(cs_ctx *ctx, cs_value list, bool set, cs_value *out) {
  if (!cs_is_list(list)) return cs_throw(ctx, CS_TypeError, "list expected");
  uint32_t len = cs_list_len(ctx, list);
  uint64_t acc = set ? 0 : cs_hash_tuple_start();
  for (uint32_t i = 0; i < len; i++) {
    int64_t h;
    if (!cs_int_as_i64(ctx, cs_list_items(ctx, list)[i], &h))
      return cs_throw(ctx, CS_TypeError, "hash expected");
    acc = set ? cs_hash_set_step(acc, h) : cs_hash_tuple_step(acc, h);
  }
  int64_t hash =
      set ? cs_hash_set_finish(acc, len) : cs_hash_tuple_finish(acc, len);
  return cs_int_new(ctx, hash, out);
}

CS_LEAF_TAKES(tuple_hash, LIST) {
  return mix(ctx, args[0], false, out);
}
CS_LEAF_TAKES(set_hash, LIST) {
  return mix(ctx, args[0], true, out);
}

/* _view_dict(view): the dict behind a view or proxy */
CS_LEAF_TAKES(view_dict, ANY) {
  *out = args[0];
  if (cs_is(args[0], CS_L_VIEW)) *out = CS_PTR(ctx, cs_view, args[0])->dict;
  if (cs_is(args[0], CS_L_PROXY))
    *out = CS_PTR(ctx, cs_proxy, args[0])->mapping;
  return CS_OK;
}

const cs_native_def cs_generator_natives[] = {
    {"generator", "gi_yieldfrom", "get", get_delegate},
    {"coroutine", "cr_await", "get", get_delegate},
    {"async_generator", "ag_await", "get", get_delegate},
    {"async_generator", "ag_running", "get", get_running},
    {"async_generator", "__aiter__", "($self, /)", gen_self},
    {"async_generator", "__anext__", "($self, /)", in_python},
    {"async_generator", "asend", "($self, value, /)", in_python},
    {"async_generator", "athrow", "($self, type, value=None, tb=None, /)",
     in_python},
    {"async_generator", "aclose", "($self, /)", in_python},
    {".intrinsics", "_gen_send", "(gen, value, /)", gen_send},
    {".intrinsics", "_gen_throw", "(gen, exc, /)", raw_throw},
    {".intrinsics", "_gen_close", "(gen, /)", gen_close},
    {".intrinsics", "_gen_state", "(gen, /)", gen_state},
    {".intrinsics", "_gen_name", "(gen, /)", gen_own_name},
    {".intrinsics", "_agen_running", "(gen, flag=None, /)", agen_running},
    {".intrinsics", "_agen_wrap", "(value, /)", agen_wrap},
    {".intrinsics", "_gen_local", "(gen, i, /)", gen_local},
    {".intrinsics", "_awaitable", "(gen, cls, /)", awaitable},
    {".intrinsics", "_drop_traceback", "(exc, /)", drop_traceback},
    {".intrinsics", "_is_iterable_coroutine", "(x, /)", is_iterable_coroutine},
    {".intrinsics", "_tuple_hash", "(hashes, /)", tuple_hash},
    {".intrinsics", "_set_hash", "(hashes, /)", set_hash},
    {".intrinsics", "_view_dict", "(view, /)", view_dict},
    CS_NATIVE_END};
