/*
 * cleanup.h - resources that leave with their scope.
 *
 *   CS_AUTO_FD int fd = open(...);        closed at the end of the block
 *   CS_AUTO_FREE char *s = strdup(...);   freed at the end of the block
 *   return cs_steal(&fd);                 handed over, not closed
 *
 * Closing keeps errno, so that `return cs_error_os(...)` reports the failure
 * and not the clean-up.  A variable must be initialised where it is declared:
 * -1 and NULL mean "nothing to release".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_CLEANUP_H
#define CS_BASE_CLEANUP_H

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CS_AUTO_FD   __attribute__((cleanup(cs_cleanup_fd)))
#define CS_AUTO_FREE __attribute__((cleanup(cs_cleanup_free)))

/* Take the resource out of `*variable`: a descriptor becomes -1, a pointer
 * becomes NULL.  The argument is the variable's address. */
#define cs_steal(variable) \
  _Generic((variable), int *: cs_cleanup_steal_fd, default: cs_cleanup_steal)( \
      variable)

static inline void cs_cleanup_fd(const int *fd) {
  if (*fd < 0) return;
  int saved = errno;
  (void)close(*fd);
  errno = saved;
}

/* `variable` is the address of a pointer of any type; memcpy reads it without
 * pretending that all pointers have one type. */
static inline void cs_cleanup_free(const void *variable) {
  void *p;
  memcpy(&p, variable, sizeof p);
  free(p);
}

static inline int cs_cleanup_steal_fd(int *fd) {
  int taken = *fd;
  *fd = -1;
  return taken;
}

static inline void *cs_cleanup_steal(void *variable) {
  void *taken;
  memcpy(&taken, variable, sizeof taken);
  memset(variable, 0, sizeof taken); /* NULL is all zero bits on our targets */
  return taken;
}

#endif
