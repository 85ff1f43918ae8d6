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
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "session/policed.h"
#include "session/session_in.h"
#include "session/trail.h"
#include "vfs/layered.h"

static cs_status status_of(int code) {
  if (code == 0) return CS_OK;
  return code == ENOMEM || code == EIO ? CS_EOS : CS_ELIMIT;
}

/* --- a program in a jail writes without us ------------------------------- */

/* Its own /tmp and its overlays; true: they are others than before. */
static bool show_all(cs_session *s) {
  const char *at;
  struct stat st;
  bool any = false, fresh;
  for (size_t i = 0;; i++) {
    int fd = s->port.ops->shown(s->port.engine, i, &at);
    if (fd < 0) return any;
    if (!s->files && cs_vfs_new(&s->files) != CS_OK) return any;
    if (i == 0 && fstat(fd, &st) == 0)
      cs_layered_own(s->files, st.st_uid, st.st_gid);
    if (at && cs_layered_show(s->files, at, fd, &fresh) == CS_OK) any |= fresh;
  }
}

void cs_session_show_files(cs_session *s) {
  if (!s->port.ops->shown || !show_all(s)) return;
  cs_policed_guard(s);
  cs_session_watch_files(s);
}

static void scan(cs_session *s, cs_scan *out) {
  size_t n = 0;
  const char *at;
  while ((at = s->port.ops->writable(s->port.engine, n++)))
    cs_scan_add(out, s->files, at, strcmp(at, "/tmp") == 0); /* HOME */
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
  cs_vfs *jail = NULL;
  int code = cs_layered_changes(s->files, &jail);
  if (!code) code = cs_change_list(jail ? jail : s->files, each, with);
  cs_vfs_free(jail);
  return status_of(code);
}

/* `v` has the overlays. */
static cs_status commit_in(cs_vfs *v, const char *at, cs_error *err) {
  return at ? cs_change_commit(v, at, err) : cs_change_commit_all(v, err);
}

static cs_status commit_files(cs_session *s, const char *at, cs_error *err) {
  cs_vfs *jail = NULL;
  int code = cs_layered_changes(s->files, &jail);
  if (code)
    return cs_error_set(err, status_of(code),
                        "the files that the program changed cannot be read");
  cs_status st = commit_in(jail ? jail : s->files, at, err);
  cs_vfs_free(jail);
  return st;
}

static cs_status discard_files(cs_session *s, const char *at, cs_error *err) {
  if (!cs_layered_any(s->files))
    return at ? cs_change_drop(s->files, at, err)
              : cs_change_drop_all(s->files, err);
  int code = cs_layered_discard(s->files, at);
  if (code == ENOENT)
    return cs_error_set(err, CS_EINVAL, "'%.150s' is no overlay mount", at);
  if (!code) return CS_OK;
  errno = code;
  return cs_error_os(err, "the overlay cannot be emptied");
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
  st = commit_files(s, at, err);
  cs_trail_files(s, "fs.commit", at, st, err ? err->text : "refused");
  if (st == CS_OK)
    cs_session_act(s, &(cs_tap_act){.kind = CS_TAP_EMPTY, .name = at});
  return st;
}

cs_status cs_session_discard(cs_session *s, const char *at, cs_error *err) {
  cs_status st = files_for(s, at, err);
  if (st != CS_OK || !s->files) return st;
  st = discard_files(s, at, err);
  cs_trail_files(s, "fs.discard", at, st, err ? err->text : "refused");
  if (st == CS_OK)
    cs_session_act(s, &(cs_tap_act){.kind = CS_TAP_EMPTY, .name = at});
  return st;
}
