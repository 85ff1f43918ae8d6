/*
 * vfs_box.h - a scratch directory of the host and a file system over it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TEST_VFS_BOX_H
#define CS_TEST_VFS_BOX_H

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vfs/vfs.h"

typedef struct box {
  char dir[64]; /* scratch; host directories are in it */
  cs_vfs *v;
} box;

static inline int box_delete(const char *path, const struct stat *st, int flag,
                             struct FTW *f) {
  (void)st;
  (void)flag;
  (void)f;
  return remove(path);
}

/* The absolute host path of `name`, in a static buffer. */
static inline const char *box_path(const box *b, const char *name) {
  static char path[8192];
  snprintf(path, sizeof path, "%s/%s", b->dir, name);
  return path;
}

static inline void box_put(const box *b, const char *name, const char *text) {
  int fd = open(box_path(b, name), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, text, strlen(text)), (int)strlen(text));
  close(fd);
}

static inline void box_dir(const box *b, const char *name) {
  assert_int_equal(mkdir(box_path(b, name), 0755), 0);
}

/* The content of a host file; "" when it is missing. */
static inline const char *box_get(const box *b, const char *name) {
  static char text[4096];
  int fd = open(box_path(b, name), O_RDONLY);
  ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  text[n > 0 ? n : 0] = '\0';
  return text;
}

static inline bool box_has(const box *b, const char *name) {
  struct stat st;
  return lstat(box_path(b, name), &st) == 0;
}

static inline void box_mount(const box *b, const char *name, const char *at,
                             cs_mount_mode mode, uint64_t limit) {
  cs_error err = {0};
  cs_mount_spec spec = {.host = name ? box_path(b, name) : NULL,
                        .at = at,
                        .mode = mode,
                        .limit = limit};
  if (cs_vfs_mount(b->v, &spec, &err) != CS_OK) fail_msg("%s", err.text);
}

/* outside/secret, and w with a.txt, sub/b.txt, sub/deep/c.txt. */
static inline void box_open(box *b) {
  strcpy(b->dir, "/tmp/caisson-vfs-XXXXXX");
  assert_non_null(mkdtemp(b->dir));
  box_dir(b, "outside");
  box_put(b, "outside/secret", "SECRET");
  box_dir(b, "w");
  box_dir(b, "w/sub");
  box_dir(b, "w/sub/deep");
  box_put(b, "w/a.txt", "alpha");
  box_put(b, "w/sub/b.txt", "beta");
  box_put(b, "w/sub/deep/c.txt", "gamma");
  assert_int_equal(cs_vfs_new(&b->v), CS_OK);
}

static inline void box_close(box *b) {
  cs_vfs_free(b->v);
  assert_int_equal(nftw(b->dir, box_delete, 16, FTW_DEPTH | FTW_PHYS), 0);
}

/* The content of a guest file, or "!" and the error's number. */
static inline const char *box_read(const box *b, const char *path) {
  static char text[4096];
  int h, err = cs_vfs_open(b->v, path, O_RDONLY, 0, &h);
  size_t got = 0;
  if (!err) {
    err = cs_vfs_read(b->v, h, text, sizeof text - 1, &got);
    assert_int_equal(cs_vfs_close(b->v, h), 0);
  }
  if (err)
    snprintf(text, sizeof text, "!%d", err);
  else
    text[got] = '\0';
  return text;
}

/* Write a guest file anew; 0 or an errno number. */
static inline int box_write(const box *b, const char *path, const char *text) {
  int h, err = cs_vfs_open(b->v, path, O_WRONLY | O_CREAT | O_TRUNC, 0666, &h);
  size_t put;
  if (err) return err;
  err = cs_vfs_write(b->v, h, text, strlen(text), &put);
  assert_int_equal(cs_vfs_close(b->v, h), 0);
  return err;
}

#endif
