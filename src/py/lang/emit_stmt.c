/*
 * emit_stmt.c - statements other than try, with, match and definitions.
 *
 * `defined` follows the control flow conservatively: what a branch or a loop
 * body assigns counts afterwards only if every way there assigned it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/lang/emit.h"

/* --- leaving blocks ------------------------------------------------------ */

/* Call the exit method of a with block with three Nones. */
static void exit_with(cs_emit *e, cs_block *b) {
  uint32_t save = e->top, x = cs_emit_temp(e, 5);
  cs_emit_op(e, CS_I_MOVE, x, b->reg, 0);
  cs_emit_op(e, CS_I_MOVE, x + 1, b->reg + 1, 0);
  for (uint32_t i = 2; i < 5; i++)
    cs_emit_op(e, CS_I_LOADIMM, x + i, CS_NONE_K, 0);
  cs_emit_at(e, b->node);
  cs_emit_op(e, CS_I_CALLM, x, 4, x);
  if (b->kind == CS_BLOCK_ASYNC_WITH) cs_emit_await(e, x, 2);
  e->top = save;
}

static void exit_handler(cs_emit *e, cs_block *b) {
  cs_emit_op(e, CS_I_POPEXC, b->reg, 0, 0);
  if (!b->handler) return;
  uint32_t save = e->top, t = cs_emit_temp(e, 1);
  cs_emit_op(e, CS_I_LOADIMM, t, CS_NONE_K, 0);
  cs_emit_store(e, b->handler->handler.sym, t);
  cs_emit_delete(e, NULL, b->handler->handler.sym);
  e->top = save;
}

/* Enter the final part with a reason number of its own. */
static void exit_finally(cs_emit *e, cs_block *b, uint8_t kind, cs_block *loop,
                         uint32_t reg) {
  uint32_t i = 0;
  while (i < b->nexits &&
         (b->exits[i].kind != kind || b->exits[i].loop != loop))
    i++;
  if (i == CS_EXITS_MAX) {
    cs_emit_fail(e, CS_ELIMIT);
    return;
  }
  if (i == b->nexits) b->exits[b->nexits++] = (cs_exit){kind, loop};
  if (kind == 0) cs_emit_move(e, b->reg + 1, reg);
  cs_emit_op(e, CS_I_LOADIMM, b->reg + 2, CS_UNBOUND_K, 0);
  cs_emit_abx(e, CS_I_LOADI, b->reg, i + 2);
  cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &b->exit);
}

/* What leaves a block is no longer in its range: an exception there is for the
 * blocks around it.  `until` is the last block that was left. */
static void note_gaps(cs_emit *e, cs_block *from, cs_block *until) {
  for (cs_block *b = from; b != until; b = b->outer)
    if (b->kind != CS_BLOCK_LOOP && (b->kind != CS_BLOCK_EXCEPT || b->handler))
      cs_emit_gap(e, b);
}

/* Leave everything inside `loop` (NULL: the function). */
void cs_emit_leave(cs_emit *e, uint8_t kind, cs_block *loop, uint32_t reg) {
  cs_block *saved = e->blocks;
  for (cs_block *b = saved; b != loop; b = b->outer) {
    e->blocks = b->outer; /* code here is outside of b */
    b->left = e->ncode;
    switch (b->kind) {
      case CS_BLOCK_FINALLY:
        exit_finally(e, b, kind, loop, reg);
        e->blocks = saved;
        note_gaps(e, saved, b);
        return;
      case CS_BLOCK_WITH:
      case CS_BLOCK_ASYNC_WITH: exit_with(e, b); break;
      case CS_BLOCK_EXCEPT: exit_handler(e, b); break;
      case CS_BLOCK_FINALLY_BODY:
        cs_emit_op(e, CS_I_POPEXC, b->reg, 0, 0);
        break;
      case CS_BLOCK_RANGE:
      case CS_BLOCK_LOOP: break;
    }
  }
  e->blocks = saved;
  if (kind == 1)
    cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &loop->exit);
  else if (kind == 2)
    cs_emit_jump(e, loop->node->kind == CS_NODE_FOR ? CS_I_JMPFOR : CS_I_JMP, 0,
                 0, 0, &loop->next);
  else if (e->scope->flags & (CS_SCOPE_GENERATOR | CS_SCOPE_COROUTINE))
    cs_emit_op(e, CS_I_GENRET, reg, 0, 0);
  else
    cs_emit_op(e, CS_I_RET, reg, 0, 0);
  note_gaps(e, saved, loop);
}

