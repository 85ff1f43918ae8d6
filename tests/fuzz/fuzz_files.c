/*
 * fuzz_files.c - any bytes as the files of a snapshot, then requests on them.
 *
 * Input: length of the snapshot's part (two bytes), the snapshot, then
 * requests: a byte that chooses the name, a length byte, the arguments.  The
 * overlay has no host directory, so nothing outside can change.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "vfs/call.h"
#include "vfs/change.h"
#include "vfs/store.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const names[] = {
    "fs.open",   "fs.close",  "fs.read",     "fs.write",  "fs.seek",
    "fs.fstat",  "fs.stat",   "fs.list",     "fs.mkdir",  "fs.rmdir",
    "fs.remove", "fs.rename", "fs.symlink",  "fs.link",   "fs.readlink",
    "fs.chmod",  "fs.utime",  "fs.truncate", "fs.access", "fs.statvfs",
    "os.chdir",  "os.getcwd"};

static void must(bool ok) {
  if (!ok) abort();
}

static int count(void *with, const cs_change *c) {
  (void)c;
  ++*(size_t *)with;
  return 0;
}

static void ask(cs_vfs *v, const uint8_t *data, size_t size) {
  cs_wire reply;
  cs_wire_init(&reply, 1 << 22);
  while (size >= 2) {
    const char *name = names[data[0] % (sizeof names / sizeof *names)];
    size_t n = data[1] < size - 2 ? data[1] : size - 2;
    cs_wire_clear(&reply);
    must(cs_vfs_call(v, cs_oscall_find(name, strlen(name)), data + 2, n,
                     &reply));
    must(cs_wire_check(reply.data, reply.len, 1) == CS_OK);
    data += 2 + n;
    size -= 2 + n;
  }
  cs_wire_fini(&reply);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  cs_vfs *v;
  cs_wire dump;
  size_t changes = 0;
  if (size < 2) return 0;
  size_t n = (size_t)(data[0] | data[1] << 8);
  data += 2;
  size -= 2;
  if (n > size) n = size;
  must(cs_vfs_new(&v) == CS_OK);
  cs_mount_spec spec = {.at = "/", .limit = 1 << 20};
  must(cs_vfs_mount(v, &spec, NULL) == CS_OK);
  if (n == 0 || cs_store_load(v, data, n) == CS_OK) {
    ask(v, data + n, size - n);
    must(cs_change_list(v, count, &changes) == 0);
    cs_wire_init(&dump, 1 << 24);
    must(cs_store_dump(v, &dump) == CS_OK);
    cs_vfs_free(v);
    must(cs_vfs_new(&v) == CS_OK); /* what was written can be read */
    must(cs_vfs_mount(v, &spec, NULL) == CS_OK);
    must(cs_store_load(v, dump.data, dump.len) == CS_OK);
    cs_wire_fini(&dump);
  }
  cs_vfs_free(v);
  return 0;
}
