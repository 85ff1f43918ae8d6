/*
 * place.h - from a path to what stands there; inside of src/vfs only.
 *
 * A place is a path without links and dots together with what was found at
 * its end: an entry in memory, an entry of the host, both (a directory over a
 * directory), a directory that only leads to mounts, or nothing yet.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_VFS_PLACE_H
#define CS_VFS_PLACE_H

#include <errno.h>
#include <sys/stat.h>

#include "vfs/kept.h"
#include "vfs/tree.h"
#include "vfs/vfs.h"

typedef struct cs_mount {
  char *at; /* owned: virtual path, "/" or without a slash at its end */
  size_t at_len;
  cs_mount_mode mode;
  int root;  /* owned: the directory or file; -1: memory only */
  bool file; /* a single file */
  bool unprotected, strict;
  bool layered; /* `root` is a mount of a jail's: layered.h */
  bool was_unprotected;
  int lower; /* owned: layered, the directory of the host below it; -1: none */
  uint64_t most_written, written; /* bytes in all; 0: no such limit */
  uint64_t most_held, held;       /* overlay: bytes of content; likewise */
  cs_budget budget;
  cs_node *top;   /* counted: overlay of the root; NULL if there is none */
  struct stat st; /* of the root when it was mounted */
  cs_kept kept;   /* owned: of a directory of the host that can be changed */
} cs_mount;

/* What a write gets that the mode of its mount does not allow; 0: it may. */
static inline int cs_mount_refusal(const cs_mount *m) {
  if (!m || m->mode == CS_MOUNT_RO) return EROFS;
  return m->mode == CS_MOUNT_SEALED ? EACCES : 0;
}

typedef struct cs_handle {
  enum { CS_HANDLE_FREE, CS_HANDLE_HOST, CS_HANDLE_MEMORY, CS_HANDLE_DIR } kind;
  bool reads, writes, appends;
  int fd;          /* HOST: owned */
  cs_mount *mount; /* borrowed; NULL for virtual directories */
  cs_node *node;   /* MEMORY: counted */
  uint64_t at;
  dev_t dev; /* HOST: which file */
  ino_t ino;
  char *path; /* owned: where it was opened */
} cs_handle;

struct cs_vfs {
  cs_mount *mounts[CS_VFS_MOUNTS]; /* owned; deepest first */
  size_t nmounts;
  cs_handle *handles; /* owned; the first three are never used */
  size_t nhandles;
  char *cwd;                  /* owned */
  int64_t (*now)(void *with); /* ns since 1970 */
  void *now_with;
  cs_vfs_guard *guard; /* NULL: nobody is asked */
  void *guard_with;
  cs_vfs_file_guard *hides_file; /* with guard_with; NULL: nobody is asked */
  char **hidden;                 /* owned, each too */
  size_t nhidden;
  uint32_t owner_uid, owner_gid; /* of what a jail shows: layered.h */
  cs_budget set;                 /* of the two below */
  cs_node *touched; /* owned: paths that this run changed; NULL: not noted */
  cs_node *existed; /* owned: mark of those that were there before */
  bool touched_all; /* none was left out */
  char full[100];   /* why a limit of a mount was reached; "": none was */
};

typedef enum cs_place_kind {
  CS_PLACE_NONE, /* nothing there, but its directory exists */
  CS_PLACE_FILE,
  CS_PLACE_DIR,
  CS_PLACE_LINK,
  CS_PLACE_OTHER /* fifo, socket, device: never opened */
} cs_place_kind;

typedef struct cs_place {
  cs_place_kind kind;
  cs_mount *mount; /* NULL: a directory that only leads to mounts, or none */
  cs_node *node;   /* borrowed: the entry in memory */
  bool host;       /* `lower` names an entry of the host */
  bool is_root;    /* the mount's own root */
  bool makes;      /* a directory is about to be made here */
  bool slash;      /* the path asked for a directory by a slash at its end */
  size_t len, lower_len;
  struct stat st; /* host without a node */
  char path[CS_VFS_PATH];
  char lower[CS_VFS_PATH];
} cs_place;

/* Find what `path` names.  ENOENT when a directory on the way is missing;
 * nothing at the very end is CS_PLACE_NONE. */
int cs_place_find(cs_vfs *v, const char *path, bool follow, cs_place *out);
/* The same, but nothing at the end is ENOENT. */
int cs_place_get(cs_vfs *v, const char *path, bool follow, cs_place *out);
/* Look `name` up in the directory `p` and make `p` the result. */
int cs_place_step(cs_vfs *v, cs_place *p, const char *name, size_t n);
/* The directory that holds `p`. */
int cs_place_parent(cs_vfs *v, const cs_place *p, cs_place *out);
/* The last component of the path. */
const char *cs_place_name(const cs_place *p);
/* Does a mount hang below (or at) this path? */
bool cs_place_has_mounts(const cs_vfs *v, const char *path, size_t len,
                         bool exact);

/* Is it hidden, or would moving it move what is? */
bool cs_place_hides(const cs_vfs *v, cs_guard_op op, const char *path);

/* What the guard says; 0 without one. */
static inline int cs_place_ask(const cs_vfs *v, cs_guard_op op,
                               const char *path) {
  if (v->nhidden && cs_place_hides(v, op, path)) return EACCES;
  return v->guard ? v->guard(v->guard_with, op, path) : 0;
}

/* May `p` be changed?  EROFS, EPERM for protected names, EBUSY for mount
 * points (`entry`: the entry itself would go or move). */
int cs_place_check_write(cs_vfs *v, const cs_place *p, bool entry);

/* The memory directory at `dir`, made from the host's if need be. */
int cs_place_dir_node(cs_vfs *v, cs_place *dir);
/* The memory file or link at `p`, copied from the host if need be. */
int cs_place_copy_up(cs_vfs *v, cs_place *p, bool content);

int64_t cs_place_now(const cs_vfs *v);

/* Note for the list of artifacts that this path is about to change. */
void cs_artifact_touch(cs_vfs *v, const char *path, bool existed);

#endif
