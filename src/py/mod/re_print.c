/*
 * re_print.c - a parsed pattern in the syntax of PCRE2, with meter readings.
 *
 * Options (caseless, multiline, dotall) are switched in the text where an item
 * needs another state than the one in force; PCRE2 carries such a switch to
 * the end of the enclosing group, through its alternatives, and so do we.
 *
 * Meter readings are left out where they would tell nothing: behind a short
 * repeat that is followed by something different, behind alternatives that
 * start differently.  `debt` counts the steps since the last reading, so that
 * long stretches without one get one anyway.
 *
 * PCRE2 copies a group as often as a count says, and has 64 KiB for a pattern.
 * With `share`, for patterns that were too large, such a group is printed once,
 * as a definition behind the pattern, and what is copied is a call of it.
 *
 * A reading can only tell how far the match moved since the last one.  Where
 * PCRE2 may arrive by going back (behind a loop, a look-around, a failed
 * alternative) the place is `adrift`, and a repeat is preceded by a reading
 * too; otherwise going back and forth over the same text would cost nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/re_print.h"

#include <assert.h>

#include "py/mod/re_hop.h"
#include "py/mod/re_quick.h"

#define SHORT       32    /* repeats up to here may go without a reading */
#define COUNT_MAX   65535 /* PCRE2's largest repeat count                */
#define PIECES_MAX  64    /* larger counts are composed of up to so many */
#define LEVELS      (CS_RE_DEPTH + 8) /* word lists add a few */
#define LAST_NUMBER 255
#define START_MAX   40 /* so few characters are worth a hint */
#define SHARE_MIN   8  /* counts from here on are worth a definition */

/* Options in force. */
enum { CASELESS = 1, MULTILINE = 2, DOTALL = 4 };

/* An open group. */
typedef struct level {
  size_t start;     /* where its text begins                  */
  uint32_t options; /* to restore behind the group            */
  uint32_t debt;    /* when it was entered                    */
  uint32_t calls;   /* readings printed when it was entered   */
  bool adrift;      /* some alternative so far ends adrift    */
  bool charged;     /* this alternative passed a reading      */
  bool always;      /* and so did all before it               */
} level;

typedef struct printer {
  cs_re_out out;
  cs_re_out shared; /* definitions of groups, with `share` */
  uint32_t shares;  /* how many                            */
  bool share;
  cs_re_tree *tree;
  cs_re_variant variant;
  cs_re_error *err;
  uint32_t options;
  uint32_t debt;
  uint32_t depth;
  uint32_t calls; /* readings printed                              */
  bool adrift;    /* the last reading may have been far from here  */
  bool unread;    /* there was no reading at the start             */
  bool ucp;
  bool done; /* the next op was printed together with this one */
  level levels[LEVELS];
} printer;

/* --- options ------------------------------------------------------------- */

static void need(printer *p, uint32_t option, bool on, const char *set,
                 const char *unset) {
  if (((p->options & option) != 0) == on) return;
  p->options ^= option;
  cs_re_out_text(&p->out, on ? set : unset);
}

static void need_case(printer *p, cs_re_case want) {
  if (want != CS_RE_CASE_ANY)
    need(p, CASELESS, want == CS_RE_CASE_ON, "(?i)", "(?-i)");
}

static void need_multiline(printer *p, bool on) {
  need(p, MULTILINE, on, "(?m)", "(?-m)");
}

static void need_dotall(printer *p, bool on) {
  need(p, DOTALL, on, "(?s)", "(?-s)");
}

/* --- meter readings ------------------------------------------------------ */

static void call(printer *p, uint32_t number) {
  if (p->unread && number == CS_RE_CALL_STEP) number = CS_RE_CALL_FIRST;
  p->unread = false;
  p->adrift = false;
  p->calls++;
  cs_re_out_text(&p->out, "(?C");
  cs_re_out_number(&p->out, number);
  cs_re_out_byte(&p->out, ')');
  p->debt = 0;
  p->levels[p->depth].charged = true;
}

