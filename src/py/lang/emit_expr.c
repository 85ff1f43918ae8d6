/*
 * emit_expr.c - expressions.
 *
 * cs_emit_expr computes into a register the caller names.  That register may
 * be a local variable, so it is written by the last instruction only: a
 * failing or self-referring expression sees the old value.
 *
 * Trap: an operand that is a local's own register would be overwritten by a
 * walrus in a later operand (`x + (x := 5)`); such locals are copied first.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/lang/emit.h"

static uint32_t is_local(const cs_emit *e, uint32_t reg) {
  return reg < e->nlocals;
}

/* --- operands ------------------------------------------------------------ */

uint32_t cs_emit_any(cs_emit *e, cs_node *n) {
  if (n->kind == CS_NODE_NAME) {
    cs_symbol *s = n->sym->home;
    if (s->access == CS_ACCESS_LOCAL && s->slot != UINT32_MAX &&
        !(s->flags & CS_SYM_WALRUS)) {
      if (cs_emit_local(e, s) == UINT32_MAX) cs_emit_load(e, n, s, s->slot);
      return s->slot;
    }
  }
  uint32_t r = cs_emit_temp(e, 1);
  cs_emit_expr(e, n, r);
  return r;
}

/* The first operand of an expression that goes to `dst`: a temporary takes it
 * in passing, so that a long chain needs no register per link. */
static uint32_t first_operand(cs_emit *e, cs_node *n, uint32_t dst) {
  if (dst < e->nlocals || dst >= e->top) return cs_emit_any(e, n);
  switch ((int)n->kind) {
    case CS_NODE_BIN_OP:
    case CS_NODE_ATTRIBUTE:
    case CS_NODE_SUBSCRIPT: cs_emit_expr(e, n, dst); return dst;
    default: return cs_emit_any(e, n);
  }
}

/* Index of a constant operand that fits an 8-bit field, else UINT32_MAX. */
static uint32_t small_const(cs_emit *e, cs_node *n) {
  cs_value v;
  if (n->kind != CS_NODE_CONSTANT && n->kind != CS_NODE_UNARY_OP)
    return UINT32_MAX;
  if (!cs_emit_constant(e, n, &v)) return UINT32_MAX;
  uint32_t k = cs_emit_const(e, v);
  return k < 256 ? k : UINT32_MAX;
}

void cs_emit_call(cs_emit *e, uint32_t base, uint32_t n, uint32_t dst) {
  cs_emit_op(e, CS_I_CALL, base, n, dst);
}

void cs_emit_intrinsic(cs_emit *e, uint32_t which, uint32_t base) {
  assert(cs_intrinsic_is_compiled(which)); /* the verifier knows these */
  cs_emit_abx(e, CS_I_INTRIN, base, which);
}

/* --- operators ----------------------------------------------------------- */

static cs_opcode binary_opcode(uint8_t op) {
  static const uint8_t code[] = {
      [CS_OP_ADD] = CS_I_ADD,           [CS_OP_SUB] = CS_I_SUB,
      [CS_OP_MULT] = CS_I_MUL,          [CS_OP_MAT_MULT] = CS_I_MATMUL,
      [CS_OP_DIV] = CS_I_TRUEDIV,       [CS_OP_MOD] = CS_I_MOD,
      [CS_OP_POW] = CS_I_POW,           [CS_OP_LSHIFT] = CS_I_LSHIFT,
      [CS_OP_RSHIFT] = CS_I_RSHIFT,     [CS_OP_BIT_OR] = CS_I_OR,
      [CS_OP_BIT_XOR] = CS_I_XOR,       [CS_OP_BIT_AND] = CS_I_AND,
      [CS_OP_FLOOR_DIV] = CS_I_FLOORDIV};
  return (cs_opcode)code[op];
}

