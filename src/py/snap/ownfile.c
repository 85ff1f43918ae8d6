/*
 * ownfile.c - ask the loader which segment holds an address, and /proc for the
 * file.
 *
 * /proc/self/exe is the very file that the kernel executes, also after another
 * one was installed under its name.  The kernel has no such link for libraries:
 * theirs would have to be opened by name, so they are not looked for.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/snap/ownfile.h"

#include <fcntl.h>
#include <link.h>
#include <stdbool.h>

#include "base/arena.h"

typedef struct wanted {
  uintptr_t at;
  size_t len;
  uint64_t from; /* result */
} wanted;

/* Does the part of the file that this segment shows hold all that is wanted? */
static bool holds(const ElfW(Phdr) * segment, uintptr_t load, const wanted *w) {
  uintptr_t start = load + segment->p_vaddr;
  return segment->p_type == PT_LOAD && w->at >= start &&
         w->at - start < segment->p_filesz &&
         w->len <= segment->p_filesz - (w->at - start);
}

/* The program itself comes first; 1 ends the walk there. */
static int look(struct dl_phdr_info *info, size_t size, void *user) {
  (void)size;
  wanted *w = user;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (holds(segment, info->dlpi_addr, w))
      w->from =
          segment->p_offset + (w->at - info->dlpi_addr) - segment->p_vaddr;
  }
  return 1;
}

int cs_own_file_open(const void *at, size_t len, uint64_t *from) {
  wanted w = {.at = (uintptr_t)at, .len = len};
  (void)dl_iterate_phdr(look, &w);
  if (w.from == 0 || w.from % CS_PAGE != 0) return -1;
  int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (fd >= 0) *from = w.from;
  return fd;
}
