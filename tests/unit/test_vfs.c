/*
 * test_vfs.c - mounts show what they should and nothing leads outside.
 *
 * Tests that belong to an attack of the checklist have its number in their
 * name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <errno.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "vfs_box.h"

static const cs_mount_mode all_modes[] = {CS_MOUNT_RO, CS_MOUNT_OVERLAY,
                                          CS_MOUNT_RW};

static int collect(void *with, const char *name, char kind) {
  char *out = with;
  size_t n = strlen(out);
  snprintf(out + n, 512 - n, "%s%c ", name, kind);
  return 0;
}

static void a_mount_is_read_in_every_mode(void **state) {
  (void)state;
  for (size_t i = 0; i < 3; i++) {
    box b;
    box_open(&b);
    box_mount(&b, "w", "/w", all_modes[i], 0);
    assert_string_equal(box_read(&b, "/w/a.txt"), "alpha");
    assert_string_equal(box_read(&b, "/w/sub/deep/c.txt"), "gamma");
    assert_string_equal(box_read(&b, "/w/sub/../a.txt"), "alpha");
    assert_string_equal(box_read(&b, "/w//sub/./b.txt"), "beta");
    assert_int_equal(cs_vfs_chdir(b.v, "/w/sub"), 0);
    assert_string_equal(box_read(&b, "b.txt"), "beta");
    assert_string_equal(box_read(&b, "../a.txt"), "alpha");
    assert_string_equal(box_read(&b, "/w"), "!21");
    assert_string_equal(box_read(&b, "/nothing"), "!2");
    box_close(&b);
  }
}

static void the_root_lists_mount_points(void **state) {
  (void)state;
  box b;
  char names[512] = "";
  box_open(&b);
  box_mount(&b, "w", "/x/y/w", CS_MOUNT_RO, 0);
  box_mount(&b, "w/a.txt", "/x/one", CS_MOUNT_RO, 0);
  assert_int_equal(cs_vfs_list(b.v, "/", collect, names), 0);
  assert_string_equal(names, "xd ");
  names[0] = '\0';
  assert_int_equal(cs_vfs_list(b.v, "/x", collect, names), 0);
  assert_non_null(strstr(names, "yd "));
  assert_non_null(strstr(names, "onef "));
  assert_int_equal(strlen(names), 8);
  assert_int_equal(cs_vfs_mkdir(b.v, "/new", 0755), EROFS);
  assert_int_equal(cs_vfs_rmdir(b.v, "/x/y"), EROFS);
  assert_string_equal(box_read(&b, "/x/one"), "alpha");
  assert_string_equal(box_read(&b, "/x/one/more"), "!20");
  box_close(&b);
}

static void nested_mounts_hide_what_is_below_them(void **state) {
  (void)state;
  box b;
  box_open(&b);
  box_dir(&b, "other");
  box_put(&b, "other/o.txt", "other");
  box_mount(&b, "w", "/w", CS_MOUNT_OVERLAY, 0);
  box_mount(&b, "other", "/w/sub", CS_MOUNT_RO, 0);
  assert_string_equal(box_read(&b, "/w/sub/o.txt"), "other");
  assert_string_equal(box_read(&b, "/w/sub/b.txt"), "!2");
  assert_string_equal(box_read(&b, "/w/sub/../a.txt"), "alpha");
  assert_int_equal(cs_vfs_rename(b.v, "/w/sub", "/w/moved"), EROFS);
  assert_int_equal(cs_vfs_rename(b.v, "/w/a.txt", "/w/sub/a"), EROFS);
  assert_int_equal(box_write(&b, "/w/a.txt", "new"), 0);
  assert_string_equal(box_get(&b, "w/a.txt"), "alpha");
  box_close(&b);
}

static void d01_odd_paths_are_contained(void **state) {
  (void)state;
  for (size_t i = 0; i < 3; i++) {
    box b;
    char path[8200];
    box_open(&b);
    box_mount(&b, "w", "/w", all_modes[i], 0);
    assert_string_equal(box_read(&b, "/w/../outside/secret"), "!2");
    assert_string_equal(box_read(&b, "/../../../../etc/passwd"), "!2");
    assert_string_equal(box_read(&b, "/w/sub/../../../outside/secret"), "!2");
    assert_string_equal(box_read(&b, "/w/.."), "!21");
    assert_string_equal(box_read(&b, "/w/a.txt/"), "!20");
    assert_string_equal(box_read(&b, "/w/a.txt/."), "!20");
    assert_string_equal(box_read(&b, "/w/a.txt/.."), "!20");
    assert_string_equal(box_read(&b, ""), "!2");
    memset(path, 'n', sizeof path);
    path[sizeof path - 1] = '\0';
    assert_string_equal(box_read(&b, path), "!36");
    memcpy(path, "/w/", 3);
    path[3 + 256] = '\0';
    assert_string_equal(box_read(&b, path), "!36");
    path[3 + 255] = '\0';
    assert_string_equal(box_read(&b, path), "!2");
    strcpy(path, "/w");
    for (int k = 0; k < 800; k++) strcat(path, "/sub/..");
    assert_int_equal(strlen(path) < CS_VFS_PATH, 0);
    assert_string_equal(box_read(&b, path), "!36");
    path[2 + 7 * 500] = '\0';
    strcat(path, "/a.txt");
    assert_string_equal(box_read(&b, path), "alpha");
    box_close(&b);
  }
}

static void host_link(const box *b, const char *target, const char *name) {
  assert_int_equal(symlink(target, box_path(b, name)), 0);
}

static void d02_links_stay_inside(void **state) {
  (void)state;
  for (size_t i = 0; i < 3; i++) {
    box b;
    char name[32];
    box_open(&b);
    host_link(&b, "/etc/passwd", "w/abs");
    host_link(&b, "../outside/secret", "w/up");
    host_link(&b, "../../../../../../outside/secret", "w/far");
    host_link(&b, "/proc/self/root/etc/passwd", "w/magic");
    host_link(&b, "/sub/b.txt", "w/inside");
    host_link(&b, "deep/", "w/sub/slash");
    host_link(&b, "later", "w/dangling");
    host_link(&b, "../outside", "w/dirup");
    char target[64];
    strcpy(target, b.dir);
    strcat(target, "/outside/secret");
    host_link(&b, target, "w/full");
    for (int k = 0; k < 50; k++) {
      snprintf(name, sizeof name, "w/l%d", k);
      snprintf(target, sizeof target, "l%d", k + 1);
      host_link(&b, target, name);
    }
    box_put(&b, "w/l50", "end");
    host_link(&b, "self", "w/self");
    box_mount(&b, "w", "/w", all_modes[i], 0);
    assert_string_equal(box_read(&b, "/w/abs"), "!2");
    assert_string_equal(box_read(&b, "/w/up"), "!2");
    assert_string_equal(box_read(&b, "/w/far"), "!2");
    assert_string_equal(box_read(&b, "/w/magic"), "!2");
    assert_string_equal(box_read(&b, "/w/full"), "!2");
    assert_string_equal(box_read(&b, "/w/dirup/secret"), "!2");
    assert_string_equal(box_read(&b, "/w/inside"), "beta");
    assert_string_equal(box_read(&b, "/w/sub/slash/c.txt"), "gamma");
    assert_string_equal(box_read(&b, "/w/dangling"), "!2");
    assert_string_equal(box_read(&b, "/w/l0"), "!40");
    assert_string_equal(box_read(&b, "/w/l20"), "end");
    assert_string_equal(box_read(&b, "/w/self"), "!40");
    if (all_modes[i] != CS_MOUNT_RO) {
      assert_int_equal(box_write(&b, "/w/dangling", "now"), 0);
      assert_string_equal(box_read(&b, "/w/later"), "now");
      assert_int_equal(box_write(&b, "/w/full", "x"), ENOENT);
      assert_int_equal(box_write(&b, "/w/up", "x"), ENOENT);
    }
    assert_string_equal(box_get(&b, "outside/secret"), "SECRET");
    box_close(&b);
  }
}

static void d05_hard_links_do_not_cross_mounts(void **state) {
  (void)state;
  box b;
  box_open(&b);
  box_dir(&b, "other");
  box_mount(&b, "w", "/w", CS_MOUNT_RW, 0);
  box_mount(&b, "other", "/o", CS_MOUNT_RW, 0);
  assert_int_equal(cs_vfs_link(b.v, "/w/a.txt", "/o/a"), EXDEV);
  assert_int_equal(cs_vfs_rename(b.v, "/w/a.txt", "/o/a"), EXDEV);
  host_link(&b, "../outside/secret", "w/ln"); /* leaves the mount: D25 */
  assert_int_equal(cs_vfs_link(b.v, "/w/ln", "/w/hard"), EPERM);
  host_link(&b, "absent", "w/in");
  assert_int_equal(cs_vfs_link(b.v, "/w/in", "/w/hard"), 0);
  assert_string_equal(box_read(&b, "/w/hard"), "!2"); /* a link, not the file */
  assert_int_equal(cs_vfs_link(b.v, "/w/a.txt", "/w/twin"), 0);
  assert_int_equal(box_write(&b, "/w/twin", "both"), 0);
  assert_string_equal(box_read(&b, "/w/a.txt"), "both");
  box_close(&b);
}

