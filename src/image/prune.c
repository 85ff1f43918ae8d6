/*
 * prune.c - what nothing needs goes; what is there is verified.
 *
 * Needed is what a name or a pin leads to: manifest, index, config, layers,
 * tree.  The set of needed blobs is sorted hex digits, searched by halves.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "image/blobs.h"
#include "image/manage.h"
#include "image/names.h"
#include "image/open.h"
#include "image/reference.h"
#include "image/trees.h"

typedef struct needed {
  cs_image_store *s;
  char (*hex)[65]; /* owned */
  size_t count, room;
  bool failed; /* out of memory: then nothing is removed */
} needed;

static void need(needed *n, const char *digest) {
  if (!digest[0] || n->failed) return;
  if (n->count == n->room) {
    size_t room = n->room ? 2 * n->room : 64;
    void *more = realloc(n->hex, room * sizeof *n->hex);
    if (!more) {
      n->failed = true;
      return;
    }
    n->hex = more;
    n->room = room;
  }
  memcpy(n->hex[n->count++], cs_image_store_hex(digest), 65);
}

/* Blobs and trees are filed under different digests: one set serves both. */
static void need_image(needed *n, const char *digest) {
  cs_image_parts p;
  char chain[CS_IMAGE_DIGEST];
  need(n, digest);
  if (cs_image_parts_read(n->s, digest, &p, NULL) != CS_OK) return;
  need(n, p.manifest.config.digest);
  for (size_t i = 0; i < p.manifest.count; i++)
    need(n, p.manifest.layers[i].digest);
  cs_oci_chain(p.config.diffs, p.config.count, chain);
  need(n, chain);
  cs_image_parts_fini(&p);
}

static bool need_name(void *user, const cs_name *name) {
  needed *n = user;
  need(n, name->index);
  need_image(n, name->digest);
  return true;
}