/* Pay before reading `count` characters in one go. */
static void call_ahead(printer *p, uint32_t count) {
  uint32_t k = 0;
  while (k < 32 && (UINT64_C(1) << k) < count) k++;
  if (count > SHORT) call(p, CS_RE_CALL_AHEAD + k);
}

static void owe(printer *p, uint32_t steps) {
  p->debt += steps; /* both stay below 2^22 */
  if (p->debt > CS_RE_QUIET) call(p, CS_RE_CALL_STEP);
}

/* --- repeats ------------------------------------------------------------- */

static void print_count(printer *p, uint32_t min, uint32_t max) {
  cs_re_out *o = &p->out;
  bool open = max == CS_RE_FOREVER;
  if (min == 0 && max == 1) {
    cs_re_out_byte(o, '?');
  } else if (open && min <= 1) {
    cs_re_out_byte(o, min ? '+' : '*');
  } else {
    cs_re_out_byte(o, '{');
    cs_re_out_number(o, min);
    if (max != min) cs_re_out_byte(o, ',');
    if (max != min && !open) cs_re_out_number(o, max);
    cs_re_out_byte(o, '}');
  }
}

static void print_repeat(printer *p, uint32_t min, uint32_t max, uint8_t mode) {
  print_count(p, min, max);
  if (mode == CS_RE_LAZY) cs_re_out_byte(&p->out, '?');
  if (mode == CS_RE_POSSESSIVE) cs_re_out_byte(&p->out, '+');
}

static void fail_large(printer *p) {
  if (p->err->fault == CS_RE_FAULT_NONE)
    cs_re_error_set(p->err, CS_RE_FAULT_ERROR, -1,
                    "regular expression is too large");
}

/* Counts beyond PCRE2's limit: split off as much as one piece can hold. */
static void split_counts(uint32_t *min, uint32_t *max, uint32_t *low,
                         uint32_t *high) {
  bool open = *max == CS_RE_FOREVER;
  *low = *min > COUNT_MAX ? COUNT_MAX : *min;
  *high = *min > COUNT_MAX || (!open && *max > COUNT_MAX) ? COUNT_MAX : *max;
  *min -= *low;
  if (*high != CS_RE_FOREVER && !open) *max -= *high;
  if (*high == CS_RE_FOREVER) *max = 0;
}

/* (?:x)*+ is printed as (?>(?:x)*): for the short form PCRE2 10.42 draws wrong
 * conclusions about what can follow and where a match can start. */
static bool is_sealed(const cs_re_op *open) {
  return open->mode == CS_RE_POSSESSIVE;
}

/* --- single characters --------------------------------------------------- */

static void print_unit(printer *p, const cs_re_op *op) {
  cs_re_out *o = &p->out;
  const cs_re_set *set;
  assert(op->kind <= CS_RE_SET);
  switch ((cs_re_kind)op->kind) {
    case CS_RE_CHAR:
      need_case(p, cs_re_class_char_case(op->arg, op->flags, p->variant));
      cs_re_class_print_char(o, op->arg, op->flags, p->variant);
      break;
    case CS_RE_ANY:
      need_dotall(p, (op->flags & CS_RE_DOTALL) != 0);
      cs_re_out_byte(o, '.');
      break;
    case CS_RE_SET:
      set = &p->tree->sets[op->arg];
      need_case(p, cs_re_class_set_case(set, op->flags, p->variant));
      cs_re_class_print_set(o, set, p->tree->spans, op->flags, p->variant);
      break;
    case CS_RE_AT:
    case CS_RE_BACKREF:
    case CS_RE_OPEN:
    case CS_RE_ALT:
    case CS_RE_CLOSE: break;
  }
}

/* Whether the number of turns of a repeated character or group is bounded by
 * a small number and cannot be revised with success. */
static bool is_calm(const cs_re_op *op, uint32_t cost) {
  if ((uint64_t)cost * op->max > SHORT) return false;
  return op->min == op->max || op->clear;
}