/* dst = left op right; `inplace` for augmented assignment. */
static void binary(cs_emit *e, cs_node *at, uint8_t op, bool inplace,
                   uint32_t left, cs_node *right, uint32_t dst) {
  uint32_t opcode = binary_opcode(op) + (inplace ? 2u : 0u);
  uint32_t k = small_const(e, right);
  if (k != UINT32_MAX) {
    cs_emit_at(e, at);
    cs_emit_op(e, (cs_opcode)(opcode + 1), dst, left, k);
    return;
  }
  uint32_t r = cs_emit_any(e, right);
  cs_emit_at(e, at);
  cs_emit_op(e, (cs_opcode)opcode, dst, left, r);
}

static void emit_binary(cs_emit *e, cs_node *n, uint32_t dst) {
  uint32_t save = e->top, left = first_operand(e, n->bin_op.left, dst);
  binary(e, n, n->op, false, left, n->bin_op.right, dst);
  e->top = save;
}

static void emit_unary(cs_emit *e, cs_node *n, uint32_t dst) {
  static const uint8_t code[] = {[CS_OP_INVERT] = CS_I_INVERT,
                                 [CS_OP_NOT] = CS_I_NOT,
                                 [CS_OP_UADD] = CS_I_POS,
                                 [CS_OP_USUB] = CS_I_NEG};
  uint32_t save = e->top, r = cs_emit_any(e, n->unary.operand);
  cs_emit_at(e, n);
  cs_emit_op(e, (cs_opcode)code[n->op], dst, r, 0);
  e->top = save;
}

static void emit_bool_op(cs_emit *e, cs_node *n, uint32_t dst) {
  cs_label end;
  cs_label_init(&end);
  uint32_t r = is_local(e, dst) ? cs_emit_temp(e, 1) : dst;
  uint32_t save = e->top;
  uint64_t defined[4];
  for (uint32_t i = 0; i < n->bool_op.values.n; i++) {
    cs_emit_expr(e, n->bool_op.values.items[i], r);
    if (i == 0) memcpy(defined, e->defined, sizeof defined);
    e->top = save;
    if (i + 1 < n->bool_op.values.n)
      cs_emit_jump(e, n->op == CS_OP_AND ? CS_I_JF : CS_I_JT, r, 0, 0, &end);
  }
  memcpy(e->defined, defined, sizeof defined);
  cs_emit_bind(e, &end);
  if (r != dst) {
    cs_emit_move(e, dst, r);
    e->top = r;
  }
}

static void merge_defined(cs_emit *e, const uint64_t other[4]) {
  for (int i = 0; i < 4; i++) e->defined[i] &= other[i];
}

static void emit_if_exp(cs_emit *e, cs_node *n, uint32_t dst) {
  cs_label no, end;
  cs_label_init(&no);
  cs_label_init(&end);
  uint32_t save = e->top;
  cs_emit_test(e, n->if_exp.test, false, &no);
  e->top = save;
  uint64_t before[4], yes[4];
  memcpy(before, e->defined, sizeof before);
  cs_emit_expr(e, n->if_exp.body, dst);
  e->top = save;
  cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &end);
  memcpy(yes, e->defined, sizeof yes);
  memcpy(e->defined, before, sizeof before);
  cs_emit_bind(e, &no);
  cs_emit_expr(e, n->if_exp.orelse, dst);
  e->top = save;
  merge_defined(e, yes);
  cs_emit_bind(e, &end);
}

/* --- comparisons --------------------------------------------------------- */

static uint32_t cmp_kind(uint8_t op) {
  static const uint8_t kind[] = {
      [CS_OP_EQ] = CS_C_EQ, [CS_OP_NOT_EQ] = CS_C_NE,
      [CS_OP_LT] = CS_C_LT, [CS_OP_LT_E] = CS_C_LE,
      [CS_OP_GT] = CS_C_GT, [CS_OP_GT_E] = CS_C_GE,
      [CS_OP_IS] = CS_C_IS, [CS_OP_IS_NOT] = CS_C_ISNOT,
      [CS_OP_IN] = CS_C_IN, [CS_OP_NOT_IN] = CS_C_NOTIN};
  return kind[op];
}

