/*
 * emit_try.c - try, with and what guarantees their cleanup.
 *
 * A final part is compiled once.  Three registers tell how it was entered:
 * reason (0 fell through, 1 exception, 2.. a return, break or continue),
 * value or exception, and the exception that was being handled before
 * (unbound when none was pushed).
 *
 * Handlers keep the exception in register r and the previously handled one in
 * r + 1; a range over the handlers restores it if they fail themselves.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/intrinsics.h"
#include "py/lang/emit.h"

static void keep(uint64_t to[4], const uint64_t from[4]) {
  memcpy(to, from, 4 * sizeof *to);
}

static void push_block(cs_emit *e, cs_block *b, cs_block_kind kind,
                       uint32_t reg, cs_node *n) {
  *b = (cs_block){.kind = kind,
                  .outer = e->blocks,
                  .reg = reg,
                  .node = n,
                  .gaps = e->ngaps};
  cs_label_init(&b->exit);
  cs_label_init(&b->next);
  e->blocks = b;
}

/* Code for an exception that escapes while `reg` is being handled in `b`. */
static void emit_cleanup(cs_emit *e, const cs_block *b, uint32_t start,
                         uint32_t end, uint32_t reg) {
  uint32_t x = cs_emit_temp(e, 1), handler = e->ncode;
  cs_emit_op(e, CS_I_POPEXC, reg, 0, 0);
  cs_emit_op(e, CS_I_RERAISE, x, 0, 0);
  cs_emit_range_of(e, b, (cs_exc_range){start, end, handler, x});
  e->top = x;
}

/* A body with a range of its own: code that leaves it is not part of it. */
static void emit_ranged(cs_emit *e, cs_block *b, cs_node *n,
                        cs_node_list body) {
  push_block(e, b, CS_BLOCK_RANGE, 0, n);
  cs_emit_body(e, body);
  e->blocks = b->outer;
}

/* --- except -------------------------------------------------------------- */

static void unbind_name(cs_emit *e, cs_node *h) {
  uint32_t t = cs_emit_temp(e, 1);
  cs_emit_op(e, CS_I_LOADIMM, t, CS_NONE_K, 0);
  cs_emit_store(e, h->handler.sym, t);
  cs_emit_delete(e, NULL, h->handler.sym);
  e->top = t;
}

/* One handler; the exception in `exc` is already being handled. */
static void emit_handler(cs_emit *e, cs_node *h, uint32_t exc, cs_label *end) {
  cs_label next;
  cs_block b;
  cs_label_init(&next);
  uint32_t save = e->top;
  if (h->handler.type) {
    uint32_t t = cs_emit_any(e, h->handler.type);
    cs_emit_at(e, h->handler.type);
    cs_emit_jump(e, CS_I_JNOEXC, exc, t, 0, &next);
    e->top = save;
  }
  bool named = h->name != CS_NAME_NONE;
  if (named) cs_emit_store(e, h->handler.sym, exc);
  push_block(e, &b, CS_BLOCK_EXCEPT, exc, h);
  if (named) b.handler = h;
  uint32_t start = e->ncode;
  cs_emit_body(e, h->handler.body);
  uint32_t stop = e->ncode;
  e->blocks = b.outer;
  cs_emit_op(e, CS_I_POPEXC, exc, 0, 0);
  if (named) unbind_name(e, h);
  cs_emit_jump(e, CS_I_JMP, 0, 0, 0, end);
  if (named) { /* the name goes away whatever happens */
    uint32_t x = cs_emit_temp(e, 1), at = e->ncode;
    unbind_name(e, h);
    cs_emit_op(e, CS_I_POPEXC, exc, 0, 0);
    cs_emit_op(e, CS_I_RERAISE, x, 0, 0);
    cs_emit_range_of(e, &b, (cs_exc_range){start, stop, at, x});
    e->top = x;
  }
  cs_emit_bind(e, &next);
}

