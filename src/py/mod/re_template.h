/*
 * re_template.h - the replacement text of sub and expand.
 *
 * A template is cut into pieces once; filling it in is then a walk over the
 * pieces.  Exceptions, texts and positions are CPython's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_TEMPLATE_H
#define CS_PY_MOD_RE_TEMPLATE_H

#include "base/scratch.h"
#include "base/status.h"
#include "py/mod/re_error.h"
#include "py/mod/re_tree.h"

/* What a template must know about its pattern. */
typedef struct cs_re_groups {
  const uint8_t *pattern;  /* borrowed; the names are ranges of it */
  const cs_re_name *names; /* borrowed                             */
  uint32_t name_count;
  uint32_t captures;
} cs_re_groups;

/* Text of group `group` (nothing if it took no part), or with CS_RE_NONE the
 * range at, len of the template's own text. */
typedef struct cs_re_piece {
  uint32_t group;
  uint32_t at, len;
} cs_re_piece;

typedef struct cs_re_template {
  const cs_re_piece *pieces; /* borrowed from scratch                       */
  uint32_t count;
  const char *text; /* borrowed from scratch; NULL if there is none */
} cs_re_template;

/* Cut the `n` bytes of `text` into pieces.  Returns CS_ESYNTAX with `err`, or
 * CS_ELIMIT without scratch memory. */
cs_status cs_re_template_parse(cs_scratch *scratch, const cs_re_groups *groups,
                               const uint8_t *text, size_t n, bool bytes,
                               cs_re_template *out,
                               cs_re_error *err) CS_MUST_CHECK;

#endif
