/*
 * seen.c - the mounts of a policy, looked at and not used.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/seen.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "base/within.h"
#include "policy/beneath.h"

/* What cannot be opened nobody will see. */
static cs_status add_list(cs_vfs *v, const cs_policy *p, cs_policy_field id,
                          cs_error *err) {
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < cs_policy_count(p, id); i++) {
    const cs_pvalue *e = cs_policy_entry(p, id, i);
    const char *host = cs_beneath_path(e), *at = host;
    if (id == CS_POLICY_FS_MOUNTS) at = cs_pvalue_find(e, "guest")->text;
    if (e->text && strchr(host, '*')) continue;
    CS_AUTO_FD
    int fd = cs_within_open_in(host, cs_beneath_base(p, e));
    if (fd < 0 && errno == ELOOP)
      return cs_error_set(err, CS_EINVAL,
                          "policy_widens: '%.100s' leads through a symbolic "
                          "link below what the policy grants",
                          host);
    cs_mount_spec m = {.host = host, .fd = fd, .at = at, .mode = CS_MOUNT_RO};
    /* Two at one place: the first is the one that counts. */
    if (fd >= 0 && cs_vfs_mount(v, &m, NULL) == CS_ELIMIT)
      st = cs_error_set(err, CS_EINVAL, "the policy has too many mounts");
  }
  return st;
}

static cs_status look(const cs_policy *p, const char *path,
                      char real[CS_VFS_PATH], cs_error *err) {
  cs_vfs *v = NULL;
  cs_status st = cs_vfs_new(&v);
  if (st != CS_OK) return cs_error_set(err, st, "no memory");
  st = add_list(v, p, CS_POLICY_FS_MOUNTS, err);
  if (st == CS_OK) st = add_list(v, p, CS_POLICY_FS_READ, err);
  if (st == CS_OK) st = add_list(v, p, CS_POLICY_FS_WRITE, err);
  int code = st == CS_OK ? cs_vfs_resolve(v, path, real) : 0;
  cs_vfs_free(v);
  if (code == ENAMETOOLONG || code == ELOOP) {
    errno = code;
    return cs_error_os(err, "cannot follow '%.100s'", path);
  }
  /* Where a directory cannot be searched the text is all there is. */
  if (code) snprintf(real, CS_VFS_PATH, "%s", path);
  return st;
}

cs_status cs_seen_decide(const cs_policy *p, const char *path, bool write,
                         cs_decision *out, char real[CS_VFS_PATH],
                         cs_error *err) {
  cs_objects *o = NULL;
  cs_status st = look(p, path, real, err);
  if (st != CS_OK) return st;
  st = cs_objects_new(p, &o);
  if (st == CS_OK) st = cs_objects_show_all(o);
  if (st == CS_OK)
    *out = cs_decide_object(p, o, real, write);
  else
    (void)cs_error_set(err, st, "no memory");
  cs_objects_free(o);
  return st;
}
