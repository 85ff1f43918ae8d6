/*
 * re_tree.h - a parsed regular expression, as flat arrays.
 *
 * The parser of re_parse.c fills it, re_plan.c and re_print.c read it.  There
 * are no nodes and no pointers between them: `ops` lists the pattern from left
 * to right, groups are bracketed by CS_RE_OPEN ... CS_RE_ALT ... CS_RE_CLOSE
 * that name a record in `groups`.  So every pass is a loop and a deeply nested
 * pattern cannot exhaust the C stack.
 *
 * Everything lives in the cs_scratch given to the parser; group names are
 * ranges of the pattern text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_TREE_H
#define CS_PY_MOD_RE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Python's numbers for the flags of re.compile. */
enum {
  CS_RE_TEMPLATE = 1,
  CS_RE_IGNORECASE = 2,
  CS_RE_LOCALE = 4,
  CS_RE_MULTILINE = 8,
  CS_RE_DOTALL = 16,
  CS_RE_UNICODE = 32,
  CS_RE_VERBOSE = 64,
  CS_RE_DEBUG = 128,
  CS_RE_ASCII = 256
};

#define CS_RE_DEPTH   200        /* groups inside groups             */
#define CS_RE_FOREVER UINT32_MAX /* upper bound of an open repeat    */
#define CS_RE_NONE    UINT32_MAX /* "no index"                       */

/* What one character can be.  Patterns over bytes use all 256 bits; patterns
 * over str use the ASCII half, `wide` stands for every other character. */
typedef struct cs_re_chars {
  uint64_t map[4];
  bool wide;
} cs_re_chars;

typedef enum cs_re_kind {
  CS_RE_CHAR,    /* arg: the code point or byte  */
  CS_RE_ANY,     /* the dot                      */
  CS_RE_SET,     /* arg: index into sets         */
  CS_RE_AT,      /* arg: a cs_re_place           */
  CS_RE_BACKREF, /* arg: group number            */
  CS_RE_OPEN,    /* arg: index into groups       */
  CS_RE_ALT,     /* arg: index into groups       */
  CS_RE_CLOSE    /* arg: index into groups       */
} cs_re_kind;

typedef enum cs_re_place {
  CS_RE_AT_START,      /* ^  */
  CS_RE_AT_END,        /* $  */
  CS_RE_AT_TEXT_START, /* \A */
  CS_RE_AT_TEXT_END,   /* \Z */
  CS_RE_AT_EDGE,       /* \b */
  CS_RE_AT_NO_EDGE     /* \B */
} cs_re_place;

typedef enum cs_re_mode {
  CS_RE_ONCE, /* not repeated */
  CS_RE_GREEDY,
  CS_RE_LAZY,
  CS_RE_POSSESSIVE
} cs_re_mode;

/* A repeat is stored at the item it applies to: the character, or the OPEN of
 * a group. */
typedef struct cs_re_op {
  uint8_t kind;   /* cs_re_kind                                        */
  uint8_t mode;   /* cs_re_mode                                        */
  bool clear;     /* re_plan.c: the repeat cannot give characters back
                     to any use, because what follows is disjoint      */
  uint16_t flags; /* CS_RE_* in force here                             */
  uint32_t arg;
  uint32_t min, max;
} cs_re_op;

typedef enum cs_re_group_kind {
  CS_RE_PLAIN,
  CS_RE_CAPTURE,
  CS_RE_ATOMIC,
  CS_RE_AHEAD,
  CS_RE_NOT_AHEAD,
  CS_RE_BEHIND,
  CS_RE_NOT_BEHIND,
  CS_RE_COND
} cs_re_group_kind;

typedef struct cs_re_group {
  uint8_t kind;      /* cs_re_group_kind                                  */
  bool nullable;     /* can match the empty string                        */
  bool empty;        /* can match nothing else                            */
  bool murky;        /* two alternatives may start alike                  */
  uint32_t number;   /* CAPTURE: its number; COND: the group tested       */
  uint32_t open;     /* index of its CS_RE_OPEN                           */
  uint32_t close;    /* index of its CS_RE_CLOSE                          */
  uint32_t alts;     /* number of CS_RE_ALT                               */
  uint32_t cost;     /* upper bound of the steps of one pass, saturated   */
  uint32_t width;    /* least width in characters, saturated              */
  cs_re_chars first; /* what a non-empty match can start with             */
  cs_re_chars after; /* re_plan.c: what can follow the group              */
} cs_re_group;

/* Member of a set: a range of characters or, with `lo > hi`, the category
 * letter `hi`: one of d D s S w W. */
typedef struct cs_re_span {
  uint32_t lo, hi;
} cs_re_span;

typedef struct cs_re_set {
  uint32_t first, count; /* range of spans                       */
  bool negate;           /* [^...]                               */
  cs_re_chars chars;     /* the whole meaning for bytes and ASCII */
} cs_re_set;

/* (?P<name>...): a range of the pattern text, in bytes. */
typedef struct cs_re_name {
  uint32_t at, len;
  uint32_t group;
} cs_re_name;

typedef struct cs_re_tree {
  cs_re_op *ops;
  cs_re_group *groups;
  cs_re_set *sets;
  cs_re_span *spans;
  cs_re_name *names; /* in order of appearance                      */
  uint32_t *nests;   /* [n], from 1: twice the number of the capture
                        group around group n (or 0), plus 1 if group n
                        stands inside a look-around                 */
  uint32_t op_count, group_count, set_count, span_count, name_count;
  uint32_t captures; /* Pattern.groups                              */
  uint32_t flags;    /* Pattern.flags                               */
  uint64_t lo, hi;   /* widths of matches in characters, saturated  */
  bool bytes;        /* pattern over bytes                          */
  bool wide;         /* mentions characters beyond ASCII            */
} cs_re_tree;

#endif
