/*
 * brief.c - short functions that C code calls, evaluated without a frame.
 *
 * `return self.n < other.n`, `return hash((self.x, self.y))`, `lambda p: p[1]`:
 * most of what sorts, heaps, dicts and map() call is like that.  Their
 * instructions (heap/ops_brief.h) only read, so an evaluation can be given up
 * anywhere and the function be called in the ordinary way instead; nothing can
 * stop in the middle, and no Python function is called.  Therefore this is no
 * second loop: it goes forward only, through CS_BRIEF_INSNS words at most.
 *
 * Whether it succeeds depends on the program alone, never on a cache.
 *
 * Called by natives through ctx->brief, that is from below the dispatch loop;
 * law 3 holds because nothing here can push a frame. CS_SLOW always means "call
 * it in the ordinary way, nothing happened": fuel is put back, a raised
 * exception is forgotten, because the real call raises it again with the right
 * traceback. CS_RETRY goes up to the instruction that called the native.
 *
 * It owns REGS values of C stack per nesting, at most DEPTH deep.
 *
 * What may be in such a function, and why it is safe to give it up:
 *
 *  instruction          what could stop it           what happens then
 *  attribute            a getter in Python           CS_SLOW
 *  global, builtin      the host is asked for it     CS_SLOW
 *  item, operator       a special method             CS_SLOW
 *  comparison, `in`     the same                     CS_SLOW
 *  call                 anything but a pure native   CS_SLOW
 *  a new tuple          no space                     CS_RETRY, up to the loop
 *
 * A new tuple or str that is given up is garbage and nothing else.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/leaf.h"
#include "py/types/type.h"
#include "py/vm/natives.h"
#include "py/vm/vm.h"
/* behind the instructions */
#include "py/heap/ops_brief.h"

#define A (ins >> 8 & 0xFF)
#define B (ins >> 16 & 0xFF)
#define C (ins >> 24)

#define DEPTH 3 /* a method that compares objects whose method compares ... */
#define REGS  (CS_BRIEF_REGS + 16) /* a native's parameters lie behind */

/* The place in the inline cache that the loop uses for the same instruction. */
static cs_inline *place(const cs_ctx *ctx, const uint32_t *pc) {
  return cs_icache_at(ctx, (uintptr_t)pc);
}

/* What the loop's cache knows of an instance's attribute, or UNBOUND. */
static inline cs_value known_attr(const cs_ctx *ctx, cs_value v,
                                  const uint32_t *pc) {
  const cs_inline *ic = place(ctx, pc);
  if (!cs_is_instance(v)) return CS_UNBOUND;
  const cs_instance *o = CS_PTR(ctx, cs_instance, v);
  /* The loop's test of an entry, and a slot that lies in the object itself. */
  if (ic->pc != (uint32_t)(uintptr_t)pc || ic->guard != o->shape ||
      ic->target || ic->slot >= o->h.units * 2 - 2)
    return CS_UNBOUND;
  return o->slot[ic->slot];
}

/* An attribute as GETATTR would get it, as long as no call is needed: a
 * property with a Python getter answers CS_CALLBACK, which evaluate() turns
 * into CS_SLOW. */
static cs_status get_attr(cs_ctx *ctx, cs_value v, cs_value name,
                          const uint32_t *pc, cs_value *out) {
  cs_inline *ic = place(ctx, pc);
  uint32_t site = (uint32_t)(uintptr_t)pc;
  if (cs_is_instance(v)) {
    cs_instance *o = CS_PTR(ctx, cs_instance, v);
    const cs_inline *e = ic;
    if (e->pc != site || e->guard != o->shape)
      e = cs_inline_second(ctx, site, o->shape);
    if (e->pc == site && e->guard == o->shape) {
      *out = CS_UNBOUND;
      if (!e->target)
        *out = *cs_instance_slot(ctx, o, e->slot);
      else if (e->slot == CS_IC_CLASSOF)
        *out = cs_ref(CS_L_TYPE, e->target);
      else if (e->slot < CS_IC_LEAST) /* data of the class */
        *out = CS_AT(ctx, cs_table, e->target)->e[e->slot].value;
      else if (e->slot == CS_IC_FIELD && cs_is_tuple(o->slot[0]) &&
               e->target <= cs_tuple_len(ctx, o->slot[0]))
        *out = cs_tuple_at(ctx, o->slot[0], e->target - 1);
      if (!cs_is_unbound(*out)) return CS_OK;
    }
  }
  /* Fuel must not depend on what a cache happens to know. */
  int64_t fuel = ctx->fuel;
  cs_status st = cs_slow_peekattr(ctx, v, name, out, ic, site);
  ctx->fuel = fuel; /* a warm cache would not have searched */
  return st;
}

