/*
 * introspect.c - natives that look at frames, or ask the engine to compile.
 *
 * Most are intrinsics: only the prelude can reach them, and CS_LEAF_TAKES
 * checks the layouts of their arguments before they run. The checks inside are
 * a second wall for arguments that a kind cannot describe.
 *
 * Requests (CS_REQ_COMPILE, SOURCE, CALL, NAME) stop the run: the engine
 * outside of the loop answers them and resumes, because compiling needs the
 * parser, which is not below the loop, and hosts may take as long as they like.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/code.h"
#include "py/heap/dict.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/space.h"
#include "py/heap/str.h"
#include "py/types/bytes.h"
#include "py/types/kinds.h"
#include "py/types/type.h"
#include "py/vm/natives.h"
#include "py/vm/vm.h"

extern const cs_native_def cs_introspect_natives[];

/* The innermost frame of user code, `skip` frames further out; NULL: none. */
static cs_frame *user_frame(cs_ctx *ctx, uint32_t skip) {
  for (uint32_t i = ctx->head->nframes; i-- > 0;) {
    cs_frame *f = cs_frame_at(ctx, i);
    if (f->flags & CS_FRAME_NATIVE) continue;
    uint32_t flags = CS_AT(ctx, cs_code, f->code)->flags;
    /* Functions that stand for built-ins are no frames of the program. */
    if (flags & CS_CODE_PRELUDE && !(flags & CS_CODE_LIBRARY)) continue;
    if (skip-- == 0) return f;
  }
  return NULL;
}

/* globals() of the code that called, not of the library function in between. */
static cs_status get_globals(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)args;
  (void)n;
  cs_frame *f = user_frame(ctx, 0);
  if (!f && ctx->building) f = cs_frame_at(ctx, 0); /* the core itself */
  if (f)
    return cs_space_shown(
        ctx, cs_ref(CS_L_DICT, CS_AT(ctx, cs_func, f->func)->globals), out);
  *out = ctx->head->root[CS_ROOT_GLOBALS];
  return CS_OK;
}

/* Names are interned. */
static bool is_among(const cs_ctx *ctx, cs_value names, cs_value name) {
  for (uint32_t i = 0; i < cs_tuple_len(ctx, names); i++)
    if (cs_same(cs_tuple_at(ctx, names, i), name)) return true;
  return false;
}

/* One variable: a name without a value is taken out. */
static cs_status show_local(cs_ctx *ctx, cs_value dict, cs_value name,
                            cs_value v) {
  cs_value old;
  if (cs_is(v, CS_L_CELL)) v = CS_PTR(ctx, cs_cell, v)->v;
  if (!cs_is_unbound(v)) return cs_dict_set(ctx, dict, name, v);
  return cs_dict_del(ctx, dict, name, &old);
}

/* Cells and locals of a function frame. A frame that asks once may ask again
 * and gets the same dict, brought up to date. Registers: parameters and locals
 * in the order of varnames, then the cells that are no parameters, then one for
 * this dict if the code says LOCALS. */
static cs_status function_locals(cs_ctx *ctx, const cs_frame *f,
                                 cs_value *out) {
  const cs_code *c = CS_AT(ctx, cs_code, f->code);
  const cs_func *fn = CS_AT(ctx, cs_func, f->func);
  cs_value *r = cs_frame_regs(ctx, f);
  uint32_t n = cs_tuple_len(ctx, c->varnames), cell = n;
  uint32_t nc = cs_tuple_len(ctx, c->cellvars);
  for (uint32_t i = 0; i < nc; i++) /* those of parameters are among them */
    if (!is_among(ctx, c->varnames, cs_tuple_at(ctx, c->cellvars, i))) cell++;
  /* A register behind the cells remembers the dict that locals() gave. */
  cs_value *kept =
      c->flags & CS_CODE_LOCALS && cell < c->nregs ? &r[cell] : NULL;
  cs_status st = CS_OK;
  if (kept && cs_is_dict(*kept))
    *out = *kept;
  else
    st = cs_dict_new(ctx, 8, out);
  for (uint32_t i = 0; st == CS_OK && i < n && i < c->nregs; i++)
    st = show_local(ctx, *out, cs_tuple_at(ctx, c->varnames, i), r[i]);
  cell = n;
  for (uint32_t i = 0; st == CS_OK && i < nc && cell < c->nregs; i++) {
    cs_value name = cs_tuple_at(ctx, c->cellvars, i);
    if (is_among(ctx, c->varnames, name)) continue;
    st = show_local(ctx, *out, name, r[cell++]);
  }
  uint32_t nf = cs_is_tuple(fn->closure) ? cs_tuple_len(ctx, c->freevars) : 0;
  for (uint32_t i = 0; st == CS_OK && i < nf; i++)
    st = show_local(ctx, *out, cs_tuple_at(ctx, c->freevars, i),
                    cs_tuple_at(ctx, fn->closure, i));
  if (st == CS_OK && kept) *kept = *out;
  return st;
}

