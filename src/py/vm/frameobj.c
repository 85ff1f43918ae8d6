/*
 * frameobj.c - frames, tracebacks and code as objects of the program.
 *
 * A frame object is a picture: it is taken when sys._getframe or a traceback
 * is looked at, and does not follow the running frame afterwards.
 *
 * Natives of the classes frame, traceback and code. Receivers are checked by
 * their layout before any of these runs (call_native.c), so the casts are safe.
 *
 * Frames of the prelude that implement a built-in are not shown: a program sees
 * what CPython would show.
 *
 * Nothing here can change a running frame: f_locals is a copy, f_lineno cannot
 * be set, and there is no tracing. That keeps frames what the verifier of
 * snapshots checked.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/code.h"
#include "py/heap/dict.h"
#include "py/heap/opcode.h"
#include "py/heap/seq.h"
#include "py/heap/space.h"
#include "py/heap/str.h"
#include "py/types/bytes.h"
#include "py/types/kinds.h"
#include "py/types/type.h"
#include "py/vm/vm.h"

extern const cs_native_def cs_frameobj_natives[];

/* Deepest chain of f_back that one picture holds. */
#define DEPTH_MAX 2000

/* Library modules written in Python are shown, as CPython's are. */
static bool is_shown(const cs_ctx *ctx, const cs_frame *f) {
  if (f->flags & CS_FRAME_NATIVE) return false;
  uint32_t flags = CS_AT(ctx, cs_code, f->code)->flags;
  return !(flags & CS_CODE_PRELUDE) || flags & CS_CODE_LIBRARY;
}

/* Locals of a function frame, cells opened, as a new dict. */
static cs_status locals_of(cs_ctx *ctx, const cs_frame *f, cs_value globals,
                           cs_value *out) {
  const cs_code *c = CS_AT(ctx, cs_code, f->code);
  const cs_value *r = cs_frame_regs(ctx, f);
  /* A namespace of its own, which is the first register, or the globals. */
  if (c->flags & (CS_CODE_MODULE | CS_CODE_CLASS))
    CS_GIVE(c->nargs == 1 ? r[0] : globals);
  CS_TRY(cs_dict_new(ctx, 8, out));
  uint32_t n = cs_tuple_len(ctx, c->varnames);
  for (uint32_t i = 0; i < n; i++) {
    cs_value v = r[i];
    if (cs_is(v, CS_L_CELL)) v = CS_PTR(ctx, cs_cell, v)->v;
    if (!cs_is_unbound(v) && !cs_space_hides(ctx, v))
      CS_TRY(cs_dict_set(ctx, *out, cs_tuple_at(ctx, c->varnames, i), v));
  }
  return CS_OK;
}

/* The frame keeps its locals as of now. `pc` is an index of the instruction
 * that is running, one before the next. */
static cs_status picture(cs_ctx *ctx, const cs_frame *f, cs_value *out) {
  assert(!(f->flags & CS_FRAME_NATIVE));
  cs_off off;
  cs_value globals, locals;
  globals = cs_ref(CS_L_DICT, CS_AT(ctx, cs_func, f->func)->globals);
  CS_TRY(cs_space_shown(ctx, globals, &globals));
  CS_TRY(locals_of(ctx, f, globals, &locals));
  CS_TRY(cs_alloc(ctx, CS_L_FRAME, sizeof(cs_frameobj), &off));
  cs_frameobj *o = CS_AT(ctx, cs_frameobj, off);
  const cs_code *c = CS_AT(ctx, cs_code, f->code);
  o->locals = locals;
  o->globals = globals;
  o->back = CS_NONE;
  o->code = f->code;
  /* `pc` counts instructions; one that has not begun counts as the first. */
  uint32_t first = cs_off_of(ctx, CS_AT(ctx, cs_raw, c->insns)->data);
  o->pc = f->pc > first ? (f->pc - first) / 4 - 1 : 0;
  *out = cs_ref(CS_L_FRAME, off);
  return CS_OK;
}

/* _frame_at(depth): the frame `depth` calls out, with its chain, or None. */
CS_LEAF_TAKES(frame_at, ANY) {
  cs_value first = CS_NONE, last = CS_NONE, made;
  int64_t skip = cs_is_int(args[0]) ? cs_int_of(args[0]) : 0;
  uint32_t made_n = 0;
  for (uint32_t i = ctx->head->nframes; i-- > 0 && made_n < DEPTH_MAX;) {
    const cs_frame *f = cs_frame_at(ctx, i);
    if (!is_shown(ctx, f) || skip-- > 0) continue;
    CS_TRY(picture(ctx, f, &made));
    made_n++;
    if (cs_is_none(first))
      first = made;
    else
      CS_PTR(ctx, cs_frameobj, last)->back = made;
    last = made;
  }
  cs_charge(ctx, made_n);
  CS_GIVE(first);
}

/* --- frame --------------------------------------------------------------- */

