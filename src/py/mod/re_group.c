/*
 * re_group.c - parentheses: what kind of group opens, how it closes.
 *
 * Two simplifications happen when a group closes: alternatives of one
 * character each become a set, and a plain group around one character goes
 * away.  Both make PCRE2 faster and change no match.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>
#include <string.h>

#include "py/mod/re_class.h"
#include "py/mod/re_parse.h"
#include "py/mod/re_parser.h"
#include "text/unicode.h"

#define WIDTH_TOP   UINT64_C(0xFFFFFFFF) /* CPython's MAXREPEAT       */
#define GROUP_LIMIT UINT32_C(0x3FFFFFFF) /* CPython's MAXGROUPS       */
#define TYPE_FLAGS  (CS_RE_ASCII | CS_RE_LOCALE | CS_RE_UNICODE)
#define ONLY_GLOBAL (CS_RE_DEBUG | CS_RE_TEMPLATE)

/* --- frames -------------------------------------------------------------- */

static void start_sequence(cs_re_parser *p, cs_re_frame *f) {
  f->item = CS_RE_NONE;
  f->seq_start = p->tree->op_count;
  f->seq = (cs_re_sum){.nullable = true};
}

bool cs_re_parser_push(cs_re_parser *p, cs_re_group_kind kind, uint32_t number,
                       size_t start) {
  cs_re_tree *t = p->tree;
  uint32_t level = p->frame_room == 0 ? 0 : p->depth + 1;
  if (level > CS_RE_DEPTH) {
    cs_re_lex_fail_as(&p->x, CS_RE_FAULT_RECURSION,
                      "maximum recursion depth exceeded");
    return false;
  }
  if (!cs_re_parser_grow(p, (void **)&p->frames, &p->frame_room, level,
                         sizeof *p->frames) ||
      !cs_re_parser_grow(p, (void **)&t->groups, &p->group_room, t->group_count,
                         sizeof *t->groups))
    return false;
  uint32_t open = cs_re_parser_emit(p, CS_RE_OPEN, t->group_count);
  if (open == CS_RE_NONE) return false;
  t->groups[t->group_count] =
      (cs_re_group){.kind = (uint8_t)kind, .number = number, .open = open};
  p->depth = level;
  cs_re_frame *f = cs_re_parser_top(p);
  *f = (cs_re_frame){.group = t->group_count++,
                     .start = start,
                     .flags = p->flags,
                     .verbose = p->verbose,
                     .behind = p->behind,
                     .in_look = p->in_look,
                     .simple = true,
                     .literal = true};
  f->all.lo = WIDTH_TOP - 1;
  start_sequence(p, f);
  return true;
}

/* Whether the current alternative is one character or one plain set, unlike
 * no other in flags. */
static bool is_single(const cs_re_parser *p, const cs_re_frame *f) {
  const cs_re_tree *t = p->tree;
  if (t->op_count != f->seq_start + 1) return false;
  const cs_re_op *op = &t->ops[f->seq_start];
  if (op->mode != CS_RE_ONCE ||
      op->flags != t->ops[t->groups[f->group].open + 1].flags)
    return false;
  if (op->kind == CS_RE_CHAR) return true;
  return op->kind == CS_RE_SET && !t->sets[op->arg].negate;
}

/* Whether the current alternative is a word: characters of like flags. */
static bool is_literal(const cs_re_parser *p, const cs_re_frame *f) {
  const cs_re_tree *t = p->tree;
  uint32_t flags = t->ops[t->groups[f->group].open + 1].flags;
  if (t->op_count == f->seq_start) return true;
  for (uint32_t i = f->seq_start; i < t->op_count; i++)
    if (t->ops[i].kind != CS_RE_CHAR || t->ops[i].mode != CS_RE_ONCE ||
        t->ops[i].flags != flags)
      return false;
  return true;
}