/* The right operand of a comparison; `x in [1, 2]` and `x in {1, 2}` test
 * against a constant. */
static uint32_t emit_right(cs_emit *e, uint8_t op, cs_node *n) {
  bool in = op == CS_OP_IN || op == CS_OP_NOT_IN;
  cs_value v;
  if (!in || !((n->kind == CS_NODE_LIST && cs_emit_constant_tuple(e, n, &v)) ||
               (n->kind == CS_NODE_SET && cs_emit_constant_set(e, n, &v))))
    return cs_emit_any(e, n);
  uint32_t r = cs_emit_temp(e, 1);
  cs_emit_loadk(e, r, v);
  return r;
}

/* Jump to `to` if (left op right) == sense. */
static void compare_jump(cs_emit *e, cs_node *at, uint8_t op, uint32_t left,
                         cs_node *right, uint32_t right_reg, bool sense,
                         cs_label *to) {
  static const uint8_t code[] = {
      [CS_OP_EQ] = CS_I_JEQ, [CS_OP_NOT_EQ] = CS_I_JNE,
      [CS_OP_LT] = CS_I_JLT, [CS_OP_LT_E] = CS_I_JLE,
      [CS_OP_GT] = CS_I_JGT, [CS_OP_GT_E] = CS_I_JGE,
      [CS_OP_IS] = CS_I_JIS, [CS_OP_IS_NOT] = CS_I_JIS,
      [CS_OP_IN] = CS_I_JIN, [CS_OP_NOT_IN] = CS_I_JIN};
  bool c = op == CS_OP_IS_NOT || op == CS_OP_NOT_IN ? !sense : sense;
  uint32_t opcode = code[op];
  uint32_t k = right && opcode != CS_I_JIN ? small_const(e, right) : UINT32_MAX;
  if (k != UINT32_MAX) {
    opcode = opcode == CS_I_JIS ? CS_I_JIS_K : opcode + (CS_I_JLT_K - CS_I_JLT);
    cs_emit_at(e, at);
    cs_emit_jump(e, (cs_opcode)opcode, left, k, c, to);
    return;
  }
  uint32_t r = right ? emit_right(e, op, right) : right_reg;
  cs_emit_at(e, at);
  cs_emit_jump(e, (cs_opcode)opcode, left, r, c, to);
}

static void emit_cmp_value(cs_emit *e, cs_node *n, uint8_t op, uint32_t left,
                           uint32_t right, uint32_t dst) {
  cs_emit_at(e, n);
  cs_emit_op(e, CS_I_CMPV, dst, left, right);
  cs_emit_word(e, cmp_kind(op));
}

static void emit_compare(cs_emit *e, cs_node *n, uint32_t dst) {
  uint32_t save = e->top, count = n->compare.comparators.n;
  uint32_t left = cs_emit_any(e, n->compare.left);
  if (count == 1) {
    uint32_t r =
        emit_right(e, n->compare.ops[0], n->compare.comparators.items[0]);
    emit_cmp_value(e, n, n->compare.ops[0], left, r, dst);
    e->top = save;
    return;
  }
  cs_label end;
  cs_label_init(&end);
  uint32_t out = cs_emit_temp(e, 1);
  uint64_t defined[4];
  for (uint32_t i = 0; i < count; i++) {
    uint32_t r = cs_emit_any(e, n->compare.comparators.items[i]);
    emit_cmp_value(e, n, n->compare.ops[i], left, r, out);
    if (i == 0) memcpy(defined, e->defined, sizeof defined);
    if (i + 1 < count) cs_emit_jump(e, CS_I_JF, out, 0, 0, &end);
    left = r;
  }
  memcpy(e->defined, defined, sizeof defined);
  cs_emit_bind(e, &end);
  cs_emit_move(e, dst, out);
  e->top = save;
}

