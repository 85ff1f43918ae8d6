/*
 * trees.c - unpack, mark, publish, lease, remove.
 *
 * Files of a tree are not synced one by one: `done` names the boot in which
 * they were written.  In that boot the page cache is the truth.  The first use
 * a minute later syncs the file system and notes it; a tree that reaches
 * another boot without that note is removed and unpacked again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "image/trees.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/file.h"
#include "image/blobs.h"
#include "image/unpack.h"
#include "text/document.h"

#define DONE_MAX   1024
#define SYNC_AFTER 60 /* seconds: most is on disk by then */
#define BOOT_ID    "/proc/sys/kernel/random/boot_id"

/* --- the marker ---------------------------------------------------------- */

static void read_boot(char out[40]) {
  CS_AUTO_FD
  int fd = open(BOOT_ID, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd >= 0 ? read(fd, out, 36) : 0;
  out[n == 36 ? 36 : 0] = '\0';
}

static cs_status write_done(int dir, const cs_tree_info *t, const char *boot,
                            cs_error *err) {
  char text[DONE_MAX];
  size_t put;
  int n = snprintf(text, sizeof text,
                   "{\"entries\":%llu,\"bytes\":%llu,\"owned\":%s,\"boot\":"
                   "\"%s\"}\n",
                   (unsigned long long)t->entries, (unsigned long long)t->bytes,
                   t->owned ? "true" : "false", boot);
  CS_AUTO_FD
  int fd =
      openat(dir, "done.new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd >= 0 && cs_file_write(fd, text, (size_t)n, &put) &&
      fdatasync(fd) == 0 && renameat(dir, "done.new", dir, "done") == 0)
    return CS_OK;
  return cs_error_os(err, "cannot write to the image store");
}

/* `boot` receives "" when the tree was synced. */
static bool read_done(int dir, cs_tree_info *t, char boot[40]) {
  cs_buf b;
  cs_document d = {0};
  cs_buf_init(&b, DONE_MAX);
  bool good = cs_image_store_get(dir, "done", &b, NULL) == CS_OK &&
              cs_document_parse(&d, b.data ? b.data : "", b.len, NULL) == CS_OK;
  const char *text = good ? cs_document_text(&d, 0, "boot") : NULL;
  uint32_t owned = cs_document_get(&d, 0, "owned");
  good = good && text && strlen(text) < 40 &&
         cs_document_is(&d, owned, CS_DOCUMENT_BOOL) &&
         cs_document_size(&d, 0, "entries", &t->entries) &&
         cs_document_size(&d, 0, "bytes", &t->bytes);
  if (good) {
    t->owned = d.nodes[owned].truth;
    memcpy(boot, text, strlen(text) + 1);
  }
  cs_document_fini(&d);
  cs_buf_fini(&b);
  return good;
}

/* Can what `done` says be relied on? */
static bool is_durable(int dir, cs_tree_info *t, const char *boot) {
  char now[40];
  struct stat st;
  if (!boot[0]) return true;
  read_boot(now);
  if (!now[0] || strcmp(now, boot) != 0) return false;
  if (fstatat(dir, "done", &st, 0) == 0 &&
      time(NULL) - st.st_mtim.tv_sec > SYNC_AFTER && syncfs(dir) == 0)
    (void)!write_done(dir, t, "", NULL);
  return true;
}

/* --- leases -------------------------------------------------------------- */

static int open_dir(int at, const char *name, int flags) {
  return openat(at, name, O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | flags);
}

/* The name may have been given to another tree while we waited for the lock. */
static bool is_still(int at, const char *name, int fd) {
  struct stat a, b;
  return fstat(fd, &a) == 0 &&
         fstatat(at, name, &b, AT_SYMLINK_NOFOLLOW) == 0 &&
         a.st_ino == b.st_ino && a.st_dev == b.st_dev;
}

static bool find_hex(cs_image_store *s, const char *hex, cs_tree_info *out,
                     bool *stale) {
  char boot[40];
  CS_AUTO_FD
  int dir = open_dir(s->trees, hex, O_RDONLY);
  *stale = false;
  if (dir < 0 || flock(dir, LOCK_SH) != 0 || !is_still(s->trees, hex, dir))
    return false;
  *out = (cs_tree_info){.root = -1};
  *stale = !read_done(dir, out, boot) || !is_durable(dir, out, boot) ||
           out->owned != (geteuid() != 0);
  if (!*stale) out->root = open_dir(dir, "root", O_PATH);
  if (out->root < 0) return false;
  out->lease = cs_steal(&dir);
  return true;
}

bool cs_trees_find(cs_image_store *s, const char *chain, cs_tree_info *out) {
  bool stale;
  return find_hex(s, cs_image_store_hex(chain), out, &stale);
}

bool cs_trees_remove(cs_image_store *s, const char *hex) {
  cs_staging g;
  CS_AUTO_FD
  int dir = open_dir(s->trees, hex, O_RDONLY);
  if (dir < 0) return errno == ENOENT;
  if (flock(dir, LOCK_EX | LOCK_NB) != 0) return false;
  if (!is_still(s->trees, hex, dir)) return true;
  /* Gone by name at once; what is left after a crash is in staging. */
  if (cs_staging_make(s, &g, NULL) != CS_OK) return false;
  bool gone = renameat(s->trees, hex, g.fd, "tree") == 0;
  cs_staging_drop(s, &g);
  return gone;
}

/* --- unpacking ----------------------------------------------------------- */

typedef struct unpacking {
  cs_image_store *s;
  const cs_oci_blob *blob;
  cs_error *err;
} unpacking;

static bool report(void *user, uint64_t done) {
  unpacking *u = user;
  cs_image_step step = {.what = "unpack",
                        .digest = u->blob->digest,
                        .done = done,
                        .total = u->blob->size};
  return cs_image_store_step(u->s, &step, NULL) != CS_OK;
}

static cs_status wrong_layer(cs_image_store *s, const cs_oci_blob *blob,
                             cs_error *err) {
  /* What was hashed as it came in and is different now changed on the disk. */
  (void)unlinkat(s->blobs, cs_image_store_hex(blob->digest), 0);
  return cs_image_store_fail(
      s, CS_IMAGE_FAULT_CORRUPT,
      cs_error_set(err, CS_ECORRUPT,
                   "the image is corrupt: layer %.19s… does not unpack to the "
                   "diff_id that the config names",
                   blob->digest));
}

static cs_status unpack_layer(cs_image_store *s, int root,
                              const cs_oci_blob *blob, const char *diff,
                              cs_tree_info *t, cs_error *err) {
  char digest[CS_IMAGE_DIGEST];
  cs_layer_result result;
  CS_AUTO_FD
  int fd = cs_blobs_open(s, blob->digest);
  if (fd < 0)
    return cs_image_store_fail(
        s, CS_IMAGE_FAULT_CORRUPT,
        cs_error_os(err, "the image store lacks layer %.19s…", blob->digest));
  unpacking u = {.s = s, .blob = blob};
  cs_unpack_job job = {.program = s->worker,
                       .blob = fd,
                       .root = root,
                       .keep_ids = !t->owned,
                       .limits = {.entries = CS_OCI_ENTRIES - t->entries,
                                  .bytes = CS_OCI_TREE_MAX - t->bytes,
                                  .ratio = CS_OCI_RATIO},
                       .progress = report,
                       .user = &u};
  cs_status st = cs_unpack_run(&job, &result, err);
  if (st != CS_OK) return st;
  cs_oci_hex(result.digest, digest);
  if (strcmp(digest, diff) != 0) return wrong_layer(s, blob, err);
  t->entries += result.entries;
  t->bytes += result.bytes;
  cs_image_step step = {.what = "unpack",
                        .digest = blob->digest,
                        .done = blob->size,
                        .total = blob->size,
                        .finished = true};
  return cs_image_store_step(s, &step, err);
}

static cs_status unpack_all(cs_image_store *s, int dir,
                            const cs_oci_manifest *m, const cs_oci_config *c,
                            cs_tree_info *t, cs_error *err) {
  if (mkdirat(dir, "root", 0755) != 0)
    return cs_error_os(err, "cannot write to the image store");
  CS_AUTO_FD
  int root = open_dir(dir, "root", O_RDONLY);
  if (root < 0 || fchmod(root, 0755) != 0)
    return cs_error_os(err, "cannot write to the image store");
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < m->count; i++)
    st = unpack_layer(s, root, &m->layers[i], c->diffs[i], t, err);
  return st;
}