/* try body, handlers, else. */
static void emit_except(cs_emit *e, cs_node *n) {
  cs_label end;
  cs_label_init(&end);
  uint32_t save = e->top, exc = cs_emit_temp(e, 2), start = e->ncode;
  uint64_t before[4], after[4];
  cs_block b, h;
  cs_emit_certain(e, before);
  emit_ranged(e, &b, n, n->try_stmt.body);
  uint32_t stop = e->ncode;
  keep(after, e->defined);
  cs_label orelse;
  cs_label_init(&orelse);
  cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &orelse);
  uint32_t handler = e->ncode;
  keep(e->defined, before);
  cs_emit_op(e, CS_I_PUSHEXC, exc, 0, 0);
  cs_emit_range_of(e, &b, (cs_exc_range){start, stop, handler, exc});
  uint32_t inside = e->ncode;
  push_block(e, &h, CS_BLOCK_RANGE, 0, n);
  for (uint32_t i = 0; i < n->try_stmt.handlers.n; i++) {
    keep(e->defined, before);
    emit_handler(e, n->try_stmt.handlers.items[i], exc, &end);
  }
  e->blocks = h.outer;
  uint32_t outside = e->ncode;
  cs_emit_op(e, CS_I_POPEXC, exc, 0, 0);
  cs_emit_op(e, CS_I_RERAISE, exc, 0, 0);
  emit_cleanup(e, &h, inside, outside, exc);
  cs_emit_bind(e, &orelse);
  keep(e->defined, after);
  cs_emit_body(e, n->try_stmt.orelse);
  for (int i = 0; i < 4; i++) e->defined[i] &= before[i];
  cs_emit_bind(e, &end);
  e->top = save;
}

/* --- finally ------------------------------------------------------------- */

/* Continue where the body was heading before the final part ran. */
static void emit_dispatch(cs_emit *e, cs_block *b) {
  cs_label past;
  cs_label_init(&past);
  uint32_t reason = b->reg, value = b->reg + 1;
  cs_emit_jump_is(e, reason, cs_int(0), true, &past);
  for (uint32_t i = 0; i < b->nexits; i++) {
    cs_label other;
    cs_label_init(&other);
    cs_emit_jump_is(e, reason, cs_int(i + 2), false, &other);
    cs_emit_leave(e, b->exits[i].kind, b->exits[i].loop, value);
    cs_emit_bind(e, &other);
  }
  cs_emit_op(e, CS_I_RERAISE, value, 0, 0);
  cs_emit_bind(e, &past);
}

static void emit_finally(cs_emit *e, cs_node *n,
                         void (*inner)(cs_emit *, cs_node *)) {
  uint32_t save = e->top, r = cs_emit_temp(e, 3);
  cs_block b, f;
  push_block(e, &b, CS_BLOCK_FINALLY, r, n);
  uint64_t before[4];
  cs_emit_certain(e, before);
  uint32_t start = e->ncode;
  inner(e, n);
  uint32_t stop = e->ncode;
  e->blocks = b.outer;
  cs_emit_op(e, CS_I_LOADIMM, r + 2, CS_UNBOUND_K, 0);
  cs_emit_abx(e, CS_I_LOADI, r, 0);
  cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &b.exit);
  uint32_t handler = e->ncode;
  cs_emit_op(e, CS_I_PUSHEXC, r + 1, 0, 0);
  cs_emit_abx(e, CS_I_LOADI, r, 1);
  cs_emit_range(e, start, stop, handler, r + 1);
  cs_emit_bind(e, &b.exit);
  keep(e->defined, before);
  push_block(e, &f, CS_BLOCK_FINALLY_BODY, r + 1, n);
  uint32_t inside = e->ncode;
  cs_emit_body(e, n->try_stmt.finalbody);
  uint32_t outside = e->ncode;
  e->blocks = f.outer;
  cs_label go;
  cs_label_init(&go);
  cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &go);
  emit_cleanup(e, &f, inside, outside, r + 1);
  cs_emit_bind(e, &go);
  cs_emit_op(e, CS_I_POPEXC, r + 1, 0, 0);
  emit_dispatch(e, &b);
  e->top = save;
}

static void try_inner(cs_emit *e, cs_node *n) {
  if (n->try_stmt.handlers.n) {
    emit_except(e, n);
  } else {
    cs_emit_body(e, n->try_stmt.body);
    cs_emit_body(e, n->try_stmt.orelse);
  }
}

void cs_emit_try(cs_emit *e, cs_node *n) {
  if (n->try_stmt.finalbody.n)
    emit_finally(e, n, try_inner);
  else
    try_inner(e, n);
}

/* --- except*
 * ----------------------------------------------------------------------------------
 */

/* One except* clause: `rest` is what is left of the group, `out` the list of
 * exceptions raised by clauses. */