/* A set that belongs to no op. */
static void print_cut(printer *p, const cs_re_set *set, uint32_t flags) {
  cs_re_variant variant = p->variant;
  /* Without spans and not negated it is all ASCII. */
  if (set->count == 0 && !set->negate && variant == CS_RE_OVER_TEXT)
    variant = CS_RE_OVER_ASCII;
  need_case(p, CS_RE_CASE_OFF);
  cs_re_class_print_set(&p->out, set, p->tree->spans, flags, variant);
}

/* See re_hop.h.  The order of the tries stays that of `op`. */
static void put_hop(printer *p, const cs_re_op *op, const cs_re_hop *hop) {
  cs_re_out *o = &p->out;
  if (p->adrift) call(p, CS_RE_CALL_STEP);
  if (hop->lone) {
    print_unit(p, op);
    print_repeat(p, op->min, op->max, CS_RE_POSSESSIVE);
    call(p, CS_RE_CALL_STEP);
    return;
  }
  if (op->min > 0) {
    print_unit(p, op);
    print_count(p, op->min, op->min);
  }
  uint32_t options = p->options; /* in force behind the group below */
  if (hop->joint) {
    cs_re_out_text(o, "(?:");
    print_cut(p, &hop->over, hop->flags);
    cs_re_out_text(o, "*+");
    call(p, CS_RE_CALL_STEP);
    print_unit(p, op + 1);
    p->options = options;
    cs_re_out_text(o, op->mode == CS_RE_LAZY ? ")+?" : ")+");
    p->adrift = true;
    p->done = true;
    return;
  }
  print_cut(p, &hop->over, hop->flags);
  cs_re_out_text(o, "*+");
  call(p, CS_RE_CALL_STEP);
  options = p->options;
  cs_re_out_text(o, "(?:");
  print_cut(p, &hop->stop, 0);
  print_cut(p, &hop->over, hop->flags);
  cs_re_out_text(o, "*+");
  call(p, CS_RE_CALL_STEP);
  p->options = options;
  cs_re_out_text(o, op->mode == CS_RE_LAZY ? ")*?" : ")*");
  p->adrift = true;
}

static void put_unit(printer *p, uint32_t i) {
  const cs_re_op *op = &p->tree->ops[i];
  uint32_t min = op->min, max = op->max, low, high;
  cs_re_hop hop;
  if (op->mode == CS_RE_ONCE) {
    print_unit(p, op);
    owe(p, 1);
    return;
  }
  if (cs_re_hop_find(p->tree, i, p->variant, &hop)) {
    put_hop(p, op, &hop);
    return;
  }
  call_ahead(p, min);
  if (p->adrift && !is_calm(op, 1)) call(p, CS_RE_CALL_STEP);
  for (uint32_t piece = 0; piece == 0 || max > 0; piece++) {
    if (piece == PIECES_MAX) {
      fail_large(p);
      return;
    }
    split_counts(&min, &max, &low, &high);
    print_unit(p, op);
    print_repeat(p, low, high, op->mode);
  }
  if (is_calm(op, 1))
    owe(p, op->max);
  else
    call(p, CS_RE_CALL_STEP);
}

/* --- places -------------------------------------------------------------- */

/* \b and \B over ASCII word characters, where PCRE2's own see more. */
static void print_ascii_edge(printer *p, bool negate) {
  static const char *const word = "[0-9A-Z_a-z]";
  cs_re_out *o = &p->out;
  need_case(p, CS_RE_CASE_OFF);
  cs_re_out_text(o, negate ? "(?!" : "(?=");
  cs_re_out_text(o, "(?<=");
  cs_re_out_text(o, word);
  cs_re_out_text(o, ")(?!");
  cs_re_out_text(o, word);
  cs_re_out_text(o, ")|(?<!");
  cs_re_out_text(o, word);
  cs_re_out_text(o, ")(?=");
  cs_re_out_text(o, word);
  cs_re_out_text(o, "))");
}

