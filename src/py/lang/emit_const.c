/*
 * emit_const.c - values that are known before the program runs.
 *
 * What is folded here is what CPython folds, with the same bounds on size: an
 * expression that fails is left for the run to fail on.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/lang/emit.h"

cs_status cs_emit_make_const(cs_ctx *ctx, const cs_constant *c, cs_value *out) {
  switch (c->type) {
    case CS_CONST_NONE: *out = CS_NONE; return CS_OK;
    case CS_CONST_TRUE: *out = CS_TRUE; return CS_OK;
    case CS_CONST_FALSE: *out = CS_FALSE; return CS_OK;
    case CS_CONST_ELLIPSIS: *out = CS_ELLIPSIS; return CS_OK;
    case CS_CONST_INT: return cs_int_new(ctx, c->i, out);
    case CS_CONST_BIGINT:
      return cs_int_parse(ctx, c->text, c->len, c->base, out);
    case CS_CONST_FLOAT: *out = cs_float(c->f); return CS_OK;
    case CS_CONST_COMPLEX: {
      cs_off off;
      cs_status st = cs_alloc(ctx, CS_L_COMPLEX, sizeof(cs_complex), &off);
      if (st != CS_OK) return st;
      CS_AT(ctx, cs_complex, off)->im = c->f;
      *out = cs_ref(CS_L_COMPLEX, off);
      return CS_OK;
    }
    case CS_CONST_STR:
      return c->len <= 256 ? cs_str_intern_bytes(ctx, c->text, c->len, out)
                           : cs_str_new(ctx, c->text, c->len, out);
    default: { /* bytes */
      cs_off off;
      cs_status st = cs_alloc(ctx, CS_L_BYTES,
                              offsetof(cs_bytes, data) + c->len + 1ull, &off);
      if (st != CS_OK) return st;
      cs_bytes *b = CS_AT(ctx, cs_bytes, off);
      b->len = c->len;
      if (c->len) memcpy(b->data, c->text, c->len);
      *out = cs_ref(CS_L_BYTES, off);
      return CS_OK;
    }
  }
}

/* Fold what CPython folds and programs rely on being cheap: signs, and
 * arithmetic of ints and floats. */
static bool fold_unary(cs_emit *e, cs_node *n, cs_value *out) {
  cs_value v;
  if (n->op == CS_OP_NOT || !cs_emit_constant(e, n->unary.operand, &v))
    return false;
  if (n->op == CS_OP_USUB && cs_is_float(v)) {
    *out = cs_float(-cs_float_of(v));
    return true;
  }
  if (n->op == CS_OP_USUB && cs_is_int(v) && cs_int_of(v) != CS_INT_MIN) {
    *out = cs_int(-cs_int_of(v));
    return true;
  }
  if (n->op == CS_OP_INVERT && cs_is_int(v)) {
    *out = cs_int(~cs_int_of(v));
    return true;
  }
  if (n->op == CS_OP_USUB && cs_is(v, CS_L_BIGINT)) {
    cs_emit_fail(e, cs_int_neg(e->ctx, v, out));
    return true;
  }
  return false;
}

static bool fold_ints(uint8_t op, int64_t a, int64_t b, cs_value *out) {
  int64_t r;
  switch (op) {
    case CS_OP_ADD: r = a + b; break;
    case CS_OP_SUB: r = a - b; break;
    case CS_OP_MULT:
      if (__builtin_mul_overflow(a, b, &r)) return false;
      break;
    case CS_OP_LSHIFT:
      if (b < 0 || b > 40 || a < 0 || a > 255) return false;
      r = a << b;
      break;
    case CS_OP_POW:
      if (b < 0 || b > 40 || a < 0 || a > 1000) return false;
      r = 1;
      for (int64_t i = 0; i < b; i++)
        if (__builtin_mul_overflow(r, a, &r)) return false;
      break;
    default: return false;
  }
  if (!cs_int_fits(r)) return false;
  *out = cs_int(r);
  return true;
}

static uint64_t bits_of(int64_t i) {
  return i == 0 ? 0
                : 64u - (uint64_t)__builtin_clzll((uint64_t)(i < 0 ? -i : i));
}

/* Results that are no small ints: products, powers and shifts of 128 bits at
 * most, like 10 ** 18. */
