/*
 * call.h - requests of a program (docs/os-calls.md) answered by the vfs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_VFS_CALL_H
#define CS_VFS_CALL_H

#include "base/os_call.h"
#include "base/wire.h"
#include "vfs/vfs.h"

/* Answer a request about a file or the current directory.  `args` is one value,
 * the tuple of arguments, from an untrusted sender.  The reply is one value; a
 * failure is an EXCEPTION with the paths as the program wrote them.  Returns
 * false, and writes nothing, for other requests. */
bool cs_vfs_call(cs_vfs *v, cs_oscall call, const void *args, size_t len,
                 cs_wire *reply);

/* A program's text as a path of the host; 0 or an errno number. */
int cs_vfs_call_path(const char *s, size_t n, char out[CS_VFS_PATH]);

/* How many bytes "fs.read" of `n` bytes would make room for: for callers that
 * have a better place for the content than a message. */
size_t cs_vfs_call_wants(cs_vfs *v, int64_t handle, int64_t n);

#endif