/* In a module and in a class body the namespace itself, in a function a
 * dict. */
static cs_status get_locals(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  assert(n == 0);
  cs_frame *f = user_frame(ctx, 0);
  if (!f) return get_globals(ctx, args, n, out);
  const cs_code *c = CS_AT(ctx, cs_code, f->code);
  if (c->flags & (CS_CODE_MODULE | CS_CODE_CLASS)) {
    if (c->nargs != 1) return get_globals(ctx, args, n, out);
    *out = cs_frame_regs(ctx, f)[0];
    return CS_OK;
  }
  return function_locals(ctx, f, out);
}

/* _compile(source, filename, mode, flags) -> code */
CS_LEAF_TAKES(compile_source, ANY, STR, COUNT, COUNT) {
  cs_value req;
  const uint8_t *bytes;
  uint32_t len;
  if (!(cs_is_str(args[0]) || cs_is_tuple(args[0]) ||
        cs_bytes_view(ctx, args[0], &bytes, &len)) ||
      !cs_is_str(args[1]) || !cs_is_int(args[2]) || cs_int_of(args[2]) < 0 ||
      cs_int_of(args[2]) > 3 || !cs_is_int(args[3]))
    return cs_throw(ctx, CS_TypeError,
                    "compile() arg 1 must be a string, bytes or AST object");
  cs_status st = cs_tuple_new(ctx, args, n, &req);
  return st == CS_OK ? cs_want_request(ctx, CS_REQ_COMPILE, req) : st;
}

/* _module_source(name): text of a library file while the image is built */
CS_LEAF_TAKES(module_source, STR) {
  cs_value req;
  if (!ctx->building) {
    *out = CS_NONE;
    return CS_OK;
  }
  cs_status st = cs_tuple_new(ctx, args, n, &req);
  return st == CS_OK ? cs_want_request(ctx, CS_REQ_SOURCE, req) : st;
}

/* Is `v` what a function of this code reads and writes as its closure? */
static bool is_closure(const cs_ctx *ctx, const cs_code *c, cs_value v) {
  uint32_t n = cs_tuple_len(ctx, c->freevars);
  if (!cs_is_tuple(v)) return n == 0 && (cs_is_unbound(v) || cs_is_none(v));
  if (cs_tuple_len(ctx, v) != n) return false;
  for (uint32_t i = 0; i < n; i++)
    if (!cs_is(cs_tuple_at(ctx, v, i), CS_L_CELL)) return false;
  return true;
}

/* _make_function(code, globals, closure) */
CS_LEAF_TAKES(make_function, CODE, DICT, ANY) {
  cs_off off;
  if (!cs_is(args[0], CS_L_CODE) || !cs_is_dict(args[1]))
    return cs_throw(ctx, CS_TypeError, "code and globals expected");
  const cs_code *c = CS_PTR(ctx, cs_code, args[0]);
  if (!is_closure(ctx, c, args[2]))
    return cs_throw(ctx, CS_TypeError,
                    "code object requires a closure of exactly length %u",
                    (uint64_t)cs_tuple_len(ctx, c->freevars));
  cs_status st = cs_alloc(ctx, CS_L_FUNC, sizeof(cs_func), &off);
  if (st != CS_OK) return st;
  cs_func *f = CS_AT(ctx, cs_func, off);
  f->code = cs_ref_off(args[0]);
  f->globals = cs_ref_off(args[1]);
  f->name = c->name;
  f->qualname = c->qualname;
  f->defaults = f->kwdefaults = f->annotations = CS_NONE;
  f->closure = cs_is_tuple(args[2]) ? args[2] : CS_NONE;
  f->dict = f->doc = f->module = f->type_params = CS_NONE;
  *out = cs_ref(CS_L_FUNC, off);
  return CS_OK;
}

/* _root(name): one of the session's roots; see cs_root.  _root('fibers', {})
 * is the only one to be set: C relies on the layout of the others. */