static void test_compare(cs_emit *e, cs_node *n, bool sense, cs_label *to) {
  uint32_t save = e->top, count = n->compare.comparators.n;
  uint32_t left = cs_emit_any(e, n->compare.left);
  cs_label no;
  cs_label_init(&no);
  for (uint32_t i = 0; i + 1 < count; i++) {
    uint32_t r = cs_emit_any(e, n->compare.comparators.items[i]);
    compare_jump(e, n, n->compare.ops[i], left, NULL, r, false,
                 sense ? &no : to);
    left = r;
  }
  compare_jump(e, n, n->compare.ops[count - 1], left,
               n->compare.comparators.items[count - 1], 0, sense, to);
  cs_emit_bind(e, &no);
  e->top = save;
}

static void test_bool_op(cs_emit *e, cs_node *n, bool sense, cs_label *to) {
  bool is_and = n->op == CS_OP_AND;
  uint32_t last = n->bool_op.values.n - 1;
  cs_label past;
  cs_label_init(&past);
  uint64_t defined[4];
  for (uint32_t i = 0; i < last; i++) {
    /* `and` stops at the first false value, `or` at the first true one */
    if (is_and == sense)
      cs_emit_test(e, n->bool_op.values.items[i], !is_and, &past);
    else
      cs_emit_test(e, n->bool_op.values.items[i], sense, to);
    if (i == 0) memcpy(defined, e->defined, sizeof defined);
  }
  cs_emit_test(e, n->bool_op.values.items[last], sense, to);
  memcpy(e->defined, defined, sizeof defined);
  cs_emit_bind(e, &past);
}

void cs_emit_test(cs_emit *e, cs_node *n, bool sense, cs_label *to) {
  cs_value v;
  if (n->kind == CS_NODE_UNARY_OP && n->op == CS_OP_NOT) {
    cs_emit_test(e, n->unary.operand, !sense, to);
    return;
  }
  if (n->kind == CS_NODE_BOOL_OP) {
    test_bool_op(e, n, sense, to);
    return;
  }
  if (n->kind == CS_NODE_COMPARE) {
    test_compare(e, n, sense, to);
    return;
  }
  if (n->kind == CS_NODE_CONSTANT && cs_emit_constant(e, n, &v) &&
      (cs_is_bool(v) || cs_is_none(v) || cs_is_int(v))) {
    bool truth = cs_is_true(v) || (cs_is_int(v) && cs_int_of(v) != 0);
    if (truth == sense) cs_emit_jump(e, CS_I_JMP, 0, 0, 0, to);
    return;
  }
  uint32_t save = e->top, r = cs_emit_any(e, n);
  cs_emit_at(e, n);
  cs_emit_jump(e, sense ? CS_I_JT : CS_I_JF, r, 0, 0, to);
  e->top = save;
}

/* --- displays ------------------------------------------------------------ */

static bool has_star(cs_node_list l) {
  for (uint32_t i = 0; i < l.n; i++)
    if (l.items[i]->kind == CS_NODE_STARRED) return true;
  return false;
}

static void emit_items(cs_emit *e, cs_node_list l, uint32_t from, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    uint32_t r = cs_emit_temp(e, 1);
    cs_emit_expr(e, l.items[from + i], r);
  }
}

static void emit_sequence(cs_emit *e, cs_node *n, uint32_t dst) {
  uint32_t save = e->top;
  bool tuple = n->kind == CS_NODE_TUPLE;
  if (n->elts.n <= CS_EMIT_CHUNK && !has_star(n->elts)) {
    uint32_t base = e->top;
    emit_items(e, n->elts, 0, n->elts.n);
    cs_emit_at(e, n);
    cs_emit_op(e, tuple ? CS_I_TUPLE : CS_I_LIST, dst, base, n->elts.n);
  } else {
    uint32_t list = cs_emit_temp(e, 1);
    cs_emit_op(e, CS_I_LIST, list, 0, 0);
    cs_emit_extend(e, n, n->elts, list, false);
    if (tuple)
      cs_emit_op(e, CS_I_LISTTUPLE, dst, list, 0);
    else
      cs_emit_move(e, dst, list);
  }
  e->top = save;
}