/* The site is warmed for the loop too, but only after a search without a cache
 * has found the name (see the comment inside). */
static cs_status get_global(cs_ctx *ctx, cs_off globals, cs_value name,
                            const uint32_t *pc, cs_value *out) {
  const cs_dict *d = CS_AT(ctx, cs_dict, globals);
  cs_inline *ic = place(ctx, pc);
  uint32_t site = (uint32_t)(uintptr_t)pc;
  /* As GETGLOBAL does it. */
  if (ic->pc == site && ic->guard == d->keyver) {
    cs_off t = ic->target ? ic->target : d->table;
    *out = CS_AT(ctx, cs_table, t)->e[ic->slot].value;
    return CS_OK;
  }
  /* First without a cache: then the host is not asked for the name. */
  CS_TRY(cs_slow_global(ctx, globals, name, out, NULL, 0));
  return cs_slow_global(ctx, globals, name, out, ic, site);
}

/* Numbers and str: an operator in place is the same for them. */
static cs_status binary(cs_ctx *ctx, cs_binop op, cs_value a, cs_value b,
                        cs_value *out) {
  if (cs_both_int(a, b)) {
    if (op == CS_B_ADD && cs_int_add(a, b, out)) return CS_OK;
    if (op == CS_B_SUB && cs_int_sub(a, b, out)) return CS_OK;
  }
  /* Powers and shifts may take long or make large objects: not in an evaluation
   * that may be thrown away. */
  bool numbers = (cs_is_int(a) || cs_is_float(a)) &&
                 (cs_is_int(b) || cs_is_float(b)) && op != CS_B_POW &&
                 op != CS_B_LSHIFT;
  if (!numbers && !(op == CS_B_ADD && cs_is_str(a) && cs_is_str(b)))
    return CS_SLOW;
  return cs_op_binary(ctx, op, a, b, out);
}

/* Built-in containers only; an instance might run __contains__. */
static cs_status contains(cs_ctx *ctx, cs_value in, cs_value item, bool *out) {
  if (!cs_is_str(in) && !cs_is_tuple(in) && !cs_is_list(in) &&
      !cs_is_dict(in) && !cs_is_set(in))
    return CS_SLOW;
  return cs_op_contains(ctx, in, item, out);
}

/* The result must be a bool: a class may return anything from __eq__. */
static cs_status compare_any(cs_ctx *ctx, uint32_t op, cs_value a, cs_value b,
                             bool *out) {
  cs_value v;
  if (op == CS_C_IS || op == CS_C_ISNOT) {
    *out = cs_same(a, b) == (op == CS_C_IS);
    return CS_OK;
  }
  if (op == CS_C_IN || op == CS_C_NOTIN) {
    CS_TRY(contains(ctx, b, a, out));
    *out = *out == (op == CS_C_IN);
    return CS_OK;
  }
  if (cs_is_str(a) && cs_is_str(b) && (op == CS_C_EQ || op == CS_C_NE)) {
    *out = cs_str_eq(ctx, a, b) == (op == CS_C_EQ);
    return CS_OK;
  }
  CS_TRY(cs_op_compare(ctx, (cs_cmp)op, a, b, &v));
  if (!cs_is_bool(v)) return CS_SLOW;
  *out = cs_is_true(v);
  return CS_OK;
}

