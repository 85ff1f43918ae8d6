/*
 * slow_op.c - operators that left the dispatch loop.
 *
 * First the built-in types (types/ops.h), then special methods of instances in
 * CPython's order.  The operands of a special method lie below its arguments,
 * so that the next candidate can be tried when it returns NotImplemented.
 *
 * CPython's order for a binary operator: the right operand's reflected method
 * first if its class is a proper subclass that overrides it, else left, then
 * right; in place operators try their own method before. The number of the
 * attempt is the stage, 0 to 2, kept in the frame's mode, so that dispatch can
 * go on where it stopped after a method in Python has declined.
 *
 *   bits of a mode: 7 comparison, 6 in place, 5-4 stage, 3-0 operator
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/args.h"
#include "py/types/op_seq.h"
#include "py/types/special.h"
#include "py/types/type.h"
#include "py/vm/vm.h"

/* Names of special methods by operator: __add__, __radd__, __iadd__; __lt__ and
 * what stands for it with the operands exchanged. */
static const uint16_t left_name[] = {
#define X(name, text, l, r, i) CS_N___##l##__,
    CS_BINOP_LIST(X)
#undef X
};
static const uint16_t right_name[] = {
#define X(name, text, l, r, i) CS_N___##r##__,
    CS_BINOP_LIST(X)
#undef X
};
static const uint16_t inplace_name[] = {
#define X(name, text, l, r, i) CS_N___##i##__,
    CS_BINOP_LIST(X)
#undef X
};
static const char *const op_text[] = {
#define X(name, text, l, r, i) text,
    CS_BINOP_LIST(X)
#undef X
};
static const uint16_t cmp_name[] = {
#define X(name, text, l, r) CS_N___##l##__,
    CS_CMP_LIST(X)
#undef X
};
static const uint16_t cmp_swapped[] = {
#define X(name, text, l, r) CS_N___##r##__,
    CS_CMP_LIST(X)
#undef X
};
static const char *const cmp_text[] = {
#define X(name, text, l, r) text,
    CS_CMP_LIST(X)
#undef X
};

/* One candidate of an operator: method `name` of `self` with `other`. */
typedef struct attempt {
  cs_value method; /* UNBOUND: none */
  cs_value self, other;
} attempt;

/* UNBOUND: the class has none. Never looked up on the instance. */
static cs_value special(cs_ctx *ctx, cs_value v, uint16_t name) {
  return cs_type_find(ctx, cs_class_of(ctx, v), cs_known(ctx, name));
}

/* Does the right operand's class come first: a subclass that overrides? */
static bool right_first(cs_ctx *ctx, cs_value a, cs_value b, uint16_t name) {
  assert(name < CS_NAME_COUNT);
  cs_off ta = cs_class_of(ctx, a), tb = cs_class_of(ctx, b);
  /* Only a proper subclass may go first, and only with a method of its own. */
  if (ta == tb || !cs_type_sub(ctx, tb, ta)) return false;
  cs_value ra = cs_type_find(ctx, ta, cs_known(ctx, name));
  cs_value rb = cs_type_find(ctx, tb, cs_known(ctx, name));
  return !cs_is_unbound(rb) && !cs_same(ra, rb);
}

/* A sequence is joined, by its own `method`, with what has no __radd__. */
static bool joins_last(cs_ctx *ctx, cs_value a, cs_value b, uint16_t method) {
  return cs_is_instance(b) && cs_op_seq_is(cs_unwrap(ctx, a)) &&
         cs_is(special(ctx, a, method), CS_L_NATIVE) &&
         !cs_is_unbound(special(ctx, b, CS_N___radd__));
}

/* The same for +=; there the method of a subclass comes first. */
static bool adds_last(cs_ctx *ctx, cs_value a, cs_value b) {
  return cs_op_seq_is(a) && joins_last(ctx, a, b, CS_N___iadd__);
}

/* A sequence, not by a method of its own, times what is no number. */
static bool cannot_repeat(cs_ctx *ctx, cs_value a, cs_value b) {
  return cs_is_instance(a) && cs_op_seq_is(cs_unwrap(ctx, a)) &&
         !cs_is_anyint(cs_unwrap(ctx, b)) &&
         cs_is(special(ctx, a, CS_N___mul__), CS_L_NATIVE) &&
         cs_is_unbound(special(ctx, b, CS_N___index__));
}

