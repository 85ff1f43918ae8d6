/*
 * audit_view.h - records of the audit log for people and programs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_AUDIT_VIEW_H
#define CS_CLI_AUDIT_VIEW_H

#include "base/buf.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "session/inside.h"

#include "audit/scan.h" /* behind those that define part of caisson.h */

typedef enum cs_view_form {
  CS_VIEW_TABLE, /* a line of text each */
  CS_VIEW_LINES, /* as they stand */
  CS_VIEW_ARRAY, /* one JSON array */
  CS_VIEW_CSV
} cs_view_form;

typedef struct cs_view {
  const cs_settings *s; /* borrowed */
  cs_view_form form;
  uint64_t last;  /* only so many of the last ones; 0: all */
  uint64_t after; /* only records behind this number */
  uint64_t shown;
  unsigned files;
  cs_buf *ring; /* owned; the last ones, until the end is known */
  uint64_t held;
  cs_progress progress;
} cs_view;

/* Returns 0, or an exit code after a message. */
int cs_view_init(cs_view *v, const cs_settings *s, cs_view_form form,
                 uint64_t last);
void cs_view_fini(cs_view *v);
/* A cs_verify_each. */
int cs_view_take(void *view, const char *text, size_t n, const cs_scan_line *l);
/* The reading is over: show what was held back. */
void cs_view_end(cs_view *v);
/* From now on all records are shown, not only the last ones. */
void cs_view_all(cs_view *v);

#endif