void cs_emit_return(cs_emit *e, uint32_t reg) {
  cs_emit_leave(e, 0, NULL, reg);
}

static bool must_unwind(const cs_emit *e) {
  for (const cs_block *b = e->blocks; b; b = b->outer)
    if (b->kind != CS_BLOCK_LOOP && b->kind != CS_BLOCK_RANGE) return true;
  return false;
}

static void emit_return(cs_emit *e, cs_node *n) {
  uint32_t save = e->top, r;
  if (!n->value) {
    r = cs_emit_temp(e, 1);
    cs_emit_op(e, CS_I_LOADIMM, r, CS_NONE_K, 0);
  } else if (must_unwind(e)) {
    r = cs_emit_temp(e, 1); /* a finally part may change the local */
    cs_emit_expr(e, n->value, r);
  } else {
    r = cs_emit_any(e, n->value);
  }
  cs_emit_at(e, n);
  if (e->scope->kind == CS_SCOPE_MODULE && e->options & CS_EMIT_RESULT)
    cs_emit_op(e, CS_I_SETRESULT, r, 0, 0);
  cs_emit_return(e, r);
  e->top = save;
}

static cs_block *innermost_loop(cs_emit *e) {
  cs_block *b = e->blocks;
  while (b && b->kind != CS_BLOCK_LOOP) b = b->outer;
  return b;
}

/* --- branches and loops -------------------------------------------------- */

static void keep(uint64_t to[4], const uint64_t from[4]) {
  memcpy(to, from, 4 * sizeof *to);
}

static void both(uint64_t a[4], const uint64_t b[4]) {
  for (int i = 0; i < 4; i++) a[i] &= b[i];
}

static bool ends(const cs_node_list body) {
  if (body.n == 0) return false;
  uint8_t k = body.items[body.n - 1]->kind;
  return k == CS_NODE_RETURN || k == CS_NODE_RAISE || k == CS_NODE_BREAK ||
         k == CS_NODE_CONTINUE;
}

static void emit_if(cs_emit *e, cs_node *n) {
  cs_label no, end;
  cs_label_init(&no);
  cs_label_init(&end);
  cs_emit_test(e, n->branch.test, false, &no);
  uint64_t before[4], yes[4];
  keep(before, e->defined);
  cs_emit_body(e, n->branch.body);
  bool gone = ends(n->branch.body);
  keep(yes, e->defined);
  keep(e->defined, before);
  if (n->branch.orelse.n) {
    if (!gone) cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &end);
    cs_emit_bind(e, &no);
    cs_emit_body(e, n->branch.orelse);
    if (ends(n->branch.orelse))
      keep(e->defined, yes);
    else if (!gone)
      both(e->defined, yes);
  } else {
    cs_emit_bind(e, &no);
    if (!gone) both(e->defined, yes);
  }
  cs_emit_bind(e, &end);
}

static void push_loop(cs_emit *e, cs_block *b, cs_node *n) {
  *b = (cs_block){.kind = CS_BLOCK_LOOP, .outer = e->blocks, .node = n};
  cs_label_init(&b->exit);
  cs_label_init(&b->next);
  e->blocks = b;
}

/* Test at the end, so that each round is one jump. */
static void emit_while(cs_emit *e, cs_node *n) {
  cs_block b;
  cs_label body, orelse;
  cs_label_init(&body);
  cs_label_init(&orelse);
  push_loop(e, &b, n);
  uint64_t before[4];
  cs_value v;
  bool forever = cs_emit_constant(e, n->branch.test, &v) &&
                 (cs_is_true(v) || (cs_is_int(v) && cs_int_of(v) != 0));
  if (!forever) cs_emit_test(e, n->branch.test, false, &orelse);
  cs_emit_certain(e, before);
  cs_emit_bind(e, &body);
  cs_emit_body(e, n->branch.body);
  cs_emit_bind(e, &b.next);
  keep(e->defined, before);
  if (forever)
    cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &body);
  else
    cs_emit_test(e, n->branch.test, true, &body);
  e->blocks = b.outer;
  cs_emit_bind(e, &orelse);
  keep(e->defined, before);
  cs_emit_body(e, n->branch.orelse);
  both(e->defined, before);
  cs_emit_bind(e, &b.exit);
}