/* Candidate number `stage` of a binary operator. An attempt without a method is
 * skipped by the caller; one with None is an error there (a class that sets
 * __add__ = None forbids the operator). */
static attempt binary_attempt(cs_ctx *ctx, cs_binop op, bool inplace,
                              uint32_t stage, cs_value a, cs_value b) {
  /* Stage 0 is the in-place method, or stage 1 where the other operand's comes
   * before it. */
  if (inplace && op != CS_B_DIVMOD) {
    bool late = op == CS_B_ADD && adds_last(ctx, a, b);
    if (stage == late)
      return (attempt){special(ctx, a, inplace_name[op]), a, b};
    stage -= stage > late;
  }
  /* `swap`: the right operand's reflected method is stage 0. */
  bool swap = right_first(ctx, a, b, right_name[op]) ||
              (op == CS_B_ADD && joins_last(ctx, a, b, CS_N___add__));
  bool wrong = op == CS_B_MUL && cannot_repeat(ctx, a, b);
  if (stage == (swap ? 0 : 1)) {
    cs_value m = CS_UNBOUND;
    /* Operands of one class: its reflected method would only be asked the same
     * question again. */
    if (cs_class_of(ctx, a) != cs_class_of(ctx, b))
      m = special(ctx, b, right_name[op]);
    if (wrong && cs_is(m, CS_L_NATIVE)) m = CS_UNBOUND;
    return (attempt){m, b, a};
  }
  if (wrong) return (attempt){CS_UNBOUND, a, b};
  return (attempt){special(ctx, a, left_name[op]), a, b};
}

/* The reflected comparison is another operator: a < b becomes b > a. */
static attempt compare_attempt(cs_ctx *ctx, cs_cmp op, uint32_t stage,
                               cs_value a, cs_value b) {
  assert(stage < 2);
  /* Unlike for arithmetic, the subclass need not override the method. */
  cs_off ta = cs_class_of(ctx, a), tb = cs_class_of(ctx, b);
  bool swap = ta != tb && cs_type_sub(ctx, tb, ta);
  if (stage == (swap ? 0 : 1))
    return (attempt){special(ctx, b, cmp_swapped[op]), b, a};
  return (attempt){special(ctx, a, cmp_name[op]), a, b};
}

/* Call method(self, other) with the operands a, b below the arguments. The
 * operands stay on the stack below the arguments: regs[0] and regs[1]. mode
 * tells deliver_notimpl (ret.c) where to go on. */
static cs_status call_attempt(cs_ctx *ctx, const attempt *t, cs_value a,
                              cs_value b, bool cond, uint8_t mode, uint32_t ret,
                              cs_value *out) {
  /* Two registers for the operands, four for a call of at most three. */
  cs_value *regs = CS_AT(ctx, cs_value, cs_frame_end(ctx, cs_frame_top(ctx)));
  cs_status st = cs_call_stack(ctx, regs + 6);
  if (st != CS_OK) return st;
  regs[0] = a;
  regs[1] = b;
  cs_value method = t->method;
  uint32_t n = 2;
  if (cs_special_takes_self(ctx, method)) {
    regs[2] = t->self;
    regs[3] = t->other;
  } else { /* any other descriptor or callable */
    st = cs_attr_bind(ctx, method, t->self, cs_class_of(ctx, t->self), &method);
    if (st != CS_OK && st != CS_CALLBACK) return st;
    regs[2] = t->other;
    n = 1;
    if (st == CS_CALLBACK) { /* its __get__ is Python code */
      method = ctx->image->intrinsic[CS_X_call_special];
      regs[2] = t->method;
      regs[3] = t->self;
      regs[4] = t->other;
      n = 3;
    }
  }
  st = cs_call_value(ctx, method, regs + 2, n, CS_UNBOUND,
                     cond ? CS_RET_NOTIMPLC : CS_RET_NOTIMPL, ret, out);
  return cs_ret_mode(ctx, st, mode);
}