/* Unpack in staging and rename.  Somebody else may have been quicker. */
static cs_status build(cs_image_store *s, const cs_oci_manifest *m,
                       const cs_oci_config *c, const char *hex, cs_error *err) {
  cs_staging g;
  char boot[40];
  cs_tree_info t = {.owned = geteuid() != 0};
  cs_status st = cs_staging_make(s, &g, err);
  if (st == CS_OK && mkdirat(g.fd, "tree", 0700) != 0)
    st = cs_error_os(err, "cannot write to the image store");
  CS_AUTO_FD
  int dir = st == CS_OK ? open_dir(g.fd, "tree", O_RDONLY) : -1;
  if (st == CS_OK && dir < 0)
    st = cs_error_os(err, "cannot write to the image store");
  if (st == CS_OK) st = unpack_all(s, dir, m, c, &t, err);
  read_boot(boot);
  if (st == CS_OK) st = write_done(dir, &t, boot[0] ? boot : "unknown", err);
  if (st == CS_OK &&
      renameat2(g.fd, "tree", s->trees, hex, RENAME_NOREPLACE) != 0 &&
      errno != EEXIST)
    st = cs_error_os(err, "cannot write to the image store");
  cs_staging_drop(s, &g);
  return cs_image_store_blame(s, st);
}

cs_status cs_trees_take(cs_image_store *s, const cs_oci_manifest *m,
                        const cs_oci_config *c, cs_tree_info *out,
                        cs_error *err) {
  char chain[CS_IMAGE_DIGEST];
  bool stale;
  cs_oci_chain(c->diffs, c->count, chain);
  const char *hex = cs_image_store_hex(chain);
  for (int tries = 0; tries < 4; tries++) {
    if (find_hex(s, hex, out, &stale)) return CS_OK;
    if (stale && !cs_trees_remove(s, hex)) break;
    cs_status st = build(s, m, c, hex, err);
    if (st != CS_OK) return st;
  }
  return cs_image_store_fail(
      s, CS_IMAGE_FAULT_HOST,
      cs_error_set(err, CS_EOS, "the tree of the image keeps being removed"));
}