static void emit_set(cs_emit *e, cs_node *n, uint32_t dst) {
  uint32_t save = e->top;
  cs_value all;
  if (n->elts.n >= 3 && cs_emit_constant_set(e, n, &all)) {
    uint32_t set = cs_emit_temp(e, 2);
    cs_emit_loadk(e, set + 1, all);
    cs_emit_op(e, CS_I_SET, set, 0, 0);
    cs_emit_at(e, n);
    cs_emit_op(e, CS_I_SETUPDATE, set, set + 1, 0);
    cs_emit_move(e, dst, set);
    e->top = save;
    return;
  }
  if (n->elts.n <= CS_EMIT_CHUNK && !has_star(n->elts)) {
    uint32_t base = e->top;
    emit_items(e, n->elts, 0, n->elts.n);
    cs_emit_at(e, n);
    cs_emit_op(e, CS_I_SET, dst, base, n->elts.n);
    e->top = save;
    return;
  }
  uint32_t set = cs_emit_temp(e, 1);
  cs_emit_op(e, CS_I_SET, set, 0, 0);
  for (uint32_t i = 0; i < n->elts.n; i++) {
    cs_node *x = n->elts.items[i];
    bool star = x->kind == CS_NODE_STARRED;
    uint32_t top = e->top, r = cs_emit_any(e, star ? x->value : x);
    cs_emit_at(e, n);
    cs_emit_op(e, star ? CS_I_SETUPDATE : CS_I_SETADD, set, r, 0);
    e->top = top;
  }
  cs_emit_move(e, dst, set);
  e->top = save;
}

/* A dict display whose keys are all constant strings. */
static bool constant_keys(cs_emit *e, cs_node *n, cs_value *keys) {
  cs_value k[CS_EMIT_CHUNK];
  if (n->dict.keys.n == 0 || n->dict.keys.n > CS_EMIT_CHUNK) return false;
  for (uint32_t i = 0; i < n->dict.keys.n; i++) {
    cs_node *x = n->dict.keys.items[i];
    if (!x || x->kind != CS_NODE_CONSTANT || x->constant.type != CS_CONST_STR)
      return false;
    if (!cs_emit_constant(e, x, &k[i])) return false;
  }
  cs_emit_fail(e, cs_tuple_new(e->ctx, k, n->dict.keys.n, keys));
  return e->st == CS_OK;
}

static void emit_dict(cs_emit *e, cs_node *n, uint32_t dst) {
  uint32_t save = e->top;
  cs_value keys;
  if (constant_keys(e, n, &keys)) {
    uint32_t base = e->top;
    emit_items(e, n->dict.values, 0, n->dict.values.n);
    cs_emit_at(e, n);
    cs_emit_op(e, CS_I_DICTK, dst, base, 0);
    cs_emit_word(e, cs_emit_const(e, keys));
    e->top = save;
    return;
  }
  uint32_t d = cs_emit_temp(e, 1);
  cs_emit_op(e, CS_I_DICT, d, 0, 0);
  for (uint32_t i = 0; i < n->dict.keys.n; i++) {
    uint32_t top = e->top;
    cs_node *key = n->dict.keys.items[i], *value = n->dict.values.items[i];
    if (!key) {
      uint32_t r = cs_emit_any(e, value);
      cs_emit_at(e, n);
      cs_emit_op(e, CS_I_DICTUPDATE, d, r, 0);
    } else {
      uint32_t k = cs_emit_any(e, key), v = cs_emit_any(e, value);
      cs_emit_at(e, n);
      cs_emit_op(e, CS_I_DICTSET, d, k, v);
    }
    e->top = top;
  }
  cs_emit_move(e, dst, d);
  e->top = save;
}

