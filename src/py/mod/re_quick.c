/*
 * re_quick.c - patterns that need no PCRE2: the loop over their steps.
 *
 * A choice that one character cannot decide is remembered with the position it
 * was made at; a failure goes back to the last one.  Work is counted in steps
 * back and in 16 characters read by a repeat, and paid for every now and then:
 * the same match always costs the same.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/re_quick.h"

#include <string.h>

#include "py/mod/re_step.h"

#define CHOICES  200 /* remembered at once          */
#define PATIENCE 64  /* work done before it is paid */
#define STRIDE   16
#define UNSET    UINT32_MAX

/* A step to try again, or an end to restore. */
typedef struct choice {
  uint32_t step;
  uint32_t at;
  uint32_t bound; /* of a repeat: how far `at` may go */
} choice;

static inline bool has(const uint64_t map[4], uint8_t c) {
  return (map[c >> 6] >> (c & 63) & 1) != 0;
}

static bool is_word(const cs_re_quick_job *j, uint32_t i) {
  static const uint64_t word[4] = {UINT64_C(0x03FF000000000000),
                                   UINT64_C(0x07FFFFFE87FFFFFE)};
  return i < j->size && has(word, j->text[i]);
}

static bool is_place(const cs_re_quick_job *j, const cs_re_step *s,
                     uint32_t pos) {
  bool edge;
  switch ((cs_re_place)s->min) {
    case CS_RE_AT_START:
      if (s->max && pos > 0) return j->text[pos - 1] == '\n';
      return pos == 0;
    case CS_RE_AT_TEXT_START: return pos == 0;
    case CS_RE_AT_END:
      if (pos < j->size && (s->max || pos + 1 == j->size))
        return j->text[pos] == '\n';
      return pos == j->size;
    case CS_RE_AT_TEXT_END: return pos == j->size;
    case CS_RE_AT_EDGE:
    case CS_RE_AT_NO_EDGE: break;
  }
  edge = (pos > 0 && is_word(j, pos - 1)) != is_word(j, pos);
  if (s->min == CS_RE_AT_EDGE) return edge;
  return !edge && j->size > 0; /* Python sees none in an empty text */
}

/* How far `own` goes from `pos` on, at most `most` characters. */
static inline uint32_t run(const cs_re_quick_job *j, const cs_re_step *s,
                           uint32_t pos, uint32_t most) {
  uint32_t end = j->size - pos < most ? j->size : pos + most;
  while (pos < end && has(s->own, j->text[pos])) pos++;
  return pos;
}

/* Whether what must follow the repeat `s` can stand at `pos`. */
static inline bool follows(const cs_re_quick_job *j, const cs_re_step *s,
                           uint32_t pos) {
  return s->open || (pos < j->size && has(s->next, j->text[pos]));
}

/* --- going on and going back --------------------------------------------- */

/* A match in progress. */
typedef struct state {
  const cs_re_quick *q;
  cs_re_quick_job *j;
  const cs_re_step *s; /* the next step */
  uint32_t pos;
  uint32_t n; /* choices in use */
  choice stack[CHOICES];
} state;

static inline bool push(state *m, uint32_t at, uint32_t bound) {
  if (m->n == CHOICES) return false;
  m->stack[m->n++] = (choice){
      .step = (uint32_t)(m->s - m->q->steps), .at = at, .bound = bound};
  return true;
}

static inline bool pay(cs_re_quick_job *j) {
  if (j->work <= PATIENCE) return true;
  uint64_t work = j->work;
  j->work = 0;
  return j->pay(j->meter, work);
}

/* Go on behind the repeat at the first end it can have, from `at` towards
 * `bound`. */
static cs_re_quick_result settle(state *m, uint32_t at, uint32_t bound) {
  const cs_re_step *s = m->s;
  const uint8_t *text = m->j->text;
  bool greedy = s->kind == CS_RE_STEP_GREEDY, ok;
  uint32_t from = at, by = greedy ? UINT32_MAX : 1; /* back or forth */
  while (!(ok = follows(m->j, s, at)) && at != bound &&
         (greedy || has(s->own, text[at])))
    at += by;
  m->j->work += 1 + (greedy ? from - at : at - from) / STRIDE;
  if (!ok) return CS_RE_QUICK_NO;
  if (at != bound && (greedy || has(s->own, text[at])) &&
      !push(m, at + by, bound))
    return CS_RE_QUICK_FULL;
  m->pos = at;
  m->s++;
  return CS_RE_QUICK_YES;
}

static cs_re_quick_result repeat(state *m) {
  const cs_re_step *s = m->s;
  uint32_t pos = m->pos, left = m->j->size - pos;
  bool greedy = s->kind == CS_RE_STEP_GREEDY;
  uint32_t at = run(m->j, s, pos, greedy ? s->max : s->min);
  m->j->work += (at - pos) / STRIDE;
  if (at - pos < s->min) return CS_RE_QUICK_NO;
  if (greedy) return settle(m, at, pos + s->min);
  return settle(m, at, left < s->max ? m->j->size : pos + s->max);
}