static void print_edge(printer *p, const cs_re_op *op, bool negate) {
  bool unicode = (op->flags & CS_RE_UNICODE) != 0;
  if (p->ucp && !unicode)
    print_ascii_edge(p, negate);
  else
    cs_re_out_text(&p->out, negate ? "\\B" : "\\b");
  /* Python sees no non-boundary in an empty text. */
  if (negate) cs_re_out_text(&p->out, "(?!\\A\\z)");
}

static void put_place(printer *p, const cs_re_op *op) {
  cs_re_out *o = &p->out;
  bool lines = (op->flags & CS_RE_MULTILINE) != 0;
  switch ((cs_re_place)op->arg) {
    case CS_RE_AT_START:
      if (lines) need_multiline(p, true);
      cs_re_out_text(o, lines ? "^" : "\\A");
      break;
    case CS_RE_AT_END:
      need_multiline(p, lines);
      cs_re_out_byte(o, '$');
      break;
    case CS_RE_AT_TEXT_START: cs_re_out_text(o, "\\A"); break;
    case CS_RE_AT_TEXT_END: cs_re_out_text(o, "\\z"); break;
    case CS_RE_AT_EDGE: print_edge(p, op, false); break;
    case CS_RE_AT_NO_EDGE: print_edge(p, op, true); break;
  }
  owe(p, 1);
}

static void put_backref(printer *p, const cs_re_op *op) {
  uint32_t number = CS_RE_CALL_GROUP + op->arg;
  bool repeated = op->mode != CS_RE_ONCE;
  need_case(p, (op->flags & CS_RE_IGNORECASE) ? CS_RE_CASE_ON : CS_RE_CASE_OFF);
  if (is_sealed(op)) cs_re_out_text(&p->out, "(?>");
  if (repeated) cs_re_out_text(&p->out, "(?:");
  call(p, number < LAST_NUMBER ? number : LAST_NUMBER);
  cs_re_out_text(&p->out, "\\g{");
  cs_re_out_number(&p->out, op->arg);
  cs_re_out_byte(&p->out, '}');
  if (!repeated) return;
  cs_re_out_byte(&p->out, ')');
  print_repeat(p, op->min, op->max, is_sealed(op) ? CS_RE_GREEDY : op->mode);
  if (is_sealed(op)) cs_re_out_byte(&p->out, ')');
  call(p, CS_RE_CALL_STEP);
}

/* --- groups -------------------------------------------------------------- */

static bool is_look(const cs_re_group *g) {
  return g->kind >= CS_RE_AHEAD && g->kind <= CS_RE_NOT_BEHIND;
}

/* A group that neither chooses nor repeats needs no parentheses. */
static bool is_bare(const cs_re_group *g, const cs_re_op *open) {
  return g->kind == CS_RE_PLAIN && g->alts == 0 && open->mode == CS_RE_ONCE;
}

/* PCRE2 gives repeated conditions a meaning of its own. */
static bool is_shielded(const cs_re_group *g, const cs_re_op *open) {
  return open->mode != CS_RE_ONCE && (g->empty || g->kind == CS_RE_COND);
}

/* A group without width is tried once or not at all, however often it is
 * repeated.  Written as alternatives it has a fixed width for PCRE2, so that
 * it can stand in a look-behind. */
static bool is_optional(const cs_re_group *g, const cs_re_op *open) {
  return g->empty && open->mode != CS_RE_ONCE && open->max > 0;
}

/* Whether every turn of the group must end with a reading. */
static bool is_metered_loop(const cs_re_group *g, const cs_re_op *open) {
  if (open->mode == CS_RE_ONCE || open->max <= 1 || g->empty) return false;
  return g->murky || !is_calm(open, g->cost);
}