/* The loop variable: a local's own register, or a temp to assign from. */
static uint32_t loop_register(cs_emit *e, cs_node *target) {
  if (target->kind == CS_NODE_NAME) {
    cs_symbol *s = target->sym->home;
    if (s->access == CS_ACCESS_LOCAL && s->slot != UINT32_MAX) return s->slot;
  }
  return cs_emit_temp(e, 1);
}

static void emit_for(cs_emit *e, cs_node *n) {
  cs_block b;
  uint32_t save = e->top, it = cs_emit_temp(e, 3);
  uint32_t src = cs_emit_any(e, n->for_loop.iter);
  cs_emit_at(e, n);
  cs_emit_op(e, CS_I_FORPREP, it, src, 0);
  e->top = it + 3;
  uint32_t var = loop_register(e, n->for_loop.target);
  push_loop(e, &b, n);
  cs_label done, again;
  cs_label_init(&done);
  cs_label_init(&again);
  uint64_t before[4];
  cs_emit_certain(e, before);
  cs_emit_bind(e, &b.next);
  cs_emit_at(e, n);
  cs_emit_jump(e, CS_I_FORITER, var, it, 0, &done);
  if (var < e->nlocals)
    cs_emit_define(e, var, true);
  else
    cs_emit_assign_temp(e, n->for_loop.target, var);
  cs_emit_body(e, n->for_loop.body);
  cs_emit_jump(e, CS_I_JMPFOR, 0, 0, 0, &b.next);
  e->blocks = b.outer;
  cs_emit_bind(e, &done);
  keep(e->defined, before);
  cs_emit_body(e, n->for_loop.orelse);
  both(e->defined, before);
  cs_emit_bind(e, &b.exit);
  e->top = save;
}

/* async for: StopAsyncIteration from the awaited __anext__ ends it. */
static void emit_async_for(cs_emit *e, cs_node *n) {
  cs_block b;
  uint32_t save = e->top, it = cs_emit_temp(e, 2), x = cs_emit_temp(e, 4);
  cs_emit_intrinsic(e, CS_X_aiter, x);
  cs_emit_expr(e, n->for_loop.iter, x + 1);
  cs_emit_at(e, n);
  cs_emit_call(e, x, 1, it);
  push_loop(e, &b, n);
  uint64_t before[4];
  cs_emit_certain(e, before);
  cs_emit_bind(e, &b.next);
  uint32_t start = e->ncode;
  cs_emit_move(e, x, it);
  cs_emit_await(e, x, 3);
  uint32_t end = e->ncode;
  cs_emit_assign(e, n->for_loop.target, x);
  cs_emit_body(e, n->for_loop.body);
  cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &b.next);
  e->blocks = b.outer;
  uint32_t handler = e->ncode;
  cs_label other;
  cs_label_init(&other);
  cs_emit_loadk(e, x + 1,
                cs_ref(CS_L_TYPE, e->ctx->image->exc[CS_StopAsyncIteration]));
  cs_emit_jump(e, CS_I_JNOEXC, x, x + 1, 0, &other);
  keep(e->defined, before);
  cs_emit_body(e, n->for_loop.orelse);
  cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &b.exit);
  cs_emit_bind(e, &other);
  cs_emit_op(e, CS_I_RERAISE, x, 0, 0);
  cs_emit_range(e, start, end, handler, x);
  both(e->defined, before);
  cs_emit_bind(e, &b.exit);
  e->top = save;
}

/* --- simple statements --------------------------------------------------- */

