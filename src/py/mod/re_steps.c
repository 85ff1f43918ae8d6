/*
 * re_steps.c - a parsed pattern as steps of re_quick.c.
 *
 * A pass from right to left finds what can stand in front of every op.  Where
 * the pattern may also end there, `end` is set; where it may end if some place
 * (^ $ \b) allows it, `loose`: only then can giving back characters help
 * although none of them can follow.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "py/mod/re_class.h"
#include "py/mod/re_step.h"

#define OPS_MAX 300 /* a larger pattern is PCRE2's */
#define PER_OP  3   /* steps, at most               */

typedef struct front {
  cs_re_chars set;
  bool end, loose;
} front;

/* What is known of a group while its steps are made; NONE where there is no
 * such step. */
typedef struct mark {
  front after;
  uint32_t enter; /* where a loop begins                        */
  uint32_t exit;  /* the SPLIT that leaves out the group        */
  uint32_t split; /* the SPLIT of the current alternative       */
  uint32_t jumps; /* last JUMP to the end; the others are behind */
  uint32_t alts;  /* to come                                    */
} mark;

typedef struct maker {
  const cs_re_tree *t;
  front *before; /* [op_count + 1] */
  mark *marks;   /* [group_count]  */
  cs_re_step *steps;
  uint32_t count;
} maker;

static void merge(front *into, const front *more) {
  cs_re_class_merge(&into->set, &more->set);
  into->end = into->end || more->end;
  into->loose = into->loose || more->loose;
}

static cs_re_chars chars_of(const cs_re_tree *t, const cs_re_op *op) {
  if (op->kind == CS_RE_SET) return t->sets[op->arg].chars;
  if (op->kind == CS_RE_ANY) return cs_re_class_any(op->flags);
  return cs_re_class_char(op->arg, op->flags, t->bytes);
}

/* Only ASCII or bytes will be matched: the rest cannot come. */
static bool meets(const cs_re_chars *a, const cs_re_chars *b) {
  cs_re_chars narrow = *a;
  narrow.wide = false;
  return cs_re_class_meets(&narrow, b);
}

/* --- what can come where ------------------------------------------------- */

static front inside(const maker *m, const cs_re_group *g) {
  front f = m->marks[g - m->t->groups].after;
  if (m->t->ops[g->open].max > 1) cs_re_class_merge(&f.set, &g->first);
  return f;
}

static front in_front(const maker *m, uint32_t i) {
  const cs_re_tree *t = m->t;
  const cs_re_op *op = &t->ops[i];
  front next = m->before[i + 1], f = {.end = false};
  if (op->kind == CS_RE_AT) {
    next.loose = next.loose || next.end;
    return next;
  }
  if (op->kind == CS_RE_CLOSE) m->marks[op->arg].after = next;
  if (op->kind == CS_RE_CLOSE || op->kind == CS_RE_ALT)
    return inside(m, &t->groups[op->arg]);
  if (op->kind == CS_RE_OPEN) {
    const cs_re_group *g = &t->groups[op->arg];
    f.set = g->first;
    if (g->nullable || op->min == 0) merge(&f, &m->marks[op->arg].after);
    if (g->nullable) f.loose = f.loose || f.end;
    return f;
  }
  f.set = chars_of(t, op);
  if (op->min == 0) merge(&f, &next);
  return f;
}

/* --- steps --------------------------------------------------------------- */

static cs_re_step *add(maker *m, cs_re_step_kind kind, uint32_t to) {
  cs_re_step *s = &m->steps[m->count++];
  *s = (cs_re_step){.kind = (uint8_t)kind, .to = to};
  return s;
}

static uint32_t add_split(maker *m, const front *own, const front *other) {
  cs_re_step *s = add(m, CS_RE_STEP_SPLIT, 0);
  memcpy(s->own, own->set.map, sizeof s->own);
  s->open = own->end;
  s->sure = !own->end && !other->end && !meets(&own->set, &other->set);
  return m->count - 1;
}

/* The alternative that begins at op `i` against those behind it. */
static uint32_t add_choice(maker *m, uint32_t group, uint32_t i) {
  const cs_re_tree *t = m->t;
  front others = {.end = false};
  for (uint32_t k = i; k < t->groups[group].close; k++)
    if (t->ops[k].kind == CS_RE_ALT && t->ops[k].arg == group)
      merge(&others, &m->before[k + 1]);
  return add_split(m, &m->before[i], &others);
}

/* Into the group once more, or behind it. */
static uint32_t add_turn(maker *m, uint32_t group) {
  front body = {.set = m->t->groups[group].first};
  return add_split(m, &body, &m->marks[group].after);
}

static cs_re_step_kind repeat_kind(const cs_re_op *op, const cs_re_chars *own,
                                   const front *next) {
  bool clear = !meets(own, &next->set) && !next->loose;
  if (op->mode == CS_RE_POSSESSIVE || op->min == op->max) return CS_RE_STEP_RUN;
  if (op->mode == CS_RE_LAZY)
    return clear && !next->end ? CS_RE_STEP_RUN : CS_RE_STEP_LAZY;
  return clear ? CS_RE_STEP_RUN : CS_RE_STEP_GREEDY;
}

/* The only character of a set; -1 if there are others. */
static int32_t only(const cs_re_chars *c) {
  int32_t found = -1;
  for (int32_t k = 0; k < 4; k++) {
    if (c->map[k] == 0) continue;
    if (found >= 0 || (c->map[k] & (c->map[k] - 1))) return -1;
    found = k * 64 + __builtin_ctzll(c->map[k]);
  }
  return found;
}

