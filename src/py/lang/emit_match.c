/*
 * emit_match.c - match statements.
 *
 * A pattern is code that jumps to `fail` unless the subject fits.  Captured
 * values wait in registers and are bound together once the whole pattern has
 * matched, before the guard, as CPython does.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/lang/emit.h"

#define CAPTURES_MAX 64

typedef struct pattern {
  cs_emit *e;
  cs_label *fail;
  cs_symbol *sym[CAPTURES_MAX];
  uint32_t reg[CAPTURES_MAX];
  uint32_t n;
} pattern;

static void match_pattern(pattern *p, cs_node *n, uint32_t subject);

/* Remember `reg` as the value of `sym`; alternatives share one register. */
static void capture(pattern *p, cs_node *at, cs_symbol *sym, uint32_t reg) {
  for (uint32_t i = 0; i < p->n; i++)
    if (p->sym[i] == sym) {
      cs_emit_move(p->e, p->reg[i], reg);
      return;
    }
  if (p->n == CAPTURES_MAX) {
    cs_emit_error(p->e, at, "too many names in pattern");
    return;
  }
  uint32_t keep = cs_emit_temp(p->e, 1);
  cs_emit_move(p->e, keep, reg);
  p->sym[p->n] = sym;
  p->reg[p->n++] = keep;
}

static void fail_if_none(pattern *p, uint32_t reg) {
  cs_emit_jump_is(p->e, reg, CS_NONE, true, p->fail);
}

static void match_value(pattern *p, cs_node *n, uint32_t subject) {
  cs_emit *e = p->e;
  uint32_t r = cs_emit_any(e, n->value);
  cs_emit_at(e, n);
  cs_emit_jump(e, n->kind == CS_NODE_MATCH_SINGLETON ? CS_I_JIS : CS_I_JEQ,
               subject, r, 0, p->fail);
}

static bool is_wildcard(const cs_node *n) {
  bool captures = n->kind == CS_NODE_MATCH_AS || n->kind == CS_NODE_MATCH_STAR;
  return captures && n->name == CS_NAME_NONE && !n->capture.pattern;
}

/* What _match_slice is told of the parts behind the star: their number, and
 * whether nobody looks at some items, which are then not read. */
static int64_t parts_after(const cs_node *n, uint32_t star) {
  uint32_t count = n->patterns.n, idle = 0;
  for (uint32_t i = 0; i < count; i++)
    idle += is_wildcard(n->patterns.items[i]);
  if (star == count) return idle == count ? CS_MATCH_IDLE : CS_MATCH_NO_STAR;
  bool read = !is_wildcard(n->patterns.items[star]);
  return (int64_t)(count - star - 1) + (read ? 0 : CS_MATCH_IDLE_STAR);
}

static void match_sequence(pattern *p, cs_node *n, uint32_t subject) {
  cs_emit *e = p->e;
  uint32_t count = n->patterns.n, star = count;
  for (uint32_t i = 0; i < count; i++)
    if (n->patterns.items[i]->kind == CS_NODE_MATCH_STAR) star = i;
  uint32_t x = cs_emit_temp(e, 4);
  cs_emit_intrinsic(e, CS_X_match_slice, x);
  cs_emit_move(e, x + 1, subject);
  cs_emit_loadk(e, x + 2, cs_int(star));
  cs_emit_loadk(e, x + 3, cs_int(parts_after(n, star)));
  cs_emit_at(e, n);
  cs_emit_call(e, x, 3, x);
  fail_if_none(p, x);
  uint32_t base = cs_emit_temp(e, count ? count : 1);
  if (count) cs_emit_op(e, CS_I_UNPACK, base, x, count);
  for (uint32_t i = 0; i < count; i++) {
    cs_node *q = n->patterns.items[i];
    if (q->kind == CS_NODE_MATCH_STAR) {
      if (q->name != CS_NAME_NONE) capture(p, q, q->capture.sym, base + i);
    } else {
      match_pattern(p, q, base + i);
    }
  }
}

static void match_mapping(pattern *p, cs_node *n, uint32_t subject) {
  cs_emit *e = p->e;
  uint32_t count = n->match_mapping.keys.n;
  uint32_t keys = cs_emit_temp(e, 1), x = cs_emit_temp(e, 3);
  uint32_t base = e->top;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t r = cs_emit_temp(e, 1);
    cs_emit_expr(e, n->match_mapping.keys.items[i], r);
  }
  cs_emit_op(e, CS_I_TUPLE, keys, base, count);
  e->top = base;
  cs_emit_intrinsic(e, CS_X_match_keys, x);
  cs_emit_move(e, x + 1, subject);
  cs_emit_move(e, x + 2, keys);
  cs_emit_at(e, n);
  cs_emit_call(e, x, 2, x);
  fail_if_none(p, x);
  uint32_t vals = cs_emit_temp(e, count ? count : 1);
  if (count) cs_emit_op(e, CS_I_UNPACK, vals, x, count);
  for (uint32_t i = 0; i < count; i++)
    match_pattern(p, n->match_mapping.patterns.items[i], vals + i);
  if (n->name == CS_NAME_NONE) return;
  uint32_t y = cs_emit_temp(e, 3); /* a call spoils what is behind it */
  cs_emit_intrinsic(e, CS_X_match_rest, y);
  cs_emit_move(e, y + 1, subject);
  cs_emit_move(e, y + 2, keys);
  cs_emit_call(e, y, 2, y);
  capture(p, n, n->match_mapping.sym, y);
}

