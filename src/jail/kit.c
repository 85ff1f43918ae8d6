/*
 * kit.c - the helper, as bytes of this library.
 *
 * The helper links everything of this layer but this file: it is its own kit.
 *
 * One kit serves all jails of a process: the memory file is executed again and
 * again, and its descriptor is out of the way of those that a helper gets.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/jail.h"

extern const unsigned char cs_jail_helper_data[], cs_jail_helper_end[];

cs_status cs_jail_kit_open(cs_jail_kit *kit, cs_error *err) {
  assert(cs_jail_helper_end - cs_jail_helper_data > 0);
  CS_AUTO_FD
  /* A memory file that nobody can write: the helper is the bytes of this
   * library, whatever the disk has. */
  int fd = cs_jail_seal("caisson-jail", cs_jail_helper_data,
                        (size_t)(cs_jail_helper_end - cs_jail_helper_data));
  /* Above everything that is put in place before the helper is executed. */
  kit->helper = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, CS_JAIL_TARGETS);
  if (kit->helper >= 0) return CS_OK;
  if (fd >= 0 && errno == EINVAL)
    return cs_error_set(err, CS_EOS,
                        "a jail needs more descriptors than this process may "
                        "have: raise 'ulimit -n' to %d or more",
                        2 * CS_JAIL_TARGETS);
  return cs_error_os(err, "no memory file for the helper");
}

void cs_jail_kit_close(cs_jail_kit *kit) {
  if (kit->helper >= 0) close(kit->helper);
  kit->helper = -1;
}
