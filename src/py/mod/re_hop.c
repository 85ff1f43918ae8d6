/*
 * re_hop.c - repeats that jump from one possible end to the next.
 *
 * A lazy repeat always gains.  A greedy one has to stop at every candidate on
 * its way to the end, so it gains only if those are rare: in text and logs
 * that is everything but space, digits and the frequent letters.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/re_hop.h"

#include <string.h>

#include "py/mod/re_plan.h"

#define MIN_COPIES 8

static bool has(const cs_re_chars *c, uint32_t bit) {
  return (c->map[bit >> 6] >> (bit & 63) & 1) != 0;
}

static cs_re_chars chars_of(const cs_re_tree *t, const cs_re_op *op) {
  if (op->kind == CS_RE_SET) return t->sets[op->arg].chars;
  if (op->kind == CS_RE_ANY) return cs_re_class_any(op->flags);
  return cs_re_class_char(op->arg, op->flags, t->bytes);
}

static bool is_common(uint32_t c) {
  static const char common[] = " \netaoinsr0123456789";
  for (const char *s = common; *s; s++)
    if ((uint32_t)(unsigned char)*s == c) return true;
  return false;
}

static bool is_rare(const cs_re_chars *c) {
  uint32_t n = 0;
  for (uint32_t bit = 0; bit < 256; bit++) {
    if (!has(c, bit)) continue;
    if (is_common(bit) || ++n > 4) return false;
  }
  return true;
}

static bool is_word(uint32_t c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || c == '_';
}

/* Over any text a set is printed with properties, which cover ASCII too: only
 * what no property of the set covers can be left out of it. */
static bool can_cut(const cs_re_tree *t, const cs_re_op *op,
                    const cs_re_chars *stop) {
  if (op->kind == CS_RE_ANY) return true;
  if (op->kind != CS_RE_SET || (op->flags & CS_RE_IGNORECASE)) return false;
  const cs_re_set *set = &t->sets[op->arg];
  bool small = false, big = false;
  for (uint32_t i = set->first; i < set->first + set->count; i++) {
    const cs_re_span *s = &t->spans[i];
    if (s->lo <= s->hi || (s->hi | 32) == 's') continue;
    if (s->hi & 32)
      small = true;
    else
      big = true;
  }
  if (set->negate || !(small || big)) return true; /* [^...] names the cut */
  if (big) return false;
  for (uint32_t c = 0; c < 128; c++)
    if (has(stop, c) && is_word(c)) return false;
  return true;
}

bool cs_re_hop_find(const cs_re_tree *t, uint32_t i, cs_re_variant variant,
                    cs_re_hop *out) {
  const cs_re_op *op = &t->ops[i];
  if (op->max != CS_RE_FOREVER || op->min > MIN_COPIES ||
      (op->mode != CS_RE_GREEDY && op->mode != CS_RE_LAZY))
    return false;
  uint32_t next = cs_re_plan_next(t, i);
  if (next == CS_RE_NONE) return false;
  cs_re_chars own = chars_of(t, op);
  cs_re_chars end = chars_of(t, &t->ops[next]);
  cs_re_chars over = own, stop = {.wide = false};
  bool any = false, rest = own.wide;
  uint32_t words = variant == CS_RE_OVER_BYTES ? 4 : 2;
  for (uint32_t w = 0; w < words; w++) {
    stop.map[w] = own.map[w] & end.map[w];
    over.map[w] = own.map[w] & ~end.map[w];
    any = any || stop.map[w] != 0;
    rest = rest || over.map[w] != 0;
  }
  if (!rest) return false; /* nothing to hop over */
  if (variant == CS_RE_OVER_TEXT &&
      (end.wide || (any && !can_cut(t, op, &stop))))
    return false;
  if (op->mode == CS_RE_GREEDY && any && !is_rare(&stop)) return false;
  *out = (cs_re_hop){.flags = op->flags, .lone = !any};
  out->stop.chars = stop;
  out->joint = next == i + 1 && t->ops[next].mode == CS_RE_ONCE && !end.wide &&
               memcmp(stop.map, end.map, sizeof stop.map) == 0;
  if (op->kind == CS_RE_SET) out->over = t->sets[op->arg];
  if (op->kind == CS_RE_ANY) {
    out->over.negate = true;
    out->flags = 0;
  }
  out->over.chars = over;
  return op->kind != CS_RE_CHAR || !any;
}
