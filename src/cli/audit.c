/*
 * audit.c - caisson audit verify | show | tail | export: reading the log.
 *
 * Every verb verifies while it reads: what is shown comes from a chain that is
 * whole up to there, and where it breaks the reading ends with exit code 1.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/audit_view.h"
#include "cli/json.h"
#include "cli/progress.h"
#include "cli/record.h"
#include "cli/verbs.h"

#include "audit/spool.h"
#include "audit/verify.h"

/* --- verify -------------------------------------------------------------- */

/* SEQ:HASH, the hash with 8 to 64 digits. */
static bool parse_expected(const char *text, cs_verify_plan *plan) {
  char *end;
  if (text[0] < '1' || text[0] > '9') return false;
  plan->expect_seq = strtoull(text, &end, 10);
  if (*end != ':') return false;
  plan->expect_hash = end + 1;
  size_t n = strlen(plan->expect_hash);
  return n >= 8 && n <= CS_LINE_HASH &&
         strspn(plan->expect_hash, "0123456789abcdef") == n;
}

static void print_json(const char *path, const cs_verify_report *r,
                       uint64_t waiting) {
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.audit_verify/1");
  cs_json_text(&j, "status", r->ok ? "ok" : "broken");
  cs_json_text(&j, "file", path);
  cs_json_int(&j, "records", (int64_t)r->records);
  cs_json_int(&j, "head_seq", (int64_t)r->seq);
  cs_json_text(&j, "head_hash", r->hash);
  cs_json_int(&j, "files", r->files);
  cs_json_int(&j, "checkpoints", (int64_t)r->checkpoints);
  cs_json_int(&j, "checkpoint_seq", (int64_t)r->covered);
  cs_json_int(&j, "torn_bytes", (int64_t)r->torn);
  cs_json_int(&j, "waiting", (int64_t)waiting);
  if (!r->ok) {
    cs_json_int(&j, "broken_seq", (int64_t)r->broken);
    cs_json_text(&j, "reason", r->why);
  }
  cs_json_close(&j, '}');
  cs_json_print(&j);
}

static void print_notes(const cs_verify_report *r, uint64_t waiting) {
  if (r->seq > r->covered)
    printf(
        "note: no checkpoint covers the %" PRIu64 " records after seq %" PRIu64
        "; if they were cut off, only --expect %" PRIu64 ":HASH could tell\n",
        r->seq - r->covered, r->covered, r->seq);
  if (r->torn)
    printf("note: the last line is unfinished (%" PRIu64
           " bytes); the next "
           "writer will say so in the log\n",
           r->torn);
  if (waiting)
    printf("note: writers hold %" PRIu64
           " more records that are not in the "
           "chain yet\n",
           waiting);
}

static int tell_progress(void *with, const char *text, size_t n,
                         const cs_scan_line *l) {
  (void)text;
  (void)n;
  if (l->seq % 64 == 0) cs_progress_step(with, l->seq, 0);
  return 0;
}

int cs_cli_audit_verify(const cs_settings *s) {
  char path[4096];
  cs_progress progress;
  cs_verify_plan plan = {
      .key = s->audit_key, .each = tell_progress, .with = &progress};
  cs_verify_report r;
  cs_error err = {0};
  unsigned writers = 0;
  int code = cs_record_find(s, path, sizeof path);
  if (code) return code;
  if (s->expect && !parse_expected(s->expect, &plan))
    return cs_cli_fail(s, "invalid value for --expect", "it is not SEQ:HASH",
                       "write what an earlier 'audit verify' said: 412:9c...");
  cs_progress_begin(&progress, s, "verifying the log");
  cs_status st = cs_verify(path, &plan, &r, &err);
  cs_progress_end(&progress);
  if (st != CS_OK)
    return cs_cli_fail(s, "cannot tell", err.text, "check the path");
  uint64_t waiting = cs_spool_waiting(path, &writers);
  if (s->json) {
    print_json(path, &r, waiting);
  } else if (r.ok) {
    printf("ok %" PRIu64 " records, head %" PRIu64 ":%s\n", r.records, r.seq,
           r.hash);
    if (!s->quiet) print_notes(&r, waiting);
  } else {
    printf("broken at seq %" PRIu64 ": %s\n", r.broken, r.why);
  }
  return r.ok ? 0 : 1;
}