/* Sequences have texts of their own ("can only concatenate ..."). */
static cs_status unsupported(cs_ctx *ctx, cs_binop op, bool inplace, cs_value a,
                             cs_value b) {
  cs_status st = cs_op_seq_unsupported(ctx, op, a, b);
  if (st != CS_SLOW) return st;
  /* a program for Python 2 print >>sys.stderr, "x": CPython helps those who
   * come from Python 2. */
  bool print = op == CS_B_RSHIFT && !inplace && cs_is(a, CS_L_NATIVE) &&
               cs_str_eq_c(ctx, CS_PTR(ctx, cs_native, a)->name, "print");
  return cs_throw(
      ctx, CS_TypeError,
      "unsupported operand type(s) for %s%s: '%t' and '%t'%s",
      inplace && op == CS_B_POW ? "**" : op_text[op], inplace ? "=" : "", a, b,
      print ? ". Did you mean \"print(<message>, file=<output_stream>)\"?"
            : "");
}

/* A sequence and a number of a class whose __mul__ does not know sequences. */
static bool repeats(cs_ctx *ctx, uint8_t mode, cs_value a, cs_value b) {
  if (mode & CS_MODE_COMPARE || (mode & 15) != CS_B_MUL) return false;
  return (cs_op_seq_is(a) && cs_args_has_index(ctx, b)) ||
         (cs_op_seq_is(b) && cs_args_has_index(ctx, a));
}

/* All candidates declined. Equality falls back to identity and never fails. */
static cs_status give_up(cs_ctx *ctx, uint8_t mode, cs_value a, cs_value b,
                         uint32_t ret, cs_value *out) {
  uint32_t op = mode & 15;
  if (repeats(ctx, mode, a, b)) {
    cs_value args[3] = {cs_int(op), a, b};
    return cs_call_intrinsic(ctx, CS_X_binary, 3, args, CS_RET_PLAIN, ret, out);
  }
  if (!(mode & CS_MODE_COMPARE))
    return unsupported(ctx, (cs_binop)op, mode & CS_MODE_INPLACE, a, b);
  if (op == CS_C_EQ || op == CS_C_NE) {
    *out = cs_bool(cs_same(a, b) == (op == CS_C_EQ));
    return CS_OK;
  }
  return cs_throw(ctx, CS_TypeError,
                  "'%s' not supported between instances of '%t' and '%t'",
                  cmp_text[op], a, b);
}

/* Is `b` of no subclass of the class of `a`, an instance of a plain class? */
static bool left_first(const cs_ctx *ctx, cs_value a, cs_value b) {
  if (!cs_is(a, CS_L_INSTANCE)) return false;
  if (!cs_is(b, CS_L_INSTANCE)) return !cs_is_ref(b) || cs_is(b, CS_L_STR);
  return cs_shape_of(ctx, a)->cls == cs_shape_of(ctx, b)->cls;
}

/* The first candidate, and its stage, where that needs no thought: a method of
 * the left operand. */
static bool first_attempt(cs_ctx *ctx, uint8_t mode, cs_value a, cs_value b,
                          attempt *t, uint32_t *stage) {
  uint32_t op = mode & 15;
  /* Stage 0 only: later ones have been decided. */
  if (mode & 0x30 || !left_first(ctx, a, b)) return false;
  cs_off cls = cs_shape_of(ctx, a)->cls;
  uint16_t name = mode & CS_MODE_COMPARE   ? cmp_name[op]
                  : mode & CS_MODE_INPLACE ? inplace_name[op]
                                           : left_name[op];
  *t = (attempt){cs_type_find(ctx, cls, cs_known(ctx, name)), a, b};
  if (mode & CS_MODE_INPLACE && cs_is_unbound(t->method)) {
    t->method = cs_type_find(ctx, cls, cs_known(ctx, left_name[op]));
    *stage = 1;
  }
  return cs_is(t->method, CS_L_FUNC) || cs_is(t->method, CS_L_NATIVE);
}

/* Such a native belongs to no built-in class, so it checks its receiver
 * itself. */
bool cs_slow_is_leaf(const cs_ctx *ctx, cs_value method) {
  if (!cs_is(method, CS_L_NATIVE)) return false;
  const cs_native *nat = CS_PTR(ctx, cs_native, method);
  return !nat->owner && nat->max == 2 && nat->h.flags & CS_NATIVE_METHOD;
}

/* A native that needs Python code declines with CS_SLOW and has changed
 * nothing; its fuel is given back, because it will be charged again. */