CS_LEAF_TAKES(get_root, STR, ANY) {
  if (!cs_is_str(args[0])) return cs_throw(ctx, CS_TypeError, "name expected");
  static const struct {
    const char *name;
    cs_root root;
  } list[] = {{"modules", CS_ROOT_MODULES},   {"state", CS_ROOT_STATE},
              {"handled", CS_ROOT_HANDLED},   {"globals", CS_ROOT_GLOBALS},
              {"builtins", CS_ROOT_BUILTINS}, {"classes", CS_ROOT_CLASSES},
              {"reprs", CS_ROOT_REPRS},       {"fibers", CS_ROOT_FIBERS},
              {"pending", CS_ROOT_PENDING}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (cs_str_eq_c(ctx, args[0], list[i].name)) {
      *out = ctx->head->root[list[i].root];
      if (cs_is_unbound(args[1])) return CS_OK;
      /* Everything else is read only, also for the prelude. */
      if (list[i].root != CS_ROOT_FIBERS || !cs_is_dict(args[1])) break;
      ctx->head->root[CS_ROOT_FIBERS] = args[1];
      return CS_OK;
    }
  return cs_throw(ctx, CS_ValueError, "no such root");
}

/* _code_size(code): number of instructions */
CS_LEAF_TAKES(code_size, CODE) {
  if (!cs_is(args[0], CS_L_CODE))
    return cs_throw(ctx, CS_TypeError, "code expected");
  *out = cs_int(CS_PTR(ctx, cs_code, args[0])->ninsns);
  return CS_OK;
}

/* _code_position(code, pc) -> (line, col, end_line, end_col), columns in
 * bytes */
CS_LEAF_TAKES(code_position, CODE, SMALL) {
  if (!cs_is(args[0], CS_L_CODE) || !cs_is_int(args[1]))
    return cs_throw(ctx, CS_TypeError, "code expected");
  cs_position p = cs_code_position(ctx, CS_PTR(ctx, cs_code, args[0]),
                                   (uint32_t)cs_int_of(args[1]));
  cs_value v[4] = {cs_int(p.line), cs_int(p.col), cs_int(p.end_line),
                   cs_int(p.end_col)};
  return cs_tuple_new(ctx, v, 4, out);
}

/* _traceback_parts(tb) -> (next, code, pc) */
CS_LEAF_TAKES(traceback_parts, TRACEBACK) {
  if (!cs_is(args[0], CS_L_TRACEBACK))
    return cs_throw(ctx, CS_TypeError, "traceback expected");
  const cs_traceback *t = CS_PTR(ctx, cs_traceback, args[0]);
  cs_value v[3] = {t->next, cs_ref(CS_L_CODE, t->code), cs_int(t->pc)};
  return cs_tuple_new(ctx, v, 3, out);
}

/* _code_source(code) -> the unit's text or None */
CS_LEAF_TAKES(code_source, CODE) {
  if (!cs_is(args[0], CS_L_CODE))
    return cs_throw(ctx, CS_TypeError, "code expected");
  *out = CS_PTR(ctx, cs_code, args[0])->source;
  return CS_OK;
}

/* True while the image is made: the prelude does some things only then. */
static cs_status is_building(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)args;
  (void)n;
  *out = cs_bool(ctx->building);
  return CS_OK;
}

/* _set_gen_class(gen, cls): how map, zip ... look like what they are */
CS_LEAF_TAKES(set_gen_class, OWN_GEN, GEN_TYPE) {
  if (!cs_is(args[0], CS_L_GEN) || !cs_is_type(args[1]))
    return cs_throw(ctx, CS_TypeError, "generator and class expected");
  CS_PTR(ctx, cs_gen, args[0])->cls = cs_ref_off(args[1]);
  *out = args[0];
  return CS_OK;
}

/* Frames live in a fixed range of the arena: the limit is cut to it, less a few
 * for the exception that reports the overflow. */
CS_LEAF_TAKES(recursion_limit, ANY) {
  *out = cs_int(ctx->head->recursion_limit);
  if (!cs_is_int(args[0])) return CS_OK;
  int64_t want = cs_int_of(args[0]);
  if (want < 1)
    return cs_throw(ctx, CS_ValueError,
                    "recursion limit must be greater or equal than 1");
  uint32_t max = (CS_FRAMES_END - CS_FRAMES_BASE) / sizeof(cs_frame) - 16;
  ctx->head->recursion_limit = want > max ? max : (uint32_t)want;
  cs_ctx_frames(ctx);
  return CS_OK;
}

/* _int_max_digits(n=None): the rule for int <-> decimal text */
CS_LEAF_TAKES(int_max_digits, ANY) {
  *out = cs_int(ctx->head->int_digits);
  if (!cs_is_int(args[0])) return CS_OK;
  int64_t want = cs_int_of(args[0]);
  if (want < 0 || want > INT32_MAX)
    return cs_throw(ctx, CS_OverflowError,
                    "Python int too large to convert to C int");
  ctx->head->int_digits = (uint32_t)want;
  return CS_OK;
}