static void emit_assign_stmt(cs_emit *e, cs_node *n) {
  uint32_t save = e->top, r;
  cs_node *t = n->assign.targets.items[0];
  if (n->assign.targets.n == 1 && t->kind == CS_NODE_NAME) {
    cs_symbol *s = t->sym->home;
    if (s->access == CS_ACCESS_LOCAL && s->slot != UINT32_MAX) {
      cs_emit_expr(e, n->assign.value, s->slot);
      cs_emit_define(e, s->slot, true);
      e->top = save;
      return;
    }
  }
  bool swap = n->assign.targets.n == 1 && t->kind == CS_NODE_TUPLE &&
              n->assign.value->kind == CS_NODE_TUPLE &&
              t->elts.n == n->assign.value->elts.n && t->elts.n <= 4;
  for (uint32_t i = 0; swap && i < t->elts.n; i++)
    swap = t->elts.items[i]->kind != CS_NODE_STARRED &&
           n->assign.value->elts.items[i]->kind != CS_NODE_STARRED;
  if (swap) { /* a, b = x, y without a tuple */
    uint32_t base = cs_emit_temp(e, t->elts.n);
    for (uint32_t i = 0; i < t->elts.n; i++)
      cs_emit_expr(e, n->assign.value->elts.items[i], base + i);
    for (uint32_t i = 0; i < t->elts.n; i++)
      cs_emit_assign(e, t->elts.items[i], base + i);
    e->top = save;
    return;
  }
  r = cs_emit_any(e, n->assign.value);
  for (uint32_t i = 0; i < n->assign.targets.n; i++)
    cs_emit_assign(e, n->assign.targets.items[i], r);
  e->top = save;
}

static cs_opcode inplace_opcode(uint8_t op, bool k) {
  static const uint8_t code[] = {
      [CS_OP_ADD] = CS_I_IADD,           [CS_OP_SUB] = CS_I_ISUB,
      [CS_OP_MULT] = CS_I_IMUL,          [CS_OP_MAT_MULT] = CS_I_IMATMUL,
      [CS_OP_DIV] = CS_I_ITRUEDIV,       [CS_OP_MOD] = CS_I_IMOD,
      [CS_OP_POW] = CS_I_IPOW,           [CS_OP_LSHIFT] = CS_I_ILSHIFT,
      [CS_OP_RSHIFT] = CS_I_IRSHIFT,     [CS_OP_BIT_OR] = CS_I_IOR,
      [CS_OP_BIT_XOR] = CS_I_IXOR,       [CS_OP_BIT_AND] = CS_I_IAND,
      [CS_OP_FLOOR_DIV] = CS_I_IFLOORDIV};
  return (cs_opcode)(code[op] + (k ? 1 : 0));
}

/* dst = left op= value */
static void aug(cs_emit *e, cs_node *n, uint32_t left, uint32_t dst) {
  cs_value v;
  cs_node *right = n->aug_assign.value;
  if (right->kind == CS_NODE_CONSTANT && cs_emit_constant(e, right, &v)) {
    uint32_t k = cs_emit_const(e, v);
    if (k < 256) {
      cs_emit_at(e, n);
      cs_emit_op(e, inplace_opcode(n->op, true), dst, left, k);
      return;
    }
  }
  uint32_t r = cs_emit_any(e, right);
  cs_emit_at(e, n);
  cs_emit_op(e, inplace_opcode(n->op, false), dst, left, r);
}

static void emit_aug_assign(cs_emit *e, cs_node *n) {
  uint32_t save = e->top;
  cs_node *t = n->aug_assign.target;
  if (t->kind == CS_NODE_NAME) {
    cs_symbol *s = t->sym->home;
    bool local = s->access == CS_ACCESS_LOCAL && s->slot != UINT32_MAX;
    uint32_t r = local ? s->slot : cs_emit_temp(e, 1);
    cs_emit_load(e, t, s, r);
    if (local && s->flags & CS_SYM_WALRUS) {
      uint32_t copy = cs_emit_temp(e, 1);
      cs_emit_move(e, copy, r);
      aug(e, n, copy, r);
    } else {
      aug(e, n, r, r);
    }
    if (!local) cs_emit_store(e, s, r);
  } else if (t->kind == CS_NODE_ATTRIBUTE) {
    uint32_t obj = cs_emit_any(e, t->value), r = cs_emit_temp(e, 1);
    cs_emit_at(e, t);
    cs_emit_op(e, CS_I_GETATTR, r, obj, 0);
    cs_emit_word(e, cs_emit_name(e, t->name));
    aug(e, n, r, r);
    cs_emit_at(e, t);
    cs_emit_op(e, CS_I_SETATTR, obj, r, 0);
    cs_emit_word(e, cs_emit_name(e, t->name));
  } else {
    uint32_t obj = cs_emit_any(e, t->subscript.value);
    uint32_t key = cs_emit_any(e, t->subscript.slice);
    uint32_t r = cs_emit_temp(e, 1);
    cs_emit_at(e, t);
    cs_emit_op(e, CS_I_GETINDEX, r, obj, key);
    aug(e, n, r, r);
    cs_emit_at(e, t);
    cs_emit_op(e, CS_I_SETINDEX, obj, key, r);
  }
  e->top = save;
}

