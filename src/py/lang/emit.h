/*
 * emit.h - syntax tree to bytecode: the emitter's state and helpers.
 *
 * One cs_emit per code object.  Registers: parameters, other locals, then
 * temporaries as a stack (`top`).  Expressions either yield the register that
 * already holds a value (a local) or compute into one the caller names.
 *
 * Everything here is scratch memory except constants and finished code
 * objects, which are allocated in the session's arena and stay unreachable
 * until the whole compilation succeeded: on CS_RETRY it simply starts again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_LANG_EMIT_H
#define CS_PY_LANG_EMIT_H

#include "py/heap/ctx.h"
#include "py/heap/int.h"
#include "py/heap/opcode.h"
#include "py/lang/emit_unit.h"
#include "py/lang/scope.h"

/* --- inside the emitter -------------------------------------------------- */

#define CS_REG_MAX   250 /* registers of one frame */
#define CS_LOCAL_MAX 180 /* more locals live in a dict */

typedef struct cs_label {
  int32_t at;      /* instruction index, -1 while unknown */
  int32_t pending; /* chain of jump words to patch, -1 = none */
} cs_label;

typedef enum cs_block_kind {
  CS_BLOCK_LOOP,
  CS_BLOCK_FINALLY,      /* body of try: leaving runs the finally part */
  CS_BLOCK_FINALLY_BODY, /* inside the finally part */
  CS_BLOCK_EXCEPT,       /* inside a handler */
  CS_BLOCK_WITH,
  CS_BLOCK_ASYNC_WITH,
  CS_BLOCK_RANGE /* only has a range of exceptions */
} cs_block_kind;

#define CS_EXITS_MAX 16 /* ways out of one try..finally */

typedef struct cs_exit {
  uint8_t kind; /* 0 return, 1 break, 2 continue */
  struct cs_block *loop;
} cs_exit;

typedef struct cs_block {
  cs_block_kind kind;
  struct cs_block *outer;
  cs_label exit, next; /* LOOP: break and continue; FINALLY: the final part */
  uint32_t reg;        /* exception pair, exit method pair, reason register */
  cs_node *handler;    /* EXCEPT: whose name must be deleted, or NULL */
  cs_node *node;
  cs_exit exits[CS_EXITS_MAX];
  uint32_t nexits;
  bool has_value; /* LOOP: iterator state occupies registers */
  uint32_t left;  /* where the code that leaves it just now began */
  uint32_t gaps;  /* how many there were before */
} cs_block;

typedef struct cs_gap { /* code that has left `block`, inside of its range */
  const cs_block *block;
  uint32_t start, end;
} cs_gap;

typedef struct cs_emit_pos {
  uint32_t pc, line, end_line, col, end_col;
  uint32_t height; /* registers in use */
} cs_emit_pos;

typedef struct cs_emit {
  cs_ctx *ctx;
  cs_unit *u;
  struct cs_emit *outer;
  cs_scope *scope;
  cs_value filename, source;
  uint32_t options;
  cs_status st; /* first failure; everything later is ignored */
  uint32_t *code;
  uint32_t ncode, capcode;
  cs_value *consts;
  uint32_t nconsts, capconsts;
  uint32_t *name_const; /* by cs_name: index + 1 of its str constant */
  cs_value *name_value; /* by cs_name: interned str, shared by the unit */
  cs_emit_pos *pos;
  uint32_t npos, cappos;
  cs_exc_range *exc;
  uint32_t nexc, capexc;
  cs_gap *gaps; /* of open blocks */
  uint32_t ngaps, capgaps;
  uint32_t nlocals, top, max;
  uint32_t spill; /* register of the dict of surplus locals, or 0 */
  cs_block *blocks;
  uint64_t defined[4]; /* locals that certainly have a value here */
  uint64_t deleted[4]; /* those that lose it somewhere: del, except as */
  bool wants_clear;    /* some local is read where it may be unbound */
  uint32_t level;      /* nesting of statement lists */
  uint32_t reserve;    /* parameters that are no symbols */
  bool namespace;      /* names live in register 0 */
  cs_emit_pos at;      /* position of what is being compiled */
} cs_emit;

/* emit.c */
uint32_t cs_emit_op(cs_emit *e, cs_opcode op, uint32_t a, uint32_t b,
                    uint32_t c);
uint32_t cs_emit_abx(cs_emit *e, cs_opcode op, uint32_t a, uint32_t bx);
void cs_emit_word(cs_emit *e, uint32_t word);
void cs_emit_jump(cs_emit *e, cs_opcode op, uint32_t a, uint32_t b, uint32_t c,
                  cs_label *to);
/* Jump if R[reg] is (not) `v`, an immediate or small int. */
void cs_emit_jump_is(cs_emit *e, uint32_t reg, cs_value v, bool yes,
                     cs_label *to);
void cs_emit_bind(cs_emit *e, cs_label *label);
void cs_emit_at(cs_emit *e, const cs_node *node);
/* The same for a node that ends with attribute `attr`: when that is on a later
 * line, the position starts at its name. */
