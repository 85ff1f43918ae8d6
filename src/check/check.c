/*
 * check.c - cs_check: parse, then one pass after the other.
 *
 * A program may hold programs (arguments of exec); they wait in a list and are
 * checked in turn, their findings told at the place of the literal.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "check/flow.h"
#include "py/lang/parse.h"

#define INNER_MOST 1000 /* programs in one program */

void cs_check_options_init(cs_check_options *o) {
  *o = (cs_check_options){.size = sizeof *o,
                          .memory = UINT64_C(256) << 20,
                          .most = 1000,
                          .code_bytes = 16u << 20};
}

static const char *error_name(cs_error_kind kind) {
  static const char *const names[] = {
      [CS_ERROR_SYNTAX] = "SyntaxError",
      [CS_ERROR_INDENTATION] = "IndentationError",
      [CS_ERROR_TAB] = "TabError",
      [CS_ERROR_MEMORY] = "MemoryError",
      [CS_ERROR_VALUE] = "ValueError",
      [CS_ERROR_RECURSION] = "RecursionError"};
  return names[kind];
}

static uint32_t natural(int32_t n) {
  return n > 0 ? (uint32_t)n : 0;
}

static void tell_syntax(cs_checker *c) {
  const cs_syntax_error *e = &c->unit.error;
  cs_place_range at = {natural(e->line), natural(e->col), natural(e->end_line),
                       natural(e->end_col)};
  if (c->inner && c->inner->loose) return;
  if (c->inner) at = c->inner->at;
  if (!c->inner) c->report->invalid = true;
  cs_report_add(c->report, "syntax", error_name(e->kind), &at, c->inner != NULL,
                "%s", e->text);
}

static cs_status parse(cs_checker *c, const char *code, size_t len) {
  cs_mode mode = c->inner ? (cs_mode)c->inner->mode : CS_MODE_EXEC;
  uint32_t flags = CS_UNIT_TOP_AWAIT;
  if (c->rules->flags & CS_RULES_RETURN) flags |= CS_UNIT_TOP_RETURN;
  if (c->inner) flags |= CS_UNIT_FROM_STR;
  cs_status st = cs_unit_init(&c->unit, c->scratch, flags);
  if (st == CS_OK) st = cs_parse_module(&c->unit, code, len, mode);
  if (st == CS_OK) st = cs_scope_build(&c->unit);
  return st;
}

/* One text.  CS_ESYNTAX is told as a finding and no failure. */
static cs_status check_text(cs_checker *c, const char *code, size_t len,
                            cs_error *err) {
  c->lines = NULL;
  c->start = c->end = (cs_checker_spot){0};
  cs_status st = parse(c, code, len);
  if (st == CS_ESYNTAX) {
    tell_syntax(c);
    return cs_checker_mark(c, err); /* the lists may be wrong, too */
  }
  if (st == CS_OK && !cs_flat_build(&c->flat, c->scratch, c->unit.root))
    st = CS_ELIMIT;
  if (st == CS_OK) st = cs_checker_mark(c, err);
  if (st == CS_OK) cs_syntax_check(c);
  if (st == CS_OK && c->rules->flags & CS_RULES_FLOW) st = cs_flow_check(c);
  return st;
}

static void tell_rest(cs_checker *c) {
  cs_report_add(c->report, "dynamic_code", "exec", &c->inner->at,
                !(c->rules->flags & CS_RULES_CLOSED),
                "Cannot tell: there are too many programs in this program");
}

static cs_status check_all(cs_checker *c, const char *code, size_t len,
                           cs_error *err) {
  cs_inner_text *first = NULL;
  c->last_inner = &first;
  cs_status st = check_text(c, code, len, err);
  unsigned n = 0;
  for (cs_inner_text *t = first; t && st == CS_OK; t = t->next) {
    c->inner = t;
    if (++n > INNER_MOST) {
      tell_rest(c);
      break;
    }
    cs_scratch_reset(c->scratch);
    st = check_text(c, t->text, t->len, err);
  }
  if (st == CS_OK && (c->report->failed || !cs_report_sort(c->report)))
    st = CS_ELIMIT;
  return st;
}

static cs_status refuse(cs_error *err, cs_status st) {
  if (st == CS_EINVAL) return st; /* told already */
  return cs_error_set(err, st, "the program is too large to be judged");
}

cs_status cs_check_by(const cs_rules *rules, const cs_check_options *o,
                      const char *code, size_t len, cs_check_report **out,
                      cs_error *err) {
  if (len > o->code_bytes)
    return cs_error_set(err, CS_ELIMIT, "the program has more than %u bytes",
                        (unsigned)o->code_bytes);
  cs_check_report *report = cs_report_new(o->most);
  if (!report) return cs_error_set(err, CS_EOS, "no memory");
  cs_scratch scratch;
  cs_scratch_init(&scratch, o->memory);
  cs_checker c = {.scratch = &scratch, .rules = rules, .report = report};
  cs_status st = check_all(&c, code, len, err);
  cs_scratch_fini(&scratch);
  if (st == CS_OK) {
    *out = report;
    return st;
  }
  cs_check_free(report);
  return refuse(err, st);
}

cs_status cs_check(const cs_check_options *options, const char *code,
                   size_t len, cs_check_report **out, cs_error *err) {
  cs_check_options o;
  cs_rules rules;
  cs_check_options_init(&o);
  if (options)
    memcpy(&o, options, options->size < sizeof o ? options->size : sizeof o);
  cs_status st = cs_rules_take(&rules, &o, err);
  if (st != CS_OK) return st;
  return cs_check_by(&rules, &o, code, len, out, err);
}
