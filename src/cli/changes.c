/*
 * changes.c - caisson diff | commit | discard: what a saved session changed
 * (of a sandbox: boxwork.c).
 *
 * A snapshot holds what its programs wrote to overlays.  With the same mounts
 * given again it can be looked at, written to the host's directories, or thrown
 * away; then the snapshot is written anew, so that nothing happens twice.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/boxwork.h"
#include "cli/guest.h"
#include "cli/json.h"
#include "cli/save.h"
#include "cli/sealkey.h"
#include "cli/target.h"
#include "cli/verbs.h"

typedef struct job {
  cs_guest guest;
  char *file; /* owned: the snapshot, as it was read */
} job;

static int open_job(const cs_settings *s, job *j) {
  if (s->argc != 1)
    return cs_cli_fail(
        s, "no snapshot",
        s->argc ? "only one can be looked at" : "its file was not named",
        "make one with 'caisson snapshot dump'");
  size_t len;
  cs_guest_plan plan = {.script = "<string>"};
  j->file = cs_lines_read_file(s->argv[0], &len);
  if (!j->file) return cs_target_unreadable(s, s->argv[0]);
  int code =
      cs_sealkey_open(s, s->argv[0], j->file, len, &plan.bytes, &plan.len);
  if (!code) code = cs_guest_open(&j->guest, s, NULL, &plan);
  if (code) free(j->file);
  return code;
}

static void close_job(job *j) {
  cs_guest_close(&j->guest);
  free(j->file);
}

/* --- diff ---------------------------------------------------------------- */

static const char *const words[] = {"created", "modified", "removed", "moved"};

typedef struct list {
  cs_json *j; /* NULL: as text */
  size_t n;
} list;

static int take(void *with, const cs_change *c) {
  static const char marks[] = "AMDR";
  list *l = with;
  l->n++;
  if (!l->j) {
    printf("%c %s%s%s\n", marks[c->kind], c->from ? c->from : "",
           c->from ? " -> " : "", c->path);
    return 0;
  }
  cs_json_key(l->j, NULL);
  cs_json_open(l->j, '{');
  cs_json_text(l->j, "path", c->path);
  cs_json_text(l->j, "change", words[c->kind]);
  if (c->from) cs_json_text(l->j, "from", c->from);
  if (c->kind != CS_CHANGE_REMOVED) cs_json_int(l->j, "size", (int64_t)c->size);
  cs_json_close(l->j, '}');
  return 0;
}

static int no_mounts(const cs_settings *s) {
  return cs_cli_fail(s, "cannot look at the changes",
                     "a directory that the session had is not mounted",
                     "give the same -v and --workspace as then");
}

int cs_cli_diff(const cs_settings *s) {
  if (cs_boxwork_is(s)) return cs_boxwork_diff(s);
  job j = {0};
  cs_json out;
  list l = {.j = s->json ? &out : NULL};
  int code = open_job(s, &j);
  if (code) return code;
  cs_json_init(&out);
  cs_json_open(&out, '{');
  cs_json_text(&out, "schema", "caisson.diff/1");
  cs_json_key(&out, "changes");
  cs_json_open(&out, '[');
  if (cs_session_changes(j.guest.session, take, &l) != CS_OK)
    code = no_mounts(s);
  cs_json_close(&out, ']');
  cs_json_close(&out, '}');
  if (s->json && !code)
    cs_json_print(&out);
  else
    cs_buf_fini(&out.out);
  close_job(&j);
  return code;
}

/* --- commit, discard ----------------------------------------------------- */

typedef cs_status act(cs_session *s, const char *at, cs_error *err);

static int settle(const cs_settings *s, act *f, const char *what) {
  job j = {0};
  list l = {0};
  cs_error err = {0};
  cs_saved saved = {0};
  int code = open_job(s, &j);
  if (code) return code;
  if (!s->quiet && !s->json &&
      cs_session_changes(j.guest.session, take, &l) != CS_OK)
    code = no_mounts(s);
  if (!code && f(j.guest.session, NULL, &err) != CS_OK)
    code = cs_cli_fail(s, what, err.text,
                       "look with 'caisson diff'; nothing else was written");
  if (!code)
    code =
        cs_save_session(&j.guest, s->output ? s->output : s->argv[0], &saved);
  if (!code && s->json) {
    cs_json out;
    cs_json_init(&out);
    cs_json_open(&out, '{');
    cs_json_text(&out, "schema", "caisson.commit/1");
    cs_json_text(&out, "status", "ok");
    cs_json_text(&out, "snapshot", saved.path);
    cs_json_close(&out, '}');
    cs_json_print(&out);
  }
  close_job(&j);
  return code;
}

int cs_cli_commit(const cs_settings *s) {
  if (cs_boxwork_is(s)) return cs_boxwork_commit(s);
  return settle(s, cs_session_commit, "cannot commit");
}

int cs_cli_discard(const cs_settings *s) {
  if (cs_boxwork_is(s)) return cs_boxwork_discard(s);
  return settle(s, cs_session_discard, "cannot discard");
}