/* --- f-strings ----------------------------------------------------------- */

static void emit_joined(cs_emit *e, cs_node *n, const cs_node *at,
                        uint32_t dst);

/* Errors are those of the whole string `at`. */
static void emit_formatted(cs_emit *e, cs_node *n, const cs_node *at,
                           uint32_t dst) {
  uint32_t save = e->top, r = cs_emit_temp(e, 2), c = 0;
  cs_emit_expr(e, n->formatted.value, r);
  if (n->formatted.conversion > 0) c = (uint32_t)n->formatted.conversion;
  if (n->formatted.format_spec) {
    emit_joined(e, n->formatted.format_spec, at, r + 1);
    c |= 128;
  }
  cs_emit_at(e, at);
  cs_emit_op(e, CS_I_FORMAT, dst, r, c);
  e->top = save;
}

static void emit_part(cs_emit *e, cs_node *n, const cs_node *at, uint32_t dst) {
  if (n->kind == CS_NODE_FORMATTED_VALUE)
    emit_formatted(e, n, at, dst);
  else
    cs_emit_expr(e, n, dst);
}

static void emit_joined(cs_emit *e, cs_node *n, const cs_node *at,
                        uint32_t dst) {
  uint32_t save = e->top, count = n->values.n;
  if (count == 0) {
    cs_emit_loadk(e, dst, cs_known(e->ctx, CS_N_empty));
    return;
  }
  if (count == 1) {
    emit_part(e, n->values.items[0], at, dst);
    return;
  }
  uint32_t base = e->top, have = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t r = cs_emit_temp(e, 1);
    emit_part(e, n->values.items[i], at, r);
    if (++have == CS_EMIT_CHUNK && i + 1 < count) { /* fold what is there */
      cs_emit_op(e, CS_I_STRCAT, base, base, have);
      e->top = base + 1;
      have = 1;
    }
  }
  cs_emit_op(e, CS_I_STRCAT, dst, base, have);
  e->top = save;
}

/* --- subscripts and attributes ------------------------------------------- */

static void emit_slice_part(cs_emit *e, cs_node *n, uint32_t dst) {
  if (n)
    cs_emit_expr(e, n, dst);
  else
    cs_emit_op(e, CS_I_LOADIMM, dst, CS_NONE_K, 0);
}

static void emit_slice(cs_emit *e, cs_node *n, uint32_t dst) {
  uint32_t save = e->top, base = cs_emit_temp(e, 3);
  emit_slice_part(e, n->slice.lower, base);
  emit_slice_part(e, n->slice.upper, base + 1);
  emit_slice_part(e, n->slice.step, base + 2);
  cs_emit_op(e, CS_I_SLICE, dst, base, n->slice.step ? 3 : 2);
  e->top = save;
}

static bool key_const(cs_emit *e, cs_node *key, uint32_t *k) {
  *k = small_const(e, key);
  if (*k == UINT32_MAX) return false;
  cs_value v = e->consts[*k];
  return !cs_is_str(v) ||
         (CS_PTR(e->ctx, cs_str, v)->h.flags & CS_STR_INTERNED);
}