/* Fold the finished alternative into the frame's summary. */
static void end_sequence(cs_re_parser *p) {
  cs_re_frame *f = cs_re_parser_top(p);
  cs_re_parser_item(p, CS_RE_NONE, &(cs_re_sum){0});
  if (cs_re_class_meets(&f->all.first, &f->seq.first) ||
      (p->tree->groups[f->group].alts > 0 && f->seq.nullable))
    f->murky = true;
  f->simple = f->simple && is_single(p, f);
  f->literal = f->literal && is_literal(p, f);
  if (f->seq.lo < f->all.lo) f->all.lo = f->seq.lo;
  if (f->seq.hi > f->all.hi) f->all.hi = f->seq.hi;
  cs_re_class_merge(&f->all.first, &f->seq.first);
  f->all.nullable = f->all.nullable || f->seq.nullable;
  f->all.cost += f->seq.cost + 1; /* each is at most 2^20 */
  if (f->all.cost > UINT32_C(1) << 20) f->all.cost = UINT32_C(1) << 20;
}

void cs_re_parser_alt(cs_re_parser *p) {
  cs_re_frame *f = cs_re_parser_top(p);
  cs_re_group *g = &p->tree->groups[f->group];
  if (g->kind == CS_RE_COND && g->alts == 1) {
    cs_re_lex_fail(&p->x, 0, "conditional backref with more than two branches");
    return;
  }
  cs_re_lex_get(&p->x);
  end_sequence(p);
  if (f->seq.nullable) f->murky = true; /* what follows may start alike */
  g->alts++;
  cs_re_parser_emit(p, CS_RE_ALT, f->group);
  start_sequence(p, f);
}

/* Replace a|b|[cd] by [abcd]. */
static void merge_singles(cs_re_parser *p, cs_re_group *g) {
  cs_re_tree *t = p->tree;
  uint32_t flags = t->ops[g->open + 1].flags;
  cs_re_set set = {.first = t->span_count};
  for (uint32_t i = g->open + 1; i < t->op_count; i++) {
    const cs_re_op op = t->ops[i];
    if (op.kind == CS_RE_CHAR) cs_re_parser_span(p, op.arg, op.arg);
    if (op.kind != CS_RE_SET) continue;
    uint32_t from = t->sets[op.arg].first;
    for (uint32_t k = 0; k < t->sets[op.arg].count; k++)
      cs_re_parser_span(p, t->spans[from + k].lo, t->spans[from + k].hi);
  }
  if (!cs_re_parser_grow(p, (void **)&t->sets, &p->set_room, t->set_count,
                         sizeof *t->sets))
    return;
  set.count = t->span_count - set.first;
  set.chars = cs_re_class_set(&set, t->spans, flags, p->x.bytes);
  t->sets[t->set_count] = set;
  cs_re_op *op = &t->ops[g->open + 1];
  op->kind = CS_RE_SET;
  op->arg = t->set_count++;
  t->op_count = g->open + 2;
  g->alts = 0;
}

static bool is_look(uint8_t kind) {
  return kind >= CS_RE_AHEAD && kind <= CS_RE_NOT_BEHIND;
}

/* Whether the ops of a plain group are one unrepeated character. */
static bool is_thin(const cs_re_tree *t, const cs_re_group *g) {
  if (g->kind != CS_RE_PLAIN || t->op_count != g->open + 2) return false;
  const cs_re_op *op = &t->ops[g->open + 1];
  return op->mode == CS_RE_ONCE && op->kind <= CS_RE_SET;
}

static uint64_t clip(uint64_t width, uint64_t top) {
  return width < top ? width : top;
}

/* Write down what the frame learned about its group. */
static void record_group(cs_re_parser *p, const cs_re_frame *f, cs_re_group *g,
                         const cs_re_sum *sum) {
  g->nullable = sum->nullable;
  g->empty = is_look(g->kind) || sum->hi == 0;
  g->murky = f->murky && g->alts > 0;
  g->cost = sum->cost;
  g->width = (uint32_t)sum->lo; /* clipped below 2^32 */
  g->first = sum->first;
  if (g->kind == CS_RE_CAPTURE) {
    cs_re_capture *c = &p->captures[g->number];
    *c = (cs_re_capture){.closed = true, .lo = sum->lo, .hi = sum->hi};
    p->around = p->tree->nests[g->number] >> 1;
  }
  if ((g->kind == CS_RE_BEHIND || g->kind == CS_RE_NOT_BEHIND) &&
      sum->lo != sum->hi)
    p->bad_behind = true;
}

