/*
 * protect.h - names in a workspace that other programs act upon.
 *
 * A guest with a writable workspace must not reach the host's next `git
 * status`, editor start or shell: hooks, settings that name commands, and
 * start-up files keep their content, and absent ones stay absent.  The rules
 * look at names without case, at any depth, on paths that are already free of
 * links.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_PROTECT_H
#define CS_BASE_PROTECT_H

#include <stdbool.h>

/* May nothing be stored at `path` (below the mount, without a leading
 * slash)?  `entry`: the entry would appear by a rename or link, vanish, or be
 * something else than a directory; then parents of protected names count as
 * well (".git"), or a renamed directory would bring them along. */
bool cs_protect_is(const char *path, bool entry);

/* The same of a name directly in a repository without a work tree: git runs
 * what its configuration names as soon as somebody is in there. */
bool cs_protect_is_bare(const char *name);

/* Would a program of the host that follows a link at `path` (below the mount)
 * to `target` leave the mount?  Whoever reads, copies or uploads what a program
 * made would take what lies there for its work (redteam: D25).  After a name
 * ".." counts as leaving: the name may be a link, and then it leads up from
 * wherever that one ends. */
bool cs_protect_leaves(const char *path, const char *target);

/* Is there `name` in the directory `dir`? */
typedef bool cs_protect_has(const void *dir, const char *name);
/* The one for a descriptor: `dir` points to an int. */
bool cs_protect_dir_has(const void *dir, const char *name);

/* Does git take the directory for a repository without a work tree?  It has
 * HEAD, and objects and refs, or commondir, a file that names where those are.
 */
bool cs_protect_is_repository(cs_protect_has *has, const void *dir);
/* One of those four names? */
bool cs_protect_is_part(const char *name);
/* Would a new `name` make it one? */
bool cs_protect_completes(cs_protect_has *has, const void *dir,
                          const char *name);

#endif
