/*
 * re_parse.c - the sequence of a pattern: items and their repeats.
 *
 * One loop takes a token at a time; parentheses push and pop frames.  While
 * the ops are listed, each frame sums up width, first characters and cost, so
 * no later pass has to walk the pattern as a tree.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/re_parse.h"

#include <string.h>

#include "py/mod/re_class.h"
#include "py/mod/re_escape.h"
#include "py/mod/re_parser.h"

#define FIRST_ROOM 16
#define WIDTH_MAX  (UINT64_C(1) << 62)
#define COST_MAX   (UINT32_C(1) << 20)

bool cs_re_parser_grow(cs_re_parser *p, void **array, uint32_t *room,
                       uint32_t count, size_t size) {
  if (count < *room) return true;
  uint32_t wanted = *room ? *room * 2 : FIRST_ROOM;
  void *bigger = cs_scratch_take(p->scratch, wanted * size);
  if (!bigger) {
    /* Nothing else matters then, not even an earlier error. */
    cs_re_error_set(p->x.err, CS_RE_FAULT_MEMORY, -1, "");
    p->x.next = CS_RE_END;
    return false;
  }
  if (*room > 0) memcpy(bigger, *array, *room * size);
  *array = bigger;
  *room = wanted;
  return true;
}

uint32_t cs_re_parser_emit(cs_re_parser *p, cs_re_kind kind, uint32_t arg) {
  cs_re_tree *t = p->tree;
  if (!cs_re_parser_grow(p, (void **)&t->ops, &p->op_room, t->op_count,
                         sizeof *t->ops))
    return CS_RE_NONE;
  t->ops[t->op_count] = (cs_re_op){.kind = (uint8_t)kind,
                                   .mode = CS_RE_ONCE,
                                   .flags = (uint16_t)p->flags,
                                   .arg = arg,
                                   .min = 1,
                                   .max = 1};
  return t->op_count++;
}

static uint64_t add_width(uint64_t a, uint64_t b) {
  return a + b > WIDTH_MAX ? WIDTH_MAX : a + b; /* both are <= WIDTH_MAX */
}

static uint64_t times_width(uint64_t width, uint32_t n) {
  uint64_t product;
  if (__builtin_mul_overflow(width, (uint64_t)n, &product) ||
      product > WIDTH_MAX)
    return WIDTH_MAX;
  return product;
}

static uint32_t add_cost(uint64_t a, uint64_t b) {
  return a + b > COST_MAX ? COST_MAX : (uint32_t)(a + b);
}

/* Append the last item's summary to that of the sequence. */
static void settle_item(cs_re_frame *f) {
  if (f->item == CS_RE_NONE) return;
  f->seq.lo = add_width(f->seq.lo, f->last.lo);
  f->seq.hi = add_width(f->seq.hi, f->last.hi);
  f->seq.cost = add_cost(f->seq.cost, f->last.cost);
  if (!f->seq.nullable) return;
  cs_re_class_merge(&f->seq.first, &f->last.first);
  f->seq.nullable = f->last.nullable;
}

void cs_re_parser_item(cs_re_parser *p, uint32_t op, const cs_re_sum *sum) {
  cs_re_frame *f = cs_re_parser_top(p);
  settle_item(f);
  f->item = op;
  f->last = *sum;
}

/* An item that takes exactly one character out of `chars`. */
static void put_unit(cs_re_parser *p, uint32_t op, cs_re_chars chars) {
  cs_re_sum sum = {.lo = 1, .hi = 1, .first = chars, .cost = 1};
  if (op != CS_RE_NONE) cs_re_parser_item(p, op, &sum);
}

void cs_re_parser_char(cs_re_parser *p, uint32_t cp) {
  if (cp > 127) p->tree->wide = true;
  put_unit(p, cs_re_parser_emit(p, CS_RE_CHAR, cp),
           cs_re_class_char(cp, p->flags, p->x.bytes));
}

void cs_re_parser_any(cs_re_parser *p, uint32_t flags) {
  uint32_t op = cs_re_parser_emit(p, CS_RE_ANY, 0);
  if (op != CS_RE_NONE) p->tree->ops[op].flags = (uint16_t)flags;
  put_unit(p, op, cs_re_class_any(flags));
}

void cs_re_parser_set(cs_re_parser *p, cs_re_set set) {
  cs_re_tree *t = p->tree;
  if (!cs_re_parser_grow(p, (void **)&t->sets, &p->set_room, t->set_count,
                         sizeof *t->sets))
    return;
  set.chars = cs_re_class_set(&set, t->spans, p->flags, p->x.bytes);
  t->sets[t->set_count] = set;
  put_unit(p, cs_re_parser_emit(p, CS_RE_SET, t->set_count++), set.chars);
}

static void put_place(cs_re_parser *p, cs_re_place place) {
  cs_re_sum sum = {.nullable = true, .cost = 1};
  uint32_t op = cs_re_parser_emit(p, CS_RE_AT, place);
  if (op != CS_RE_NONE) cs_re_parser_item(p, op, &sum);
}