static void d06_nothing_writes_to_a_read_only_mount(void **state) {
  (void)state;
  box b;
  int h;
  box_open(&b);
  box_mount(&b, "w", "/w", CS_MOUNT_RO, 0);
  int flags[] = {O_WRONLY, O_RDWR, O_RDONLY | O_TRUNC, O_WRONLY | O_APPEND,
                 O_WRONLY | O_CREAT | O_TRUNC};
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    assert_int_equal(cs_vfs_open(b.v, "/w/a.txt", flags[i], 0666, &h), EROFS);
  assert_int_equal(cs_vfs_open(b.v, "/w/new", O_CREAT, 0666, &h), EROFS);
  assert_int_equal(cs_vfs_remove(b.v, "/w/a.txt"), EROFS);
  assert_int_equal(cs_vfs_rmdir(b.v, "/w/sub/deep"), EROFS);
  assert_int_equal(cs_vfs_mkdir(b.v, "/w/new", 0755), EROFS);
  assert_int_equal(cs_vfs_rename(b.v, "/w/a.txt", "/w/b.txt"), EROFS);
  assert_int_equal(cs_vfs_symlink(b.v, "x", "/w/l"), EROFS);
  assert_int_equal(cs_vfs_link(b.v, "/w/a.txt", "/w/l"), EROFS);
  assert_int_equal(cs_vfs_chmod(b.v, "/w/a.txt", 0777, true), EROFS);
  assert_int_equal(cs_vfs_utime(b.v, "/w/a.txt", 1, 1, true), EROFS);
  assert_int_equal(cs_vfs_access(b.v, "/w/a.txt", W_OK), EROFS);
  assert_int_equal(cs_vfs_open(b.v, "/w/a.txt", O_RDONLY, 0, &h), 0);
  size_t put;
  assert_int_equal(cs_vfs_write(b.v, h, "x", 1, &put), EBADF);
  assert_int_equal(cs_vfs_truncate(b.v, h, 0), EINVAL);
  assert_int_equal(cs_vfs_fchmod(b.v, h, 0777), EROFS);
  assert_int_equal(cs_vfs_futime(b.v, h, 1, 1), EROFS);
  assert_string_equal(box_get(&b, "w/a.txt"), "alpha");
  box_close(&b);
}