/* Back to the last choice, or to the one before if nothing came of it. */
static cs_re_quick_result go_back(state *m) {
  cs_re_quick_result r = CS_RE_QUICK_NO;
  while (r == CS_RE_QUICK_NO && m->n > 0) {
    choice c = m->stack[--m->n];
    m->s = m->q->steps + c.step;
    if (m->s->kind == CS_RE_STEP_SAVE) {
      m->j->ends[m->s->to] = c.at == UNSET ? SIZE_MAX : c.at;
      continue;
    }
    m->j->work++;
    if (!pay(m->j)) return CS_RE_QUICK_UNPAID;
    if (m->s->kind != CS_RE_STEP_SPLIT) {
      r = settle(m, c.at, c.bound);
    } else {
      m->pos = c.at;
      m->s = m->q->steps + m->s->to;
      r = CS_RE_QUICK_YES;
    }
  }
  return r;
}

/* --- matching ------------------------------------------------------------ */

/* Do the next step; NO: it does not match. */
static inline cs_re_quick_result step(state *m) {
  cs_re_quick_job *j = m->j;
  const cs_re_step *s = m->s;
  bool here = m->pos < j->size;
  uint32_t at = m->pos;
  switch ((cs_re_step_kind)s->kind) {
    case CS_RE_STEP_CHAR:
      if (!here || j->text[at] != s->min) return CS_RE_QUICK_NO;
      m->pos++;
      break;
    case CS_RE_STEP_SET:
      if (!here || !has(s->own, j->text[at])) return CS_RE_QUICK_NO;
      m->pos++;
      break;
    case CS_RE_STEP_RUN:
      m->pos = run(j, s, at, s->max);
      j->work += (m->pos - at) / STRIDE;
      if (m->pos - at < s->min) return CS_RE_QUICK_NO;
      break;
    case CS_RE_STEP_GREEDY:
    case CS_RE_STEP_LAZY: return repeat(m);
    case CS_RE_STEP_SAVE:
      if (m->n && !push(m, (uint32_t)j->ends[s->to], 0))
        return CS_RE_QUICK_FULL;
      j->ends[s->to] = at;
      break;
    case CS_RE_STEP_SPLIT:
      if (!s->open && !(here && has(s->own, j->text[at]))) {
        m->s = m->q->steps + s->to;
        return CS_RE_QUICK_YES;
      }
      if (!s->sure && !push(m, at, 0)) return CS_RE_QUICK_FULL;
      break;
    case CS_RE_STEP_JUMP:
      m->s = m->q->steps + s->to;
      j->work++;
      return pay(j) ? CS_RE_QUICK_YES : CS_RE_QUICK_UNPAID;
    case CS_RE_STEP_AT:
      if (!is_place(j, s, at)) return CS_RE_QUICK_NO;
      break;
    case CS_RE_STEP_DONE: return CS_RE_QUICK_NO;
  }
  m->s++;
  return CS_RE_QUICK_YES;
}

/* Whether the match may end here. */
static inline bool is_done(const state *m, uint32_t start) {
  return m->s->kind == CS_RE_STEP_DONE &&
         !(m->j->full && m->pos != m->j->size) &&
         !(m->j->nonempty && m->pos == start);
}

cs_re_quick_result cs_re_quick_at(const cs_re_quick *q, cs_re_quick_job *j,
                                  uint32_t start) {
  state m;
  cs_re_quick_result r = CS_RE_QUICK_YES;
  m.q = q;
  m.j = j;
  m.s = q->steps;
  m.pos = start;
  m.n = 0;
  for (uint32_t i = 2; i < 2 * j->captures + 2; i++) j->ends[i] = SIZE_MAX;
  while (r == CS_RE_QUICK_YES && !is_done(&m, start)) {
    r = step(&m);
    if (r == CS_RE_QUICK_NO) r = go_back(&m);
  }
  j->ends[0] = start;
  j->ends[1] = m.pos;
  return r;
}

cs_re_quick_result cs_re_quick_search(const cs_re_quick *q, cs_re_quick_job *j,
                                      uint32_t at) {
  for (;; at++) {
    const uint8_t *lone = j->text + j->size;
    if (q->lone >= 0) {
      if (at < j->size) lone = memchr(j->text + at, q->lone, j->size - at);
      at = lone ? (uint32_t)(lone - j->text) : j->size;
    } else if (!q->anywhere) {
      while (at < j->size && !has(q->first, j->text[at])) at++;
    }
    if (at >= j->size && !q->anywhere) return CS_RE_QUICK_NO;
    cs_re_quick_result r = cs_re_quick_at(q, j, at);
    if (r != CS_RE_QUICK_NO || at == j->size) return r;
    j->nonempty = false;
    j->work++;
    if (!pay(j)) return CS_RE_QUICK_UNPAID;
  }
}
