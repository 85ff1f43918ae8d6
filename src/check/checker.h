/*
 * checker.h - one text under check, as all passes of it see it.
 *
 * The passes share a tree, an array of its nodes and one word of marks per
 * identifier, so that a question such as "is this name a blocked built-in?" is
 * one load.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CHECK_CHECKER_H
#define CS_CHECK_CHECKER_H

#include "check/flat.h"
#include "check/rules.h"
#include "py/lang/scope.h"

/* Marks of a name. */
enum {
  CS_MARK_ALLOW_IMPORT = 1 << 0,
  CS_MARK_BLOCK_IMPORT = 1 << 1,
  CS_MARK_ALLOW_BUILTIN = 1 << 2,
  CS_MARK_BLOCK_BUILTIN = 1 << 3,
  CS_MARK_BUILTIN = 1 << 4, /* it is a built-in of Python */
  CS_MARK_ALLOW_ATTR = 1 << 5,
  CS_MARK_BLOCK_ATTR = 1 << 6,
  CS_MARK_ALLOW_OS = 1 << 7,
  CS_MARK_CALL_DUNDER = 1 << 8,
  CS_MARK_DUNDER = 1 << 9,  /* __x__ */
  CS_MARK_MEMBER = 1 << 10, /* last part of a refused member: system */
  CS_MARK_ROOT = 1 << 11    /* first part of one: os */
};

/* Source text inside the program: an argument of exec. */
typedef struct cs_inner_text {
  const char *text; /* in the report's scratch */
  size_t len;
  cs_place_range at;
  uint8_t mode; /* cs_mode */
  bool loose;   /* text that does not parse is no finding */
  uint8_t depth;
  struct cs_inner_text *next;
} cs_inner_text;

/* A place whose column in characters is known. */
typedef struct cs_checker_spot {
  uint32_t line, bytes, chars;
} cs_checker_spot;

typedef struct cs_checker {
  cs_scratch *scratch; /* borrowed */
  const cs_rules *rules;
  cs_check_report *report; /* borrowed */
  cs_unit unit;
  cs_flat flat;
  uint32_t *marks; /* by cs_name */
  uint32_t n_marks;
  bool allow_node[CS_NODE_COUNT];
  bool allow_op[64];
  uint32_t *lines; /* byte offset of each line; NULL until asked for */
  uint32_t n_lines;
  cs_checker_spot start, end; /* of the last finding */
  const cs_inner_text *inner; /* what is checked; NULL: the program itself */
  cs_inner_text **last_inner; /* where the next one is linked */
} cs_checker;

/* Fill marks and tables from the rules.  CS_EINVAL: a node that does not
 * exist; CS_ELIMIT. */
cs_status cs_checker_mark(cs_checker *c, cs_error *err) CS_MUST_CHECK;

static inline uint32_t cs_checker_marks(const cs_checker *c, cs_name name) {
  return name < c->n_marks ? c->marks[name] : 0;
}

/* The text of a name for messages, with its length for "%.*s"; cut at 200
 * bytes. */
const char *cs_checker_name(const cs_checker *c, cs_name name, int *len);

/* Add a finding at a node. */
void cs_checker_find(cs_checker *c, const char *rule, const char *name,
                     const cs_node *node, bool unsure, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* Check this text too; copied.  `loose`: see cs_inner_text. */
void cs_checker_inner(cs_checker *c, const cs_node *node, const char *text,
                      size_t len, cs_mode mode, bool loose);

/* cs_check with rules that are not a profile's (check.c). */
cs_status cs_check_by(const cs_rules *rules, const cs_check_options *o,
                      const char *code, size_t len, cs_check_report **out,
                      cs_error *err) CS_MUST_CHECK;

/* The pass over the program as it is written (syntax.c). */
void cs_syntax_check(cs_checker *c);

#endif