void cs_emit_at_attr(cs_emit *e, const cs_node *n, const cs_node *attr);
void cs_emit_fail(cs_emit *e, cs_status st);
void cs_emit_error(cs_emit *e, const cs_node *node, const char *text);
uint32_t cs_emit_temp(cs_emit *e, uint32_t n);
uint32_t cs_emit_const(cs_emit *e, cs_value v);
uint32_t cs_emit_name(cs_emit *e, cs_name name);
cs_value cs_emit_name_value(cs_emit *e, cs_name name);
void cs_emit_loadk(cs_emit *e, uint32_t dst, cs_value v);
void cs_emit_range(cs_emit *e, uint32_t start, uint32_t end, uint32_t handler,
                   uint32_t reg);
/* Note that the code from `b->left` on has left the block. */
void cs_emit_gap(cs_emit *e, const cs_block *b);
/* The same range without the gaps of `b`, which are forgotten. */
void cs_emit_range_of(cs_emit *e, const cs_block *b, cs_exc_range r);

bool cs_emit_start(cs_emit *e, cs_emit *outer, cs_scope *scope);
void cs_emit_locals(cs_emit *e);
cs_value cs_emit_finish(cs_emit *e, cs_value name, uint32_t flags);
static inline void cs_emit_move(cs_emit *e, uint32_t dst, uint32_t src) {
  if (dst != src) cs_emit_op(e, CS_I_MOVE, dst, src, 0);
}
static inline void cs_label_init(cs_label *l) {
  l->at = -1;
  l->pending = -1;
}

/* emit_name.c */
void cs_emit_load(cs_emit *e, const cs_node *at, cs_symbol *s, uint32_t dst);
void cs_emit_store(cs_emit *e, cs_symbol *s, uint32_t src);
void cs_emit_delete(cs_emit *e, const cs_node *at, cs_symbol *s);
/* Register of a plain local that has a value here, else UINT32_MAX. */
uint32_t cs_emit_local(cs_emit *e, cs_symbol *s);
void cs_emit_define(cs_emit *e, uint32_t reg, bool yes);
/* Copy `defined` before a part that may be left halfway or run again: what is
 * deleted somewhere is not certain from here on. */
void cs_emit_certain(cs_emit *e, uint64_t before[4]);

#define CS_EMIT_CHUNK 32 /* elements of a display that are built at a time */

/* emit_const.c: is it a constant, a tuple or set of them? */
bool cs_emit_constant(cs_emit *e, cs_node *n, cs_value *out);
/* The value of a literal. */
cs_status cs_emit_make_const(cs_ctx *ctx, const cs_constant *c,
                             cs_value *out) CS_MUST_CHECK;
bool cs_emit_constant_tuple(cs_emit *e, cs_node *n, cs_value *out);
bool cs_emit_constant_set(cs_emit *e, cs_node *n, cs_value *out);

/* emit_call.c */
void cs_emit_call_expr(cs_emit *e, cs_node *n, uint32_t dst);
/* `f(*args, **kw)` parts into registers base+1 (tuple or list), base+2. */
void cs_emit_call_args(cs_emit *e, cs_node *call, uint32_t base, uint32_t dst,
                       bool method);
/* Append items of `n`, some of them starred, to the list in `list`; `call`:
 * they are arguments, and errors say so. */
void cs_emit_extend(cs_emit *e, const cs_node *n, cs_node_list items,
                    uint32_t list, bool call);

/* emit_expr.c */
void cs_emit_expr(cs_emit *e, cs_node *n, uint32_t dst);
uint32_t cs_emit_any(cs_emit *e, cs_node *n); /* local register or new temp */
void cs_emit_test(cs_emit *e, cs_node *n, bool sense, cs_label *to);
void cs_emit_intrinsic(cs_emit *e, uint32_t which, uint32_t base);
void cs_emit_call(cs_emit *e, uint32_t base, uint32_t n, uint32_t dst);
void cs_emit_await(cs_emit *e, uint32_t reg, uint32_t context);
void cs_emit_send_loop(cs_emit *e, uint32_t value, uint32_t it);

/* emit_func.c */
void cs_emit_annotation(cs_emit *e, cs_node *n, uint32_t dst);
void cs_emit_lambda(cs_emit *e, cs_node *n, uint32_t dst);
void cs_emit_def(cs_emit *e, cs_node *n);
void cs_emit_class(cs_emit *e, cs_node *n);
void cs_emit_type_alias(cs_emit *e, cs_node *n);
void cs_emit_comp(cs_emit *e, cs_node *n, uint32_t dst);
void cs_emit_genexp(cs_emit *e, cs_node *n, uint32_t dst);

/* emit_assign.c */
void cs_emit_assign(cs_emit *e, cs_node *target, uint32_t src);
/* The same for a temporary that nobody reads again. */
void cs_emit_assign_temp(cs_emit *e, cs_node *target, uint32_t src);
void cs_emit_del_target(cs_emit *e, cs_node *target);

/* emit_stmt.c, emit_try.c, emit_match.c */
void cs_emit_body(cs_emit *e, cs_node_list body);
void cs_emit_stmt(cs_emit *e, cs_node *n);
void cs_emit_try(cs_emit *e, cs_node *n);
void cs_emit_try_star(cs_emit *e, cs_node *n);
void cs_emit_with(cs_emit *e, cs_node *n, uint32_t item);
void cs_emit_match(cs_emit *e, cs_node *n);
/* Leave blocks up to (not including) `stop`, then return / jump. */
void cs_emit_return(cs_emit *e, uint32_t reg);
void cs_emit_leave(cs_emit *e, uint8_t kind, cs_block *loop, uint32_t reg);

#endif
