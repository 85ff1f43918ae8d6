/*
 * re_set.c - the inside of square brackets.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/re_class.h"
#include "py/mod/re_escape.h"
#include "py/mod/re_parser.h"

bool cs_re_parser_span(cs_re_parser *p, uint32_t lo, uint32_t hi) {
  cs_re_tree *t = p->tree;
  if (!cs_re_parser_grow(p, (void **)&t->spans, &p->span_room, t->span_count,
                         sizeof *t->spans))
    return false;
  if (hi > 127) t->wide = true;
  t->spans[t->span_count++] = (cs_re_span){.lo = lo, .hi = hi};
  return true;
}

/* One end of a range: a character, or a category letter. */
typedef struct member {
  uint32_t token; /* as written */
  bool category;
  uint32_t value;
} member;

static bool read_member(cs_re_parser *p, uint32_t token, member *out) {
  *out = (member){.token = token, .value = token};
  if (!cs_re_lex_is_escape(token)) return true;
  cs_re_escape e;
  if (!cs_re_escape_read(&p->x, token, true, &e)) return false;
  out->category = e.meaning == CS_RE_MEANS_CATEGORY;
  out->value = e.value;
  return true;
}

static bool add_member(cs_re_parser *p, const member *m) {
  return cs_re_parser_span(p, m->category ? CS_RE_NONE : m->value, m->value);
}

static void add_token(cs_re_parser *p, uint32_t token) {
  if (cs_re_lex_is_escape(token)) cs_re_error_add(p->x.err, "\\");
  cs_re_error_add_char(p->x.err, token & ~CS_RE_ESCAPED, p->x.bytes);
}

static bool fail_range(cs_re_parser *p, const member *a, const member *b) {
  size_t back = cs_re_lex_len(a->token) + 1 + cs_re_lex_len(b->token);
  if (!cs_re_lex_fail(&p->x, back, "bad character range ")) return false;
  add_token(p, a->token);
  cs_re_error_add(p->x.err, "-");
  add_token(p, b->token);
  return false;
}

/* A member that is not "]", and what follows its hyphen.  `*last` is set when
 * the set ended behind the hyphen. */
static bool take_member(cs_re_parser *p, uint32_t token, bool *last) {
  member a, b;
  if (!read_member(p, token, &a)) return false;
  if (!cs_re_lex_match(&p->x, '-')) return add_member(p, &a);
  uint32_t that = cs_re_lex_get(&p->x);
  if (that == CS_RE_END) return false;
  if (that == ']') {
    *last = true;
    return add_member(p, &a) && cs_re_parser_span(p, '-', '-');
  }
  if (!read_member(p, that, &b)) return false;
  if (a.category || b.category || b.value < a.value)
    return fail_range(p, &a, &b);
  return cs_re_parser_span(p, a.value, b.value);
}

/* The set accepts every character: both halves of a category. */
static bool is_total(const cs_re_tree *t, const cs_re_set *set) {
  uint32_t seen = 0; /* one bit per category letter */
  for (uint32_t i = set->first; i < set->first + set->count; i++) {
    const cs_re_span *s = &t->spans[i];
    if (s->lo <= s->hi) continue;
    uint32_t kind = (s->hi | 32) == 'd' ? 0 : (s->hi | 32) == 's' ? 2 : 4;
    seen |= UINT32_C(1) << (kind + ((s->hi & 32) ? 0 : 1));
  }
  return !set->negate && (seen & (seen >> 1) & 0x15) != 0;
}

static void finish(cs_re_parser *p, const cs_re_set *set) {
  const cs_re_span *only = &p->tree->spans[set->first];
  if (set->count == 1 && only->lo == only->hi && !set->negate)
    cs_re_parser_char(p, only->lo);
  else if (is_total(p->tree, set))
    cs_re_parser_any(p, p->flags | CS_RE_DOTALL);
  else
    cs_re_parser_set(p, *set);
}

void cs_re_parser_brackets(cs_re_parser *p) {
  size_t here = cs_re_lex_tell(&p->x) - 1;
  cs_re_set set = {.first = p->tree->span_count};
  set.negate = cs_re_lex_match(&p->x, '^');
  bool last = false;
  while (!last) {
    uint32_t token = cs_re_lex_get(&p->x);
    if (token == ']' && p->tree->span_count > set.first) break;
    if (token == CS_RE_END || !take_member(p, token, &last)) {
      cs_re_lex_fail(&p->x, cs_re_lex_tell(&p->x) - here,
                     "unterminated character set");
      return;
    }
  }
  set.count = p->tree->span_count - set.first;
  finish(p, &set);
}