static void emit_star_handler(cs_emit *e, cs_node *h, uint32_t rest,
                              uint32_t out) {
  cs_label skip, done;
  cs_block b;
  cs_label_init(&skip);
  cs_label_init(&done);
  uint32_t save = e->top, x = cs_emit_temp(e, 3), hit = cs_emit_temp(e, 2);
  cs_emit_jump_is(e, rest, CS_NONE, true, &skip);
  cs_emit_intrinsic(e, CS_X_eg_match, x);
  cs_emit_move(e, x + 1, rest);
  cs_emit_expr(e, h->handler.type, x + 2);
  cs_emit_at(e, h->handler.type);
  cs_emit_call(e, x, 2, x);
  cs_emit_op(e, CS_I_UNPACK, x + 1, x, 2);
  cs_emit_move(e, rest, x + 2);
  cs_emit_jump_is(e, x + 1, CS_NONE, true, &skip);
  cs_emit_move(e, hit, x + 1);
  cs_emit_op(e, CS_I_PUSHEXC, hit, 0, 0);
  bool named = h->name != CS_NAME_NONE;
  if (named) cs_emit_store(e, h->handler.sym, hit);
  push_block(e, &b, CS_BLOCK_EXCEPT, hit, h);
  if (named) b.handler = h;
  uint32_t start = e->ncode;
  cs_emit_body(e, h->handler.body);
  uint32_t stop = e->ncode;
  e->blocks = b.outer;
  cs_emit_op(e, CS_I_POPEXC, hit, 0, 0);
  if (named) unbind_name(e, h);
  cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &done);
  uint32_t at = e->ncode;
  if (named) unbind_name(e, h);
  cs_emit_op(e, CS_I_POPEXC, hit, 0, 0);
  cs_emit_op(e, CS_I_LISTAPPEND, out, x, 0);
  cs_emit_range(e, start, stop, at, x);
  cs_emit_bind(e, &done);
  cs_emit_bind(e, &skip);
  e->top = save;
}

static void star_inner(cs_emit *e, cs_node *n) {
  cs_label end, orelse;
  cs_label_init(&end);
  cs_label_init(&orelse);
  uint32_t save = e->top, exc = cs_emit_temp(e, 2);
  uint32_t rest = cs_emit_temp(e, 1), out = cs_emit_temp(e, 1);
  uint64_t before[4];
  cs_emit_certain(e, before);
  uint32_t start = e->ncode;
  cs_block b, h;
  emit_ranged(e, &b, n, n->try_stmt.body);
  uint32_t stop = e->ncode;
  cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &orelse);
  uint32_t handler = e->ncode;
  cs_emit_op(e, CS_I_PUSHEXC, exc, 0, 0);
  cs_emit_range_of(e, &b, (cs_exc_range){start, stop, handler, exc});
  uint32_t inside = e->ncode;
  push_block(e, &h, CS_BLOCK_RANGE, 0, n);
  cs_emit_move(e, rest, exc);
  cs_emit_op(e, CS_I_LIST, out, 0, 0);
  for (uint32_t i = 0; i < n->try_stmt.handlers.n; i++) {
    keep(e->defined, before);
    emit_star_handler(e, n->try_stmt.handlers.items[i], rest, out);
  }
  uint32_t x = cs_emit_temp(e, 4);
  cs_emit_intrinsic(e, CS_X_eg_raise, x);
  cs_emit_move(e, x + 1, exc);
  cs_emit_move(e, x + 2, rest);
  cs_emit_move(e, x + 3, out);
  cs_emit_call(e, x, 3, x);
  e->blocks = h.outer;
  uint32_t outside = e->ncode;
  cs_emit_op(e, CS_I_POPEXC, exc, 0, 0);
  cs_emit_jump_is(e, x, CS_NONE, true, &end);
  cs_emit_op(e, CS_I_RERAISE, x, 0, 0);
  emit_cleanup(e, &h, inside, outside, exc);
  keep(e->defined, before);
  cs_emit_bind(e, &orelse);
  cs_emit_body(e, n->try_stmt.orelse);
  keep(e->defined, before);
  cs_emit_bind(e, &end);
  e->top = save;
}

void cs_emit_try_star(cs_emit *e, cs_node *n) {
  if (n->try_stmt.finalbody.n)
    emit_finally(e, n, star_inner);
  else
    star_inner(e, n);
}

/* --- with ---------------------------------------------------------------- */

/* exit(type, exc, traceback): R[x] = its answer. */
static void call_exit(cs_emit *e, cs_node *n, uint32_t method, uint32_t exc,
                      uint32_t x, bool async) {
  cs_emit_op(e, CS_I_MOVE, x, method, 0);
  cs_emit_op(e, CS_I_MOVE, x + 1, method + 1, 0);
  cs_emit_op(e, CS_I_GETATTR, x + 2, exc, 0);
  cs_emit_word(e, cs_emit_name(e, CS_NAME_DUNDER_CLASS));
  cs_emit_op(e, CS_I_MOVE, x + 3, exc, 0);
  cs_emit_op(e, CS_I_GETATTR, x + 4, exc, 0);
  cs_emit_word(e, cs_emit_const(e, cs_known(e->ctx, CS_N___traceback__)));
  cs_emit_at(e, n);
  cs_emit_op(e, CS_I_CALLM, x, 4, x);
  if (async) cs_emit_await(e, x, 2);
}