static void match_class(pattern *p, cs_node *n, uint32_t subject) {
  cs_emit *e = p->e;
  uint32_t npos = n->match_class.patterns.n;
  uint32_t nkw = n->match_class.kwd_patterns.n, count = npos + nkw;
  uint32_t x = cs_emit_temp(e, 5);
  cs_value names;
  cs_emit_fail(e, cs_tuple_new(e->ctx, NULL, nkw, &names));
  if (e->st != CS_OK) return;
  for (uint32_t i = 0; i < nkw; i++)
    cs_tuple_items(e->ctx, names)[i] =
        cs_emit_name_value(e, n->match_class.kwd_attrs[i]);
  cs_emit_expr(e, n->match_class.cls, x + 2);
  cs_emit_intrinsic(e, CS_X_match_class, x);
  cs_emit_move(e, x + 1, subject);
  cs_emit_loadk(e, x + 3, cs_int(npos));
  cs_emit_loadk(e, x + 4, names);
  cs_emit_at(e, n);
  cs_emit_call(e, x, 4, x);
  fail_if_none(p, x);
  uint32_t base = cs_emit_temp(e, count ? count : 1);
  if (count) cs_emit_op(e, CS_I_UNPACK, base, x, count);
  for (uint32_t i = 0; i < npos; i++)
    match_pattern(p, n->match_class.patterns.items[i], base + i);
  for (uint32_t i = 0; i < nkw; i++)
    match_pattern(p, n->match_class.kwd_patterns.items[i], base + npos + i);
}

static void match_or(pattern *p, cs_node *n, uint32_t subject) {
  cs_emit *e = p->e;
  cs_label ok, *outer = p->fail;
  cs_label_init(&ok);
  for (uint32_t i = 0; i < n->patterns.n; i++) {
    cs_label next;
    cs_label_init(&next);
    bool last = i + 1 == n->patterns.n;
    p->fail = last ? outer : &next;
    match_pattern(p, n->patterns.items[i], subject);
    if (!last) cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &ok);
    cs_emit_bind(e, &next);
  }
  p->fail = outer;
  cs_emit_bind(e, &ok);
}

static void match_pattern(pattern *p, cs_node *n, uint32_t subject) {
  switch (n->kind) {
    case CS_NODE_MATCH_VALUE:
    case CS_NODE_MATCH_SINGLETON: match_value(p, n, subject); break;
    case CS_NODE_MATCH_SEQUENCE: match_sequence(p, n, subject); break;
    case CS_NODE_MATCH_MAPPING: match_mapping(p, n, subject); break;
    case CS_NODE_MATCH_CLASS: match_class(p, n, subject); break;
    case CS_NODE_MATCH_OR: match_or(p, n, subject); break;
    case CS_NODE_MATCH_AS:
      if (n->capture.pattern) match_pattern(p, n->capture.pattern, subject);
      if (n->name != CS_NAME_NONE) capture(p, n, n->capture.sym, subject);
      break;
    default: cs_emit_error(p->e, n, "invalid pattern"); break;
  }
}

static void emit_case(cs_emit *e, cs_node *c, uint32_t subject, cs_label *end) {
  cs_label next;
  cs_label_init(&next);
  uint32_t save = e->top;
  pattern p = {.e = e, .fail = &next, .n = 0};
  match_pattern(&p, c->match_case.pattern, subject);
  for (uint32_t i = 0; i < p.n; i++) cs_emit_store(e, p.sym[i], p.reg[i]);
  if (c->match_case.guard) cs_emit_test(e, c->match_case.guard, false, &next);
  e->top = save;
  cs_emit_body(e, c->match_case.body);
  cs_emit_jump(e, CS_I_JMP, 0, 0, 0, end);
  cs_emit_bind(e, &next);
  e->top = save;
}

void cs_emit_match(cs_emit *e, cs_node *n) {
  cs_label end;
  cs_label_init(&end);
  uint32_t save = e->top, subject = cs_emit_temp(e, 1);
  cs_emit_expr(e, n->match.subject, subject);
  uint64_t before[4];
  cs_emit_certain(e, before);
  for (uint32_t i = 0; i < n->match.cases.n; i++) {
    memcpy(e->defined, before, sizeof before);
    emit_case(e, n->match.cases.items[i], subject, &end);
  }
  memcpy(e->defined, before, sizeof before);
  cs_emit_bind(e, &end);
  e->top = save;
}
