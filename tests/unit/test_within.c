/*
 * test_within.c - where an open directory lies, whatever names say.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/within.h"

typedef struct box {
  char path[64];
  int root, a, b, c; /* root, root/a, root/a/b, root/c */
} box;

static int open_dir(int at, const char *name) {
  int fd = openat(at, name, O_PATH | O_DIRECTORY | O_CLOEXEC);
  assert_true(fd >= 0);
  return fd;
}

static int set_up(void **state) {
  static box x;
  snprintf(x.path, sizeof x.path, "/tmp/within-XXXXXX");
  if (!mkdtemp(x.path)) return -1;
  x.root = open(x.path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (mkdirat(x.root, "a", 0755) || mkdirat(x.root, "a/b", 0755) ||
      mkdirat(x.root, "c", 0755))
    return -1;
  x.a = open_dir(x.root, "a");
  x.b = open_dir(x.root, "a/b");
  x.c = open_dir(x.root, "c");
  *state = &x;
  return 0;
}

static int tear_down(void **state) {
  const box *x = *state;
  char line[128];
  snprintf(line, sizeof line, "rm -rf %s", x->path);
  close(x->root);
  close(x->a);
  close(x->b);
  close(x->c);
  return system(line);
}

static void a_directory_is_inside_of_itself_and_of_those_above(void **state) {
  const box *x = *state;
  assert_int_equal(cs_within_is(x->a, x->a), CS_WITHIN_YES);
  assert_int_equal(cs_within_is(x->b, x->a), CS_WITHIN_YES);
  assert_int_equal(cs_within_is(x->b, x->root), CS_WITHIN_YES);
  assert_int_equal(cs_within_is(x->a, x->b), CS_WITHIN_NO);
  assert_int_equal(cs_within_is(x->c, x->a), CS_WITHIN_NO);
  CS_AUTO_FD
  int top = cs_within_open("/");
  assert_int_equal(cs_within_is(x->b, top), CS_WITHIN_YES);
  assert_int_equal(cs_within_is(top, x->b), CS_WITHIN_NO);
}

static void a_link_is_what_it_leads_to(void **state) {
  const box *x = *state;
  char path[80];
  snprintf(path, sizeof path, "%s/link", x->path);
  assert_int_equal(symlinkat("a/b", x->root, "link"), 0);
  CS_AUTO_FD
  int link = cs_within_open(path);
  assert_true(link > 2);
  assert_int_equal(cs_within_is(link, x->a), CS_WITHIN_YES);
  /* What was opened stays what it was when the link leads elsewhere. */
  assert_int_equal(unlinkat(x->root, "link", 0), 0);
  assert_int_equal(symlinkat("c", x->root, "link"), 0);
  assert_int_equal(cs_within_is(link, x->a), CS_WITHIN_YES);
  CS_AUTO_FD
  int again = cs_within_open(path);
  assert_int_equal(cs_within_is(again, x->a), CS_WITHIN_NO);
}

static void a_file_is_where_its_directory_is(void **state) {
  const box *x = *state;
  CS_AUTO_FD
  int made = openat(x->b, "f", O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  CS_AUTO_FD
  int file = openat(x->b, "f", O_PATH | O_CLOEXEC);
  assert_int_equal(cs_within_is(file, x->a), CS_WITHIN_YES);
  assert_int_equal(cs_within_is(file, x->c), CS_WITHIN_NO);
  assert_int_equal(renameat(x->b, "f", x->c, "f"), 0);
  assert_int_equal(cs_within_is(file, x->a), CS_WITHIN_NO);
  assert_int_equal(unlinkat(x->c, "f", 0), 0);
  assert_int_equal(cs_within_is(file, x->a), CS_WITHIN_UNKNOWN);
}

static void a_second_mount_is_the_same_directory(void **state) {
  const box *x = *state;
  char from[80], to[80];
  snprintf(from, sizeof from, "%s/a", x->path);
  snprintf(to, sizeof to, "%s/c", x->path);
  /* Nobody else sees what this process mounts; only root may. */
  if (unshare(CLONE_NEWNS) != 0 ||
      mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
      mount(from, to, NULL, MS_BIND, NULL) != 0)
    skip();
  CS_AUTO_FD
  int root = open_dir(AT_FDCWD, x->path); /* as this namespace sees it */
  CS_AUTO_FD
  int through = open_dir(root, "c/b");
  assert_int_equal(cs_within_is(through, x->a), CS_WITHIN_YES);
  assert_int_equal(cs_within_is(through, x->b), CS_WITHIN_YES);
  /* Mounted on its own child it is above itself, and the walk goes on. */
  snprintf(to, sizeof to, "%s/a/b", x->path);
  assert_int_equal(mount(from, to, NULL, MS_BIND, NULL), 0);
  CS_AUTO_FD
  int below = open_dir(root, "a/b");
  assert_int_equal(cs_within_is(below, x->root), CS_WITHIN_YES);
  (void)umount2(to, MNT_DETACH);
  snprintf(to, sizeof to, "%s/c", x->path);
  (void)umount2(to, MNT_DETACH);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(a_directory_is_inside_of_itself_and_of_those_above),
      TEST(a_link_is_what_it_leads_to),
      TEST(a_file_is_where_its_directory_is),
      TEST(a_second_mount_is_the_same_directory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
