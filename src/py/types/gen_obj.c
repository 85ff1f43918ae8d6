/*
 * gen_obj.c - generators, coroutines, code, tracebacks and frames as objects.
 *
 * Running a generator is the VM's business: send() and throw() are tail calls
 * of the generator.  Frame objects are made when somebody asks for one and
 * describe the moment they were made.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/code.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/dunder.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/type.h"

extern const cs_native_def cs_gen_obj_natives[];

CS_LEAF(in_python) { return CS_SLOW; }

static cs_gen *gen(cs_ctx *ctx, const cs_value *args) {
  return CS_PTR(ctx, cs_gen, args[0]);
}

static const cs_func *gen_func(cs_ctx *ctx, const cs_value *args) {
  return CS_AT(ctx, cs_func, gen(ctx, args)->func);
}

/* --- running ---------------------------------------------------------------------- */

CS_LEAF(gen_next) {
  return cs_want_call1(ctx, CS_RET_PLAIN, args[0], CS_NONE);
}

CS_LEAF(gen_send) {
  return cs_want_call1(ctx, CS_RET_PLAIN, args[0], args[1]);
}

/* throw(value): classes and the old three-argument form are the prelude's. */
CS_LEAF(gen_throw) {
  if (n != 2 || !cs_is_exception(ctx, args[1])) return CS_SLOW;
  return cs_want_call2(ctx, CS_RET_PLAIN, args[0], CS_NONE, args[1]);
}

CS_LEAF(gen_close) {
  cs_gen *g = gen(ctx, args);
  if (g->h.flags == CS_GEN_RUNNING || g->h.flags == CS_GEN_SUSPENDED)
    return CS_SLOW;
  g->h.flags = CS_GEN_DONE;
  CS_GIVE(CS_NONE);
}

/* --- state ------------------------------------------------------------------------ */

CS_LEAF(gen_name) { CS_GIVE(gen(ctx, args)->name); }
CS_LEAF(gen_qualname) { CS_GIVE(gen(ctx, args)->qualname); }

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
CS_LEAF(gen_code) { CS_GIVE(cs_ref(CS_L_CODE, gen_func(ctx, args)->code)); }
CS_LEAF(get_none) { CS_GIVE(CS_NONE); }

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
  const cs_code *c = CS_AT(ctx, cs_code, CS_AT(ctx, cs_func, g->func)->code);
  uint32_t n = cs_tuple_len(ctx, c->varnames);
  CS_TRY(cs_dict_new(ctx, n, out));
  for (uint32_t i = 0; i < n && i < g->nregs; i++) {
    cs_value v = g->regs[i];
    if (cs_is(v, CS_L_CELL)) v = CS_PTR(ctx, cs_cell, v)->v;
    if (!cs_is_unbound(v))
      CS_TRY(cs_dict_set(ctx, *out, cs_tuple_at(ctx, c->varnames, i), v));
  }
  return CS_OK;
}

CS_LEAF(gen_frame) {
  const cs_gen *g = gen(ctx, args);
  const cs_func *f = gen_func(ctx, args);
  cs_value locals;
  if (g->h.flags == CS_GEN_DONE) CS_GIVE(CS_NONE);
  CS_TRY(gen_locals(ctx, g, &locals));
  return frame_new(ctx, f->code, g->pc ? g->pc - 1 : 0,
                   cs_ref(CS_L_DICT, f->globals), locals, out);
}

/* --- code ------------------------------------------------------------------------------ */

static const cs_code *code(cs_ctx *ctx, const cs_value *args) {
  return CS_PTR(ctx, cs_code, args[0]);
}

CS_LEAF(co_name) { CS_GIVE(code(ctx, args)->name); }
CS_LEAF(co_qualname) { CS_GIVE(code(ctx, args)->qualname); }
CS_LEAF(co_filename) { CS_GIVE(code(ctx, args)->filename); }
CS_LEAF(co_varnames) { CS_GIVE(code(ctx, args)->varnames); }
CS_LEAF(co_freevars) { CS_GIVE(code(ctx, args)->freevars); }
CS_LEAF(co_cellvars) { CS_GIVE(code(ctx, args)->cellvars); }
CS_LEAF(co_argcount) { CS_GIVE(cs_int(code(ctx, args)->nargs)); }
CS_LEAF(co_posonly) { CS_GIVE(cs_int(code(ctx, args)->nposonly)); }
CS_LEAF(co_kwonly) { CS_GIVE(cs_int(code(ctx, args)->nkwonly)); }
CS_LEAF(co_stacksize) { CS_GIVE(cs_int(code(ctx, args)->nregs)); }
CS_LEAF(co_firstlineno) { CS_GIVE(cs_int(code(ctx, args)->firstline)); }
CS_LEAF(co_nlocals) {
  CS_GIVE(cs_int(cs_tuple_len(ctx, code(ctx, args)->varnames)));
}
CS_LEAF(empty_tuple) { CS_GIVE(ctx->image->empty_tuple); }
CS_LEAF(empty_bytes) { CS_GIVE(ctx->image->empty_bytes); }