static void with_enter(cs_emit *e, cs_node *n, cs_node *item, uint32_t method) {
  bool async = n->kind == CS_NODE_ASYNC_WITH;
  uint32_t save = e->top, x = cs_emit_temp(e, 2);
  uint32_t mgr = cs_emit_any(e, item->withitem.context_expr);
  cs_emit_at(e, n);
  cs_emit_op(e, CS_I_LOADSPECIAL, x, mgr, 0);
  cs_emit_word(e, async ? CS_N___aenter__ : CS_N___enter__);
  cs_emit_op(e, CS_I_LOADSPECIAL, method, mgr, 0);
  cs_emit_word(e, async ? CS_N___aexit__ : CS_N___exit__);
  cs_emit_op(e, CS_I_CALLM, x, 1, x);
  if (async) cs_emit_await(e, x, 1);
  e->top = save;
}

typedef struct span { /* of instructions */
  uint32_t start, stop;
} span;

/* The body, which begins with the assignment of the entered value. */
static span with_body(cs_emit *e, cs_node *n, uint32_t i, uint32_t method,
                      cs_block *b) {
  cs_node *item = n->with.items.items[i];
  bool async = n->kind == CS_NODE_ASYNC_WITH;
  uint32_t value = e->top; /* where with_enter left it */
  push_block(e, b, async ? CS_BLOCK_ASYNC_WITH : CS_BLOCK_WITH, method, n);
  span body = {.start = e->ncode};
  if (item->withitem.optional_vars) {
    cs_emit_temp(e, 1);
    cs_emit_assign(e, item->withitem.optional_vars, value);
    e->top = value;
  }
  cs_emit_with(e, n, i + 1);
  body.stop = e->ncode;
  e->blocks = b->outer;
  return body;
}

/* exit(None, None, None) */
static void leave_normally(cs_emit *e, cs_node *n, uint32_t method,
                           uint32_t x) {
  cs_emit_op(e, CS_I_MOVE, x, method, 0);
  cs_emit_op(e, CS_I_MOVE, x + 1, method + 1, 0);
  for (uint32_t k = 2; k < 5; k++)
    cs_emit_op(e, CS_I_LOADIMM, x + k, CS_NONE_K, 0);
  cs_emit_at(e, n);
  cs_emit_op(e, CS_I_CALLM, x, 4, x);
  if (n->kind == CS_NODE_ASYNC_WITH) cs_emit_await(e, x, 2);
}

/* The handler of the body: an exit that answers with truth ends the matter. */
static void leave_by_exception(cs_emit *e, cs_block *b, uint32_t x, span body,
                               cs_label *end) {
  cs_node *n = b->node;
  uint32_t method = b->reg, exc = method + 2, handler = e->ncode;
  cs_label no;
  cs_label_init(&no);
  cs_emit_op(e, CS_I_PUSHEXC, exc, 0, 0);
  cs_emit_range_of(e, b, (cs_exc_range){body.start, body.stop, handler, exc});
  uint32_t inside = e->ncode;
  call_exit(e, n, method, exc, x, n->kind == CS_NODE_ASYNC_WITH);
  cs_emit_jump(e, CS_I_JF, x, 0, 0, &no);
  uint32_t outside = e->ncode;
  cs_emit_op(e, CS_I_POPEXC, exc, 0, 0);
  cs_emit_jump(e, CS_I_JMP, 0, 0, 0, end);
  cs_emit_bind(e, &no);
  cs_emit_op(e, CS_I_POPEXC, exc, 0, 0);
  cs_emit_op(e, CS_I_RERAISE, exc, 0, 0);
  emit_cleanup(e, b, inside, outside, exc);
}

/* Four registers: exit and what it belongs to, exception and what was handled
 * before it. */
void cs_emit_with(cs_emit *e, cs_node *n, uint32_t i) {
  if (i == n->with.items.n) {
    cs_emit_body(e, n->with.body);
    return;
  }
  uint32_t save = e->top, method = cs_emit_temp(e, 4);
  with_enter(e, n, n->with.items.items[i], method);
  uint64_t before[4], after[4];
  cs_emit_certain(e, before);
  cs_block b;
  span body = with_body(e, n, i, method, &b);
  keep(after, e->defined);
  cs_label end;
  cs_label_init(&end);
  uint32_t x = cs_emit_temp(e, 5);
  leave_normally(e, n, method, x);
  cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &end);
  leave_by_exception(e, &b, x, body, &end);
  for (int k = 0; k < 4; k++) e->defined[k] = before[k] & after[k];
  cs_emit_bind(e, &end);
  e->top = save;
}
