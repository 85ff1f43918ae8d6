/*
 * gen_obj.c - generators and coroutines as objects.
 *
 * Running a generator is the VM's business: send() and throw() are tail calls
 * of the generator.  Frame objects are made when somebody asks for one and
 * describe the moment they were made.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/space.h"
#include "py/heap/str.h"
#include "py/types/dunder.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"
#include "py/types/type.h"

extern const cs_native_def cs_gen_obj_natives[];

CS_LEAF(in_python) {
  return CS_SLOW;
}

static cs_gen *gen(cs_ctx *ctx, const cs_value *args) {
  return CS_PTR(ctx, cs_gen, args[0]);
}

static const cs_func *gen_func(cs_ctx *ctx, const cs_value *args) {
  return CS_AT(ctx, cs_func, gen(ctx, args)->func);
}

/* --- running ------------------------------------------------------------- */

CS_LEAF(gen_next) {
  return cs_want_resume(ctx, args[0], CS_NONE, CS_UNBOUND);
}

CS_LEAF(gen_send) {
  return cs_want_resume(ctx, args[0], args[1], CS_UNBOUND);
}

/* throw(value): classes and the old three-argument form are the prelude's. */
CS_LEAF(gen_throw) {
  if (n != 2 || !cs_is_exception(ctx, args[1])) return CS_SLOW;
  return cs_want_resume(ctx, args[0], CS_NONE, args[1]);
}

CS_LEAF(gen_close) {
  cs_gen *g = gen(ctx, args);
  if (g->h.flags == CS_GEN_RUNNING || g->h.flags == CS_GEN_SUSPENDED)
    return CS_SLOW;
  g->h.flags = CS_GEN_DONE;
  CS_GIVE(CS_NONE);
}

/* --- state --------------------------------------------------------------- */

CS_LEAF(gen_name) {
  CS_GIVE(gen(ctx, args)->name);
}
CS_LEAF(gen_qualname) {
  CS_GIVE(gen(ctx, args)->qualname);
}

CS_LEAF(set_gen_name) {
  if (!cs_is_str(cs_unwrap(ctx, args[1])))
    return cs_throw(ctx, CS_TypeError,
                    "__name__ must be set to a string object");
  gen(ctx, args)->name = cs_unwrap(ctx, args[1]);
  CS_GIVE(CS_NONE);
}

CS_LEAF(set_gen_qualname) {
  if (!cs_is_str(cs_unwrap(ctx, args[1])))
    return cs_throw(ctx, CS_TypeError,
                    "__qualname__ must be set to a string object");
  gen(ctx, args)->qualname = cs_unwrap(ctx, args[1]);
  CS_GIVE(CS_NONE);
}

CS_LEAF(gen_running) {
  CS_GIVE(cs_bool(gen(ctx, args)->h.flags == CS_GEN_RUNNING));
}
CS_LEAF(gen_suspended) {
  CS_GIVE(cs_bool(gen(ctx, args)->h.flags == CS_GEN_SUSPENDED));
}
CS_LEAF(gen_code) {
  CS_GIVE(cs_ref(CS_L_CODE, gen(ctx, args)->code));
}
CS_LEAF(get_none) {
  CS_GIVE(CS_NONE);
}

static cs_status frame_new(cs_ctx *ctx, cs_off code, uint32_t pc,
                           cs_value globals, cs_value locals, cs_value *out) {
  cs_off off;
  CS_TRY(cs_alloc(ctx, CS_L_FRAME, sizeof(cs_frameobj), &off));
  cs_frameobj *f = CS_AT(ctx, cs_frameobj, off);
  f->code = code;
  f->pc = pc;
  f->globals = globals;
  f->locals = locals;
  f->back = CS_NONE;
  CS_GIVE(cs_ref(CS_L_FRAME, off));
}

/* Variables of a suspended generator. */
static cs_status gen_locals(cs_ctx *ctx, const cs_gen *g, cs_value *out) {
  const cs_code *c = CS_AT(ctx, cs_code, g->code);
  uint32_t n = cs_tuple_len(ctx, c->varnames);
  CS_TRY(cs_dict_new(ctx, n, out));
  for (uint32_t i = 0; i < n && i < cs_gen_room(g); i++) {
    cs_value v = g->regs[i];
    if (cs_is(v, CS_L_CELL)) v = CS_PTR(ctx, cs_cell, v)->v;
    if (!cs_is_unbound(v) && !cs_space_hides(ctx, v))
      CS_TRY(cs_dict_set(ctx, *out, cs_tuple_at(ctx, c->varnames, i), v));
  }
  return CS_OK;
}

