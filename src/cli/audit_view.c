/*
 * audit_view.c - records of the audit log for people and programs.
 *
 * A log holds texts that programs chose.  It is escaped already, so that a line
 * cannot command a terminal; in tables the escapes stay as they are.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/audit_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAST_MAX 100000

int cs_view_init(cs_view *v, const cs_settings *s, cs_view_form form,
                 uint64_t last) {
  *v = (cs_view){.s = s, .form = form, .last = last};
  if (last > LAST_MAX)
    return cs_cli_fail(s, "invalid value for -n", "it is more than 100k",
                       "leave it out to see all of them");
  cs_progress_begin(&v->progress, s, "reading the log");
  if (last) v->ring = calloc(last, sizeof *v->ring);
  if (last && !v->ring)
    return cs_cli_fail(s, "cannot show the log", "no memory", "ask for less");
  for (uint64_t i = 0; i < last; i++) cs_buf_init(&v->ring[i], CS_LINE_MAX);
  return 0;
}

void cs_view_fini(cs_view *v) {
  for (uint64_t i = 0; v->ring && i < v->last; i++) cs_buf_fini(&v->ring[i]);
  free(v->ring);
  v->ring = NULL;
}

void cs_view_all(cs_view *v) {
  cs_view_fini(v);
  v->last = v->held = 0;
}

/* --- which --------------------------------------------------------------- */

static bool fits(const cs_scan_line *l, cs_audit_field f, const char *want) {
  return !want || cs_scan_is(l, f, want);
}

/* "run" stands for "run.start" and "run.end". */
static bool fits_kind(const cs_scan_line *l, const char *want) {
  if (!want) return true;
  cs_scan_span k = l->field[CS_FIELD_kind];
  size_t n = strlen(want);
  return k.n >= n + 2 && memcmp(k.at + 1, want, n) == 0 &&
         (k.n == n + 2 || k.at[n + 1] == '.');
}

/* RFC 3339 texts in UTC compare as they are. */
static bool is_since(const cs_scan_line *l, const char *since) {
  cs_scan_span t = l->field[CS_FIELD_t];
  size_t n = since ? strlen(since) : 0;
  return n == 0 || memcmp(t.at + 1, since, n < t.n - 2 ? n : t.n - 2) >= 0;
}

static bool is_wanted(const cs_view *v, const cs_scan_line *l) {
  const cs_settings *s = v->s;
  return l->seq > v->after && fits(l, CS_FIELD_run, s->run_id) &&
         fits(l, CS_FIELD_session, s->session_id) &&
         fits_kind(l, s->record_kind) && is_since(l, s->since) &&
         (!s->denied || cs_scan_is(l, CS_FIELD_decision, "deny"));
}

/* --- how ----------------------------------------------------------------- */

/* A text as it stands, without its quotes. */
static int plain(char *out, size_t room, cs_scan_span s) {
  if (s.n >= 2 && s.at[0] == '"') s.at++, s.n -= 2;
  return snprintf(out, room, "%.*s", (int)s.n, s.n ? s.at : "");
}

static void put_row(const cs_scan_line *l) {
  char t[40], kind[40], decision[16], object[96], reason[80], run[48];
  plain(t, sizeof t, l->field[CS_FIELD_t]);
  plain(kind, sizeof kind, l->field[CS_FIELD_kind]);
  plain(decision, sizeof decision, l->field[CS_FIELD_decision]);
  plain(object, sizeof object, l->field[CS_FIELD_object]);
  plain(reason, sizeof reason, l->field[CS_FIELD_reason]);
  plain(run, sizeof run, l->field[CS_FIELD_run]);
  printf("%6" PRIu64 "  %.19s  %-14s %-5s %-12.12s", l->seq, t, kind, decision,
         run);
  if (object[0]) printf("  %s", object);
  if (reason[0]) printf("  (%s)", reason);
  putchar('\n');
}

static void put_csv_head(void) {
  for (int f = 0; f < CS_FIELDS; f++)
    printf("%s%s", f ? "," : "", cs_scan_name((cs_audit_field)f));
  putchar('\n');
}

/* Quotes around everything, doubled inside; a cell never begins like a formula
 * of a spreadsheet. */
static void put_cell(cs_scan_span s) {
  char text[4096];
  if (s.n == 0) return;
  if (s.at[0] == '{')
    snprintf(text, sizeof text, "%.*s", (int)s.n, s.at);
  else
    cs_scan_text(s, text, sizeof text);
  putchar('"');
  if (s.at[0] == '"' && text[0] && strchr("=+-@\t\r", text[0])) putchar('\'');
  for (const char *p = text; *p; p++) {
    if (*p == '"') putchar('"');
    putchar(*p);
  }
  putchar('"');
}

static void put_csv(const cs_scan_line *l) {
  for (int f = 0; f < CS_FIELDS; f++) {
    if (f) putchar(',');
    put_cell(l->field[f]);
  }
  putchar('\n');
}

static void show(cs_view *v, const char *text, size_t n,
                 const cs_scan_line *l) {
  switch (v->form) {
    case CS_VIEW_TABLE: put_row(l); break;
    case CS_VIEW_CSV:
      if (!v->shown) put_csv_head();
      put_csv(l);
      break;
    case CS_VIEW_ARRAY:
    case CS_VIEW_LINES:
      if (v->form == CS_VIEW_ARRAY) fputs(v->shown ? ",\n" : "[", stdout);
      fwrite(text, 1, n, stdout);
      if (v->form == CS_VIEW_LINES) putchar('\n');
      break;
  }
  v->shown++;
}

int cs_view_take(void *view, const char *text, size_t n,
                 const cs_scan_line *l) {
  cs_view *v = view;
  if (l->seq % 64 == 0) cs_progress_step(&v->progress, l->seq, 0);
  if (!is_wanted(v, l)) return 0;
  if (!v->last) {
    show(v, text, n, l);
    return 0;
  }
  cs_buf *b = &v->ring[v->held++ % v->last];
  cs_buf_clear(b);
  return cs_buf_put(b, text, n) == CS_OK ? 0 : 1;
}

void cs_view_end(cs_view *v) {
  cs_progress_end(&v->progress);
  uint64_t from = v->held > v->last ? v->held - v->last : 0;
  for (uint64_t i = from; v->last && i < v->held; i++) {
    const cs_buf *b = &v->ring[i % v->last];
    cs_scan_line l;
    if (cs_scan_read(b->data, b->len, &l)) show(v, b->data, b->len, &l);
  }
  v->held = 0;
  if (v->form == CS_VIEW_ARRAY) puts(v->shown ? "]" : "[]");
}