void cs_re_parser_pop(cs_re_parser *p) {
  cs_re_tree *t = p->tree;
  cs_re_frame f;
  end_sequence(p);
  f = *cs_re_parser_top(p);
  uint32_t index = f.group;
  cs_re_group *g = &t->groups[index];
  cs_re_sum sum = f.all;
  if (g->kind == CS_RE_COND && g->alts == 0) {
    sum.lo = 0;
    sum.nullable = true;
  }
  sum.lo = clip(sum.lo, WIDTH_TOP - 1);
  sum.hi = clip(sum.hi, WIDTH_TOP);
  if (g->alts > 0 && g->kind != CS_RE_COND) {
    if (f.simple)
      merge_singles(p, g);
    else if (f.literal && cs_re_parser_arrange(p, index))
      f.murky = t->groups[index].murky;
    g = &t->groups[index]; /* the array may have moved */
  }
  record_group(p, &f, g, &sum);
  t->lo = sum.lo; /* the outermost group is the last one */
  t->hi = sum.hi;
  p->flags = f.flags;
  p->verbose = f.verbose;
  p->behind = f.behind;
  p->in_look = f.in_look;
  bool thin = p->depth > 0 && is_thin(t, g);
  if (thin) {
    t->ops[g->open] = t->ops[g->open + 1];
    t->op_count--;
  } else {
    g->close = cs_re_parser_emit(p, CS_RE_CLOSE, index);
  }
  if (p->depth == 0) return;
  p->depth--;
  if (is_look(g->kind)) sum = (cs_re_sum){.nullable = true, .cost = sum.cost};
  cs_re_parser_item(p, g->open, &sum);
}

void cs_re_parser_close(cs_re_parser *p) {
  assert(p->x.next == ')' && p->depth > 0);
  cs_re_lex_get(&p->x);
  cs_re_parser_pop(p);
}

/* --- references ---------------------------------------------------------- */

static bool check_behind(cs_re_parser *p, uint32_t group) {
  if (p->behind == CS_RE_NONE) return true;
  if (group > p->tree->captures || !p->captures[group].closed)
    cs_re_lex_fail(&p->x, 0, "cannot refer to an open group");
  else if (group >= p->behind)
    cs_re_lex_fail(&p->x, 0,
                   "cannot refer to group defined in the same "
                   "lookbehind subpattern");
  return !cs_re_lex_failed(&p->x);
}

bool cs_re_parser_check_ref(cs_re_parser *p, uint32_t group, size_t back) {
  if (!p->captures[group].closed) {
    cs_re_lex_fail(&p->x, back, "cannot refer to an open group");
    return false;
  }
  return check_behind(p, group);
}

/* The number of a named group, 0 if there is none. */
static uint32_t find_name(const cs_re_parser *p, const cs_re_word *w) {
  const cs_re_tree *t = p->tree;
  for (uint32_t i = 0; i < t->name_count; i++)
    if (t->names[i].len == w->bytes &&
        memcmp(p->x.text + t->names[i].at, w->text, w->bytes) == 0)
      return t->names[i].group;
  return 0;
}

static bool fail_name(cs_re_parser *p, const cs_re_word *w, const char *msg) {
  if (cs_re_lex_fail(&p->x, w->chars + 1, msg))
    cs_re_error_add_repr(p->x.err, w->text, w->bytes, p->x.bytes);
  return false;
}

static bool take_name(cs_re_parser *p, uint32_t end, cs_re_word *w) {
  if (!cs_re_lex_until(&p->x, end, "group name", w)) return false;
  if (cs_re_lex_is_name(&p->x, w)) return true;
  return fail_name(p, w, "bad character in group name ");
}

/* (?P=name) */
static void parse_named_ref(cs_re_parser *p) {
  cs_re_word w;
  if (!take_name(p, ')', &w)) return;
  uint32_t group = find_name(p, &w);
  if (group == 0)
    fail_name(p, &w, "unknown group name ");
  else if (cs_re_parser_check_ref(p, group, w.chars + 1))
    cs_re_parser_backref(p, group);
}