static void put_unit(maker *m, uint32_t i) {
  const cs_re_op *op = &m->t->ops[i];
  const front *next = &m->before[i + 1];
  cs_re_chars own = chars_of(m->t, op);
  cs_re_step *s = add(m, CS_RE_STEP_SET, 0);
  memcpy(s->own, own.map, sizeof s->own);
  memcpy(s->next, next->set.map, sizeof s->next);
  s->open = next->end;
  s->min = op->min;
  s->max = op->max;
  if (op->mode != CS_RE_ONCE) {
    s->kind = (uint8_t)repeat_kind(op, &own, next);
    return;
  }
  int32_t lone = only(&own);
  if (lone < 0) return;
  s->kind = CS_RE_STEP_CHAR;
  s->min = (uint32_t)lone;
}

static void put_place(maker *m, const cs_re_op *op) {
  cs_re_step *s = add(m, CS_RE_STEP_AT, 0);
  s->min = op->arg;
  s->max = (op->flags & CS_RE_MULTILINE) != 0;
}

static void put_open(maker *m, uint32_t i) {
  const cs_re_op *op = &m->t->ops[i];
  const cs_re_group *g = &m->t->groups[op->arg];
  mark *k = &m->marks[op->arg];
  k->enter = m->count;
  k->exit = op->min == 0 ? add_turn(m, op->arg) : CS_RE_NONE;
  if (g->kind == CS_RE_CAPTURE) add(m, CS_RE_STEP_SAVE, 2 * g->number);
  k->jumps = CS_RE_NONE;
  k->alts = g->alts;
  if (k->alts) k->split = add_choice(m, op->arg, i + 1);
}

static void put_alt(maker *m, uint32_t i) {
  uint32_t group = m->t->ops[i].arg;
  mark *k = &m->marks[group];
  add(m, CS_RE_STEP_JUMP, k->jumps);
  k->jumps = m->count - 1;
  m->steps[k->split].to = m->count;
  if (--k->alts) k->split = add_choice(m, group, i + 1);
}

static void put_close(maker *m, const cs_re_op *op) {
  const cs_re_group *g = &m->t->groups[op->arg];
  const cs_re_op *open = &m->t->ops[g->open];
  mark *k = &m->marks[op->arg];
  while (k->jumps != CS_RE_NONE) {
    cs_re_step *jump = &m->steps[k->jumps];
    k->jumps = jump->to;
    jump->to = m->count;
  }
  if (g->kind == CS_RE_CAPTURE) add(m, CS_RE_STEP_SAVE, 2 * g->number + 1);
  if (open->max > 1) {
    if (open->min) k->exit = add_turn(m, op->arg);
    add(m, CS_RE_STEP_JUMP, k->enter);
  }
  if (k->exit != CS_RE_NONE) m->steps[k->exit].to = m->count;
}

static void put_op(maker *m, uint32_t i) {
  const cs_re_op *op = &m->t->ops[i];
  switch ((cs_re_kind)op->kind) {
    case CS_RE_CHAR:
    case CS_RE_ANY:
    case CS_RE_SET: put_unit(m, i); break;
    case CS_RE_AT: put_place(m, op); break;
    case CS_RE_OPEN: put_open(m, i); break;
    case CS_RE_ALT: put_alt(m, i); break;
    case CS_RE_CLOSE: put_close(m, op); break;
    case CS_RE_BACKREF: break;
  }
}

/* --- the whole ----------------------------------------------------------- */

static bool suits(const cs_re_tree *t) {
  if (t->op_count > OPS_MAX) return false;
  for (uint32_t i = 0; i < t->op_count; i++) {
    const cs_re_op *op = &t->ops[i];
    if (op->kind == CS_RE_BACKREF) return false;
    if (op->kind != CS_RE_OPEN) continue;
    const cs_re_group *g = &t->groups[op->arg];
    if (g->kind > CS_RE_CAPTURE) return false;
    if (op->mode == CS_RE_ONCE) continue;
    if (op->mode != CS_RE_GREEDY || g->nullable || op->min > 1 ||
        (op->max != 1 && op->max != CS_RE_FOREVER))
      return false;
  }
  return true;
}

const cs_re_quick *cs_re_quick_build(cs_scratch *scratch, const cs_re_tree *t,
                                     size_t *size) {
  if (!suits(t)) return NULL;
  maker m = {.t = t};
  m.before = cs_scratch_take(scratch, (t->op_count + 1) * sizeof *m.before);
  m.marks = cs_scratch_take(scratch, t->group_count * sizeof *m.marks);
  cs_re_quick *q = cs_scratch_take(
      scratch, sizeof *q + (PER_OP * t->op_count + 1) * sizeof *m.steps);
  if (!m.before || !m.marks || !q) return NULL;
  m.steps = q->steps;
  m.before[t->op_count] = (front){.end = true};
  for (uint32_t i = t->op_count; i-- > 0;) m.before[i] = in_front(&m, i);
  for (uint32_t i = 0; i < t->op_count; i++) put_op(&m, i);
  add(&m, CS_RE_STEP_DONE, 0);
  q->anywhere = m.before[0].end;
  q->lone = q->anywhere ? -1 : only(&m.before[0].set);
  memcpy(q->first, m.before[0].set.map, sizeof q->first);
  *size = sizeof *q + m.count * sizeof *m.steps;
  return q;
}