#define FRAME(v) CS_PTR(ctx, cs_frameobj, v)

CS_LEAF(f_code) {
  CS_GIVE(cs_ref(CS_L_CODE, FRAME(args[0])->code));
}
CS_LEAF(f_globals) {
  CS_GIVE(FRAME(args[0])->globals);
}
CS_LEAF(f_locals) {
  CS_GIVE(FRAME(args[0])->locals);
}
CS_LEAF(f_back) {
  CS_GIVE(FRAME(args[0])->back);
}
CS_LEAF(f_builtins) {
  CS_GIVE(ctx->head->root[CS_ROOT_BUILTINS]);
}
CS_LEAF(f_none) {
  CS_GIVE(CS_NONE);
}
/* In bytes of CPython's instructions, which have two each: only comparisons of
 * equal frames make sense of it. */
CS_LEAF(f_lasti) {
  CS_GIVE(cs_int(2 * (int64_t)FRAME(args[0])->pc));
}
/* Looked up in the code's table when asked for: frames hold no line. */
CS_LEAF(f_lineno) {
  const cs_frameobj *f = FRAME(args[0]);
  cs_position p = cs_code_position(ctx, CS_AT(ctx, cs_code, f->code), f->pc);
  CS_GIVE(cs_int(p.line));
}

/* --- traceback ----------------------------------------------------------- */

#define TB(v) CS_PTR(ctx, cs_traceback, v)

CS_LEAF(tb_next) {
  CS_GIVE(TB(args[0])->next);
}
/* A loop would hang whoever prints it. The chain has no loop before, so the
 * walk ends. */
CS_LEAF(set_tb_next) {
  cs_value next = args[1];
  if (!cs_is_none(next) && !cs_is(next, CS_L_TRACEBACK))
    return cs_throw(ctx, CS_TypeError, "expected traceback object, got '%t'",
                    next);
  for (cs_value t = next; cs_is(t, CS_L_TRACEBACK); t = TB(t)->next)
    if (cs_same(t, args[0]))
      return cs_throw(ctx, CS_ValueError, "traceback loop detected");
  TB(args[0])->next = next;
  CS_GIVE(CS_NONE);
}
CS_LEAF(tb_lasti) {
  CS_GIVE(cs_int(2 * (int64_t)TB(args[0])->pc));
}
CS_LEAF(tb_lineno) {
  const cs_traceback *t = TB(args[0]);
  cs_position p = cs_code_position(ctx, CS_AT(ctx, cs_code, t->code), t->pc);
  CS_GIVE(cs_int(p.line));
}
/* Registers are gone by now: the frame has no locals but a module's. */
CS_LEAF(tb_frame) {
  const cs_traceback *t = TB(args[0]);
  cs_off off;
  cs_value locals;
  const cs_code *c = CS_AT(ctx, cs_code, t->code);
  cs_value globals = ctx->head->root[CS_ROOT_GLOBALS];
  if (t->func)
    globals = cs_ref(CS_L_DICT, CS_AT(ctx, cs_func, t->func)->globals);
  CS_TRY(cs_space_shown(ctx, globals, &globals));
  if (c->flags & CS_CODE_MODULE)
    locals = globals;
  else
    CS_TRY(cs_dict_new(ctx, 0, &locals));
  CS_TRY(cs_alloc(ctx, CS_L_FRAME, sizeof(cs_frameobj), &off));
  cs_frameobj *o = CS_AT(ctx, cs_frameobj, off);
  o->locals = locals;
  o->globals = globals;
  o->back = CS_NONE;
  o->code = t->code;
  o->pc = t->pc;
  CS_GIVE(cs_ref(CS_L_FRAME, off));
}

/* --- code ---------------------------------------------------------------- */

#define CODE(v) CS_PTR(ctx, cs_code, v)

CS_LEAF(co_name) {
  CS_GIVE(CODE(args[0])->name);
}
CS_LEAF(co_qualname) {
  CS_GIVE(CODE(args[0])->qualname);
}
CS_LEAF(co_filename) {
  CS_GIVE(CODE(args[0])->filename);
}
CS_LEAF(co_varnames) {
  CS_GIVE(CODE(args[0])->varnames);
}
CS_LEAF(co_cellvars) {
  CS_GIVE(CODE(args[0])->cellvars);
}
CS_LEAF(co_freevars) {
  CS_GIVE(CODE(args[0])->freevars);
}
CS_LEAF(co_firstlineno) {
  CS_GIVE(cs_int(CODE(args[0])->firstline));
}
CS_LEAF(co_argcount) {
  CS_GIVE(cs_int(CODE(args[0])->nargs));
}
CS_LEAF(co_posonly) {
  CS_GIVE(cs_int(CODE(args[0])->nposonly));
}
CS_LEAF(co_kwonly) {
  CS_GIVE(cs_int(CODE(args[0])->nkwonly));
}
/* Registers are what we have instead of a stack; programs only print it. */
CS_LEAF(co_stacksize) {
  CS_GIVE(cs_int(CODE(args[0])->nregs));
}