/* --- capture groups ------------------------------------------------------ */

static bool name_group(cs_re_parser *p, const cs_re_word *w, uint32_t number) {
  cs_re_tree *t = p->tree;
  uint32_t other = find_name(p, w);
  if (other > 0) {
    fail_name(p, w, "redefinition of group name ");
    cs_re_error_add(p->x.err, " as group ");
    cs_re_error_add_number(p->x.err, number);
    cs_re_error_add(p->x.err, "; was group ");
    cs_re_error_add_number(p->x.err, other);
    return false;
  }
  if (!cs_re_parser_grow(p, (void **)&t->names, &p->name_room, t->name_count,
                         sizeof *t->names))
    return false;
  t->names[t->name_count++] =
      (cs_re_name){.at = (uint32_t)(w->text - p->x.text),
                   .len = (uint32_t)w->bytes,
                   .group = number};
  return true;
}

/* Number a new capture group; `w` is its name or NULL. */
static void open_capture(cs_re_parser *p, const cs_re_word *w, size_t start) {
  cs_re_tree *t = p->tree;
  uint32_t number = t->captures + 1;
  if (number > CS_RE_CAPTURES) {
    cs_re_lex_fail_as(&p->x, CS_RE_FAULT_ERROR, "too many groups");
    return;
  }
  if (w && !name_group(p, w, number)) return;
  if (!cs_re_parser_grow(p, (void **)&p->captures, &p->capture_room, number,
                         sizeof *p->captures) ||
      !cs_re_parser_grow(p, (void **)&t->nests, &p->nest_room, number,
                         sizeof *t->nests))
    return;
  t->captures = number;
  p->captures[number] = (cs_re_capture){.closed = false};
  t->nests[number] = p->around << 1 | (p->in_look ? 1u : 0u);
  if (cs_re_parser_push(p, CS_RE_CAPTURE, number, start)) p->around = number;
}

static void fail_extension(cs_re_parser *p, const char *msg, uint32_t token,
                           size_t extra) {
  if (!cs_re_lex_fail(&p->x, cs_re_lex_len(token) + extra, msg)) return;
  if (cs_re_lex_is_escape(token)) cs_re_error_add(p->x.err, "\\");
  cs_re_error_add_char(p->x.err, token & ~CS_RE_ESCAPED, p->x.bytes);
}

/* Behind "(?P". */
static void parse_extension(cs_re_parser *p, size_t start) {
  cs_re_word w;
  if (cs_re_lex_match(&p->x, '<')) {
    if (take_name(p, '>', &w)) open_capture(p, &w, start);
    return;
  }
  if (cs_re_lex_match(&p->x, '=')) {
    parse_named_ref(p);
    return;
  }
  uint32_t token = cs_re_lex_get(&p->x);
  if (token == CS_RE_END) {
    cs_re_lex_fail(&p->x, 0, "unexpected end of pattern");
    return;
  }
  fail_extension(p, "unknown extension ?P", token, 2);
}

/* --- look-around, conditions, comments ----------------------------------- */

/* Behind "(?=", "(?!" or "(?<"; `token` is the third of these. */
static void parse_look(cs_re_parser *p, uint32_t token, size_t start) {
  bool behind = token == '<';
  if (behind) {
    token = cs_re_lex_get(&p->x);
    if (token == CS_RE_END) {
      cs_re_lex_fail(&p->x, 0, "unexpected end of pattern");
      return;
    }
    if (token != '=' && token != '!') {
      fail_extension(p, "unknown extension ?<", token, 2);
      return;
    }
  }
  bool negate = token == '!';
  cs_re_group_kind kind = behind ? (negate ? CS_RE_NOT_BEHIND : CS_RE_BEHIND)
                                 : (negate ? CS_RE_NOT_AHEAD : CS_RE_AHEAD);
  if (!cs_re_parser_push(p, kind, 0, start)) return;
  p->in_look = true;
  if (behind && p->behind == CS_RE_NONE) p->behind = p->tree->captures + 1;
}

