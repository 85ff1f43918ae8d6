/*
 * boxdisk.c - the cap of layers on disk.
 *
 * The kernel caps a layer in memory.  One on disk is counted while something
 * runs, about once a second, and less often the longer counting takes: so a
 * program can exceed the cap by what it writes between two looks.  Then
 * commands that run are killed, and also where something cannot be counted.
 * Files that were removed while they are open are not seen.  A sandbox that is
 * above its cap and does not grow is let alone, so that files can be removed in
 * it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>

#include "base/cleanup.h"
#include "sandbox/keeper/keeper.h"
#include "sandbox/tree.h"

#define LOOK_MS 1000
#define SHARE   20 /* at most a 20th of the time goes into counting */

typedef struct use {
  uint64_t bytes, files;
  bool unknown; /* a directory lies too deep, or cannot be read */
} use;

static use count(const cs_keeper *k, const char *layer) {
  use u = {0};
  CS_AUTO_FD
  int fd = openat(k->box, layer, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return u; /* this sandbox has no such layer */
  u.unknown = cs_tree_count(fd, &u.bytes, &u.files, NULL) != CS_OK;
  return u;
}

static use count_all(const cs_keeper *k) {
  use root = count(k, "layer/u"), work = count(k, "work/u");
  return (use){root.bytes + work.bytes, root.files + work.files,
               root.unknown || work.unknown};
}

uint64_t cs_boxdisk_used(const cs_keeper *k) {
  return k->ephemeral ? 0 : count_all(k).bytes;
}

bool cs_boxdisk_is_due(const cs_keeper *k) {
  if (k->ephemeral || k->stopping || k->frozen) return false;
  for (size_t i = 0; i < CS_KEEPER_EXECS; i++)
    if (k->execs[i] && k->execs[i]->socket >= 0) return true;
  return false; /* nothing that a command has started is there */
}

/* One that nobody waits for any more can only be ended with the sandbox. */
static void overflow(cs_keeper *k, const char *limit) {
  bool any = false;
  for (size_t i = 0; i < CS_KEEPER_EXECS; i++) {
    cs_boxexec *x = k->execs[i];
    if (!x || x->stage >= CS_BOXEXEC_ENDED) continue;
    cs_boxexec_kill(k, x, CS_EXEC_END_LIMIT, limit);
    any = true;
  }
  if (!any) cs_keeper_kill(k, CS_BOX_END_DISK);
}

void cs_boxdisk_look(cs_keeper *k, uint64_t now) {
  if (!cs_boxdisk_is_due(k) || now < k->disk_ms) return;
  bool first = k->disk_ms == 0;
  use u = count_all(k),
      before = {.bytes = k->disk_used, .files = k->disk_files};
  uint64_t spent = cs_keeper_now() - now;
  k->disk_ms = now + (spent * SHARE > LOOK_MS ? spent * SHARE : LOOK_MS);
  k->disk_used = u.bytes;
  k->disk_files = u.files;
  if (u.unknown) overflow(k, "limits.disk_bytes"); /* it could be anything */
  if (first || u.unknown) return;
  if (u.bytes > k->root.size && u.bytes > before.bytes)
    overflow(k, "limits.disk_bytes");
  else if (k->root.inodes && u.files > k->root.inodes && u.files > before.files)
    overflow(k, "limits.disk_inodes");
}