/* CPython's bits. */
CS_LEAF(co_flags) {
  uint32_t have = code(ctx, args)->flags;
  int64_t bits = have & (CS_CODE_MODULE | CS_CODE_CLASS) ? 0 : 3;
  if (have & CS_CODE_VARARGS) bits |= 4;
  if (have & CS_CODE_VARKW) bits |= 8;
  if (have & CS_CODE_NESTED) bits |= 16;
  if (have & CS_CODE_GENERATOR) bits |= 32;
  if (have & CS_CODE_COROUTINE) bits |= 128;
  if (have & CS_CODE_ASYNCGEN) bits = (bits & ~INT64_C(160)) | 512;
  CS_GIVE(cs_int(bits));
}

CS_LEAF(co_consts) {
  const cs_code *c = code(ctx, args);
  const cs_value *v = CS_AT(ctx, cs_array, c->consts)->v;
  return cs_tuple_new(ctx, c->nconsts ? v : NULL, c->nconsts, out);
}

CS_LEAF(co_code) {
  const cs_code *c = code(ctx, args);
  cs_off off;
  uint32_t len = c->ninsns * 4;
  CS_TRY(cs_alloc(ctx, CS_L_BYTES, offsetof(cs_bytes, data) + len, &off));
  cs_bytes *b = CS_AT(ctx, cs_bytes, off);
  b->len = len;
  memcpy(b->data, CS_AT(ctx, cs_raw, c->insns)->data, len);
  CS_GIVE(cs_ref(CS_L_BYTES, off));
}

/* --- tracebacks ---------------------------------------------------------------------------- */

static cs_traceback *trace(cs_ctx *ctx, const cs_value *args) {
  return CS_PTR(ctx, cs_traceback, args[0]);
}

static cs_value line_at(cs_ctx *ctx, cs_off off, uint32_t pc) {
  return cs_int(cs_code_position(ctx, CS_AT(ctx, cs_code, off), pc).line);
}

CS_LEAF(tb_next) { CS_GIVE(trace(ctx, args)->next); }
CS_LEAF(tb_lasti) { CS_GIVE(cs_int(trace(ctx, args)->pc * 2)); }
CS_LEAF(tb_lineno) {
  CS_GIVE(line_at(ctx, trace(ctx, args)->code, trace(ctx, args)->pc));
}

CS_LEAF(set_tb_next) {
  cs_value v = args[1];
  if (cs_is_unbound(v))
    return cs_throw(ctx, CS_TypeError, "can't delete tb_next attribute");
  if (!cs_is_none(v) && !cs_is(v, CS_L_TRACEBACK))
    return cs_throw(ctx, CS_TypeError, "expected traceback object, got '%t'",
                    v);
  for (cs_value t = v; cs_is(t, CS_L_TRACEBACK);
       t = CS_PTR(ctx, cs_traceback, t)->next)
    if (cs_same(t, args[0]))
      return cs_throw(ctx, CS_ValueError, "traceback loop detected");
  trace(ctx, args)->next = v;
  CS_GIVE(CS_NONE);
}

CS_LEAF(tb_frame) {
  const cs_traceback *t = trace(ctx, args);
  cs_value globals, locals;
  CS_TRY(cs_dict_new(ctx, 0, &locals));
  globals = t->func ? cs_ref(CS_L_DICT, CS_AT(ctx, cs_func, t->func)->globals)
                    : ctx->head->root[CS_ROOT_GLOBALS];
  return frame_new(ctx, t->code, t->pc, globals, locals, out);
}

/* --- frames --------------------------------------------------------------------------------- */

static cs_frameobj *frame(cs_ctx *ctx, const cs_value *args) {
  return CS_PTR(ctx, cs_frameobj, args[0]);
}