/* x: T = v.  Annotations of names at module and class level are kept. */
static void emit_ann_assign(cs_emit *e, cs_node *n) {
  cs_node *t = n->ann_assign.target;
  uint32_t save = e->top;
  if (n->ann_assign.value) {
    uint32_t r = cs_emit_any(e, n->ann_assign.value);
    cs_emit_assign(e, t, r);
    e->top = save;
  }
  bool outer =
      e->scope->kind == CS_SCOPE_MODULE || e->scope->kind == CS_SCOPE_CLASS;
  if (!outer) return;
  uint32_t ann = cs_emit_temp(e, 3);
  cs_emit_annotation(e, n->ann_assign.annotation, ann + 2);
  if (t->kind == CS_NODE_NAME && n->flags & CS_NODE_SIMPLE) {
    cs_name name = cs_name_mangle(&e->u->names, e->scope->cls, t->name);
    cs_emit_at(e, n);
    cs_emit_abx(e, e->namespace ? CS_I_GETNAME : CS_I_GETGLOBAL, ann,
                cs_emit_name(e, CS_NAME_DUNDER_ANNOTATIONS));
    cs_emit_loadk(e, ann + 1, cs_emit_name_value(e, name));
    cs_emit_op(e, CS_I_SETINDEX, ann, ann + 1, ann + 2);
  }
  e->top = save;
}

static void emit_expr_stmt(cs_emit *e, cs_node *n, bool last) {
  uint32_t save = e->top;
  bool top = e->scope->kind == CS_SCOPE_MODULE;
  bool shown = top && e->options & CS_EMIT_INTERACTIVE;
  if (n->value->kind == CS_NODE_CONSTANT && !(top && last) && !shown) return;
  uint32_t r = cs_emit_any(e, n->value);
  if (top && last && e->options & CS_EMIT_RESULT)
    cs_emit_op(e, CS_I_SETRESULT, r, 0, 0);
  if (shown) {
    uint32_t x = cs_emit_temp(e, 2);
    cs_emit_intrinsic(e, CS_X_print_expr, x);
    cs_emit_move(e, x + 1, r);
    cs_emit_call(e, x, 1, x);
  }
  e->top = save;
}

static void emit_raise(cs_emit *e, cs_node *n) {
  uint32_t save = e->top;
  if (!n->raise.exc) {
    cs_emit_at(e, n);
    cs_emit_op(e, CS_I_RAISEBARE, 0, 0, 0);
    return;
  }
  uint32_t r = cs_emit_any(e, n->raise.exc);
  if (n->raise.cause) {
    uint32_t c = cs_emit_any(e, n->raise.cause);
    cs_emit_at(e, n);
    cs_emit_op(e, CS_I_RAISEFROM, r, c, 0);
  } else {
    cs_emit_at(e, n);
    cs_emit_op(e, CS_I_RAISE, r, 0, 0);
  }
  e->top = save;
}

/* The comparison that was compiled last as a condition of its own, which is
 * where CPython says that an assertion failed. */
static const cs_node *last_compare(const cs_node *n) {
  const cs_node *found = NULL, *next;
  if (n->kind == CS_NODE_COMPARE) return n;
  if (n->kind == CS_NODE_UNARY_OP && n->op == CS_OP_NOT)
    return last_compare(n->unary.operand);
  if (n->kind == CS_NODE_BOOL_OP)
    for (uint32_t i = n->bool_op.values.n; !found && i-- > 0;)
      found = last_compare(n->bool_op.values.items[i]);
  if (n->kind != CS_NODE_IF_EXP) return found;
  if ((next = last_compare(n->if_exp.orelse))) return next;
  if ((next = last_compare(n->if_exp.body))) return next;
  return last_compare(n->if_exp.test);
}