/* Bit 0, 1, 2: what a comparison says of a < b, a == b, a > b. */
static inline cs_status compare(cs_ctx *ctx, uint32_t op, cs_value a,
                                cs_value b, bool *out) {
  static const uint8_t says[] = {
      [CS_C_LT] = 1, [CS_C_LE] = 3, [CS_C_EQ] = 2, [CS_C_NE] = 5,
      [CS_C_GT] = 4, [CS_C_GE] = 6, [CS_C_IS] = 2, [CS_C_ISNOT] = 5};
  if (!cs_both_int(a, b) || op >= sizeof says)
    return compare_any(ctx, op, a, b, out);
  *out = says[op] >> ((a.bits >= b.bits) + (a.bits > b.bits)) & 1;
  return CS_OK;
}

/* Tuples first: the key functions of sorts are mostly p[0] and p[1]. */
static cs_status get_item(cs_ctx *ctx, cs_value v, cs_value i, cs_value *out) {
  if (cs_is_int(i) && cs_is_tuple(v)) {
    uint64_t n = (uint64_t)cs_int_of(i);
    if (n < cs_tuple_len(ctx, v)) {
      *out = cs_tuple_at(ctx, v, (uint32_t)n);
      return CS_OK;
    }
  }
  return cs_is_instance(v) ? CS_SLOW : cs_op_getitem(ctx, v, i, out);
}

/* A method of a built-in value that only looks. */
static cs_status load_method(cs_ctx *ctx, cs_value v, cs_value name,
                             const uint32_t *pc, cs_value pair[2]) {
  pair[1] = CS_UNBOUND;
  if (cs_is(v, CS_L_MODULE)) return get_attr(ctx, v, name, pc, &pair[0]);
  if (cs_is_instance(v) || cs_is(v, CS_L_BOX) || cs_is_type(v)) return CS_SLOW;
  pair[0] = cs_type_find(ctx, cs_class_of(ctx, v), name);
  pair[1] = v;
  return cs_is(pair[0], CS_L_NATIVE) ? CS_OK : CS_SLOW;
}

/* f(args...) by a native that changes nothing; args[-1] is free. The arguments
 * lie in the caller's registers `r`; those behind them are free up to REGS,
 * which covers the most parameters that a pure native has. */
static cs_status call(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                      cs_value *out) {
  assert(n <= CS_BRIEF_REGS);
  /* Iterators are consumed even by natives that only look: a repeat would see
   * the rest. */
  for (uint32_t i = 0; i < n; i++) /* would be used up */
    if (cs_is(args[i], CS_L_ITER) || cs_is(args[i], CS_L_GEN)) return CS_SLOW;
  if (cs_is(f, CS_L_TYPE)) {
    cs_off cls = cs_ref_off(f);
    if (cls != ctx->image->cls[CS_L_NUMINT] &&
        cls != ctx->image->cls[CS_L_NUMFLOAT] &&
        cls != ctx->image->cls[CS_L_STR])
      return CS_SLOW;
    *--args = f;
    n++;
    f = ctx->image->ctor[cs_type_at(ctx, cls)->newid];
  } else if (!cs_is(f, CS_L_NATIVE) ||
             !(CS_PTR(ctx, cs_native, f)->h.flags & CS_NATIVE_PURE)) {
    return CS_SLOW;
  } else if (CS_PTR(ctx, cs_native, f)->owner &&
             (n == 0 ||
              !cs_call_suits(ctx, CS_PTR(ctx, cs_native, f), args[0]))) {
    return CS_SLOW;
  }
  const cs_native *nat = CS_PTR(ctx, cs_native, f);
  if (n < nat->min || n + nat->kwonly > nat->max) return CS_SLOW;
  if (!(nat->h.flags & CS_NATIVE_VARARGS))
    while (n < nat->max) args[n++] = CS_UNBOUND;
  /* We are inside of another native: what it noted about itself must be the
   * same afterwards. */
  uint32_t outer = ctx->native;
  ctx->native = nat->id;
  bool applying = ctx->applying;
  ctx->applying = true;
  cs_status st = cs_natives_leaf(nat->id)(ctx, args, n, out);
  ctx->applying = applying;
  ctx->native = outer;
  return st;
}

