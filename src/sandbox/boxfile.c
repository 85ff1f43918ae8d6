/*
 * boxfile.c - the small JSON files in the directory of a sandbox.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/boxfile.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

#define FILE_MAX (8 << 20) /* bytes; a spec has a few thousand */

json_t *cs_boxfile_read(int dir, const char *file) {
  struct stat st;
  CS_AUTO_FD
  int fd = openat(dir, file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) ||
      st.st_size > FILE_MAX)
    return NULL;
  size_t size = (size_t)st.st_size, got = 0;
  CS_AUTO_FREE
  char *text = malloc(size + 1);
  ssize_t n = 1;
  while (text && got < size && (n = read(fd, text + got, size - got)) > 0)
    got += (size_t)n;
  return text && got == size
             ? json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL)
             : NULL;
}

static bool write_all(int fd, const char *text, size_t n) {
  while (n > 0) {
    ssize_t k = write(fd, text, n);
    if (k <= 0) return false;
    text += k;
    n -= (size_t)k;
  }
  return true;
}

bool cs_boxfile_write(int dir, const char *file, const json_t *value) {
  char temp[64];
  snprintf(temp, sizeof temp, "%.40s.tmp", file);
  CS_AUTO_FREE
  char *text = json_dumps(value, JSON_COMPACT);
  CS_AUTO_FD
  int fd =
      text ? openat(dir, temp,
                    O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600)
           : -1;
  return fd >= 0 && write_all(fd, text, strlen(text)) &&
         renameat(dir, temp, dir, file) == 0;
}