static void emit_assert(cs_emit *e, cs_node *n) {
  cs_label ok;
  cs_label_init(&ok);
  uint32_t save = e->top;
  uint64_t passed[4];
  cs_emit_test(e, n->assertion.test, true, &ok);
  keep(passed, e->defined);
  uint32_t x = cs_emit_temp(e, 2), count = 0;
  cs_emit_loadk(e, x, cs_ref(CS_L_TYPE, e->ctx->image->exc[CS_AssertionError]));
  if (n->assertion.msg) {
    cs_emit_expr(e, n->assertion.msg, x + 1);
    count = 1;
  }
  const cs_node *failed = last_compare(n->assertion.test);
  cs_emit_at(e, failed ? failed : n);
  cs_emit_call(e, x, count, x);
  cs_emit_op(e, CS_I_RAISE, x, 0, 0);
  keep(e->defined, passed);
  cs_emit_bind(e, &ok);
  e->top = save;
}

/* --- imports ------------------------------------------------------------- */

/* R[base] = import_(name, globals, fromlist, level) */
static void import_module(cs_emit *e, cs_node *n, cs_name name,
                          cs_value fromlist, uint32_t level, uint32_t base) {
  cs_emit_intrinsic(e, CS_X_import_, base);
  cs_emit_loadk(e, base + 1,
                name == CS_NAME_NONE ? cs_known(e->ctx, CS_N_empty)
                                     : cs_emit_name_value(e, name));
  cs_emit_op(e, CS_I_GLOBALS, base + 2, 0, 0);
  cs_emit_loadk(e, base + 3, fromlist);
  cs_emit_loadk(e, base + 4, cs_int(level));
  cs_emit_at(e, n);
  cs_emit_call(e, base, 4, base);
}

/* import a.b.c as d binds the innermost module. */
static void follow_dots(cs_emit *e, cs_node *alias, uint32_t reg) {
  const cs_name_entry *n = cs_name_at(&e->u->names, alias->name);
  const char *s = memchr(n->bytes, '.', n->len), *end = n->bytes + n->len;
  while (s) {
    const char *next = memchr(s + 1, '.', (size_t)(end - s - 1));
    cs_value part;
    size_t len = (size_t)((next ? next : end) - s - 1);
    cs_emit_fail(e, cs_str_intern_bytes(e->ctx, s + 1, len, &part));
    if (e->st != CS_OK) return;
    uint32_t x = cs_emit_temp(e, 3);
    cs_emit_intrinsic(e, CS_X_import_from, x);
    cs_emit_move(e, x + 1, reg);
    cs_emit_loadk(e, x + 2, part);
    cs_emit_call(e, x, 2, reg);
    e->top = x;
    s = next;
  }
}

static void emit_import(cs_emit *e, cs_node *n) {
  for (uint32_t i = 0; i < n->import.names.n; i++) {
    cs_node *a = n->import.names.items[i];
    uint32_t save = e->top, base = cs_emit_temp(e, 5);
    import_module(e, n, a->name, CS_NONE, 0, base);
    if (a->alias.asname != CS_NAME_NONE) follow_dots(e, a, base);
    cs_emit_store(e, a->alias.sym, base);
    e->top = save;
  }
}

static void emit_import_from(cs_emit *e, cs_node *n) {
  uint32_t save = e->top, base = cs_emit_temp(e, 5), count = n->import.names.n;
  cs_value names;
  if (n->name == CS_NAME_DUNDER_FUTURE && n->import.level == 0) {
    /* features are known to the compiler; the names still get bound */
  }
  cs_emit_fail(e, cs_tuple_new(e->ctx, NULL, count, &names));
  for (uint32_t i = 0; e->st == CS_OK && i < count; i++)
    cs_tuple_items(e->ctx, names)[i] =
        cs_emit_name_value(e, n->import.names.items[i]->name);
  if (e->st != CS_OK) return;
  import_module(e, n, n->name, names, n->import.level, base);
  for (uint32_t i = 0; i < count; i++) {
    cs_node *a = n->import.names.items[i];
    uint32_t x = cs_emit_temp(e, 3);
    bool star = !a->alias.sym;
    cs_emit_intrinsic(e, star ? CS_X_import_star : CS_X_import_from, x);
    cs_emit_move(e, x + 1, base);
    if (star)
      cs_emit_op(e, e->namespace ? CS_I_NAMESPACE : CS_I_GLOBALS, x + 2, 0, 0);
    else
      cs_emit_loadk(e, x + 2, cs_emit_name_value(e, a->name));
    cs_emit_at(e, n);
    cs_emit_call(e, x, 2, x);
    if (!star) cs_emit_store(e, a->alias.sym, x);
    e->top = x;
  }
  e->top = save;
}

