/*
 * boxdisk.c - the cap of layers on disk.
 *
 * The kernel caps a layer in memory.  One on disk is counted while something
 * runs, about once a second, and less often the longer counting takes: so a
 * program can exceed the cap by what it writes between two looks.  Then
 * commands that run are killed.  A sandbox that is above its cap and does not
 * grow is let alone, so that files can be removed in it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>

#include "base/cleanup.h"
#include "sandbox/keeper/keeper.h"
#include "sandbox/tree.h"

#define LOOK_MS 1000
#define SHARE   20 /* at most a 20th of the time goes into counting */

static uint64_t count(const cs_keeper *k, const char *layer) {
  uint64_t bytes = 0, files = 0;
  CS_AUTO_FD
  int fd = openat(k->box, layer, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0 || cs_tree_count(fd, &bytes, &files, NULL) != CS_OK) return 0;
  return bytes;
}

uint64_t cs_boxdisk_used(const cs_keeper *k) {
  return k->ephemeral ? 0 : count(k, "layer/u") + count(k, "work/u");
}

bool cs_boxdisk_is_due(const cs_keeper *k) {
  if (k->ephemeral || k->stopping || k->frozen) return false;
  for (size_t i = 0; i < CS_KEEPER_EXECS; i++)
    if (k->execs[i] && k->execs[i]->socket >= 0) return true;
  return false; /* nothing that a command has started is there */
}

/* One that nobody waits for any more can only be ended with the sandbox. */
static void overflow(cs_keeper *k) {
  bool any = false;
  for (size_t i = 0; i < CS_KEEPER_EXECS; i++) {
    cs_boxexec *x = k->execs[i];
    if (!x || x->stage >= CS_BOXEXEC_ENDED) continue;
    cs_boxexec_kill(k, x, "limit", "limits.disk_bytes");
    any = true;
  }
  if (!any) cs_keeper_kill(k, "disk");
}

void cs_boxdisk_look(cs_keeper *k, uint64_t now) {
  if (!cs_boxdisk_is_due(k) || now < k->disk_ms) return;
  bool first = k->disk_ms == 0;
  uint64_t used = cs_boxdisk_used(k), before = k->disk_used;
  uint64_t spent = cs_keeper_now() - now;
  k->disk_ms = now + (spent * SHARE > LOOK_MS ? spent * SHARE : LOOK_MS);
  k->disk_used = used;
  if (used > k->root.size && !first && used > before) overflow(k);
}