static void d12_special_files_are_refused(void **state) {
  (void)state;
  for (size_t i = 0; i < 3; i++) {
    box b;
    int h;
    box_open(&b);
    assert_int_equal(mkfifo(box_path(&b, "w/fifo"), 0666), 0);
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    strcpy(a.sun_path, b.dir);
    strcat(a.sun_path, "/w/sock");
    int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(s, (struct sockaddr *)&a, sizeof a), 0);
    box_mount(&b, "w", "/w", all_modes[i], 0);
    for (int acc = O_RDONLY; acc <= O_RDWR; acc++) {
      assert_int_equal(cs_vfs_open(b.v, "/w/fifo", acc, 0, &h), EACCES);
      assert_int_equal(cs_vfs_open(b.v, "/w/sock", acc, 0, &h), EACCES);
    }
    close(s);
    cs_error err;
    cs_mount_spec spec = {.host = "/dev/null", .at = "/n"};
    assert_int_equal(cs_vfs_mount(b.v, &spec, &err), CS_EOS);
    box_close(&b);
  }
}

static void d18_the_directory_is_opened_once(void **state) {
  (void)state;
  box b;
  char old[200];
  box_open(&b);
  box_mount(&b, "w", "/w", CS_MOUNT_RW, 0);
  strcpy(old, box_path(&b, "w"));
  assert_int_equal(rename(old, box_path(&b, "was")), 0);
  host_link(&b, "outside", "w");
  assert_string_equal(box_read(&b, "/w/secret"), "!2");
  assert_string_equal(box_read(&b, "/w/a.txt"), "alpha");
  assert_int_equal(box_write(&b, "/w/n", "new"), 0);
  assert_string_equal(box_get(&b, "was/n"), "new");
  assert_false(box_has(&b, "outside/n"));
  box_close(&b);
}

