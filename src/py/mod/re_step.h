/*
 * re_step.h - the steps of a quick pattern: re_steps.c makes them, re_quick.c
 * executes them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_STEP_H
#define CS_PY_MOD_RE_STEP_H

#include "py/mod/re_quick.h"

typedef enum cs_re_step_kind {
  CS_RE_STEP_CHAR,   /* the character min                            */
  CS_RE_STEP_SET,    /* one of `own`                                 */
  CS_RE_STEP_RUN,    /* min to max of `own`, never to be given back  */
  CS_RE_STEP_GREEDY, /* as many of `own`, then less: `next` follows  */
  CS_RE_STEP_LAZY,   /* as few of `own`, then more: `next` follows   */
  CS_RE_STEP_SAVE,   /* the position is ends[to]                     */
  CS_RE_STEP_SPLIT,  /* go on if `own` is next, otherwise with `to`  */
  CS_RE_STEP_JUMP,   /* go on with `to`                              */
  CS_RE_STEP_AT,     /* the place min, of lines if max               */
  CS_RE_STEP_DONE
} cs_re_step_kind;

typedef struct cs_re_step {
  uint8_t kind; /* cs_re_step_kind                                     */
  bool open;    /* SPLIT: whatever is next; repeats: whatever follows  */
  bool sure;    /* SPLIT: if `own` is next, `to` cannot match          */
  uint32_t min, max;
  uint32_t to;
  uint64_t own[4], next[4];
} cs_re_step;

struct cs_re_quick {
  bool anywhere;     /* a match may be empty                 */
  int32_t lone;      /* the only character to start with; -1 */
  uint64_t first[4]; /* what a match starts with             */
  cs_re_step steps[];
};

#endif
