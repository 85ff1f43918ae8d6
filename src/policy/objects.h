/*
 * objects.h - which files of the host fs.deny is about, whatever their names.
 *
 * A directory has many names: through links (/var/run and /run), through a
 * second mount of it, through the place where the program finds it.  fs.deny
 * is about the files, not about one spelling.  So what is compared is
 *
 *   - a path as the program sees it, with the entries as they are written;
 *   - a path on the host, below the directory that was really opened for the
 *     mount, with the entries as written and with links resolved in the part
 *     before their first star;
 *   - the paths that other mounts of the same directory, or of one above it,
 *     give that file, with the entries as they are written.
 *
 * Where a directory above both has two names because it is mounted twice, the
 * mount is known under the name that the entry uses as well.  Names are taken
 * when a mount is made; the program cannot change them afterwards, since its
 * links are resolved before it is asked here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_OBJECTS_H
#define CS_POLICY_OBJECTS_H

#include "policy/policy.h"

typedef struct cs_objects cs_objects;

/* For this policy, which must outlive it.  No mounts yet. */
cs_status cs_objects_new(const cs_policy *p, cs_objects **out) CS_MUST_CHECK;
/* The same mounts for another copy of the policy. */
cs_status cs_objects_copy(const cs_policy *p, const cs_objects *from,
                          cs_objects **out) CS_MUST_CHECK;
void cs_objects_free(cs_objects *o);

/* The program finds `fd`, which was opened as `host`, at `at`. */
cs_status cs_objects_show(cs_objects *o, const char *at, const char *host,
                          int fd) CS_MUST_CHECK;
/* Everything that the policy itself mounts; what cannot be opened is left
 * out, as nobody will see it. */
cs_status cs_objects_show_all(cs_objects *o) CS_MUST_CHECK;

/* The entry of fs.deny that hides what the program finds at `path` (without
 * links), or `below` it; NULL: none does. */
const cs_pvalue *cs_objects_denied(const cs_objects *o, const char *path,
                                   bool below);

/* Is the file one that an entry of fs.deny names, in a mount or by a path
 * without a star?  For files with several names (redteam: D14).  The mounts are
 * walked once, when the first of them is asked about; more names than can be
 * looked at hide every such file. */
bool cs_objects_denies_file(cs_objects *o, uint64_t dev, uint64_t ino);

/* The `i`th entry of fs.deny with links resolved: a path or pattern of the
 * host, as it was written where nothing is a link.  Borrowed. */
const char *cs_objects_resolved(const cs_objects *o, size_t i);

#endif