static cs_status by_leaf(cs_ctx *ctx, cs_off native, cs_value *args, uint32_t n,
                         cs_value *out) {
  assert(n == 2 || n == 3);
  uint32_t id = CS_AT(ctx, cs_native, native)->id;
  int64_t fuel = ctx->fuel;
  ctx->native = id;
  cs_status st = ctx->leaf(id)(ctx, args, n, out);
  if (st == CS_THROW || (st == CS_OK && !cs_same(*out, CS_NOTIMPL))) return st;
  ctx->fuel = fuel;
  return st == CS_RETRY ? st : CS_SLOW;
}

/* `a` is the receiver. */
cs_status cs_slow_leaf(cs_ctx *ctx, cs_off native, cs_value a, cs_value b,
                       cs_value *out) {
  cs_value args[2] = {a, b};
  return by_leaf(ctx, native, args, 2, out);
}

cs_status cs_slow_leaf_set(cs_ctx *ctx, cs_off native, cs_value self,
                           cs_value key, cs_value v) {
  cs_value args[3] = {self, key, v}, out;
  return by_leaf(ctx, native, args, 3, &out);
}

/* Tries one candidate after the other until one is called in a frame; a result
 * that is there at once and is not NotImplemented ends it. ret.c comes back
 * here with the next stage. */
cs_status cs_slow_dispatch(cs_ctx *ctx, uint8_t mode, bool cond, cs_value a,
                           cs_value b, uint32_t ret, cs_value *out) {
  uint32_t op = mode & 15, stage = mode >> 4 & 3;
  bool compare = mode & CS_MODE_COMPARE, inplace = mode & CS_MODE_INPLACE;
  uint32_t stages = inplace ? 3 : 2;
  attempt t;
  bool known = first_attempt(ctx, mode, a, b, &t, &stage);
  if (known && cs_slow_is_leaf(ctx, t.method)) {
    cs_status st =
        cs_slow_leaf(ctx, cs_ref_off(t.method), t.self, t.other, out);
    if (st != CS_SLOW) return st;
  }
  for (; stage < stages; stage++, known = false) {
    if (!known)
      t = compare ? compare_attempt(ctx, (cs_cmp)op, stage, a, b)
                  : binary_attempt(ctx, (cs_binop)op, inplace, stage, a, b);
    if (cs_is_unbound(t.method)) continue;
    if (cs_is_none(t.method))
      return cs_throw(ctx, CS_TypeError, "'NoneType' object is not callable");
    /* Where to go on if this one declines. */
    uint8_t at = (uint8_t)((mode & ~0x30u) | stage << 4);
    cs_status st = call_attempt(ctx, &t, a, b, cond, at, ret, out);
    if (st != CS_OK) return st;
    if (!cs_same(*out, CS_NOTIMPL)) return CS_OK;
  }
  return give_up(ctx, mode, a, b, ret, out);
}

/* `side` is CS_IC_RIGHT when the instance is the right operand: one site may
 * have both. */
static void cache_operator(cs_ctx *ctx, cs_value obj, cs_value m, uint32_t mode,
                           uint32_t side, cs_inline *ic, uint32_t site) {
  assert(cs_is_instance(obj));
  cs_off shape = CS_PTR(ctx, cs_instance, obj)->shape;
  cs_inline e = {site, shape | side, mode, cs_ref_off(m)};
  if (cs_is(m, CS_L_FUNC)) {
    const cs_code *c = CS_AT(ctx, cs_code, CS_PTR(ctx, cs_func, m)->code);
    if (!(c->flags & CS_CODE_SIMPLE)) return;
  } else {
    if (side || !cs_slow_is_leaf(ctx, m)) return;
    e.slot = CS_IC_LEAF;
  }
  cs_inline_put(ctx, ic, e);
}

/* A class without the in-place method starts at the next stage, which is what
 * the mode of the entry says. */
void cs_slow_cache_binary(cs_ctx *ctx, cs_value obj, cs_binop op, bool inplace,
                          cs_inline *ic, uint32_t site) {
  uint32_t mode = (uint32_t)op;
  cs_value m = CS_UNBOUND;
  if (inplace) {
    mode |= CS_MODE_INPLACE;
    m = special(ctx, obj, inplace_name[op]);
    if (cs_is_unbound(m)) mode |= CS_MODE_STAGE;
  }
  if (cs_is_unbound(m)) m = special(ctx, obj, left_name[op]);
  cache_operator(ctx, obj, m, mode, 0, ic, site);
}

/* The class of a plain instance has nothing to do with a number's, whose own
 * methods do not know it: the second stage comes first. */