/* Continue behind the second word, or where it leads.  Only a forged snapshot
 * leads backwards. */
#define JUMP_IF(cond)                        \
  do {                                       \
    int32_t by_ = (cond) ? (int32_t)*pc : 0; \
    if (by_ < 0) return CS_SLOW;             \
    pc += 1 + by_;                           \
  } while (0)

/* One evaluation. CS_OK with `*out`; all else: nothing happened. `r` are the
 * registers, parameters first. The compiler marks code BRIEF only when every
 * instruction is in ops_brief.h, but a forged snapshot may not keep to that: an
 * unknown opcode is CS_SLOW. The verifier has checked that jumps stay inside
 * the code, so `pc` does too. */
static cs_status evaluate(cs_ctx *ctx, const cs_func *fn, const cs_code *code,
                          cs_value *r, cs_value *out) {
  const cs_value *k = CS_AT(ctx, cs_array, code->consts)->v;
  const uint32_t *pc =
      (const uint32_t *)(const void *)CS_AT(ctx, cs_raw, code->insns)->data;
  /* A first instruction that only unbinds variables for handlers, of which
   * there are none here. */
  uint32_t idle = (*pc & 0xFF) == CS_I_CLEAR && *pc & CS_CLEAR_FOR_LOOKS;
  pc += idle;
  for (uint32_t count = 1 + idle;; count++) {
    uint32_t ins = *pc++, op = ins & 0xFF;
    bool yes = false;
    switch (op) {
#include "py/vm/brief_jump.inc"
#include "py/vm/brief_value.inc"
      case CS_I_RET:
      case CS_I_RETNONE:
        *out = op == CS_I_RET ? r[A] : CS_NONE;
        cs_charge(ctx, count);
        return CS_OK;
      default: {
        if (op < CS_I_ADD || op >= CS_I_NEG) return CS_SLOW;
        cs_value b = (op - CS_I_ADD) & 1 ? k[C] : r[C];
        CS_TRY(binary(ctx, (cs_binop)((op - CS_I_ADD) >> 2), r[B], b, &r[A]));
      }
    }
  }
}

/* `args` are borrowed and never changed. `*out` is written on success only. */
cs_status cs_brief_call(cs_ctx *ctx, cs_value f, const cs_value *args,
                        uint32_t n, cs_value *out) {
  assert(ctx->briefs <= DEPTH);
  cs_value r[REGS], result;
  uint32_t have = 0;
  if (cs_is(f, CS_L_METHOD)) {
    r[have++] = CS_PTR(ctx, cs_method, f)->self;
    f = CS_PTR(ctx, cs_method, f)->func;
  }
  if (!cs_is(f, CS_L_FUNC) || ctx->briefs == DEPTH) return CS_SLOW;
  const cs_func *fn = CS_PTR(ctx, cs_func, f);
  const cs_code *code = CS_AT(ctx, cs_code, fn->code);
  /* The time is looked at too: C code may call this in a long loop. */
  if (!(code->flags & CS_CODE_BRIEF) || code->nargs < n + have ||
      code->nregs > CS_BRIEF_REGS || cs_charge_look(ctx) != CS_OK)
    return CS_SLOW;
  for (uint32_t i = 0; i < n; i++) r[have++] = args[i];
  if (have < code->nargs) {
    const cs_value *rest = cs_call_defaults(ctx, fn, code->nargs - have);
    if (!rest) return CS_SLOW;
    while (have < code->nargs) r[have++] = *rest++;
  }
  while (have < code->nregs) r[have++] = CS_NONE;
  int64_t fuel = ctx->fuel;
  ctx->briefs++;
  cs_status st = evaluate(ctx, fn, code, r, &result);
  ctx->briefs--;
  if (st == CS_OK) {
    *out = result;
    return CS_OK;
  }
  cs_charge_undo(ctx, fuel);
  if (st == CS_RETRY) return st;
  /* The real call raises it again, with a traceback. */
  if (st == CS_THROW) ctx->head->root[CS_ROOT_EXC] = CS_NONE;
  return CS_SLOW;
}