void cs_re_parser_backref(cs_re_parser *p, uint32_t group) {
  const cs_re_capture *c = &p->captures[group];
  cs_re_sum sum = {.lo = c->lo,
                   .hi = c->hi,
                   .first = cs_re_class_all(),
                   .nullable = true,
                   .cost = 1};
  uint32_t op = cs_re_parser_emit(p, CS_RE_BACKREF, group);
  if (op != CS_RE_NONE) cs_re_parser_item(p, op, &sum);
}

static void put_category(cs_re_parser *p, uint32_t letter) {
  uint32_t first = p->tree->span_count;
  if (cs_re_parser_span(p, CS_RE_NONE, letter))
    cs_re_parser_set(p, (cs_re_set){.first = first, .count = 1});
}

static void parse_escape(cs_re_parser *p, uint32_t token) {
  cs_re_escape e;
  if (!cs_re_escape_read(&p->x, token, false, &e)) return;
  switch (e.meaning) {
    case CS_RE_MEANS_CHAR: cs_re_parser_char(p, e.value); break;
    case CS_RE_MEANS_CATEGORY: put_category(p, e.value); break;
    case CS_RE_MEANS_PLACE: put_place(p, (cs_re_place)e.value); break;
    case CS_RE_MEANS_GROUP:
      if (e.value > p->tree->captures) {
        if (cs_re_lex_fail(&p->x, e.chars - 1, "invalid group reference "))
          cs_re_error_add_number(p->x.err, e.value);
      } else if (cs_re_parser_check_ref(p, e.value, e.chars)) {
        cs_re_parser_backref(p, e.value);
      }
      break;
  }
}

/* --- repeats ------------------------------------------------------------- */

/* Take decimal digits.  Returns whether there were any; the value is
 * CS_RE_FOREVER when it is too large. */
static bool take_number(cs_re_lex *x, uint32_t *out) {
  uint64_t value = 0;
  bool any = false;
  while (cs_re_escape_is_digit(x->next)) {
    value = value * 10 + (cs_re_lex_get(x) - '0');
    if (value > CS_RE_FOREVER) value = CS_RE_FOREVER;
    any = true;
  }
  if (any) *out = (uint32_t)value;
  return any;
}

/* {m}, {m,}, {,n}, {m,n} behind the brace.  Returns false if the brace is an
 * ordinary character or after an error. */
static bool take_bounds(cs_re_parser *p, uint32_t *min, uint32_t *max) {
  cs_re_lex *x = &p->x;
  size_t index = cs_re_lex_tell(x);
  size_t offset = cs_re_lex_offset(x);
  bool literal = x->next == '}';
  bool has_min = false, has_max = false;
  *min = 0;
  *max = CS_RE_FOREVER;
  if (!literal) {
    has_min = take_number(x, min);
    if (cs_re_lex_match(x, ',')) {
      has_max = take_number(x, max);
    } else if (has_min) {
      *max = *min;
      has_max = true;
    }
    literal = !cs_re_lex_match(x, '}');
    if (literal && !cs_re_lex_failed(x)) cs_re_lex_seek(x, index, offset);
  }
  if (literal) {
    cs_re_parser_char(p, '{');
    return false;
  }
  if ((has_min && *min == CS_RE_FOREVER) || (has_max && *max == CS_RE_FOREVER))
    cs_re_lex_fail_as(x, CS_RE_FAULT_OVERFLOW,
                      "the repetition number is too large");
  else if (*max < *min)
    cs_re_lex_fail(x, cs_re_lex_tell(x) - index,
                   "min repeat greater than max repeat");
  return !cs_re_lex_failed(x);
}

/* Turn the summary of an item into that of its repetition. */
static void repeat_sum(cs_re_sum *s, const cs_re_op *op) {
  s->lo = times_width(s->lo, op->min);
  s->hi = times_width(s->hi, op->max);
  s->nullable = s->nullable || op->min == 0;
  uint64_t cost = (uint64_t)s->cost * op->max;
  s->cost = cost > COST_MAX ? COST_MAX : (uint32_t)cost;
}

static void parse_repeat(cs_re_parser *p, uint32_t token) {
  cs_re_lex *x = &p->x;
  size_t here = cs_re_lex_tell(x);
  uint32_t min = token == '+', max = token == '?' ? 1 : CS_RE_FOREVER;
  if (token == '{' && !take_bounds(p, &min, &max)) return;
  cs_re_frame *f = cs_re_parser_top(p);
  size_t back = cs_re_lex_tell(x) - here + 1;
  cs_re_op *op = f->item == CS_RE_NONE ? NULL : &p->tree->ops[f->item];
  if (!op || op->kind == CS_RE_AT) {
    cs_re_lex_fail(x, back, "nothing to repeat");
    return;
  }
  if (op->mode != CS_RE_ONCE) {
    cs_re_lex_fail(x, back, "multiple repeat");
    return;
  }
  op->min = min;
  op->max = max;
  op->mode = cs_re_lex_match(x, '?')   ? CS_RE_LAZY
             : cs_re_lex_match(x, '+') ? CS_RE_POSSESSIVE
                                       : CS_RE_GREEDY;
  repeat_sum(&f->last, op);
}