void cs_slow_cache_right(cs_ctx *ctx, cs_value obj, cs_binop op, bool inplace,
                         cs_inline *ic, uint32_t site) {
  uint32_t mode = (uint32_t)op | CS_MODE_STAGE;
  if (inplace) mode = (uint32_t)op | CS_MODE_INPLACE | 2 * CS_MODE_STAGE;
  cache_operator(ctx, obj, special(ctx, obj, right_name[op]), mode, CS_IC_RIGHT,
                 ic, site);
}

void cs_slow_cache_compare(cs_ctx *ctx, cs_value obj, cs_cmp op, cs_inline *ic,
                           uint32_t site) {
  cache_operator(ctx, obj, special(ctx, obj, cmp_name[op]),
                 CS_MODE_COMPARE | (uint32_t)op, 0, ic, site);
}

/* Values whose classes have no special methods in Python. */
static bool plain_ref(cs_value v) {
  return !cs_is_ref(v) ||
         (cs_ref_layout(v) != CS_L_INSTANCE && cs_ref_layout(v) != CS_L_BOX &&
          cs_ref_layout(v) != CS_L_PROXY && cs_ref_layout(v) != CS_L_TYPE);
}

/* An int, not a bool. */
static bool is_int(cs_value v) {
  return cs_is_int(v) || cs_is(v, CS_L_BIGINT);
}

/* The common pairs of built-ins are named first: this is the path of all
 * operators that are not between small ints or floats. */
cs_status cs_slow_binary(cs_ctx *ctx, cs_binop op, bool inplace, cs_value a,
                         cs_value b, uint32_t ret, cs_value *out) {
  /* Big ints, and small ones that left the fast path by overflow. */
  if (is_int(a) && is_int(b) && op != CS_B_MATMUL)
    return cs_int_binop(ctx, op, a, b, out);
  if (cs_is(a, CS_L_STR) && cs_is(b, CS_L_STR) && op == CS_B_ADD)
    return cs_str_concat(ctx, a, b, out);
  if (op == CS_B_ADD && cs_is_int(a) && cs_is_bool(b) && /* counting */
      cs_int_add(a, cs_int(cs_is_true(b)), out))
    return CS_OK;
  if (op == CS_B_ADD && cs_is(a, CS_L_TUPLE) && cs_is(b, CS_L_TUPLE))
    return cs_op_seq_concat(ctx, a, b, out);
  if (op == CS_B_ADD && !inplace && cs_is(a, CS_L_LIST) && cs_is(b, CS_L_LIST))
    return cs_op_seq_concat(ctx, a, b, out);
  if (op == CS_B_MUL && !inplace && cs_is(a, CS_L_LIST) && cs_is_int(b))
    return cs_op_seq_repeat(ctx, a, b, out);
  uint8_t mode = (uint8_t)((uint32_t)op | (inplace ? CS_MODE_INPLACE : 0u));
  if (cs_is(a, CS_L_INSTANCE) && (cs_is(b, CS_L_INSTANCE) || !cs_is_ref(b)))
    return cs_slow_dispatch(ctx, mode, false, a, b, ret, out);
  if (cs_is_anyint(a) && cs_is_anyint(b) && op != CS_B_MATMUL)
    return cs_int_binop(ctx, op, a, b, out); /* one is a bool */
  if (inplace && op == CS_B_ADD && adds_last(ctx, a, b))
    return cs_slow_dispatch(ctx, mode, false, a, b, ret, out);
  /* Set by an operation that wants the prelude to do it. */
  ctx->intrinsic = 0;
  cs_status st = inplace ? cs_op_inplace(ctx, op, a, b, out)
                         : cs_op_binary(ctx, op, a, b, out);
  if (st != CS_SLOW) return st;
  if (ctx->intrinsic) { /* a container operation that needs Python code */
    cs_value args[3] = {cs_int(op), a, b};
    return cs_call_intrinsic(ctx, ctx->intrinsic, 3, args, CS_RET_PLAIN, ret,
                             out);
  }
  if (plain_ref(a) && plain_ref(b)) return unsupported(ctx, op, inplace, a, b);
  return cs_slow_dispatch(ctx, mode, false, a, b, ret, out);
}