/* Whether the choice made by the group can be revised behind it. */
static bool is_doubtful(const cs_re_group *g, const cs_re_op *open) {
  if (is_metered_loop(g, open)) return false;
  if (open->mode != CS_RE_ONCE && open->min != open->max && !open->clear)
    return true;
  return g->murky && !is_look(g) && g->kind != CS_RE_ATOMIC &&
         g->kind != CS_RE_COND;
}

/* PCRE2 10.42 makes x+ possessive in x+(?>(y)?)x: looking for what can follow,
 * it takes the end of the atomic group for the end of everything.  An empty
 * assertion in between stops it from looking. */
static bool is_hazard(const cs_re_group *g, const cs_re_op *open) {
  bool atomic = g->kind == CS_RE_ATOMIC || is_sealed(open);
  return atomic && (g->nullable || open->min == 0);
}

static const char *opening(const cs_re_group *g) {
  switch ((cs_re_group_kind)g->kind) {
    case CS_RE_PLAIN: return "(?:";
    case CS_RE_CAPTURE: return "(";
    case CS_RE_ATOMIC: return "(?>";
    case CS_RE_AHEAD: return "(?=";
    case CS_RE_NOT_AHEAD: return "(?!";
    case CS_RE_BEHIND: return "(?<=";
    case CS_RE_NOT_BEHIND: return "(?<!";
    case CS_RE_COND: return "(?(";
  }
  return "";
}

static void put_open(printer *p, const cs_re_op *op) {
  const cs_re_group *g = &p->tree->groups[op->arg];
  bool bare = is_bare(g, op);
  if (g->kind == CS_RE_BEHIND || g->kind == CS_RE_NOT_BEHIND)
    call_ahead(p, g->width);
  if (is_hazard(g, op)) cs_re_out_text(&p->out, "(?=)");
  if (is_sealed(op)) cs_re_out_text(&p->out, "(?>");
  if (is_shielded(g, op)) cs_re_out_text(&p->out, "(?:");
  if (is_optional(g, op) && op->min == 0 && op->mode == CS_RE_LAZY)
    cs_re_out_byte(&p->out, '|');
  size_t start = p->out.len;
  if (!bare) cs_re_out_text(&p->out, opening(g));
  if (g->kind == CS_RE_COND) {
    cs_re_out_number(&p->out, g->number);
    cs_re_out_byte(&p->out, ')');
  }
  p->depth++;
  assert(p->depth < LEVELS);
  p->levels[p->depth] = (level){.start = start,
                                .options = p->options,
                                .debt = p->debt,
                                .calls = p->calls,
                                .always = true};
}

/* The end of an alternative: a reading if the loop wants one. */
static void end_alternative(printer *p, const cs_re_group *g,
                            const cs_re_op *open) {
  level *l = &p->levels[p->depth];
  if (is_metered_loop(g, open) && (!l->charged || p->adrift))
    call(p, CS_RE_CALL_STEP);
  l->adrift = l->adrift || p->adrift;
  l->always = l->always && l->charged;
  l->charged = false;
  if (p->debt < l->debt) p->debt = l->debt;
}

static void put_alt(printer *p, const cs_re_op *op) {
  const cs_re_group *g = &p->tree->groups[op->arg];
  end_alternative(p, g, &p->tree->ops[g->open]);
  cs_re_out_byte(&p->out, '|');
  if (p->calls != p->levels[p->depth].calls) p->adrift = true;
  owe(p, 2);
}

/* Can a repeated group be a definition?  What it captures would be lost. */
static bool is_shared(const printer *p, const cs_re_group *g,
                      const cs_re_op *open) {
  uint32_t most = open->max == CS_RE_FOREVER ? open->min : open->max;
  if (!p->share || g->kind != CS_RE_PLAIN || most < SHARE_MIN) return false;
  for (uint32_t i = g->open; i < g->close; i++) {
    const cs_re_op *op = &p->tree->ops[i];
    if (op->kind == CS_RE_OPEN &&
        p->tree->groups[op->arg].kind == CS_RE_CAPTURE)
      return false;
  }
  return true;
}