/* --- the loop ------------------------------------------------------------ */

static bool skip_verbose(cs_re_parser *p, uint32_t token) {
  if (token == ' ' || (token >= '\t' && token <= '\r')) return true;
  if (token != '#') return false;
  while (token != CS_RE_END && token != '\n') token = cs_re_lex_get(&p->x);
  return true;
}

/* Everything but the end, "|" and ")". */
static void parse_token(cs_re_parser *p) {
  uint32_t token = cs_re_lex_get(&p->x);
  if (p->verbose && skip_verbose(p, token)) return;
  if (cs_re_lex_is_escape(token)) {
    parse_escape(p, token);
    return;
  }
  switch (token) {
    case '[': cs_re_parser_brackets(p); break;
    case '*':
    case '+':
    case '?':
    case '{': parse_repeat(p, token); break;
    case '.': cs_re_parser_any(p, p->flags); break;
    case '(': cs_re_parser_open(p); break;
    case '^': put_place(p, CS_RE_AT_START); break;
    case '$': put_place(p, CS_RE_AT_END); break;
    default: cs_re_parser_char(p, token); break;
  }
}

static void parse_all(cs_re_parser *p) {
  while (p->x.next != CS_RE_END && !cs_re_lex_failed(&p->x)) {
    if (p->x.next == '|') {
      cs_re_parser_alt(p);
    } else if (p->x.next == ')') {
      if (p->depth == 0) return;
      cs_re_parser_close(p);
    } else {
      parse_token(p);
    }
  }
  if (p->depth > 0)
    cs_re_lex_fail(&p->x, cs_re_lex_tell(&p->x) - cs_re_parser_top(p)->start,
                   "missing ), unterminated subpattern");
}

/* --- the whole ----------------------------------------------------------- */

static const char *flags_conflict(bool bytes, uint32_t flags) {
  bool ascii = (flags & CS_RE_ASCII) != 0;
  if (!bytes) {
    if (flags & CS_RE_LOCALE)
      return "cannot use LOCALE flag with a str pattern";
    if (ascii && (flags & CS_RE_UNICODE))
      return "ASCII and UNICODE flags are incompatible";
    return NULL;
  }
  if (flags & CS_RE_UNICODE)
    return "cannot use UNICODE flag with a bytes pattern";
  if (ascii && (flags & CS_RE_LOCALE))
    return "ASCII and LOCALE flags are incompatible";
  return NULL;
}

uint32_t cs_re_parser_fix(const cs_re_parser *p, uint32_t flags) {
  if (!p->x.bytes && !(flags & CS_RE_ASCII)) flags |= CS_RE_UNICODE;
  return flags;
}

/* What CPython checks once the syntax is through, in its order. */
static void check_all(cs_re_parser *p) {
  if (cs_re_lex_failed(&p->x)) return;
  const char *conflict = flags_conflict(p->x.bytes, p->global);
  if (conflict) {
    cs_re_lex_fail_as(&p->x, CS_RE_FAULT_VALUE, conflict);
    return;
  }
  if (p->x.next != CS_RE_END) {
    cs_re_lex_fail(&p->x, 0, "unbalanced parenthesis");
    return;
  }
  for (uint32_t i = 0; i < p->promise_count; i++) {
    if (p->promises[i].group <= p->tree->captures) continue;
    cs_re_error_set(p->x.err, CS_RE_FAULT_ERROR, (int64_t)p->promises[i].pos,
                    "invalid group reference ");
    cs_re_error_add_number(p->x.err, p->promises[i].group);
    return;
  }
  if (p->bad_behind)
    cs_re_lex_fail_as(&p->x, CS_RE_FAULT_ERROR,
                      "look-behind requires fixed-width pattern");
}

cs_status cs_re_parse(cs_scratch *scratch, const uint8_t *text, size_t n,
                      bool bytes, uint32_t flags, cs_re_tree *out,
                      cs_re_error *err) {
  cs_re_parser p = {.scratch = scratch,
                    .tree = out,
                    .global = flags,
                    .verbose = (flags & CS_RE_VERBOSE) != 0,
                    .behind = CS_RE_NONE};
  *out = (cs_re_tree){.bytes = bytes};
  cs_re_lex_init(&p.x, text, n, bytes, err);
  p.flags = cs_re_parser_fix(&p, flags);
  if (n >= CS_RE_NONE)
    cs_re_lex_fail_as(&p.x, CS_RE_FAULT_ERROR,
                      "regular expression is too large");
  if (cs_re_parser_push(&p, CS_RE_PLAIN, 0, 0)) {
    parse_all(&p);
    check_all(&p);
    if (!cs_re_lex_failed(&p.x)) cs_re_parser_pop(&p);
  }
  if (err->fault == CS_RE_FAULT_MEMORY) return CS_ELIMIT;
  if (err->fault != CS_RE_FAULT_NONE) return CS_ESYNTAX;
  out->flags = cs_re_parser_fix(&p, p.global);
  return CS_OK;
}