static DIR *list_dir(int at) {
  int fd = openat(at, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
  if (!dir && fd >= 0) close(fd);
  return dir;
}

static int compare(const void *a, const void *b) {
  return strcmp(a, b);
}

static bool gather(cs_image_store *s, needed *n) {
  *n = (needed){.s = s};
  cs_image_fault fault = s->fault;
  if (cs_names_walk(s, need_name, n, NULL) != CS_OK) n->failed = true;
  DIR *dir = list_dir(s->pins);
  if (!dir) n->failed = true;
  for (struct dirent *e; dir && (e = readdir(dir));) {
    char digest[CS_IMAGE_DIGEST] = "sha256:";
    if (strlen(e->d_name) < 66 || e->d_name[64] != '.') continue;
    memcpy(digest + 7, e->d_name, 64);
    digest[71] = '\0';
    if (cs_reference_is_digest(digest)) need_image(n, digest);
  }
  if (dir) closedir(dir);
  s->fault = fault;
  if (n->count) qsort(n->hex, n->count, sizeof *n->hex, compare);
  return !n->failed;
}

static bool is_needed(const needed *n, const char *name) {
  return n->count &&
         bsearch(name, n->hex, n->count, sizeof *n->hex, compare) != NULL;
}

static void sweep_blobs(cs_image_store *s, const needed *n, int64_t since,
                        uint64_t *count, uint64_t *bytes) {
  DIR *dir = list_dir(s->blobs);
  for (struct dirent *e; dir && (e = readdir(dir));) {
    struct stat st;
    if (e->d_name[0] == '.' || is_needed(n, e->d_name)) continue;
    if (fstatat(s->blobs, e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
        st.st_ctim.tv_sec < since || unlinkat(s->blobs, e->d_name, 0) != 0)
      continue;
    if (count) ++*count;
    if (bytes) *bytes += (uint64_t)st.st_size;
  }
  if (dir) closedir(dir);
}

void cs_prune_blobs(cs_image_store *s, int64_t since, uint64_t *count,
                    uint64_t *bytes) {
  needed n;
  if (gather(s, &n)) sweep_blobs(s, &n, since, count, bytes);
  free(n.hex);
}

static void sweep_trees(cs_image_store *s, const needed *n,
                        cs_image_pruned *out) {
  DIR *dir = list_dir(s->trees);
  for (struct dirent *e; dir && (e = readdir(dir));) {
    char chain[CS_IMAGE_DIGEST] = "sha256:";
    cs_tree_info t;
    uint64_t bytes = 0;
    if (strlen(e->d_name) != 64 || is_needed(n, e->d_name)) continue;
    memcpy(chain + 7, e->d_name, 65);
    if (cs_trees_find(s, chain, &t)) {
      bytes = t.bytes;
      close(t.root);
      close(t.lease);
    }
    if (!cs_trees_remove(s, e->d_name)) continue;
    out->trees++;
    out->bytes += bytes;
  }
  if (dir) closedir(dir);
}

static void sweep_partials(cs_image_store *s, cs_image_pruned *out) {
  DIR *dir = list_dir(s->partial);
  for (struct dirent *e; dir && (e = readdir(dir));) {
    if (e->d_name[0] == '.') continue;
    CS_AUTO_FD
    int fd = openat(s->partial, e->d_name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) != 0) continue;
    if (unlinkat(s->partial, e->d_name, 0) == 0) out->partials++;
  }
  if (dir) closedir(dir);
}

cs_status cs_manage_prune(cs_image_store *s, cs_image_pruned *out,
                          cs_error *err) {
  needed n;
  *out = (cs_image_pruned){.blobs = 0};
  s->fault = CS_IMAGE_FAULT_NONE;
  if (flock(s->work, LOCK_EX | LOCK_NB) != 0)
    return cs_image_store_fail(
        s, CS_IMAGE_FAULT_IN_USE,
        cs_error_set(err, CS_EOS,
                     "another process is adding an image; try again later"));
  bool good = gather(s, &n);
  if (good) {
    sweep_trees(s, &n, out);
    sweep_blobs(s, &n, INT64_MIN, &out->blobs, &out->bytes);
    sweep_partials(s, out);
  }
  free(n.hex);
  (void)flock(s->work, LOCK_UN);
  if (good) return CS_OK;
  return cs_image_store_fail(
      s, CS_IMAGE_FAULT_HOST,
      cs_error_set(err, CS_EOS, "cannot read the image store"));
}

/* --- verify -------------------------------------------------------------- */

typedef struct checking {
  cs_image_store *s;
  cs_image_tell *tell;
  void *user;
  cs_image_verified *out;
} checking;

static void complain(checking *c, const char *what, const char *fault) {
  c->out->faults++;
  c->tell(c->user, what, fault);
}

static cs_status check_blob(checking *c, const char *hex, cs_error *err) {
  char digest[CS_IMAGE_DIGEST], want[CS_IMAGE_DIGEST] = "sha256:";
  struct stat st;
  uint64_t size;
  memcpy(want + 7, hex, 65);
  CS_AUTO_FD
  int fd = cs_blobs_open(c->s, want);
  if (fd < 0 || fstat(fd, &st) != 0) {
    complain(c, want, "cannot be read");
    return CS_OK;
  }
  cs_status got = cs_blobs_hash(c->s, fd, "verify", (uint64_t)st.st_size,
                                digest, &size, err);
  if (got == CS_OK && strcmp(digest, want) != 0)
    complain(c, want, "has another content than its name says");
  c->out->blobs++;
  return got;
}

static bool check_image(void *user, const cs_name *n) {
  checking *c = user;
  cs_image_parts p;
  cs_error err;
  c->out->images++;
  if (cs_image_parts_read(c->s, n->digest, &p, &err) != CS_OK) {
    complain(c, n->name, err.text);
    return true;
  }
  for (size_t i = 0; i < p.manifest.count; i++)
    if (!cs_blobs_has(c->s, p.manifest.layers[i].digest,
                      p.manifest.layers[i].size))
      complain(c, n->name, "lacks a layer");
  cs_image_parts_fini(&p);
  return true;
}

cs_status cs_manage_verify(cs_image_store *s, cs_image_tell *tell, void *user,
                           cs_image_verified *out, cs_error *err) {
  *out = (cs_image_verified){.blobs = 0};
  s->fault = CS_IMAGE_FAULT_NONE;
  checking c = {.s = s, .tell = tell, .user = user, .out = out};
  DIR *dir = list_dir(s->blobs);
  cs_status st = dir ? CS_OK : cs_error_os(err, "cannot read the image store");
  for (struct dirent *e; st == CS_OK && (e = readdir(dir));) {
    if (e->d_name[0] == '.') continue;
    if (strlen(e->d_name) != 64 || strspn(e->d_name, "0123456789abcdef") != 64)
      complain(&c, e->d_name, "is not a blob");
    else
      st = check_blob(&c, e->d_name, err);
  }
  if (dir) closedir(dir);
  if (st == CS_OK) st = cs_names_walk(s, check_image, &c, err);
  s->fault = CS_IMAGE_FAULT_NONE;
  return cs_image_store_blame(s, st);
}
