/*
 * guard.h - directories of our own that no program may get.
 *
 * Whoever can write a policy decides what the next program may do, and whoever
 * can write the state directory can remove what is known of the last one.  So
 * neither is ever mounted, and nothing above them is mounted for writing, also
 * when they do not exist yet: a program could make them.  The run-time
 * directory is treated alike: a forged file in it could make a report lie.
 * Where something above is mounted for reading, the state directory, with the
 * key of the audit log, and the run-time directory are not there.
 *
 * What is judged is the opened directory that will be mounted, not its name:
 * another program may swap links in what it can write while we look.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DEPTH_GUARD_H
#define CS_DEPTH_GUARD_H

#include <stdbool.h>
#include <stddef.h>

/* Where files are that do not outlive the machine's boot; false: nowhere. */
bool cs_guard_runtime(char *out, size_t room);

/* Must what `host` is not be shown, or not be shown so?  NULL: it may be;
 * otherwise what is there: "the policies", "the audit log and other state",
 * "the run-time files of caisson". */
const char *cs_guard_finds(int host, bool writable);

/* The same of a name, for those who only want to say no early. */
const char *cs_guard_finds_at(const char *host, bool writable);

/* Is it the host's /proc, or below?  Arguments, environments and memory of its
 * processes are nothing that can be lent. */
bool cs_guard_is_proc(int host);
#define CS_GUARD_PROC_TEXT "it shows the processes of the host"

/* Where a program that sees `host` at `at` would find the `i`th of what no
 * program may read: our state and run-time directories, and the key of the
 * audit log `log` (NULL: none).  Owned; NULL: not there. */
#define CS_GUARD_SECRETS 4
#define CS_GUARD_PROC    4 /* and, for jails, the host's processes */
char *cs_guard_secret(int host, const char *at, const char *log, size_t i);

/* Does a directory in which the host looks for programs (PATH) lie in `host`,
 * or the other way round?  What a program writes there the host may start. */
bool cs_guard_is_on_path(const char *host);

#endif
