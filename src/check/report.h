/*
 * report.h - what a check found: findings in order, with their texts.
 *
 * A report owns its texts; the program that was checked may be gone.  Equal
 * findings at one place are kept once.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CHECK_REPORT_H
#define CS_CHECK_REPORT_H

#include "base/error.h"
#include "base/scratch.h"

#include "caisson/check.h"

struct cs_check_report {
  cs_scratch scratch;      /* owned: findings and texts */
  cs_check_finding *items; /* in scratch */
  size_t n, room, dropped;
  uint32_t most;
  bool invalid; /* the text is no Python */
  bool refused; /* some finding is certain */
  bool failed;  /* no memory for a finding */
};

/* A place in the text: from 1, columns in characters. */
typedef struct cs_place_range {
  uint32_t line, column, end_line, end_column;
} cs_place_range;

/* An empty report; NULL without memory. */
cs_check_report *cs_report_new(uint32_t most);

/* Add a finding; `rule` is static, other texts are copied.  The message is cut
 * at some hundred bytes. */
void cs_report_add(cs_check_report *r, const char *rule, const char *name,
                   const cs_place_range *at, bool unsure, const char *format,
                   ...) __attribute__((format(printf, 6, 7)));

/* Is there no room for more?  They are only counted then. */
static inline bool cs_report_is_full(const cs_check_report *r) {
  return r->n >= r->most;
}

/* Order findings by place; equal places keep their order.  False: no memory. */
bool cs_report_sort(cs_check_report *r);

#endif
