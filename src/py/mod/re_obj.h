/*
 * re_obj.h - Pattern and Match objects as the files of module re see them.
 *
 *   PATTERN  values: pattern, groupindex (dict), names (tuple by group number,
 *            None for groups without one); bytes: cs_re_pattern, then the
 *            names as ranges of the text (for templates)
 *   MATCH    values: Pattern, subject; bytes: cs_re_result
 *   SCANNER  values: Pattern, subject; bytes: cs_re_walk
 *
 * Everything a box says is checked against the text it is about before it is
 * used: a snapshot may come from anywhere.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_OBJ_H
#define CS_PY_MOD_RE_OBJ_H

#include "py/heap/box.h"
#include "py/mod/re_cache.h"
#include "py/mod/re_tree.h"

#define CS_RE_NO_SPAN UINT32_MAX

typedef struct cs_re_pattern {
  uint32_t flags, captures;
  uint32_t name_count, pad;
  cs_re_name names[];
} cs_re_pattern;

typedef struct cs_re_result {
  uint32_t pos, endpos; /* in characters */
  uint32_t last;        /* lastindex, 0 for None */
  uint32_t captures;
  uint32_t span[]; /* byte offsets; CS_RE_NO_SPAN twice: took no part */
} cs_re_result;

typedef struct cs_re_walk {
  uint32_t pos, endpos; /* in characters */
  uint32_t at;          /* byte offset */
  uint32_t moving;
} cs_re_walk;

/* What is searched. */
typedef struct cs_re_subject {
  cs_value v;          /* as given                       */
  const uint8_t *data; /* borrowed                       */
  uint32_t len;        /* bytes in all                   */
  uint32_t start, end; /* byte offsets of pos and endpos */
  uint32_t pos, endpos;
  bool bytes, ascii;
} cs_re_subject;

enum { CS_RE_V_TEXT, CS_RE_V_INDEX, CS_RE_V_NAMES, CS_RE_PATTERN_VALUES };
enum { CS_RE_V_PATTERN, CS_RE_V_SUBJECT, CS_RE_MATCH_VALUES };

static inline cs_re_pattern *cs_re_pattern_of(const cs_ctx *ctx, cs_value p) {
  return cs_box_bytes(ctx, p);
}
static inline cs_re_result *cs_re_result_of(const cs_ctx *ctx, cs_value m) {
  return cs_box_bytes(ctx, m);
}

/* `string` as the subject of `pattern`; pos and endpos are clipped.  Throws
 * TypeError for what is no text. */
cs_status cs_re_subject_open(cs_ctx *ctx, cs_value pattern, cs_value string,
                             int64_t pos, int64_t endpos,
                             cs_re_subject *out) CS_MUST_CHECK;
/* The code that matches it. */
cs_status cs_re_subject_code(cs_ctx *ctx, cs_value pattern,
                             const cs_re_subject *s,
                             const cs_re_code **out) CS_MUST_CHECK;
/* Part [from, to) in bytes, as str or bytes. */
cs_status cs_re_subject_part(cs_ctx *ctx, const cs_re_subject *s, uint32_t from,
                             uint32_t to, cs_value *out) CS_MUST_CHECK;
/* A Match for what the runner found. */
cs_status cs_re_match_new(cs_ctx *ctx, cs_value pattern, const cs_re_subject *s,
                          const cs_re_code *code, const size_t *ends,
                          cs_value *out) CS_MUST_CHECK;
/* The next match of a scanner, or None. */
cs_status cs_re_next_match(cs_ctx *ctx, cs_value scanner,
                           cs_value *out) CS_MUST_CHECK;

#endif