/* The group of (?(1) or (?(name), or 0 after an error. */
static uint32_t take_condition(cs_re_parser *p) {
  cs_re_word w;
  uint32_t group = 0;
  if (!cs_re_lex_until(&p->x, ')', "group name", &w)) return 0;
  if (cs_re_lex_is_name(&p->x, &w)) {
    group = find_name(p, &w);
    if (group == 0) fail_name(p, &w, "unknown group name ");
    return group;
  }
  if (!cs_re_lex_number(&p->x, &w, &group)) {
    fail_name(p, &w, "bad character in group name ");
    return 0;
  }
  if (group == 0) {
    cs_re_lex_fail(&p->x, w.chars + 1, "bad group number");
    return 0;
  }
  if (group >= GROUP_LIMIT) {
    if (cs_re_lex_fail(&p->x, w.chars + 1, "invalid group reference "))
      cs_re_lex_add_number(&p->x, &w);
    return 0;
  }
  if (group <= p->tree->captures) return group;
  if (!cs_re_parser_grow(p, (void **)&p->promises, &p->promise_room,
                         p->promise_count, sizeof *p->promises))
    return 0;
  p->promises[p->promise_count++] = (cs_re_promise){
      .group = group, .pos = cs_re_lex_tell(&p->x) - w.chars - 1};
  return group;
}

static void parse_condition(cs_re_parser *p, size_t start) {
  uint32_t group = take_condition(p);
  if (group == 0 || cs_re_lex_failed(&p->x) || !check_behind(p, group)) return;
  cs_re_parser_push(p, CS_RE_COND, group, start);
}

static void skip_comment(cs_re_parser *p, size_t start) {
  for (;;) {
    if (p->x.next == CS_RE_END) {
      cs_re_lex_fail(&p->x, cs_re_lex_tell(&p->x) - start,
                     "missing ), unterminated comment");
      return;
    }
    if (cs_re_lex_get(&p->x) == ')') return;
  }
}

/* --- flags --------------------------------------------------------------- */

static uint32_t flag_of(uint32_t token) {
  switch (token) {
    case 'i': return CS_RE_IGNORECASE;
    case 'L': return CS_RE_LOCALE;
    case 'm': return CS_RE_MULTILINE;
    case 's': return CS_RE_DOTALL;
    case 'x': return CS_RE_VERBOSE;
    case 'a': return CS_RE_ASCII;
    case 't': return CS_RE_TEMPLATE;
    case 'u': return CS_RE_UNICODE;
    default: return 0;
  }
}

/* The next token of a list of flags.  Returns false, having failed with
 * `missing` or "unknown flag", unless it is a flag or one of `ends`. */
static bool take_flag(cs_re_parser *p, const char *ends, const char *missing,
                      uint32_t *out) {
  uint32_t token = cs_re_lex_get(&p->x);
  if (token == CS_RE_END) {
    cs_re_lex_fail(&p->x, 0, missing);
    return false;
  }
  *out = token;
  if (flag_of(token) || (token < 128 && token && strchr(ends, (int)token)))
    return true;
  bool alpha =
      !cs_re_lex_is_escape(token) && cs_unicode_has(token, CS_UNICODE_ALPHA);
  cs_re_lex_fail(&p->x, cs_re_lex_len(token), alpha ? "unknown flag" : missing);
  return false;
}

/* Flags to switch on, up to ")", "-" or ":", which goes to `*token`. */
static bool take_added(cs_re_parser *p, uint32_t *token, uint32_t *added) {
  while (flag_of(*token)) {
    uint32_t flag = flag_of(*token);
    if (*token == 'L' && !p->x.bytes) {
      cs_re_lex_fail(&p->x, 0,
                     "bad inline flags: cannot use 'L' flag with a str "
                     "pattern");
      return false;
    }
    if (*token == 'u' && p->x.bytes) {
      cs_re_lex_fail(&p->x, 0,
                     "bad inline flags: cannot use 'u' flag with a bytes "
                     "pattern");
      return false;
    }
    *added |= flag;
    if ((flag & TYPE_FLAGS) && (*added & TYPE_FLAGS) != flag) {
      cs_re_lex_fail(&p->x, 0,
                     "bad inline flags: flags 'a', 'u' and 'L' are "
                     "incompatible");
      return false;
    }
    if (!take_flag(p, ")-:", "missing -, : or )", token)) return false;
  }
  return true;
}