static void d19_handles_and_offsets_are_bounded(void **state) {
  (void)state;
  for (size_t i = 1; i < 3; i++) {
    box b;
    int h = -1, last = -1, opened = 0, err;
    int64_t at;
    size_t n;
    box_open(&b);
    box_mount(&b, "w", "/w", all_modes[i], 1 << 20);
    while ((err = cs_vfs_open(b.v, "/w/a.txt", O_RDONLY, 0, &h)) == 0) {
      last = h;
      opened++;
    }
    assert_int_equal(err, EMFILE);
    assert_in_range(opened, 1000, CS_VFS_HANDLES);
    assert_int_equal(cs_vfs_close(b.v, last), 0);
    assert_int_equal(cs_vfs_close(b.v, last), EBADF);
    assert_int_equal(cs_vfs_close(b.v, -1), EBADF);
    assert_int_equal(cs_vfs_close(b.v, INT64_MAX), EBADF);
    assert_int_equal(cs_vfs_open(b.v, "/w/a.txt", O_RDWR, 0, &h), 0);
    assert_int_equal(cs_vfs_seek(b.v, h, INT64_MAX, SEEK_SET, &at), 0);
    assert_int_equal(cs_vfs_seek(b.v, h, 1, SEEK_CUR, &at), EOVERFLOW);
    assert_int_equal(cs_vfs_write(b.v, h, "x", 1, &n), EFBIG);
    assert_int_equal(cs_vfs_seek(b.v, h, -1, SEEK_SET, &at), EINVAL);
    assert_int_equal(cs_vfs_seek(b.v, h, 0, 7, &at), EINVAL);
    assert_int_equal(cs_vfs_truncate(b.v, h, INT64_C(1) << 62), ENOSPC);
    assert_int_equal(cs_vfs_truncate(b.v, h, -1), EINVAL);
    assert_int_equal(cs_vfs_seek(b.v, h, INT64_C(1) << 40, SEEK_SET, &at), 0);
    assert_int_equal(cs_vfs_write(b.v, h, "x", 1, &n), ENOSPC);
    assert_int_equal(cs_vfs_open(b.v, "/w/a.txt", 3, 0, &last), EINVAL);
    assert_int_equal(cs_vfs_open(b.v, "/w", O_TMPFILE | O_RDWR, 0, &last),
                     EOPNOTSUPP);
    box_close(&b);
  }
}

static void d10_protected_names_are_refused(void **state) {
  (void)state;
  static const char *const names[] = {"/w/.git/hooks/post-checkout",
                                      "/w/.git/config",
                                      "/w/.GIT/Config",
                                      "/w/.vscode/tasks.json",
                                      "/w/.idea/x",
                                      "/w/.mcp.json",
                                      "/w/.bashrc",
                                      "/w/sub/.git/hooks/x",
                                      "/w/ln/hooks/x",
                                      "/w/.gitattributes",
                                      "/w/.claude/settings.json",
                                      "/w/.git"};
  box b;
  box_open(&b);
  box_dir(&b, "w/.git");
  box_dir(&b, "w/.git/hooks");
  box_dir(&b, "w/.git/objects");
  box_put(&b, "w/.git/config", "[core]");
  box_dir(&b, "w/sub/.git");
  box_dir(&b, "w/.vscode");
  host_link(&b, ".git", "w/ln");
  box_mount(&b, "w", "/w", CS_MOUNT_RW, 0);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    int err = box_write(&b, names[i], "evil");
    assert_true(err == EPERM || err == EISDIR || err == ENOENT);
  }
  assert_int_equal(box_write(&b, "/w/.git/hooks/pre-push", "evil"), EPERM);
  assert_int_equal(cs_vfs_mkdir(b.v, "/w/.idea", 0755), EPERM);
  assert_int_equal(cs_vfs_symlink(b.v, "sub", "/w/.vscode2/../.cursor"),
                   ENOENT);
  assert_int_equal(cs_vfs_symlink(b.v, "sub", "/w/.cursor"), EPERM);
  assert_int_equal(cs_vfs_remove(b.v, "/w/.git/config"), EPERM);
  assert_int_equal(cs_vfs_chmod(b.v, "/w/.git/config", 0777, true), EPERM);
  assert_int_equal(cs_vfs_link(b.v, "/w/.git/config", "/w/c"), EPERM);
  assert_int_equal(box_write(&b, "/w/.git/objects/ok", "fine"), 0);
  assert_string_equal(box_read(&b, "/w/.git/config"), "[core]");
  box_close(&b);
}

