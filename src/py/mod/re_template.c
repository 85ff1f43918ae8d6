/*
 * re_template.c - the replacement text of sub and expand.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/re_template.h"

#include <string.h>

#include "base/utf8.h"
#include "py/mod/re_escape.h"
#include "py/mod/re_lex.h"
#include "py/mod/re_out.h"

#define FIRST_ROOM  8
#define GROUP_LIMIT UINT32_C(0x3FFFFFFF) /* CPython's MAXGROUPS */

typedef struct cutter {
  cs_re_lex x;
  cs_scratch *scratch;
  const cs_re_groups *groups;
  cs_re_out out;
  cs_re_piece *pieces;
  uint32_t count, room;
  size_t start; /* where in `out` the current literal begins */
} cutter;

static void put_char(cutter *c, uint32_t cp) {
  uint8_t buf[CS_UTF8_LONGEST];
  uint32_t width = 1;
  if (c->x.bytes)
    buf[0] = (uint8_t)cp;
  else
    width = cs_utf8_encode(cp, buf);
  for (uint32_t i = 0; i < width; i++) cs_re_out_byte(&c->out, (char)buf[i]);
}

static void put_piece(cutter *c, cs_re_piece piece) {
  if (c->count == c->room) {
    uint32_t room = c->room ? c->room * 2 : FIRST_ROOM;
    cs_re_piece *bigger = cs_scratch_take(c->scratch, room * sizeof *bigger);
    if (!bigger) {
      c->out.failed = true;
      return;
    }
    if (c->count > 0) memcpy(bigger, c->pieces, c->count * sizeof *bigger);
    c->pieces = bigger;
    c->room = room;
  }
  c->pieces[c->count++] = piece;
}

/* Turn the characters collected so far into a piece. */
static void end_literal(cutter *c) {
  if (c->out.len == c->start) return;
  put_piece(c, (cs_re_piece){.group = CS_RE_NONE,
                             .at = (uint32_t)c->start,
                             .len = (uint32_t)(c->out.len - c->start)});
  c->start = c->out.len;
}

static void put_group(cutter *c, uint32_t group, size_t back) {
  if (group > c->groups->captures) {
    if (cs_re_lex_fail(&c->x, back, "invalid group reference "))
      cs_re_error_add_number(c->x.err, group);
    return;
  }
  end_literal(c);
  put_piece(c, (cs_re_piece){.group = group});
}

/* The number of a named group, CS_RE_NONE if there is none. */
static uint32_t find_name(const cutter *c, const cs_re_word *w) {
  const cs_re_groups *g = c->groups;
  for (uint32_t i = 0; i < g->name_count; i++)
    if (g->names[i].len == w->bytes &&
        memcmp(g->pattern + g->names[i].at, w->text, w->bytes) == 0)
      return g->names[i].group;
  return CS_RE_NONE;
}

static void take_name(cutter *c, const cs_re_word *w) {
  uint32_t group = find_name(c, w);
  if (group != CS_RE_NONE) {
    put_group(c, group, w->chars + 1);
  } else if (cs_re_lex_fail_as(&c->x, CS_RE_FAULT_INDEX,
                               "unknown group name ")) {
    cs_re_error_add_repr(c->x.err, w->text, w->bytes, c->x.bytes);
  }
}

/* \g<1> and \g<name>, behind the letter. */
static void take_reference(cutter *c) {
  cs_re_word w;
  uint32_t group;
  if (!cs_re_lex_match(&c->x, '<')) {
    cs_re_lex_fail(&c->x, 0, "missing <");
    return;
  }
  if (!cs_re_lex_until(&c->x, '>', "group name", &w)) return;
  if (cs_re_lex_is_name(&c->x, &w)) {
    take_name(c, &w);
  } else if (!cs_re_lex_number(&c->x, &w, &group)) {
    if (cs_re_lex_fail(&c->x, w.chars + 1, "bad character in group name "))
      cs_re_error_add_repr(c->x.err, w.text, w.bytes, c->x.bytes);
  } else if (group >= GROUP_LIMIT) {
    if (cs_re_lex_fail(&c->x, w.chars + 1, "invalid group reference "))
      cs_re_lex_add_number(&c->x, &w);
  } else {
    put_group(c, group, w.chars + 1);
  }
}

/* \0, \07, \012: an octal escape of up to three digits. */
static void take_zero(cutter *c) {
  uint32_t value = 0;
  for (int i = 0; i < 2 && cs_re_escape_is_octal(c->x.next); i++)
    value = value * 8 + (cs_re_lex_get(&c->x) - '0');
  put_char(c, value);
}

static void fail_octal(cutter *c, uint32_t value) {
  if (!cs_re_lex_fail(&c->x, 4, "octal escape value \\")) return;
  for (uint32_t shift = 9; shift > 0;) {
    shift -= 3;
    cs_re_error_add_char(c->x.err, '0' + (value >> shift & 7), false);
  }
  cs_re_error_add(c->x.err, " outside of range 0-0o377");
}

/* \1, \12 are groups; \123 is octal. */
static void take_digits(cutter *c, uint32_t first) {
  if (!cs_re_escape_is_digit(c->x.next)) {
    put_group(c, first - '0', 1);
    return;
  }
  uint32_t second = cs_re_lex_get(&c->x);
  if (!cs_re_escape_is_octal(first) || !cs_re_escape_is_octal(second) ||
      !cs_re_escape_is_octal(c->x.next)) {
    put_group(c, (first - '0') * 10 + (second - '0'), 2);
    return;
  }
  uint32_t value =
      (first - '0') * 64 + (second - '0') * 8 + (cs_re_lex_get(&c->x) - '0');
  if (value > 0377)
    fail_octal(c, value);
  else
    put_char(c, value);
}

static void take_escape(cutter *c, uint32_t letter) {
  uint32_t control = cs_re_escape_control(letter);
  if (letter == 'g') {
    take_reference(c);
  } else if (letter == '0') {
    take_zero(c);
  } else if (cs_re_escape_is_digit(letter)) {
    take_digits(c, letter);
  } else if (control != CS_RE_END) {
    put_char(c, control);
  } else if (cs_re_escape_is_letter(letter)) {
    if (cs_re_lex_fail(&c->x, 2, "bad escape \\"))
      cs_re_error_add_char(c->x.err, letter, c->x.bytes);
  } else {
    put_char(c, '\\');
    put_char(c, letter);
  }
}

cs_status cs_re_template_parse(cs_scratch *scratch, const cs_re_groups *groups,
                               const uint8_t *text, size_t n, bool bytes,
                               cs_re_template *out, cs_re_error *err) {
  cutter c = {
      .scratch = scratch, .groups = groups, .out = {.scratch = scratch}};
  if (n > UINT32_MAX) return CS_ELIMIT;
  cs_re_lex_init(&c.x, text, n, bytes, err);
  while (c.x.next != CS_RE_END && !cs_re_lex_failed(&c.x) && !c.out.failed) {
    uint32_t token = cs_re_lex_get(&c.x);
    if (cs_re_lex_is_escape(token))
      take_escape(&c, token & ~CS_RE_ESCAPED);
    else
      put_char(&c, token);
  }
  end_literal(&c);
  if (c.out.failed) return CS_ELIMIT;
  if (cs_re_lex_failed(&c.x)) return CS_ESYNTAX;
  *out = (cs_re_template){
      .pieces = c.pieces, .count = c.count, .text = c.out.text};
  return CS_OK;
}