cs_status cs_slow_unary(cs_ctx *ctx, cs_unop op, cs_value a, uint32_t ret,
                        cs_value *out) {
  assert(op <= CS_U_ABS);
  static const uint16_t name[] = {CS_N___neg__, CS_N___pos__, CS_N___invert__,
                                  CS_N___abs__};
  static const char *const text[] = {"unary -", "unary +", "unary ~", "abs()"};
  cs_status st = cs_op_unary(ctx, op, a, out);
  if (st != CS_SLOW) return st;
  cs_value m = special(ctx, a, name[op]);
  if (cs_is_unbound(m) && op == CS_U_ABS)
    return cs_throw(ctx, CS_TypeError, "bad operand type for abs(): '%t'", a);
  if (cs_is_unbound(m))
    return cs_throw(ctx, CS_TypeError, "bad operand type for %s: '%t'",
                    text[op], a);
  if (!cs_special_takes_self(ctx, m)) { /* a staticmethod, for one */
    cs_value args[2] = {m, a};
    return cs_call_intrinsic(ctx, CS_X_call_special, 2, args, CS_RET_PLAIN, ret,
                             out);
  }
  cs_call call = {.func = m, .arg = {a}, .n = 1, .aux = CS_UNBOUND};
  return cs_call_wanted(ctx, &call, CS_RET_PLAIN, ret, out);
}

/* A comparison may return anything; a jump needs its truth. */
static cs_status finish_cond(cs_ctx *ctx, cs_ret_kind kind, uint32_t ret,
                             cs_value *out) {
  if (kind == CS_RET_PLAIN || cs_is_bool(*out)) return CS_OK;
  return cs_slow_truth(ctx, *out, kind, ret, out);
}

/* Two texts of which one comes first; UNBOUND for every other question. */
static cs_value order_texts(cs_ctx *ctx, cs_cmp op, cs_value a, cs_value b) {
  if (!cs_is(a, CS_L_STR) || !cs_is(b, CS_L_STR)) return CS_UNBOUND;
  switch ((int)op) {
    case CS_C_LT: return cs_bool(cs_str_compare(ctx, a, b) < 0);
    case CS_C_LE: return cs_bool(cs_str_compare(ctx, a, b) <= 0);
    case CS_C_GT: return cs_bool(cs_str_compare(ctx, a, b) > 0);
    case CS_C_GE: return cs_bool(cs_str_compare(ctx, a, b) >= 0);
    default: return CS_UNBOUND;
  }
}

/* x op y, of which is known that x - y has the sign of `order`. */
static cs_value judge_order(cs_cmp op, int order) {
  switch ((int)op) {
    case CS_C_LT: return cs_bool(order < 0);
    case CS_C_LE: return cs_bool(order <= 0);
    case CS_C_EQ: return cs_bool(order == 0);
    case CS_C_NE: return cs_bool(order != 0);
    case CS_C_GT: return cs_bool(order > 0);
    default: return cs_bool(order >= 0);
  }
}

/* The order of two numbers of one kind or texts; false: not so simple. Bits of
 * ints order like the ints: see value.h. */
static inline bool order_items(cs_ctx *ctx, cs_value a, cs_value b,
                               int *order) {
  if (cs_both_int(a, b)) {
    *order = a.bits < b.bits ? -1 : a.bits > b.bits;
    return true;
  }
  if (cs_is_float(a) && cs_is_float(b)) {
    double x = cs_float_of(a), y = cs_float_of(b);
    *order = x < y ? -1 : x > y;
    return *order || x == y; /* else one is a NaN */
  }
  if (!cs_is(a, CS_L_STR) || !cs_is(b, CS_L_STR)) return false;
  *order = cs_str_compare(ctx, a, b);
  return true;
}

#define TUPLE_SHORT 8

/* Two short tuples, such as (self.a, self.b) < (other.a, other.b), decided by
 * numbers or texts; UNBOUND for every other question. */
static cs_value order_tuples(cs_ctx *ctx, cs_cmp op, cs_value a, cs_value b) {
  if (!cs_is(a, CS_L_TUPLE) || !cs_is(b, CS_L_TUPLE) || op > CS_C_GE)
    return CS_UNBOUND;
  const cs_tuple *x = CS_PTR(ctx, cs_tuple, a), *y = CS_PTR(ctx, cs_tuple, b);
  uint32_t n = x->len < y->len ? x->len : y->len;
  int order = 0;
  if (n > TUPLE_SHORT) return CS_UNBOUND;
  for (uint32_t i = 0; i < n && order == 0; i++)
    if (!cs_same(x->v[i], y->v[i]) &&
        !order_items(ctx, x->v[i], y->v[i], &order))
      return CS_UNBOUND;
  if (order == 0 && x->len != y->len) order = x->len < y->len ? -1 : 1;
  return judge_order(op, order);
}