/* Constant index of the global or attribute name that an instruction uses,
 * UINT32_MAX if it has none. */
static uint32_t name_used(const uint32_t *ins) {
  const char *operands = cs_opcode_operands[*ins & 0xFF];
  if (strchr(operands, 'S')) return *ins >> 16;
  return strchr(operands, 's') ? ins[1] : UINT32_MAX;
}

/* Names in order of first use. */
CS_LEAF(co_names) {
  const cs_code *c = CODE(args[0]);
  const uint32_t *ins = (const void *)CS_AT(ctx, cs_raw, c->insns)->data;
  const cs_value *k = CS_AT(ctx, cs_array, c->consts)->v;
  cs_value seen, name, unused;
  cs_charge(ctx, c->ninsns / 4);
  CS_TRY(cs_dict_new(ctx, 8, &seen));
  for (uint32_t pc = 0; pc < c->ninsns; pc += cs_ops_words[ins[pc] & 0xFF]) {
    uint32_t at = name_used(ins + pc);
    if (at < c->nconsts) CS_TRY(cs_dict_set(ctx, seen, k[at], CS_NONE));
  }
  CS_TRY(cs_tuple_new(ctx, NULL, cs_dict_len(ctx, seen), out));
  cs_value *to = CS_PTR(ctx, cs_tuple, *out)->v;
  for (uint32_t pos = 0; cs_dict_next(ctx, seen, &pos, &name, &unused);)
    *to++ = name;
  return CS_OK;
}
/* Empty: the bytecode is ours, and programs that patch CPython's find nothing
 * to patch. */
CS_LEAF(co_code) {
  CS_GIVE(ctx->image->empty_bytes);
}
CS_LEAF(co_nlocals) {
  CS_GIVE(cs_int(cs_tuple_len(ctx, CODE(args[0])->varnames)));
}
/* Only the docstring: other constants may be code of the library. */
CS_LEAF(co_consts) {
  const cs_code *c = CODE(args[0]);
  cs_value doc = c->doc;
  return cs_tuple_new(ctx, &doc, 1, out);
}
/* CPython's bits: optimised, newlocals, varargs, varkeywords, nested,
 * generator, coroutine, asynchronous generator. */
CS_LEAF(co_flags) {
  static const struct {
    uint32_t ours, theirs;
  } map[] = {{CS_CODE_VARARGS, 4},     {CS_CODE_VARKW, 8},
             {CS_CODE_NESTED, 16},     {CS_CODE_GENERATOR, 32},
             {CS_CODE_COROUTINE, 128}, {CS_CODE_ASYNCGEN, 512},
             {CS_CODE_ITERCORO, 256}};
  uint32_t f = CODE(args[0])->flags, r = 0;
  if (!(f & (CS_CODE_MODULE | CS_CODE_CLASS))) r = 3;
  for (size_t i = 0; i < sizeof map / sizeof *map; i++)
    if (f & map[i].ours) r |= map[i].theirs;
  CS_GIVE(cs_int(r));
}

const cs_native_def cs_frameobj_natives[] = {
    {".intrinsics", "_frame_at", "(depth, /)", frame_at},
    {"frame", "f_code", "get", f_code},
    {"frame", "f_globals", "get", f_globals},
    {"frame", "f_locals", "get", f_locals},
    {"frame", "f_back", "get", f_back},
    {"frame", "f_builtins", "get", f_builtins},
    {"frame", "f_trace", "get", f_none},
    {"frame", "f_lasti", "get", f_lasti},
    {"frame", "f_lineno", "get", f_lineno},
    {"frame", "clear", "($self, /)", f_none},
    {"traceback", "tb_next", "get", tb_next},
    {"traceback", "tb_next", "set", set_tb_next},
    {"traceback", "tb_lasti", "get", tb_lasti},
    {"traceback", "tb_lineno", "get", tb_lineno},
    {"traceback", "tb_frame", "get", tb_frame},
    {"code", "co_name", "get", co_name},
    {"code", "co_qualname", "get", co_qualname},
    {"code", "co_filename", "get", co_filename},
    {"code", "co_varnames", "get", co_varnames},
    {"code", "co_cellvars", "get", co_cellvars},
    {"code", "co_freevars", "get", co_freevars},
    {"code", "co_firstlineno", "get", co_firstlineno},
    {"code", "co_argcount", "get", co_argcount},
    {"code", "co_posonlyargcount", "get", co_posonly},
    {"code", "co_kwonlyargcount", "get", co_kwonly},
    {"code", "co_stacksize", "get", co_stacksize},
    {"code", "co_names", "get", co_names},
    {"code", "co_consts", "get", co_consts},
    {"code", "co_nlocals", "get", co_nlocals},
    {"code", "co_code", "get", co_code},
    {"code", "co_flags", "get", co_flags},
    CS_NATIVE_END};