/* Move the text of a group to a definition and call that. */
static void share_group(printer *p, size_t start, uint32_t options) {
  cs_re_out *to = &p->shared;
  cs_re_out_text(to, "(?<x");
  cs_re_out_number(to, p->shares);
  cs_re_out_text(to, ">(?^");
  if (options & CASELESS) cs_re_out_byte(to, 'i');
  if (options & MULTILINE) cs_re_out_byte(to, 'm');
  if (options & DOTALL) cs_re_out_byte(to, 's');
  cs_re_out_byte(to, ')');
  if (p->out.failed) return;
  for (size_t i = start; i < p->out.len; i++)
    cs_re_out_byte(to, p->out.text[i]);
  cs_re_out_byte(to, ')');
  p->out.len = start;
  cs_re_out_text(&p->out, "(?:(?&x");
  cs_re_out_number(&p->out, p->shares++);
  cs_re_out_text(&p->out, "))");
}

static void put_close(printer *p, const cs_re_op *op) {
  const cs_re_group *g = &p->tree->groups[op->arg];
  const cs_re_op *open = &p->tree->ops[g->open];
  end_alternative(p, g, open);
  level closed = p->levels[p->depth--];
  level *l = &p->levels[p->depth];
  p->adrift = closed.adrift;
  if (p->calls != closed.calls && (open->mode != CS_RE_ONCE || is_look(g)))
    p->adrift = true;
  if (closed.always && open->min > 0 && !is_look(g) &&
      !(g->kind == CS_RE_COND && g->alts == 0))
    l->charged = true;
  if (!is_bare(g, open)) {
    cs_re_out_byte(&p->out, ')');
    p->options = closed.options;
    if (is_shared(p, g, open)) share_group(p, closed.start, closed.options);
  }
  if (is_optional(g, open) && open->min == 0 && open->mode != CS_RE_LAZY)
    cs_re_out_byte(&p->out, '|');
  if (is_shielded(g, open)) cs_re_out_byte(&p->out, ')');
  if (open->mode != CS_RE_ONCE && !is_optional(g, open)) {
    bool open_end = open->max == CS_RE_FOREVER;
    if (open->min > COUNT_MAX || (!open_end && open->max > COUNT_MAX))
      fail_large(p);
    else
      print_repeat(p, open->min, open->max,
                   is_sealed(open) ? CS_RE_GREEDY : open->mode);
  }
  if (is_sealed(open)) cs_re_out_byte(&p->out, ')');
  if (is_doubtful(g, open))
    call(p, CS_RE_CALL_STEP);
  else if (open->mode != CS_RE_ONCE && !is_metered_loop(g, open))
    owe(p, g->empty ? g->cost : g->cost * open->max);
}

/* --- the whole ----------------------------------------------------------- */

static void put_shared(printer *p) {
  if (p->shares == 0) return;
  cs_re_out_text(&p->out, "(?(DEFINE)");
  for (size_t i = 0; i < p->shared.len; i++)
    cs_re_out_byte(&p->out, p->shared.text[i]);
  cs_re_out_byte(&p->out, ')');
}

static void put_op(printer *p, uint32_t i) {
  const cs_re_op *op = &p->tree->ops[i];
  if (p->done) {
    p->done = false;
    return;
  }
  switch ((cs_re_kind)op->kind) {
    case CS_RE_CHAR:
    case CS_RE_ANY:
    case CS_RE_SET: put_unit(p, i); break;
    case CS_RE_AT: put_place(p, op); break;
    case CS_RE_BACKREF: put_backref(p, op); break;
    case CS_RE_OPEN: put_open(p, op); break;
    case CS_RE_ALT: put_alt(p, op); break;
    case CS_RE_CLOSE: put_close(p, op); break;
  }
}