CS_LEAF(gen_frame) {
  const cs_gen *g = gen(ctx, args);
  const cs_func *f = gen_func(ctx, args);
  cs_value locals, globals = cs_ref(CS_L_DICT, f->globals);
  if (g->h.flags == CS_GEN_DONE) CS_GIVE(CS_NONE);
  CS_TRY(cs_space_shown(ctx, globals, &globals));
  CS_TRY(gen_locals(ctx, g, &locals));
  cs_off first =
      CS_AT(ctx, cs_code, g->code)->insns + (cs_off)offsetof(cs_raw, data);
  bool begun = g->h.flags != CS_GEN_NEW && g->pc > first;
  return frame_new(ctx, g->code, begun ? (g->pc - first) / 4 - 1 : 0, globals,
                   locals, out);
}

/* --- code ---------------------------------------------------------------- */

CS_LEAF(empty_bytes) {
  CS_GIVE(ctx->image->empty_bytes);
}

/* _code_copy(code, name, qualname, filename, firstline, iterable): a copy that
 * says something else about itself; None: as before */
CS_LEAF_TAKES(code_copy, CODE, OPT_STR, OPT_STR, OPT_STR, OPT_SMALL, ANY) {
  cs_off off;
  if (!cs_is(args[0], CS_L_CODE))
    return cs_throw(ctx, CS_TypeError, "code expected");
  CS_TRY(cs_alloc(ctx, CS_L_CODE, sizeof(cs_code), &off));
  cs_code *c = CS_AT(ctx, cs_code, off);
  cs_obj head = c->h;
  *c = *CS_PTR(ctx, cs_code, args[0]);
  c->h = head;
  if (cs_is_str(args[1])) c->name = args[1];
  if (cs_is_str(args[2])) c->qualname = args[2];
  if (cs_is_str(args[3])) c->filename = args[3];
  if (cs_is_int(args[4])) c->firstline = (uint32_t)cs_int_of(args[4]);
  if (cs_is_true(args[5])) c->flags |= CS_CODE_ITERCORO;
  CS_GIVE(cs_ref(CS_L_CODE, off));
}

#define GENERATOR(type, p)                             \
  {type, "send", "($self, value, /)", gen_send},       \
      {type, "throw", "($self, *args)", gen_throw},    \
      {type, "close", "($self, /)", gen_close},        \
      {type, "__name__", "get", gen_name},             \
      {type, "__name__", "set", set_gen_name},         \
      {type, "__qualname__", "get", gen_qualname},     \
      {type, "__qualname__", "set", set_gen_qualname}, \
      {type, p "_running", "get", gen_running},        \
      {type, p "_suspended", "get", gen_suspended},    \
      {type, p "_code", "get", gen_code}, {            \
    type, p "_frame", "get", gen_frame                 \
  }

const cs_native_def cs_gen_obj_natives[] = {
    GENERATOR("generator", "gi"),
    {"generator", "__next__", "($self, /)", gen_next},
    {"generator", "__iter__", "($self, /)", cs_dunder_self},
    GENERATOR("coroutine", "cr"),
    {"coroutine", "cr_origin", "get", get_none},
    {"coroutine", "__await__", "($self, /)", in_python},
    {"async_generator", "__name__", "get", gen_name},
    {"async_generator", "__name__", "set", set_gen_name},
    {"async_generator", "__qualname__", "get", gen_qualname},
    {"async_generator", "__qualname__", "set", set_gen_qualname},
    {"async_generator", "ag_code", "get", gen_code},
    {"async_generator", "ag_frame", "get", gen_frame},
    {"code", "co_lnotab", "get", empty_bytes},
    {"code", "co_linetable", "get", empty_bytes},
    {"code", "co_exceptiontable", "get", empty_bytes},
    {"code", "co_lines", "($self, /)", in_python},
    {"code", "co_positions", "($self, /)", in_python},
    {"code", "replace", "($self, *args)", in_python},
    {".intrinsics", "_code_copy",
     "(code, name, qualname, filename, firstline, iterable, /)", code_copy},
    CS_NATIVE_END};
