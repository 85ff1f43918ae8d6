/*
 * files.h - file operations inside of a sandbox, done by the helper itself.
 *
 * The process has the same walls as any program of the sandbox, so a path that
 * a guest prepared can lead it nowhere that the guest could not go itself: no
 * rule about links has to be written, and none can be forgotten.
 *
 *   argv                         stdin     stdout
 *   read PATH OFFSET LENGTH                the bytes
 *   write PATH MODE FLAGS        bytes               FLAGS: p make parents,
 *                                                    a append, x must be new
 *   stat PATH FLAGS                        one entry FLAGS: l do not follow
 *   list PATH DEPTH                        entries
 *   mkdir PATH FLAGS                                 FLAGS: p parents
 *   remove PATH FLAGS                                FLAGS: r whole tree
 *   rename PATH PATH
 *   watch PATH FLAGS                       events, until stdin ends
 *
 * An entry is "TYPE SIZE MODE MTIME_NS UID GID" and two texts, the name and the
 * target of a link, each ended by a NUL.  An event is "WHAT" and a name, so
 * too.  The exit code is 0 or the number of the error.
 *
 * The exit code is an errno and at most 124, so that it cannot be taken for a
 * jail that failed (125) or a program that was not found (127).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_INSIDE_FILES_H
#define CS_JAIL_INSIDE_FILES_H

_Noreturn void cs_files_run(char **argv);

#endif
