/*
 * re_plan.c - where a pattern can change its mind.
 *
 * One pass from right to left with the set of characters that can come next.
 * The set errs on the large side: a repeat is called clear only if it is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/re_plan.h"

#include "py/mod/re_class.h"

/* What can follow an alternative of `g`: the surroundings and, in a loop, the
 * group itself.  Nobody goes back into an atomic group once it matched. */
static cs_re_chars inside(const cs_re_tree *t, const cs_re_group *g) {
  const cs_re_op *open = &t->ops[g->open];
  cs_re_chars next = {.wide = false};
  if (g->kind >= CS_RE_ATOMIC && g->kind <= CS_RE_NOT_BEHIND) return next;
  if (open->mode != CS_RE_POSSESSIVE) next = g->after;
  if (open->max > 1) cs_re_class_merge(&next, &g->first);
  return next;
}

static cs_re_chars before_group(const cs_re_group *g, cs_re_op *open) {
  cs_re_chars next = g->first;
  if (g->kind >= CS_RE_AHEAD && g->kind <= CS_RE_NOT_BEHIND) return g->after;
  open->clear = !g->nullable && !cs_re_class_meets(&g->first, &g->after);
  if (g->nullable || open->min == 0) cs_re_class_merge(&next, &g->after);
  return next;
}

static cs_re_chars before_unit(cs_re_op *op, cs_re_chars own,
                               const cs_re_chars *next) {
  op->clear = !cs_re_class_meets(&own, next);
  if (op->min == 0) cs_re_class_merge(&own, next);
  return own;
}

/* The set in front of `op`, given the one behind it. */
static cs_re_chars step(cs_re_tree *t, cs_re_op *op, cs_re_chars next) {
  cs_re_group *g;
  switch ((cs_re_kind)op->kind) {
    case CS_RE_CHAR:
      return before_unit(op, cs_re_class_char(op->arg, op->flags, t->bytes),
                         &next);
    case CS_RE_ANY: return before_unit(op, cs_re_class_any(op->flags), &next);
    case CS_RE_SET: return before_unit(op, t->sets[op->arg].chars, &next);
    case CS_RE_BACKREF: return cs_re_class_all();
    case CS_RE_CLOSE:
      g = &t->groups[op->arg];
      g->after = next;
      return inside(t, g);
    case CS_RE_ALT: return inside(t, &t->groups[op->arg]);
    case CS_RE_OPEN: return before_group(&t->groups[op->arg], op);
    case CS_RE_AT: break;
  }
  return next;
}

void cs_re_plan_fill(cs_re_tree *t) {
  cs_re_chars next = {.wide = false};
  for (uint32_t i = t->op_count; i-- > 0;) next = step(t, &t->ops[i], next);
}

/* Whether a match simply goes on behind the end of this group. */
static bool is_open_ended(const cs_re_tree *t, const cs_re_group *g) {
  return t->ops[g->open].mode == CS_RE_ONCE &&
         (g->kind == CS_RE_PLAIN || g->kind == CS_RE_CAPTURE);
}

uint32_t cs_re_plan_next(const cs_re_tree *t, uint32_t i) {
  while (++i < t->op_count) {
    const cs_re_op *op = &t->ops[i];
    const cs_re_group *g = &t->groups[op->arg];
    switch ((cs_re_kind)op->kind) {
      case CS_RE_CHAR:
      case CS_RE_SET: return op->min > 0 ? i : CS_RE_NONE;
      case CS_RE_AT: break;
      case CS_RE_ALT:
      case CS_RE_CLOSE:
        if (!is_open_ended(t, g)) return CS_RE_NONE;
        i = g->close;
        break;
      case CS_RE_OPEN:
        if (!is_open_ended(t, g) || g->alts > 0) return CS_RE_NONE;
        break;
      case CS_RE_ANY:
      case CS_RE_BACKREF: return CS_RE_NONE;
    }
  }
  return CS_RE_NONE;
}

uint32_t cs_re_plan_prefix(const cs_re_tree *t, char out[CS_RE_PREFIX]) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->op_count && n < CS_RE_PREFIX; i++) {
    const cs_re_op *op = &t->ops[i];
    if (op->kind == CS_RE_OPEN) {
      const cs_re_group *g = &t->groups[op->arg];
      if (!is_open_ended(t, g) || g->alts > 0) break;
      continue;
    }
    if (op->kind != CS_RE_CHAR || op->arg >= 0x80 ||
        (op->flags & CS_RE_IGNORECASE))
      break;
    if (op->mode != CS_RE_ONCE && op->min == 0) break;
    out[n++] = (char)op->arg;
    if (op->mode != CS_RE_ONCE) break;
  }
  return n;
}

cs_re_lead cs_re_plan_lead(const cs_re_tree *t) {
  uint32_t i = 0;
  while (t->ops[i].kind == CS_RE_OPEN) {
    const cs_re_group *g = &t->groups[t->ops[i].arg];
    if (!is_open_ended(t, g) || g->alts > 0) return CS_RE_LEAD_ANY;
    i++;
  }
  const cs_re_op *op = &t->ops[i];
  if (op->kind != CS_RE_ANY || op->max != CS_RE_FOREVER || op->min > 1 ||
      op->mode == CS_RE_POSSESSIVE)
    return CS_RE_LEAD_ANY;
  /* A reference back could tell where the match began. */
  for (uint32_t k = i; k < t->op_count; k++)
    if (t->ops[k].kind == CS_RE_BACKREF ||
        (t->ops[k].kind == CS_RE_OPEN &&
         t->groups[t->ops[k].arg].kind == CS_RE_COND))
      return CS_RE_LEAD_ANY;
  return (op->flags & CS_RE_DOTALL) ? CS_RE_LEAD_ONCE : CS_RE_LEAD_LINE;
}
