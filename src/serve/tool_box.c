/*
 * tool_box.c - what tools share: boxes by session_id, their files, errors.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "serve/result.h"
#include "serve/rpc.h"
#include "serve/tool.h"
#include "vfs/layered.h"

/* --- boxes --------------------------------------------------------------- */

static json_t *unknown(cs_job *j, const char *id) {
  char text[800], quoted[512];
  if (cs_job_is_over(j))
    return cs_result_failure(j, "Timeout",
                             "The session was busy until the deadline.");
  cs_text_quote(id, strlen(id), quoted);
  snprintf(text, sizeof text,
           "There is no session %s: it has ended or expired. Start a new one "
           "by leaving session_id out.",
           quoted);
  return cs_result_failure(j, "UnknownSession", text);
}

static json_t *other_depth(cs_job *j, const cs_box *b) {
  const char *depth = cs_args_text(j->arguments, "depth");
  if (!depth || cs_depth_is_auto(depth)) return NULL;
  if (!b->process || cs_depth_named_can(depth, CS_IS_JAIL)) return NULL;
  return cs_result_failure(j, "ArgumentError",
                           "A session in a jail stays there. Leave session_id "
                           "out for another depth.");
}

static cs_box *take(cs_job *j, const char *id, json_t **failed) {
  cs_box *b = cs_box_take(j->server, j->caller, id, j);
  if (!b) {
    *failed = unknown(j, id);
    return NULL;
  }
  *failed = other_depth(j, b);
  if (!*failed) return b;
  cs_box_give(j->server, b);
  return NULL;
}

/* Texts of errors about mounts name paths of the host: those are for stderr. */
static json_t *no_session(cs_job *j, const cs_error *err) {
  fprintf(stderr, "caisson: cannot start a session: %s\n", err->text);
  return cs_result_failure(j, "SessionError",
                           "No session can be started now. Try again in a "
                           "few seconds.");
}

cs_box *cs_tool_box(cs_job *j, bool process, json_t **failed) {
  const json_t *id = json_object_get(j->arguments, "session_id");
  cs_error err = {0};
  cs_box *b = NULL;
  if (id) {
    const char *text = cs_args_text(j->arguments, "session_id");
    return take(j, text ? text : "", failed);
  }
  if (cs_box_open(j->server, j->terms, j->caller, process, NULL, 0, &b, &err) ==
      CS_OK)
    return b;
  *failed = no_session(j, &err);
  return NULL;
}

/* --- files --------------------------------------------------------------- */

cs_vfs *cs_tool_files(cs_job *j, cs_box *b, json_t **failed) {
  cs_vfs *v = cs_session_files(b->session, false);
  if (v) return v;
  *failed = cs_result_failure(
      j, "NoFiles",
      b->process ? "This session has no files before its first run."
                 : "This sandbox has no files.");
  return NULL;
}

json_t *cs_tool_errno(cs_job *j, int code, const char *path) {
  char text[800], quoted[512];
  const char *type = code == ENOENT    ? "FileNotFoundError"
                     : code == EEXIST  ? "FileExistsError"
                     : code == EISDIR  ? "IsADirectoryError"
                     : code == ENOTDIR ? "NotADirectoryError"
                     : code == EACCES || code == EPERM || code == EROFS
                         ? "PermissionError"
                         : "OSError";
  cs_text_quote(path, strlen(path), quoted);
  snprintf(text, sizeof text, "%s: %s", strerrordesc_np(code), quoted);
  return cs_result_failure(j, type, text);
}

/* Directories above the file that do not exist yet. */
static int make_parents(cs_vfs *v, const char *path) {
  char up[CS_VFS_PATH];
  size_t n = strlen(path);
  if (n >= sizeof up) return ENAMETOOLONG;
  memcpy(up, path, n + 1);
  for (char *slash = strchr(up + 1, '/'); slash;
       slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    cs_vfs_stat st;
    int e =
        cs_vfs_stat_path(v, up, true, &st) == 0 ? 0 : cs_vfs_mkdir(v, up, 0777);
    if (e) return e;
    *slash = '/';
  }
  return 0;
}

static int write_file(cs_vfs *v, const char *path, const void *data, size_t n) {
  int handle, e = path[0] ? make_parents(v, path) : ENOENT;
  const char *at = data;
  if (!e) e = cs_vfs_open(v, path, O_WRONLY | O_CREAT | O_TRUNC, 0666, &handle);
  if (e) return e;
  while (!e && n > 0) {
    size_t done = 0;
    e = cs_vfs_write(v, handle, at, n, &done);
    at += done;
    n -= done;
  }
  int closed = cs_vfs_close(v, handle);
  return e ? e : closed;
}

int cs_tool_write(cs_vfs *v, const char *path, const void *data, size_t n) {
  bool entered = cs_layered_enter(v, path);
  int e = write_file(v, path, data, n);
  cs_layered_leave(entered);
  return e;
}

int cs_tool_read(cs_vfs *v, const char *path, uint64_t at, size_t most,
                 cs_buf *out, uint64_t *size) {
  cs_vfs_stat st;
  int handle, e = cs_vfs_stat_path(v, path, true, &st);
  if (!e && (st.mode & S_IFMT) == S_IFDIR) e = EISDIR;
  if (!e) e = cs_vfs_open(v, path, O_RDONLY, 0, &handle);
  if (e) return e;
  int64_t where;
  *size = st.size;
  e = cs_vfs_seek(v, handle, (int64_t)at, SEEK_SET, &where);
  while (!e && most > 0) {
    char part[16384];
    size_t got = 0;
    e = cs_vfs_read(v, handle, part, most < sizeof part ? most : sizeof part,
                    &got);
    if (e || got == 0) break;
    if (cs_buf_put(out, part, got) != CS_OK) e = ENOMEM;
    most -= got;
  }
  (void)cs_vfs_close(v, handle);
  return e;
}