/* Texts and short tuples of numbers are ordered at once: sorting asks for
 * nothing else. */
cs_status cs_slow_compare(cs_ctx *ctx, cs_cmp op, cs_value a, cs_value b,
                          cs_ret_kind kind, uint32_t ret, cs_value *out) {
  *out = order_texts(ctx, op, a, b);
  if (cs_is_unbound(*out)) *out = order_tuples(ctx, op, a, b);
  if (!cs_is_unbound(*out)) return CS_OK;
  if (op >= CS_C_IN) {
    cs_ret_kind k = op == CS_C_NOTIN ? CS_RET_NOT : CS_RET_TRUTH;
    cs_status st = cs_slow_contains(ctx, a, b, k, ret, out);
    if (st == CS_OK && op == CS_C_NOTIN) *out = cs_bool(!cs_is_true(*out));
    return st;
  }
  cs_status st = CS_SLOW;
  ctx->intrinsic = 0;
  /* A class with a comparison in Python is not asked what C thinks of it. */
  if (!left_first(ctx, a, b) ||
      !cs_is(special(ctx, a, cmp_name[op]), CS_L_FUNC))
    st = cs_op_compare(ctx, op, a, b, out);
  if (st != CS_SLOW) return st;
  if (ctx->intrinsic) {
    cs_value args[3] = {cs_int(op), a, b};
    return cs_call_intrinsic(ctx, ctx->intrinsic, 3, args, kind, ret, out);
  }
  st = cs_slow_dispatch(ctx, (uint8_t)(CS_MODE_COMPARE | (uint32_t)op),
                        kind == CS_RET_COND, a, b, ret, out);
  return st == CS_OK ? finish_cond(ctx, kind, ret, out) : st;
}

/* The truth of an instance whose class took over a native of a C module for
 * that, such as a deque; `m` is its __bool__. */
static bool truth_by_native(cs_ctx *ctx, cs_value v, cs_value m,
                            cs_value *out) {
  cs_value n;
  if (cs_is_unbound(m)) m = special(ctx, v, CS_N___len__);
  if (!cs_is(m, CS_L_NATIVE)) return false;
  const cs_native *nat = CS_PTR(ctx, cs_native, m);
  if (nat->owner || nat->max != 1 || !(nat->h.flags & CS_NATIVE_METHOD))
    return false;
  int64_t fuel = ctx->fuel;
  ctx->native = nat->id;
  if (ctx->leaf(nat->id)(ctx, &v, 1, &n) == CS_OK &&
      (cs_is_bool(n) || (cs_is_int(n) && cs_int_of(n) >= 0))) {
    *out = cs_bool(cs_is_true(n) || (cs_is_int(n) && cs_int_of(n) > 0));
    return true;
  }
  ctx->fuel = fuel;
  return false;
}

/* By the prelude, where a descriptor is in the way, or a deprecation. */
static cs_status ask_truth(cs_ctx *ctx, cs_value v, cs_ret_kind kind,
                           uint32_t ret, cs_value *out) {
  cs_status st = cs_call_intrinsic(ctx, CS_X_truth, 1, &v, kind, ret, out);
  return cs_ret_mode(ctx, st, CS_MODE_BOOL);
}

/* __bool__, else __len__, else true; the frame's mode says which one, because
 * their results are checked differently. */