/* --- dispatch ------------------------------------------------------------ */

static void emit_jump_stmt(cs_emit *e, cs_node *n) {
  cs_block *loop = innermost_loop(e);
  if (!loop) {
    cs_emit_error(e, n,
                  n->kind == CS_NODE_BREAK ? "'break' outside loop"
                                           : "'continue' not properly in loop");
    return;
  }
  cs_emit_at(e, n);
  cs_emit_leave(e, n->kind == CS_NODE_BREAK ? 1 : 2, loop, 0);
}

void cs_emit_stmt(cs_emit *e, cs_node *n) {
  switch (n->kind) {
    case CS_NODE_FUNCTION_DEF:
    case CS_NODE_ASYNC_FUNCTION_DEF: cs_emit_def(e, n); break;
    case CS_NODE_CLASS_DEF: cs_emit_class(e, n); break;
    case CS_NODE_RETURN: emit_return(e, n); break;
    case CS_NODE_DELETE:
      for (uint32_t i = 0; i < n->targets.n; i++)
        cs_emit_del_target(e, n->targets.items[i]);
      break;
    case CS_NODE_ASSIGN: emit_assign_stmt(e, n); break;
    case CS_NODE_TYPE_ALIAS: cs_emit_type_alias(e, n); break;
    case CS_NODE_AUG_ASSIGN: emit_aug_assign(e, n); break;
    case CS_NODE_ANN_ASSIGN: emit_ann_assign(e, n); break;
    case CS_NODE_FOR: emit_for(e, n); break;
    case CS_NODE_ASYNC_FOR: emit_async_for(e, n); break;
    case CS_NODE_WHILE: emit_while(e, n); break;
    case CS_NODE_IF: emit_if(e, n); break;
    case CS_NODE_WITH:
    case CS_NODE_ASYNC_WITH: cs_emit_with(e, n, 0); break;
    case CS_NODE_MATCH: cs_emit_match(e, n); break;
    case CS_NODE_RAISE: emit_raise(e, n); break;
    case CS_NODE_TRY: cs_emit_try(e, n); break;
    case CS_NODE_TRY_STAR: cs_emit_try_star(e, n); break;
    case CS_NODE_ASSERT: emit_assert(e, n); break;
    case CS_NODE_IMPORT: emit_import(e, n); break;
    case CS_NODE_IMPORT_FROM: emit_import_from(e, n); break;
    case CS_NODE_EXPR: emit_expr_stmt(e, n, false); break;
    case CS_NODE_BREAK:
    case CS_NODE_CONTINUE: emit_jump_stmt(e, n); break;
    default: break; /* PASS GLOBAL NONLOCAL */
  }
}

static bool is_docstring(const cs_node *n) {
  return n->kind == CS_NODE_EXPR && n->value->kind == CS_NODE_CONSTANT &&
         n->value->constant.type == CS_CONST_STR;
}

/* __doc__ of a module. */
static void emit_doc(cs_emit *e, cs_node *n) {
  cs_value doc;
  if (!cs_emit_constant(e, n->value, &doc)) return;
  uint32_t r = cs_emit_temp(e, 1);
  cs_emit_loadk(e, r, doc);
  cs_emit_abx(e, e->namespace ? CS_I_SETNAME : CS_I_SETGLOBAL, r,
              cs_emit_name(e, CS_NAME_DUNDER_DOC));
  e->top = r;
}

void cs_emit_body(cs_emit *e, cs_node_list body) {
  bool top = e->scope->kind == CS_SCOPE_MODULE && e->level == 0;
  e->level++;
  for (uint32_t i = 0; i < body.n && e->st == CS_OK; i++) {
    cs_node *n = body.items[i];
    uint32_t save = e->top;
    cs_emit_at(e, n);
    if (i == 0 && top && is_docstring(n)) emit_doc(e, n);
    if (n->kind == CS_NODE_EXPR && top &&
        !(i == 0 && body.n > 1 && is_docstring(n)))
      emit_expr_stmt(e, n, i + 1 == body.n);
    else
      cs_emit_stmt(e, n);
    assert(e->top == save || e->st != CS_OK);
    e->top = save;
  }
  e->level--;
}
