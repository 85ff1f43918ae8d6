/*
 * file.c - whole reads and writes, names that survive.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"

int cs_file_above(int fd) {
  if (fd < 0 || fd > 2) return fd;
  int above = fcntl(fd, F_DUPFD_CLOEXEC, 3), why = errno;
  close(fd);
  errno = why;
  return above;
}

bool cs_file_read_at(int fd, void *out, size_t n, uint64_t at) {
  char *p = out;
  while (n > 0) {
    ssize_t k = pread(fd, p, n, (off_t)at);
    if (k < 0 && errno == EINTR) continue;
    if (k == 0) errno = 0;
    if (k <= 0) return false;
    p += k;
    n -= (size_t)k;
    at += (uint64_t)k;
  }
  return true;
}

bool cs_file_write(int fd, const void *bytes, size_t n, size_t *done) {
  const char *p = bytes;
  for (*done = 0; *done < n;) {
    ssize_t k = write(fd, p + *done, n - *done);
    if (k < 0 && errno == EINTR) continue;
    if (k == 0) errno = ENOSPC;
    if (k <= 0) return false;
    *done += (size_t)k;
  }
  return true;
}

cs_status cs_file_sync_name(const char *path, cs_error *err) {
  const char *slash = strrchr(path, '/');
  CS_AUTO_FREE
  char *dir = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
  if (!dir) return cs_error_set(err, CS_EOS, "no memory");
  CS_AUTO_FD
  int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0 || fsync(fd) != 0)
    return cs_error_os(err, "cannot sync the directory of '%.100s'", path);
  return CS_OK;
}
