/*
 * re_parser.h - state shared by the files of the parser.
 *
 * Private to re_parse.c (sequence, repeats), re_group.c (parentheses) and
 * re_set.c (square brackets).  One frame per open group replaces recursion.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_PARSER_H
#define CS_PY_MOD_RE_PARSER_H

#include "base/scratch.h"
#include "py/mod/re_lex.h"
#include "py/mod/re_tree.h"

/* What is known about a stretch of pattern: width in characters, the first
 * character of a match, the steps one pass can take. */
typedef struct cs_re_sum {
  uint64_t lo, hi; /* saturated far above 2^32 */
  cs_re_chars first;
  bool nullable;
  uint32_t cost;
} cs_re_sum;

typedef struct cs_re_frame {
  uint32_t group;     /* index into groups                          */
  size_t start;       /* character index of the parenthesis         */
  uint32_t flags;     /* in force outside                           */
  bool verbose;       /* in force outside                           */
  uint32_t behind;    /* parser.behind outside                      */
  bool in_look;       /* parser.in_look outside                     */
  uint32_t item;      /* op of the last item, CS_RE_NONE before it  */
  uint32_t seq_start; /* first op of the current alternative        */
  bool simple;        /* all alternatives so far are one character  */
  bool literal;       /* all alternatives so far are words          */
  bool murky;         /* two alternatives may start alike           */
  cs_re_sum last;     /* of the item                                */
  cs_re_sum seq;      /* of the alternative before the item         */
  cs_re_sum all;      /* of the finished alternatives               */
} cs_re_frame;

/* One capture group. */
typedef struct cs_re_capture {
  bool closed;
  uint64_t lo, hi; /* width once closed */
} cs_re_capture;

/* (?(7)...) seen while group 7 did not exist yet. */
typedef struct cs_re_promise {
  uint32_t group;
  size_t pos;
} cs_re_promise;

typedef struct cs_re_parser {
  cs_re_lex x;
  cs_scratch *scratch;
  cs_re_tree *tree;
  uint32_t global; /* flags as given plus (?...) at the start       */
  uint32_t flags;  /* in force here                                 */
  bool verbose;
  uint32_t behind; /* groups that existed when the outermost look-behind
                      began, CS_RE_NONE outside                     */
  bool in_look;
  bool bad_behind; /* a look-behind without fixed width             */
  uint32_t around; /* number of the innermost open capture group    */
  cs_re_frame *frames;
  cs_re_capture *captures; /* [0] is unused */
  cs_re_promise *promises;
  uint32_t depth; /* open frames; frames[depth] is the current one  */
  uint32_t promise_count;
  uint32_t op_room, group_room, set_room, span_room, name_room, frame_room,
      capture_room, nest_room, promise_room;
} cs_re_parser;

static inline cs_re_frame *cs_re_parser_top(cs_re_parser *p) {
  return &p->frames[p->depth];
}

/* Make `*array` able to hold element `count`.  Returns false, with the error
 * recorded, without memory. */
bool cs_re_parser_grow(cs_re_parser *p, void **array, uint32_t *room,
                       uint32_t count, size_t size);

/* Append an op with the flags in force.  Returns its index or CS_RE_NONE. */
uint32_t cs_re_parser_emit(cs_re_parser *p, cs_re_kind kind, uint32_t arg);

/* Make op `op` with summary `sum` the last item of the sequence. */
void cs_re_parser_item(cs_re_parser *p, uint32_t op, const cs_re_sum *sum);

/* Emit an op and make it the last item. */
void cs_re_parser_char(cs_re_parser *p, uint32_t cp);
void cs_re_parser_any(cs_re_parser *p, uint32_t flags);
void cs_re_parser_set(cs_re_parser *p, cs_re_set set);
void cs_re_parser_backref(cs_re_parser *p, uint32_t group);

/* re_set.c: a set, behind its "[". */
void cs_re_parser_brackets(cs_re_parser *p);
bool cs_re_parser_span(cs_re_parser *p, uint32_t lo, uint32_t hi);

/* re_group.c: "(" was taken; "|" or ")" is ahead. */
void cs_re_parser_open(cs_re_parser *p);
void cs_re_parser_alt(cs_re_parser *p);
void cs_re_parser_close(cs_re_parser *p);
bool cs_re_parser_push(cs_re_parser *p, cs_re_group_kind kind, uint32_t number,
                       size_t start);
/* Finish the group of the current frame without taking anything. */
void cs_re_parser_pop(cs_re_parser *p);

/* re_trie.c: arrange the alternatives of the current group, all of them words,
 * by their first characters.  Returns whether it did. */
bool cs_re_parser_arrange(cs_re_parser *p, uint32_t group);

/* Check a back-reference; errors point `back` characters back. */
bool cs_re_parser_check_ref(cs_re_parser *p, uint32_t group, size_t back);

/* The flags Python's fix_flags makes of `flags` for this kind of pattern. */
uint32_t cs_re_parser_fix(const cs_re_parser *p, uint32_t flags);

#endif
