/*
 * changes.c - what became of a session's files, for the host.
 *
 * Files live in the host's process whatever runs the program, so all of this
 * works alike with and without a worker, also while a run waits for a reply.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "vfs/change.h"

#include <errno.h>

#include "base/error.h"
#include "session/policed.h"
#include "session/session_in.h"
#include "session/trail.h"

static cs_status status_of(int code) {
  if (code == 0) return CS_OK;
  return code == ENOMEM || code == EIO ? CS_EOS : CS_ELIMIT;
}

/* --- a program in a jail writes without us ------------------------------- */

static void scan(cs_session *s, cs_scan *out) {
  size_t n = 0;
  const char *at;
  while ((at = s->port.ops->writable(s->port.engine, n++)))
    cs_scan_add(out, s->files, at);
  cs_scan_sort(out);
}

void cs_session_watch_files(cs_session *s) {
  if (!s->files) return;
  cs_artifact_start(s->files);
  if (!s->port.ops->writable) return;
  cs_scan_fini(&s->scan);
  scan(s, &s->scan);
}

static void note_differences(cs_session *s) {
  cs_scan now = {0};
  if (!s->port.ops->writable || !s->files) return;
  scan(s, &now);
  cs_scan_compare(&s->scan, &now, s->files);
  cs_scan_fini(&now);
}

typedef struct listener {
  cs_session *s;
  cs_change_each each;
  void *with;
} listener;

/* Before a cap counts it or its content is read. */
static bool wants(void *with, const char *path) {
  return cs_policed_exports(((const listener *)with)->s, path);
}

static int tell(void *with, const cs_change *c) {
  const listener *l = with;
  cs_trail_artifact(l->s, c);
  return l->each(l->with, c);
}

cs_status cs_session_artifacts(cs_session *s, const cs_artifact_caps *caps,
                               cs_change_each each, void *with, bool *cut) {
  cs_artifact_caps most;
  bool left_out = false;
  cs_artifact_caps_default(&most);
  if (caps) most = *caps;
  cs_policed_caps(s, &most);
  note_differences(s);
  cs_status st = cs_session_settle_files(s);
  if (st == CS_OK && s->files)
    st = status_of(cs_artifact_list(s->files, &most, wants, tell,
                                    &(listener){s, each, with}, &left_out));
  if (st == CS_OK && cut) *cut = left_out;
  return st;
}

cs_status cs_session_changes(cs_session *s, cs_change_each each, void *with) {
  cs_status st = cs_session_settle_files(s);
  if (st != CS_OK || !s->files) return st;
  return status_of(cs_change_list(s->files, each, with));
}

static cs_status files_for(cs_session *s, const char *at, cs_error *err) {
  cs_status st = cs_session_settle_files(s);
  if (st != CS_OK)
    return cs_error_set(err, st,
                        "the files of the snapshot are not mounted "
                        "again");
  if (!s->files && at)
    return cs_error_set(err, CS_EINVAL, "'%.150s' is no overlay mount", at);
  return CS_OK;
}

cs_status cs_session_commit(cs_session *s, const char *at, cs_error *err) {
  cs_status st = files_for(s, at, err);
  if (st != CS_OK || !s->files) return st;
  st = at ? cs_change_commit(s->files, at, err)
          : cs_change_commit_all(s->files, err);
  cs_trail_files(s, "fs.commit", at, st, err ? err->text : "refused");
  if (st == CS_OK)
    cs_session_act(s, &(cs_tap_act){.kind = CS_TAP_EMPTY, .name = at});
  return st;
}

cs_status cs_session_discard(cs_session *s, const char *at, cs_error *err) {
  cs_status st = files_for(s, at, err);
  if (st != CS_OK || !s->files) return st;
  st = at ? cs_change_drop(s->files, at, err)
          : cs_change_drop_all(s->files, err);
  cs_trail_files(s, "fs.discard", at, st, err ? err->text : "refused");
  if (st == CS_OK)
    cs_session_act(s, &(cs_tap_act){.kind = CS_TAP_EMPTY, .name = at});
  return st;
}