/* Flags to switch off, behind "-" and up to ":". */
static bool take_removed(cs_re_parser *p, uint32_t *removed) {
  uint32_t token;
  if (!take_flag(p, "", "missing flag", &token)) return false;
  while (token != ':') {
    uint32_t flag = flag_of(token);
    if (flag & TYPE_FLAGS) {
      cs_re_lex_fail(&p->x, 0,
                     "bad inline flags: cannot turn off flags 'a', 'u' and "
                     "'L'");
      return false;
    }
    *removed |= flag;
    if (!take_flag(p, ":", "missing :", &token)) return false;
  }
  return true;
}

/* (?i) at the start of the pattern. */
static void set_global(cs_re_parser *p, uint32_t added, size_t start) {
  const cs_re_frame *f = cs_re_parser_top(p);
  p->global |= added;
  if (p->depth > 0 || p->tree->groups[f->group].alts > 0 ||
      f->item != CS_RE_NONE) {
    cs_re_lex_fail(&p->x, cs_re_lex_tell(&p->x) - start,
                   "global flags not at the start of the expression");
    return;
  }
  p->flags = cs_re_parser_fix(p, p->global);
  p->verbose = (p->global & CS_RE_VERBOSE) != 0;
}

/* (?i) and (?i-m:...), from their first letter on. */
static void parse_flags(cs_re_parser *p, uint32_t token, size_t start) {
  uint32_t added = 0, removed = 0;
  if (!take_added(p, &token, &added)) return;
  if (token == ')') {
    set_global(p, added, start);
    return;
  }
  if (added & ONLY_GLOBAL) {
    cs_re_lex_fail(&p->x, 1, "bad inline flags: cannot turn on global flag");
    return;
  }
  if (token == '-' && !take_removed(p, &removed)) return;
  if (removed & ONLY_GLOBAL) {
    cs_re_lex_fail(&p->x, 1, "bad inline flags: cannot turn off global flag");
    return;
  }
  if (added & removed) {
    cs_re_lex_fail(&p->x, 1, "bad inline flags: flag turned on and off");
    return;
  }
  if (!cs_re_parser_push(p, CS_RE_PLAIN, 0, start)) return;
  if (added & TYPE_FLAGS) p->flags &= ~(uint32_t)TYPE_FLAGS;
  p->flags = (p->flags | added) & ~removed;
  p->verbose =
      (p->verbose || (added & CS_RE_VERBOSE)) && !(removed & CS_RE_VERBOSE);
}

/* --- dispatch ------------------------------------------------------------ */

/* Behind "(?". */
static void parse_special(cs_re_parser *p, size_t start) {
  uint32_t token = cs_re_lex_get(&p->x);
  switch (token) {
    case CS_RE_END:
      cs_re_lex_fail(&p->x, 0, "unexpected end of pattern");
      break;
    case 'P': parse_extension(p, start); break;
    case ':': cs_re_parser_push(p, CS_RE_PLAIN, 0, start); break;
    case '>': cs_re_parser_push(p, CS_RE_ATOMIC, 0, start); break;
    case '#': skip_comment(p, start); break;
    case '=':
    case '!':
    case '<': parse_look(p, token, start); break;
    case '(': parse_condition(p, start); break;
    default:
      if (token == '-' || flag_of(token))
        parse_flags(p, token, start);
      else
        fail_extension(p, "unknown extension ?", token, 1);
      break;
  }
}

void cs_re_parser_open(cs_re_parser *p) {
  size_t start = cs_re_lex_tell(&p->x) - 1;
  if (cs_re_lex_match(&p->x, '?'))
    parse_special(p, start);
  else
    open_capture(p, NULL, start);
}