static void emit_subscript(cs_emit *e, cs_node *n, uint32_t dst) {
  uint32_t save = e->top, k;
  cs_node *key = n->subscript.slice;
  if (key->kind == CS_NODE_SLICE && !key->slice.step) {
    bool chain = n->subscript.value->kind == CS_NODE_SUBSCRIPT;
    uint32_t obj = chain ? first_operand(e, n->subscript.value, dst) : 0;
    uint32_t base = cs_emit_temp(e, 3);
    if (chain)
      cs_emit_move(e, base, obj);
    else
      cs_emit_expr(e, n->subscript.value, base);
    emit_slice_part(e, key->slice.lower, base + 1);
    emit_slice_part(e, key->slice.upper, base + 2);
    cs_emit_at(e, n);
    cs_emit_op(e, CS_I_GETSLICE, dst, base, 0);
    e->top = save;
    return;
  }
  uint32_t obj = first_operand(e, n->subscript.value, dst);
  if (key_const(e, key, &k)) {
    cs_emit_at(e, n);
    cs_emit_op(e, CS_I_GETINDEX_K, dst, obj, k);
  } else {
    uint32_t r = cs_emit_any(e, key);
    cs_emit_at(e, n);
    cs_emit_op(e, CS_I_GETINDEX, dst, obj, r);
  }
  e->top = save;
}

static void emit_attribute(cs_emit *e, cs_node *n, uint32_t dst) {
  uint32_t save = e->top, obj = first_operand(e, n->value, dst);
  cs_emit_at_attr(e, n, n);
  cs_emit_op(e, CS_I_GETATTR, dst, obj, 0);
  cs_emit_word(e, cs_emit_name(e, n->name));
  e->top = save;
}

/* --- generators and coroutines ------------------------------------------- */

/* Drive the iterator in `it`: yield whatever it yields; its result ends up in
 * `value`, which also carries what is sent in. */
void cs_emit_send_loop(cs_emit *e, uint32_t value, uint32_t it) {
  cs_label again, done;
  cs_label_init(&again);
  cs_label_init(&done);
  uint32_t save = e->top, x = cs_emit_temp(e, 4);
  cs_emit_op(e, CS_I_LOADIMM, value, CS_NONE_K, 0);
  cs_emit_bind(e, &again);
  cs_emit_jump(e, CS_I_SEND, value, it, 0, &done);
  uint32_t start = e->ncode;
  cs_emit_op(e, CS_I_YIELD, value, value, save);
  uint32_t end = e->ncode;
  cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &again);
  /* throw() and close() go to the inner iterator first */
  uint32_t handler = e->ncode;
  cs_emit_op(e, CS_I_MOVE, x + 2, x, 0);
  cs_emit_intrinsic(e, CS_X_yf_throw, x);
  cs_emit_op(e, CS_I_MOVE, x + 1, it, 0);
  cs_emit_call(e, x, 2, x);
  cs_emit_op(e, CS_I_UNPACK, x + 1, x, 2);
  cs_emit_op(e, CS_I_MOVE, value, x + 2, 0);
  cs_emit_jump(e, CS_I_JT, x + 1, 0, 0, &done);
  uint32_t again2 = e->ncode;
  cs_emit_op(e, CS_I_YIELD, value, value, save);
  uint32_t end2 = e->ncode;
  cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &again);
  cs_emit_range(e, start, end, handler, x);
  cs_emit_range(e, again2, end2, handler, x);
  cs_emit_bind(e, &done);
  e->top = save;
}

static void emit_yield(cs_emit *e, cs_node *n, uint32_t dst) {
  uint32_t save = e->top, r = cs_emit_temp(e, 2);
  if (n->value)
    r = cs_emit_any(e, n->value);
  else
    cs_emit_op(e, CS_I_LOADIMM, r, CS_NONE_K, 0);
  cs_emit_at(e, n);
  if (e->scope->flags & CS_SCOPE_COROUTINE) { /* async generator */
    uint32_t x = cs_emit_temp(e, 2);
    cs_emit_intrinsic(e, CS_X_agen_wrap, x);
    cs_emit_move(e, x + 1, r);
    r = x;
    cs_emit_call(e, x, 1, r);
  }
  cs_emit_op(e, CS_I_YIELD, dst, r, save);
  e->top = save;
}