static bool fold_large(cs_emit *e, uint8_t op, cs_value x, cs_value y,
                       cs_value *out) {
  int64_t a = cs_int_of(x), b = cs_int_of(y);
  uint64_t bits = bits_of(a);
  cs_binop large;
  if (op == CS_OP_MULT) {
    large = CS_B_MUL; /* of 50 bits each */
  } else if (op == CS_OP_POW && b > 0 && b <= 128 &&
             bits * (uint64_t)b <= 128) {
    large = CS_B_POW;
  } else if (op == CS_OP_LSHIFT && b >= 0 && bits + (uint64_t)b <= 128) {
    large = CS_B_LSHIFT;
  } else {
    return false;
  }
  cs_emit_fail(e, cs_int_binop(e->ctx, large, x, y, out));
  return e->st == CS_OK;
}

static bool fold_binary(cs_emit *e, cs_node *n, cs_value *out) {
  cs_value a, b;
  if (!cs_emit_constant(e, n->bin_op.left, &a) ||
      !cs_emit_constant(e, n->bin_op.right, &b))
    return false;
  if (cs_both_int(a, b))
    return fold_ints(n->op, cs_int_of(a), cs_int_of(b), out) ||
           fold_large(e, n->op, a, b, out);
  if (!(cs_is_float(a) || cs_is_int(a)) || !(cs_is_float(b) || cs_is_int(b)))
    return false;
  double x = cs_is_int(a) ? (double)cs_int_of(a) : cs_float_of(a);
  double y = cs_is_int(b) ? (double)cs_int_of(b) : cs_float_of(b);
  if (n->op == CS_OP_ADD)
    *out = cs_float(x + y);
  else if (n->op == CS_OP_SUB)
    *out = cs_float(x - y);
  else if (n->op == CS_OP_MULT)
    *out = cs_float(x * y);
  else if (n->op == CS_OP_DIV && y != 0)
    *out = cs_float(x / y);
  else
    return false;
  return true;
}

bool cs_emit_constant_tuple(cs_emit *e, cs_node *n, cs_value *out) {
  if (n->elts.n > CS_EMIT_CHUNK) return false;
  cs_value items[CS_EMIT_CHUNK];
  for (uint32_t i = 0; i < n->elts.n; i++)
    if (n->elts.items[i]->kind == CS_NODE_STARRED ||
        !cs_emit_constant(e, n->elts.items[i], &items[i]))
      return false;
  cs_emit_fail(e, cs_tuple_new(e->ctx, items, n->elts.n, out));
  return e->st == CS_OK;
}

/* A frozenset of the constants of a set display.  CPython makes it twice, the
 * second time from the first, which shows in the order of iteration. */
bool cs_emit_constant_set(cs_emit *e, cs_node *n, cs_value *out) {
  if (n->elts.n > CS_EMIT_CHUNK) return false;
  cs_value key, first;
  uint32_t pos = 0;
  cs_status st = cs_set_new(e->ctx, CS_L_FROZENSET, &first);
  for (uint32_t i = 0; st == CS_OK && i < n->elts.n; i++) {
    if (n->elts.items[i]->kind == CS_NODE_STARRED ||
        !cs_emit_constant(e, n->elts.items[i], &key))
      return false;
    st = cs_set_add(e->ctx, first, key);
  }
  if (st == CS_OK) st = cs_set_new(e->ctx, CS_L_FROZENSET, out);
  while (st == CS_OK && cs_set_next(e->ctx, first, &pos, &key))
    st = cs_set_add(e->ctx, *out, key);
  cs_emit_fail(e, st);
  return e->st == CS_OK;
}

bool cs_emit_constant(cs_emit *e, cs_node *n, cs_value *out) {
  switch (n->kind) {
    case CS_NODE_CONSTANT:
      cs_emit_fail(e, cs_emit_make_const(e->ctx, &n->constant, out));
      return e->st == CS_OK;
    case CS_NODE_UNARY_OP: return fold_unary(e, n, out);
    case CS_NODE_BIN_OP: return fold_binary(e, n, out);
    case CS_NODE_TUPLE:
      return n->ctx == CS_CTX_LOAD && cs_emit_constant_tuple(e, n, out);
    default: return false;
  }
}