CS_LEAF(f_code) { CS_GIVE(cs_ref(CS_L_CODE, frame(ctx, args)->code)); }
CS_LEAF(f_locals) { CS_GIVE(frame(ctx, args)->locals); }
CS_LEAF(f_globals) { CS_GIVE(frame(ctx, args)->globals); }
CS_LEAF(f_builtins) { CS_GIVE(ctx->head->root[CS_ROOT_BUILTINS]); }
CS_LEAF(f_back) { CS_GIVE(frame(ctx, args)->back); }
CS_LEAF(f_lasti) { CS_GIVE(cs_int(frame(ctx, args)->pc * 2)); }
CS_LEAF(f_lineno) {
  CS_GIVE(line_at(ctx, frame(ctx, args)->code, frame(ctx, args)->pc));
}
CS_LEAF(frame_clear) { CS_GIVE(CS_NONE); }

#define GENERATOR(type, p)                                            \
  {type, "send", "($self, value, /)", gen_send},                      \
      {type, "throw", "($self, *args)", gen_throw},                   \
      {type, "close", "($self, /)", gen_close},                       \
      {type, "__name__", "get", gen_name},                            \
      {type, "__name__", "set", set_gen_name},                        \
      {type, "__qualname__", "get", gen_qualname},                    \
      {type, "__qualname__", "set", set_gen_qualname},                \
      {type, p "_running", "get", gen_running},                       \
      {type, p "_suspended", "get", gen_suspended},                   \
      {type, p "_code", "get", gen_code},                             \
      {type, p "_frame", "get", gen_frame}
#define CODE(name, get) {"code", name, "get", get}

const cs_native_def cs_gen_obj_natives[] = {
    GENERATOR("generator", "gi"),
    {"generator", "gi_yieldfrom", "get", get_none},
    {"generator", "__next__", "($self, /)", gen_next},
    {"generator", "__iter__", "($self, /)", cs_dunder_self},
    GENERATOR("coroutine", "cr"),
    {"coroutine", "cr_await", "get", get_none},
    {"coroutine", "cr_origin", "get", get_none},
    {"coroutine", "__await__", "($self, /)", in_python},
    {"async_generator", "__name__", "get", gen_name},
    {"async_generator", "__name__", "set", set_gen_name},
    {"async_generator", "__qualname__", "get", gen_qualname},
    {"async_generator", "__qualname__", "set", set_gen_qualname},
    {"async_generator", "ag_running", "get", gen_running},
    {"async_generator", "ag_suspended", "get", gen_suspended},
    {"async_generator", "ag_code", "get", gen_code},
    {"async_generator", "ag_frame", "get", gen_frame},
    {"async_generator", "ag_await", "get", get_none},
    CODE("co_name", co_name), CODE("co_qualname", co_qualname),
    CODE("co_filename", co_filename), CODE("co_varnames", co_varnames),
    CODE("co_freevars", co_freevars), CODE("co_cellvars", co_cellvars),
    CODE("co_argcount", co_argcount), CODE("co_posonlyargcount", co_posonly),
    CODE("co_kwonlyargcount", co_kwonly), CODE("co_stacksize", co_stacksize),
    CODE("co_firstlineno", co_firstlineno), CODE("co_nlocals", co_nlocals),
    CODE("co_flags", co_flags), CODE("co_consts", co_consts),
    CODE("co_code", co_code), CODE("co_names", empty_tuple),
    CODE("co_lnotab", empty_bytes), CODE("co_linetable", empty_bytes),
    CODE("co_exceptiontable", empty_bytes),
    {"code", "co_lines", "($self, /)", in_python},
    {"code", "co_positions", "($self, /)", in_python},
    {"code", "replace", "($self, *args)", in_python},
    {"traceback", "tb_next", "get", tb_next},
    {"traceback", "tb_next", "set", set_tb_next},
    {"traceback", "tb_lineno", "get", tb_lineno},
    {"traceback", "tb_lasti", "get", tb_lasti},
    {"traceback", "tb_frame", "get", tb_frame},
    {"frame", "f_code", "get", f_code},
    {"frame", "f_locals", "get", f_locals},
    {"frame", "f_globals", "get", f_globals},
    {"frame", "f_builtins", "get", f_builtins},
    {"frame", "f_back", "get", f_back},
    {"frame", "f_lasti", "get", f_lasti},
    {"frame", "f_lineno", "get", f_lineno},
    {"frame", "f_trace", "get", get_none},
    {"frame", "clear", "($self, /)", frame_clear},
    CS_NATIVE_END};