static void emit_yield_from(cs_emit *e, cs_node *n, uint32_t dst) {
  uint32_t save = e->top, it = cs_emit_temp(e, 1), v = cs_emit_temp(e, 1);
  cs_emit_expr(e, n->value, it);
  cs_emit_at(e, n);
  cs_emit_op(e, CS_I_GETYF, it, it, 0);
  cs_emit_send_loop(e, v, it);
  cs_emit_move(e, dst, v);
  e->top = save;
}

void cs_emit_await(cs_emit *e, uint32_t reg, uint32_t context) {
  uint32_t save = e->top, it = cs_emit_temp(e, 1), v = cs_emit_temp(e, 1);
  cs_emit_op(e, CS_I_GETAWAIT, it, reg, context);
  cs_emit_send_loop(e, v, it);
  cs_emit_move(e, reg, v);
  e->top = save;
}

static void emit_await(cs_emit *e, cs_node *n, uint32_t dst) {
  uint32_t save = e->top, r = cs_emit_temp(e, 1);
  cs_emit_expr(e, n->value, r);
  cs_emit_at(e, n);
  cs_emit_await(e, r, 0);
  cs_emit_move(e, dst, r);
  e->top = save;
}

static void emit_named(cs_emit *e, cs_node *n, uint32_t dst) {
  cs_emit_expr(e, n->named.value, dst);
  cs_emit_assign(e, n->named.target, dst);
}

/* --- dispatch ------------------------------------------------------------ */

static void emit_by_kind(cs_emit *e, cs_node *n, uint32_t dst) {
  switch (n->kind) {
    case CS_NODE_BOOL_OP: emit_bool_op(e, n, dst); break;
    case CS_NODE_NAMED_EXPR: emit_named(e, n, dst); break;
    case CS_NODE_BIN_OP: emit_binary(e, n, dst); break;
    case CS_NODE_UNARY_OP: emit_unary(e, n, dst); break;
    case CS_NODE_LAMBDA: cs_emit_lambda(e, n, dst); break;
    case CS_NODE_IF_EXP: emit_if_exp(e, n, dst); break;
    case CS_NODE_DICT: emit_dict(e, n, dst); break;
    case CS_NODE_SET: emit_set(e, n, dst); break;
    case CS_NODE_LIST_COMP:
    case CS_NODE_SET_COMP:
    case CS_NODE_DICT_COMP: cs_emit_comp(e, n, dst); break;
    case CS_NODE_GENERATOR_EXP: cs_emit_genexp(e, n, dst); break;
    case CS_NODE_AWAIT: emit_await(e, n, dst); break;
    case CS_NODE_YIELD: emit_yield(e, n, dst); break;
    case CS_NODE_YIELD_FROM: emit_yield_from(e, n, dst); break;
    case CS_NODE_COMPARE: emit_compare(e, n, dst); break;
    case CS_NODE_CALL: cs_emit_call_expr(e, n, dst); break;
    case CS_NODE_FORMATTED_VALUE: emit_formatted(e, n, n, dst); break;
    case CS_NODE_JOINED_STR: emit_joined(e, n, n, dst); break;
    case CS_NODE_ATTRIBUTE: emit_attribute(e, n, dst); break;
    case CS_NODE_SUBSCRIPT: emit_subscript(e, n, dst); break;
    case CS_NODE_NAME: cs_emit_load(e, n, n->sym, dst); break;
    case CS_NODE_LIST:
    case CS_NODE_TUPLE: emit_sequence(e, n, dst); break;
    case CS_NODE_SLICE: emit_slice(e, n, dst); break;
    default: cs_emit_error(e, n, "invalid syntax"); break;
  }
}

void cs_emit_expr(cs_emit *e, cs_node *n, uint32_t dst) {
  cs_value v;
  if (e->st != CS_OK) return;
  if (cs_emit_constant(e, n, &v)) {
    cs_emit_at(e, n);
    cs_emit_loadk(e, dst, v);
    return;
  }
  emit_by_kind(e, n, dst);
}