/* _set_twin(name, function): what takes over from native "owner.name" */
CS_LEAF_TAKES(set_twin, STR, FUNCTION) {
  uint32_t len, id;
  *out = CS_NONE;
  if (!ctx->building || !cs_is_str(args[0]) ||
      !(cs_is(args[1], CS_L_FUNC) || cs_is(args[1], CS_L_NATIVE)))
    return cs_throw(ctx, CS_TypeError, "name and function expected");
  const char *name = cs_str_data(ctx, args[0], &len);
  if (cs_natives_find(name, len, &id)) ctx->image->slow[id] = args[1];
  return CS_OK;
}

/* _type_new(name, bases, dict, meta): the class without its hooks */
CS_LEAF_TAKES(type_new, STR, TUPLE_OF_TYPE, OWN_DICT, META) {
  if (!cs_is_str(args[0]) || !cs_is_tuple(args[1]) || !cs_is_dict(args[2]) ||
      !cs_is_type(args[3]))
    return cs_throw(ctx, CS_TypeError, "bad arguments for a class");
  cs_status st =
      cs_type_new(ctx, args[0], args[1], args[2], cs_ref_off(args[3]), out);
  if (st != CS_OK) return st;
  CS_PTR(ctx, cs_type, *out)->flags |= CS_TYPE_RAW;
  return cs_list_append(ctx, ctx->head->root[CS_ROOT_CLASSES], *out);
}

/* OWN_: cells of the image belong to all sessions. */
CS_LEAF_TAKES(set_cell, OWN_CELL, ANY) {
  if (!cs_is(args[0], CS_L_CELL)) return cs_throw(ctx, CS_TypeError, "cell");
  CS_PTR(ctx, cs_cell, args[0])->v = args[1];
  *out = CS_NONE;
  return CS_OK;
}

/* _raise(exc, cause): raise without adding this frame */
CS_LEAF_TAKES(raise_object, ANY) {
  return cs_unwind_raise(ctx, args[0], args[1]);
}

/* _host_call(function, args, kwargs): stop and let the host answer */
CS_LEAF_TAKES(host_call, HOSTFUNC, TUPLE, OPT_DICT) {
  if (!cs_is(args[0], CS_L_HOSTFUNC) || !cs_is_tuple(args[1]))
    return cs_throw(ctx, CS_TypeError, "host function expected");
  const cs_hostfunc *f = CS_PTR(ctx, cs_hostfunc, args[0]);
  cs_value v[5] = {f->name, args[1], args[2], CS_NONE,
                   cs_bool(f->h.flags & CS_HOSTFUNC_ASYNC)};
  cs_value req;
  cs_status st = cs_tuple_new(ctx, v, 5, &req);
  return st == CS_OK ? cs_want_request(ctx, CS_REQ_CALL, req) : st;
}

/* _ask_name(name): the host may know it */
CS_LEAF_TAKES(ask_name, STR) {
  cs_value req;
  cs_status st = cs_tuple_new(ctx, args, 1, &req);
  return st == CS_OK ? cs_want_request(ctx, CS_REQ_NAME, req) : st;
}

const cs_native_def cs_introspect_natives[] = {
    {".builtins", "globals", "()", get_globals},
    {".builtins", "locals", "()", get_locals},
    {".intrinsics", "_compile", "(source, filename, mode, flags, /)",
     compile_source},
    {".intrinsics", "_module_source", "(name, /)", module_source},
    {".intrinsics", "_make_function", "(code, globals, closure=None, /)",
     make_function},
    {".intrinsics", "_root", "(name, value=None, /)", get_root},
    {".intrinsics", "_code_position", "(code, pc, /)", code_position},
    {".intrinsics", "_code_size", "(code, /)", code_size},
    {".intrinsics", "_traceback_parts", "(tb, /)", traceback_parts},
    {".intrinsics", "_code_source", "(code, /)", code_source},
    {".intrinsics", "_building", "()", is_building},
    {".intrinsics", "_set_gen_class", "(gen, cls, /)", set_gen_class},
    {".intrinsics", "_recursion_limit", "(n=None, /)", recursion_limit},
    {".intrinsics", "_type_new", "(name, bases, dict, meta, /)", type_new},
    {".intrinsics", "_set_cell", "(cell, value, /)", set_cell},
    {".intrinsics", "_raise", "(exc, cause=None, /)", raise_object},
    {".intrinsics", "_int_max_digits", "(n=None, /)", int_max_digits},
    {".intrinsics", "_set_twin", "(name, function, /)", set_twin},
    {".intrinsics", "_host_call", "(function, args, kwargs, /)", host_call},
    {".intrinsics", "_ask_name", "(name, /)", ask_name},
    CS_NATIVE_END};