/* Whether \b or \B has to look beyond ASCII. */
static bool wants_ucp(const cs_re_tree *t, cs_re_variant variant) {
  if (variant != CS_RE_OVER_TEXT) return false;
  for (uint32_t i = 0; i < t->op_count; i++) {
    const cs_re_op *op = &t->ops[i];
    if (op->kind == CS_RE_AT && op->arg >= CS_RE_AT_EDGE &&
        (op->flags & CS_RE_UNICODE))
      return true;
  }
  return false;
}

/* Whether the first item charges for itself, before anything else happens. */
static bool starts_charged(const printer *p) {
  const cs_re_tree *t = p->tree;
  uint32_t i = 0;
  if (p->variant == CS_RE_OVER_TEXT) return false;
  while (t->ops[i].kind == CS_RE_OPEN) {
    const cs_re_op *open = &t->ops[i++];
    const cs_re_group *g = &t->groups[open->arg];
    if (g->kind > CS_RE_CAPTURE || g->alts > 0 || open->mode != CS_RE_ONCE)
      return false;
  }
  cs_re_hop hop;
  const cs_re_op *op = &t->ops[i];
  return op->kind <= CS_RE_SET && op->mode != CS_RE_ONCE && op->min <= 1 &&
         op->max == CS_RE_FOREVER && op->clear &&
         (!cs_re_hop_find(t, i, p->variant, &hop) || hop.lone);
}

/* Whether PCRE2, by itself, would fail to see that few characters can start a
 * match: it does not look into sets with properties. */
static bool is_start_hidden(const printer *p) {
  const cs_re_tree *t = p->tree;
  const cs_re_chars *first = &t->groups[0].first;
  if (p->variant != CS_RE_OVER_TEXT || t->groups[0].nullable || !first->wide)
    return false;
  if (__builtin_popcountll(first->map[0]) +
          __builtin_popcountll(first->map[1]) >
      START_MAX)
    return false;
  for (uint32_t i = 0; i < t->span_count; i++)
    if (t->spans[i].lo > t->spans[i].hi && (t->spans[i].hi | 32) != 's')
      return true;
  return false;
}

/* The reading at the start of every try, and a hint where to try. */
static void put_start(printer *p) {
  p->unread = starts_charged(p);
  if (!p->unread) call(p, CS_RE_CALL_STEP);
  p->levels[0].charged = false;
  if (!is_start_hidden(p)) return;
  cs_re_set ascii = {.chars = p->tree->groups[0].first};
  cs_re_out_text(&p->out, "(?=[\\x{80}-\\x{10ffff}]|");
  cs_re_class_print_set(&p->out, &ascii, p->tree->spans, 0, CS_RE_OVER_ASCII);
  cs_re_out_byte(&p->out, ')');
}

cs_status cs_re_print(cs_scratch *scratch, cs_re_tree *tree,
                      cs_re_variant variant, bool share, cs_re_text *out,
                      cs_re_error *err) {
  assert(tree->bytes == (variant == CS_RE_OVER_BYTES));
  printer p = {.out = {.scratch = scratch},
               .shared = {.scratch = scratch},
               .share = share,
               .tree = tree,
               .variant = variant,
               .err = err,
               .ucp = wants_ucp(tree, variant)};
  *err = (cs_re_error){.fault = CS_RE_FAULT_NONE, .pos = -1};
  cs_re_plan_fill(tree);
  put_start(&p);
  for (uint32_t i = 0; i < tree->op_count; i++) put_op(&p, i);
  put_shared(&p);
  if (p.out.failed || p.shared.failed) return CS_ELIMIT;
  if (err->fault != CS_RE_FAULT_NONE) return CS_ESYNTAX;
  *out = (cs_re_text){.text = p.out.text,
                      .len = p.out.len,
                      .variant = variant,
                      .ucp = p.ucp,
                      .lead = cs_re_plan_lead(tree),
                      .captures = tree->captures,
                      .nests = tree->nests};
  out->prefix_len = cs_re_plan_prefix(tree, out->prefix);
  if (variant != CS_RE_OVER_TEXT)
    out->quick = cs_re_quick_build(scratch, tree, &out->quick_size);
  return CS_OK;
}