/* --- show, tail, export -------------------------------------------------- */

/* What ended the reading, if it was not the end. */
static int finish(const cs_settings *s, cs_status st, const cs_error *err,
                  const cs_verify_report *r) {
  if (st != CS_OK)
    return cs_cli_fail(s, "cannot read the log", err->text, "check the path");
  if (r->ok) return 0;
  fprintf(stderr,
          "caisson: the log is broken at seq %" PRIu64
          ": %s; nothing "
          "after it can be trusted\n",
          r->broken, r->why);
  return 1;
}

static int show(const cs_settings *s, cs_view_form form, uint64_t last) {
  char path[4096];
  cs_view v;
  cs_verify_report r;
  cs_error err = {0};
  int code = cs_record_find(s, path, sizeof path);
  if (!code) code = cs_view_init(&v, s, form, last);
  if (code) return code;
  cs_verify_plan plan = {.each = cs_view_take, .with = &v, .key = s->audit_key};
  cs_status st = cs_verify(path, &plan, &r, &err);
  cs_view_end(&v);
  cs_view_fini(&v);
  return finish(s, st, &err, &r);
}

int cs_cli_audit_show(const cs_settings *s) {
  return show(s, s->json ? CS_VIEW_ARRAY : CS_VIEW_TABLE,
              s->count_given ? s->count : 0);
}

int cs_cli_audit_export(const cs_settings *s) {
  bool csv = s->format && strcmp(s->format, "csv") == 0;
  bool array = s->format && strcmp(s->format, "json") == 0;
  return show(s, csv ? CS_VIEW_CSV : array ? CS_VIEW_ARRAY : CS_VIEW_LINES, 0);
}

/* How far the log was read, and which file that was. */
typedef struct place {
  uint64_t seen;
  off_t size;
  ino_t file;
  bool begun;
} place;

/* What is new, if anything is.  A log that was moved away is waited for, and
 * the one in its place is shown from its start. */
static int look(const cs_settings *s, const char *path, cs_view *v, place *p) {
  struct stat st = {0};
  cs_verify_report r = {0};
  cs_error err = {0};
  if (stat(path, &st) != 0 && p->begun) return 0;
  if (st.st_ino != p->file) *p = (place){.size = -1, .file = st.st_ino};
  p->begun = true;
  /* A later file may have grown. */
  if (st.st_size == p->size && v->files <= 1) return 0;
  v->after = p->seen;
  cs_verify_plan plan = {.each = cs_view_take, .with = v};
  cs_status got = cs_verify(path, &plan, &r, &err);
  cs_view_end(v);
  int code = finish(s, got, &err, &r);
  p->seen = r.seq;
  p->size = st.st_size;
  v->files = r.files;
  cs_view_all(v);
  return code;
}

static int follow(const cs_settings *s) {
  char path[4096];
  cs_view v;
  place p = {.size = -1};
  int code = cs_record_find(s, path, sizeof path);
  if (!code)
    code = cs_view_init(&v, s, s->json ? CS_VIEW_LINES : CS_VIEW_TABLE,
                        s->count_given ? s->count : 10);
  while (!code) {
    code = look(s, path, &v, &p);
    fflush(stdout);
    if (!code) nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
  }
  return code;
}

int cs_cli_audit_tail(const cs_settings *s) {
  if (s->follow) return follow(s);
  return show(s, s->json ? CS_VIEW_ARRAY : CS_VIEW_TABLE,
              s->count_given ? s->count : 10);
}
