/*
 * report.c - findings and their texts.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_MAX     600
#define REPORT_LIMIT ((size_t)64 << 20)

cs_check_report *cs_report_new(uint32_t most) {
  cs_check_report *r = calloc(1, sizeof *r);
  if (!r) return NULL;
  cs_scratch_init(&r->scratch, REPORT_LIMIT);
  r->most = most;
  return r;
}

void cs_check_free(cs_check_report *r) {
  if (!r) return;
  cs_scratch_fini(&r->scratch);
  free(r);
}

static bool make_room(cs_check_report *r) {
  if (r->n < r->room) return true;
  size_t room = r->room ? 2 * r->room : 16; /* at most 2 * options.most */
  cs_check_finding *items = cs_scratch_take(&r->scratch, room * sizeof *items);
  if (!items) return false;
  if (r->n) memcpy(items, r->items, r->n * sizeof *items);
  r->items = items;
  r->room = room;
  return true;
}

static const char *keep(cs_check_report *r, const char *text) {
  size_t n = strlen(text) + 1;
  char *copy = cs_scratch_take(&r->scratch, n);
  if (copy) memcpy(copy, text, n);
  return copy;
}

/* Only the last few: a finding repeats where two rules meet. */
static bool is_known(const cs_check_report *r, const cs_place_range *at,
                     const char *text) {
  for (size_t i = r->n; i > 0 && r->n - i < 16; i--) {
    const cs_check_finding *f = &r->items[i - 1];
    if (f->line == at->line && f->column == at->column &&
        strcmp(f->message, text) == 0)
      return true;
  }
  return false;
}

/* Cut where a character starts. */
static void trim(char *text) {
  size_t n = strlen(text);
  while (n > 0 && ((unsigned char)text[n - 1] & 0xC0) == 0x80) n--;
  if (n > 0 && (unsigned char)text[n - 1] >= 0xC0) n--;
  text[n] = '\0';
}

void cs_report_add(cs_check_report *r, const char *rule, const char *name,
                   const cs_place_range *at, bool unsure, const char *format,
                   ...) {
  char text[TEXT_MAX];
  va_list args;
  va_start(args, format);
  int n = vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (n >= (int)sizeof text) trim(text);
  if (is_known(r, at, text)) return;
  r->refused |= !unsure;
  if (cs_report_is_full(r)) {
    r->dropped++;
    return;
  }
  const char *message = keep(r, text), *about = keep(r, name);
  if (!message || !about || !make_room(r)) {
    r->failed = true;
    return;
  }
  r->items[r->n++] = (cs_check_finding){.rule = rule,
                                        .name = about,
                                        .message = message,
                                        .line = at->line,
                                        .column = at->column,
                                        .end_line = at->end_line,
                                        .end_column = at->end_column,
                                        .unsure = unsure};
}

static bool is_before(const cs_check_finding *a, const cs_check_finding *b) {
  return a->line != b->line ? a->line < b->line : a->column < b->column;
}

/* One step of a merge sort that keeps the order of equals. */
static void merge(const cs_check_finding *from, cs_check_finding *to, size_t a,
                  size_t middle, size_t end) {
  size_t i = a, j = middle;
  for (size_t k = a; k < end; k++) {
    bool right = i == middle || (j < end && is_before(&from[j], &from[i]));
    to[k] = from[right ? j++ : i++];
  }
}

bool cs_report_sort(cs_check_report *r) {
  if (r->n < 2) return true;
  cs_check_finding *other = cs_scratch_take(&r->scratch, r->n * sizeof *other);
  if (!other) return false;
  for (size_t step = 1; step < r->n; step *= 2) {
    for (size_t a = 0; a < r->n; a += 2 * step) {
      size_t middle = a + step < r->n ? a + step : r->n;
      size_t end = middle + step < r->n ? middle + step : r->n;
      merge(r->items, other, a, middle, end);
    }
    cs_check_finding *t = r->items;
    r->items = other;
    other = t;
  }
  r->room = r->n; /* the buffers may have changed places */
  return true;
}

cs_check_verdict cs_check_result(const cs_check_report *r) {
  if (r->invalid) return CS_CHECK_INVALID;
  if (r->refused) return CS_CHECK_REFUSED;
  return r->n ? CS_CHECK_UNSURE : CS_CHECK_PASSED;
}

size_t cs_check_count(const cs_check_report *r) {
  return r->n;
}

const cs_check_finding *cs_check_at(const cs_check_report *r, size_t i) {
  return i < r->n ? &r->items[i] : NULL;
}

size_t cs_check_dropped(const cs_check_report *r) {
  return r->dropped;
}