static void d11_parents_of_protected_names_stay(void **state) {
  (void)state;
  box b;
  box_open(&b);
  box_dir(&b, "w/.git");
  box_dir(&b, "w/.git/hooks");
  box_mount(&b, "w", "/w", CS_MOUNT_RW, 0);
  assert_int_equal(cs_vfs_rename(b.v, "/w/.git", "/w/x"), EPERM);
  assert_int_equal(cs_vfs_rename(b.v, "/w/.git/hooks", "/w/x"), EPERM);
  assert_int_equal(cs_vfs_rmdir(b.v, "/w/.git/hooks"), EPERM);
  assert_int_equal(cs_vfs_mkdir(b.v, "/w/evil", 0755), 0);
  assert_int_equal(cs_vfs_mkdir(b.v, "/w/evil/hooks", 0755), 0);
  assert_int_equal(cs_vfs_rename(b.v, "/w/evil", "/w/sub/.git"), EPERM);
  assert_int_equal(cs_vfs_rename(b.v, "/w/evil", "/w/.Git"), EPERM);
  box_close(&b);
}

static void links_that_would_leave_are_not_made_on_the_host(void **state) {
  (void)state;
  box b;
  box_open(&b);
  box_mount(&b, "w", "/w", CS_MOUNT_RW, 0);
  assert_int_equal(cs_vfs_symlink(b.v, "/etc/passwd", "/w/l"), EPERM);
  assert_int_equal(cs_vfs_symlink(b.v, "../outside", "/w/l"), EPERM);
  assert_int_equal(cs_vfs_symlink(b.v, "sub/../../x", "/w/l"), EPERM);
  assert_int_equal(cs_vfs_symlink(b.v, "../a.txt", "/w/sub/l"), 0);
  assert_string_equal(box_read(&b, "/w/sub/l"), "alpha");
  assert_int_equal(cs_vfs_chmod(b.v, "/w/a.txt", 04755, true), EPERM);
  box_close(&b);
}

static void a_single_file_can_be_mounted(void **state) {
  (void)state;
  for (size_t i = 0; i < 3; i++) {
    box b;
    cs_vfs_stat st;
    box_open(&b);
    box_mount(&b, "w/a.txt", "/data/in.txt", all_modes[i], 0);
    assert_string_equal(box_read(&b, "/data/in.txt"), "alpha");
    assert_string_equal(box_read(&b, "/data/b.txt"), "!2");
    int err = box_write(&b, "/data/in.txt", "omega");
    assert_int_equal(err, all_modes[i] == CS_MOUNT_RO ? EROFS : 0);
    assert_string_equal(box_read(&b, "/data/in.txt"), err ? "alpha" : "omega");
    assert_string_equal(box_get(&b, "w/a.txt"),
                        all_modes[i] == CS_MOUNT_RW ? "omega" : "alpha");
    assert_int_equal(cs_vfs_stat_path(b.v, "/data/in.txt", true, &st), 0);
    assert_int_equal(st.size, 5);
    assert_true(cs_vfs_remove(b.v, "/data/in.txt") != 0);
    assert_true(cs_vfs_rename(b.v, "/data/in.txt", "/data/x") != 0);
    box_close(&b);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_mount_is_read_in_every_mode),
      cmocka_unit_test(the_root_lists_mount_points),
      cmocka_unit_test(nested_mounts_hide_what_is_below_them),
      cmocka_unit_test(d01_odd_paths_are_contained),
      cmocka_unit_test(d02_links_stay_inside),
      cmocka_unit_test(d05_hard_links_do_not_cross_mounts),
      cmocka_unit_test(d06_nothing_writes_to_a_read_only_mount),
      cmocka_unit_test(d10_protected_names_are_refused),
      cmocka_unit_test(d11_parents_of_protected_names_stay),
      cmocka_unit_test(d12_special_files_are_refused),
      cmocka_unit_test(d18_the_directory_is_opened_once),
      cmocka_unit_test(d19_handles_and_offsets_are_bounded),
      cmocka_unit_test(links_that_would_leave_are_not_made_on_the_host),
      cmocka_unit_test(a_single_file_can_be_mounted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