cs_status cs_slow_truth(cs_ctx *ctx, cs_value v, cs_ret_kind kind, uint32_t ret,
                        cs_value *out) {
  bool truth;
  if (cs_is(v, CS_L_INSTANCE)) {
    cs_value own = cs_type_find(ctx, cs_shape_of(ctx, v)->cls,
                                cs_known(ctx, CS_N___bool__));
    if (cs_is(own, CS_L_FUNC)) {
      cs_call call = {.func = own, .arg = {v}, .n = 1, .aux = CS_UNBOUND};
      cs_status pushed = cs_call_wanted(ctx, &call, kind, ret, out);
      if (pushed != CS_OK) return cs_ret_mode(ctx, pushed, CS_MODE_BOOL);
    }
    if (truth_by_native(ctx, v, own, out)) return CS_OK;
  }
  if (cs_same(v, CS_NOTIMPL)) return ask_truth(ctx, v, kind, ret, out);
  cs_status st = cs_op_truth(ctx, v, &truth);
  if (st == CS_OK) *out = cs_bool(truth);
  if (st != CS_SLOW) return st;
  uint8_t mode = CS_MODE_BOOL;
  cs_value m = special(ctx, v, CS_N___bool__);
  if (cs_is_unbound(m)) {
    cs_value inner = cs_slow_payload(ctx, v, CS_N___len__);
    if (!cs_is_unbound(inner) && cs_op_truth(ctx, inner, &truth) == CS_OK) {
      *out = cs_bool(truth);
      return CS_OK;
    }
    m = special(ctx, v, CS_N___len__);
    mode = CS_MODE_LEN;
  }
  if (cs_is_unbound(m)) {
    *out = CS_TRUE;
    return CS_OK;
  }
  if (!cs_special_takes_self(ctx, m)) /* a descriptor */
    return ask_truth(ctx, v, kind, ret, out);
  cs_call call = {.func = m, .arg = {v}, .n = 1, .aux = CS_UNBOUND};
  st = cs_call_wanted(ctx, &call, kind, ret, out);
  if (st != CS_OK) return cs_ret_mode(ctx, st, mode);
  if (mode == CS_MODE_BOOL && !cs_is_bool(*out))
    return cs_throw(ctx, CS_TypeError,
                    "__bool__ should return bool, returned %t", *out);
  st = cs_op_truth(ctx, *out, &truth);
  *out = cs_bool(truth);
  return st;
}

/* Can `item` be looked for as a key?  A set stands for its frozen twin. */
static bool is_table(const cs_ctx *ctx, cs_value table, cs_value item) {
  return cs_is_dict(table) ||
         (cs_is_set(table) && !cs_is(cs_unwrap(ctx, item), CS_L_SET));
}

/* A native that works in steps, as for cs_slow_getkey. */
cs_status cs_slow_haskey(cs_ctx *ctx, cs_value item, cs_value table,
                         cs_ret_kind kind, uint32_t ret, cs_value *out) {
  if (!is_table(ctx, table, item))
    return cs_slow_contains(ctx, item, table, kind, ret, out);
  cs_value pair[2] = {table, item};
  uint32_t steps = cs_is_dict(table) ? CS_X_key_in : CS_X_set_key_in;
  return cs_call_steps(ctx, steps, 2, pair, kind, ret, out);
}

/* The truth of what __contains__ returns is the answer, unlike in
 * comparisons. */
cs_status cs_slow_contains(cs_ctx *ctx, cs_value item, cs_value container,
                           cs_ret_kind kind, uint32_t ret, cs_value *out) {
  bool yes;
  cs_status st = cs_op_contains(ctx, container, item, &yes);
  cs_value table = container;
  if (st == CS_SLOW) {
    cs_value inner = cs_slow_payload(ctx, container, CS_N___contains__);
    if (!cs_is_unbound(inner)) {
      table = inner;
      st = cs_op_contains(ctx, inner, item, &yes);
    }
  }
  if (st == CS_OK) *out = cs_bool(yes);
  if (st != CS_SLOW) return st;
  if (is_table(ctx, table, item))
    return cs_slow_haskey(ctx, item, table, kind, ret, out);
  cs_value m = special(ctx, container, CS_N___contains__);
  if (cs_is(container, CS_L_INSTANCE) && cs_slow_is_leaf(ctx, m)) {
    st = cs_slow_leaf(ctx, cs_ref_off(m), container, item, out);
    if (st != CS_SLOW)
      return st == CS_OK ? finish_cond(ctx, kind, ret, out) : st;
  }
  if (cs_is(m, CS_L_FUNC)) {
    cs_call call = {
        .func = m, .arg = {container, item}, .n = 2, .aux = CS_UNBOUND};
    st = cs_call_wanted(ctx, &call, kind, ret, out);
    return st == CS_OK ? finish_cond(ctx, kind, ret, out) : st;
  }
  cs_value args[2] = {container, item};
  st = cs_call_intrinsic(ctx, CS_X_contains, 2, args, kind, ret, out);
  return st == CS_OK ? finish_cond(ctx, kind, ret, out) : st;
}
