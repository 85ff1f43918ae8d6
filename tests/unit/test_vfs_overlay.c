/*
 * test_vfs_overlay.c - changes stay in memory until they are committed.
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

#include "vfs/change.h"
#include "vfs/store.h"
#include "vfs_box.h"

static int add_change(void *with, const cs_change *c) {
  static const char kinds[] = "+~->";
  char *out = with;
  size_t n = strlen(out);
  snprintf(out + n, 1024 - n, "%c%c%s%s%s ", kinds[c->kind], c->type, c->path,
           c->from ? "<" : "", c->from ? c->from : "");
  return 0;
}

static const char *changes(const box *b) {
  static char out[1024];
  out[0] = '\0';
  assert_int_equal(cs_change_list(b->v, add_change, out), 0);
  return out;
}

static void open_overlay(box *b) {
  box_open(b);
  box_mount(b, "w", "/w", CS_MOUNT_OVERLAY, 1 << 20);
}

static void change_everything(const box *b) {
  assert_int_equal(box_write(b, "/w/a.txt", "changed"), 0);
  assert_int_equal(box_write(b, "/w/new.txt", "new"), 0);
  assert_int_equal(cs_vfs_remove(b->v, "/w/sub/b.txt"), 0);
  assert_int_equal(cs_vfs_rename(b->v, "/w/sub/deep", "/w/up"), 0);
  assert_int_equal(box_write(b, "/w/up/d.txt", "delta"), 0);
  assert_int_equal(cs_vfs_mkdir(b->v, "/w/dir", 0755), 0);
  assert_int_equal(cs_vfs_symlink(b->v, "../a.txt", "/w/dir/l"), 0);
  assert_int_equal(cs_vfs_link(b->v, "/w/new.txt", "/w/dir/hard"), 0);
}

static const char all_changes[] =
    "~f/w/a.txt +d/w/dir +f/w/dir/hard +l/w/dir/l +f/w/new.txt -f/w/sub/b.txt "
    "-d/w/sub/deep >d/w/up</w/sub/deep +f/w/up/d.txt ";

static void check_guest(const box *b) {
  assert_string_equal(box_read(b, "/w/a.txt"), "changed");
  assert_string_equal(box_read(b, "/w/new.txt"), "new");
  assert_string_equal(box_read(b, "/w/sub/b.txt"), "!2");
  assert_string_equal(box_read(b, "/w/sub/deep/c.txt"), "!2");
  assert_string_equal(box_read(b, "/w/up/c.txt"), "gamma");
  assert_string_equal(box_read(b, "/w/up/d.txt"), "delta");
  assert_string_equal(box_read(b, "/w/dir/l"), "changed");
  assert_string_equal(box_read(b, "/w/dir/hard"), "new");
}

static void changes_are_listed_and_the_host_is_untouched(void **state) {
  (void)state;
  box b;
  open_overlay(&b);
  change_everything(&b);
  check_guest(&b);
  assert_string_equal(changes(&b), all_changes);
  assert_string_equal(box_get(&b, "w/a.txt"), "alpha");
  assert_string_equal(box_get(&b, "w/sub/b.txt"), "beta");
  assert_string_equal(box_get(&b, "w/sub/deep/c.txt"), "gamma");
  assert_false(box_has(&b, "w/new.txt"));
  box_close(&b);
}

static void a_commit_brings_the_host_to_the_same_state(void **state) {
  (void)state;
  box b;
  cs_error err = {0};
  open_overlay(&b);
  change_everything(&b);
  if (cs_change_commit(b.v, "/w", &err) != CS_OK) fail_msg("%s", err.text);
  assert_string_equal(changes(&b), "");
  check_guest(&b);
  assert_string_equal(box_get(&b, "w/a.txt"), "changed");
  assert_string_equal(box_get(&b, "w/new.txt"), "new");
  assert_false(box_has(&b, "w/sub/b.txt"));
  assert_false(box_has(&b, "w/sub/deep"));
  assert_string_equal(box_get(&b, "w/up/c.txt"), "gamma");
  assert_string_equal(box_get(&b, "w/up/d.txt"), "delta");
  assert_string_equal(box_get(&b, "w/dir/l"), "changed");
  box_close(&b);
}

static void swapped_directories_are_committed(void **state) {
  (void)state;
  box b;
  cs_error err = {0};
  open_overlay(&b);
  box_dir(&b, "w/x");
  box_put(&b, "w/x/x.txt", "x");
  assert_int_equal(cs_vfs_rename(b.v, "/w/sub", "/w/t"), 0);
  assert_int_equal(cs_vfs_rename(b.v, "/w/x", "/w/sub"), 0);
  assert_int_equal(cs_vfs_rename(b.v, "/w/t", "/w/x"), 0);
  assert_int_equal(cs_vfs_rename(b.v, "/w/x/deep", "/w/sub/deep"), 0);
  assert_int_equal(box_write(&b, "/w/sub/deep/c.txt", "G"), 0);
  if (cs_change_commit(b.v, "/w", &err) != CS_OK) fail_msg("%s", err.text);
  assert_string_equal(box_get(&b, "w/sub/x.txt"), "x");
  assert_string_equal(box_get(&b, "w/sub/deep/c.txt"), "G");
  assert_string_equal(box_get(&b, "w/x/b.txt"), "beta");
  assert_false(box_has(&b, "w/x/deep"));
  assert_false(box_has(&b, "w/t"));
  assert_string_equal(box_read(&b, "/w/x/b.txt"), "beta");
  box_close(&b);
}

static void d08_a_commit_follows_no_link_and_brings_no_protected_name(
    void **state) {
  (void)state;
  box b;
  cs_error err = {0};
  open_overlay(&b);
  assert_int_equal(box_write(&b, "/w/sub/evil", "evil"), 0);
  /* planted on the host between the change and the commit */
  assert_int_equal(rename(box_path(&b, "w/sub/b.txt"), "/dev/null/x"), -1);
  assert_int_equal(unlink(box_path(&b, "w/sub/b.txt")), 0);
  assert_int_equal(unlink(box_path(&b, "w/sub/deep/c.txt")), 0);
  assert_int_equal(rmdir(box_path(&b, "w/sub/deep")), 0);
  assert_int_equal(rmdir(box_path(&b, "w/sub")), 0);
  assert_int_equal(symlink("../outside", box_path(&b, "w/sub")), 0);
  assert_int_equal(cs_change_commit(b.v, "/w", &err), CS_EOS);
  assert_false(box_has(&b, "outside/evil"));
  assert_null(strstr(err.text, b.dir));
  assert_int_equal(cs_change_drop(b.v, "/w", &err), CS_OK);
  assert_int_equal(cs_vfs_mkdir(b.v, "/w/.git", 0755), 0);
  assert_int_equal(cs_vfs_mkdir(b.v, "/w/.git/hooks", 0755), 0);
  assert_int_equal(box_write(&b, "/w/.git/hooks/pre-push", "evil"), 0);
  assert_int_equal(box_write(&b, "/w/a.txt", "no"), 0);
  assert_int_equal(cs_change_commit(b.v, "/w", &err), CS_EINVAL);
  assert_non_null(strstr(err.text, ".git/hooks"));
  assert_false(box_has(&b, "w/.git"));
  assert_string_equal(box_get(&b, "w/a.txt"), "alpha");
  assert_int_equal(cs_change_drop(b.v, "/w", &err), CS_OK);
  assert_int_equal(cs_vfs_symlink(b.v, "/etc/passwd", "/w/pw"), 0);
  assert_int_equal(cs_change_commit(b.v, "/w", &err), CS_EINVAL);
  assert_false(box_has(&b, "w/pw"));
  box_close(&b);
}

static void dropping_gives_the_host_view_back(void **state) {
  (void)state;
  box b;
  cs_error err;
  open_overlay(&b);
  change_everything(&b);
  assert_int_equal(cs_change_drop(b.v, "/w", &err), CS_OK);
  assert_string_equal(changes(&b), "");
  assert_string_equal(box_read(&b, "/w/a.txt"), "alpha");
  assert_string_equal(box_read(&b, "/w/sub/deep/c.txt"), "gamma");
  assert_string_equal(box_read(&b, "/w/new.txt"), "!2");
  box_close(&b);
}

static void d09_the_limit_counts_copies_names_and_content(void **state) {
  (void)state;
  box b;
  char name[64];
  int err = 0, n;
  open_overlay(&b);
  for (n = 0; !err && n < 100000; n++) {
    snprintf(name, sizeof name, "/w/f%d", n);
    err = box_write(&b, name, "");
  }
  assert_int_equal(err, ENOSPC);
  assert_in_range(n, 500, 10000);
  assert_int_equal(cs_vfs_chmod(b.v, "/w/sub/deep/c.txt", 0600, true), ENOSPC);
  assert_string_equal(box_read(&b, "/w/sub/deep/c.txt"), "gamma");
  for (int i = 0; i < n - 1; i++) {
    snprintf(name, sizeof name, "/w/f%d", i);
    assert_int_equal(cs_vfs_remove(b.v, name), 0);
  }
  assert_int_equal(box_write(&b, "/w/again", "room"), 0);
  box_close(&b);
}

static void an_open_file_survives_removal_and_copying(void **state) {
  (void)state;
  box b;
  int r, w, u;
  char text[32];
  size_t n;
  open_overlay(&b);
  assert_int_equal(cs_vfs_open(b.v, "/w/a.txt", O_RDONLY, 0, &r), 0);
  assert_int_equal(cs_vfs_open(b.v, "/w/a.txt", O_RDWR, 0, &w), 0);
  assert_int_equal(cs_vfs_write(b.v, w, "AL", 2, &n), 0);
  assert_int_equal(cs_vfs_read(b.v, r, text, 5, &n), 0);
  assert_memory_equal(text, "ALpha", 5); /* both see one file */
  assert_int_equal(cs_vfs_remove(b.v, "/w/a.txt"), 0);
  assert_int_equal(cs_vfs_write(b.v, w, "XX", 2, &n), 0);
  assert_string_equal(box_read(&b, "/w/a.txt"), "!2");
  assert_int_equal(cs_vfs_open(b.v, "/w/sub/b.txt", O_RDONLY, 0, &u), 0);
  assert_int_equal(cs_vfs_remove(b.v, "/w/sub/b.txt"), 0);
  assert_int_equal(cs_vfs_read(b.v, u, text, 9, &n), 0);
  assert_int_equal(n, 4);
  box_close(&b);
}

static void a_removed_directory_comes_back_empty(void **state) {
  (void)state;
  box b;
  open_overlay(&b);
  assert_int_equal(cs_vfs_rmdir(b.v, "/w/sub"), ENOTEMPTY);
  assert_int_equal(cs_vfs_remove(b.v, "/w/sub/b.txt"), 0);
  assert_int_equal(cs_vfs_remove(b.v, "/w/sub/deep/c.txt"), 0);
  assert_int_equal(cs_vfs_rmdir(b.v, "/w/sub/deep"), 0);
  assert_int_equal(cs_vfs_rmdir(b.v, "/w/sub"), 0);
  assert_int_equal(cs_vfs_mkdir(b.v, "/w/sub", 0755), 0);
  assert_string_equal(box_read(&b, "/w/sub/b.txt"), "!2");
  assert_int_equal(cs_vfs_rmdir(b.v, "/w/sub"), 0);
  box_close(&b);
}

static void memory_mounts_need_no_host(void **state) {
  (void)state;
  box b;
  box_open(&b);
  box_mount(&b, NULL, "/tmp", CS_MOUNT_OVERLAY, 4096 * 16);
  assert_int_equal(cs_vfs_mkdir(b.v, "/tmp/d", 0755), 0);
  assert_int_equal(box_write(&b, "/tmp/d/f", "x"), 0);
  assert_string_equal(box_read(&b, "/tmp/d/f"), "x");
  assert_int_equal(cs_vfs_rename(b.v, "/tmp/d", "/tmp/e"), 0);
  assert_string_equal(box_read(&b, "/tmp/e/f"), "x");
  box_close(&b);
}

/* --- as bytes ------------------------------------------------------------ */

static void an_overlay_travels_as_bytes(void **state) {
  (void)state;
  box b;
  cs_wire w;
  int h, r, gone;
  size_t n;
  char text[32];
  open_overlay(&b);
  change_everything(&b);
  assert_int_equal(cs_vfs_chdir(b.v, "/w/up"), 0);
  assert_int_equal(cs_vfs_open(b.v, "/w/new.txt", O_RDWR, 0, &h), 0);
  assert_int_equal(cs_vfs_read(b.v, h, text, 1, &n), 0);
  assert_int_equal(cs_vfs_open(b.v, "c.txt", O_RDONLY, 0, &r), 0);
  assert_int_equal(cs_vfs_read(b.v, r, text, 2, &n), 0);
  assert_int_equal(cs_vfs_open(b.v, "/w/x", O_RDWR | O_CREAT, 0666, &gone), 0);
  assert_int_equal(cs_vfs_write(b.v, gone, "loose", 5, &n), 0);
  assert_int_equal(cs_vfs_remove(b.v, "/w/x"), 0);
  cs_wire_init(&w, 1 << 24);
  assert_int_equal(cs_store_dump(b.v, &w), CS_OK);
  assert_null(memmem(w.data, w.len, b.dir, strlen(b.dir)));
  cs_vfs_free(b.v);
  assert_int_equal(cs_vfs_new(&b.v), CS_OK);
  assert_int_equal(cs_store_load(b.v, w.data, w.len), CS_EINVAL);
  cs_vfs_free(b.v);
  assert_int_equal(cs_vfs_new(&b.v), CS_OK);
  box_mount(&b, "w", "/w", CS_MOUNT_OVERLAY, 1 << 20);
  assert_int_equal(cs_store_load(b.v, w.data, w.len), CS_OK);
  check_guest(&b);
  assert_string_equal(changes(&b), all_changes);
  assert_string_equal(cs_vfs_getcwd(b.v), "/w/up");
  assert_int_equal(cs_vfs_read(b.v, h, text, 9, &n), 0);
  assert_memory_equal(text, "ew", 2);
  assert_int_equal(cs_vfs_write(b.v, h, "!", 1, &n), 0);
  assert_string_equal(box_read(&b, "/w/dir/hard"), "new!");
  assert_int_equal(cs_vfs_read(b.v, r, text, 9, &n), 0);
  assert_memory_equal(text, "mma", 3);
  int64_t at;
  assert_int_equal(cs_vfs_seek(b.v, gone, 0, SEEK_SET, &at), 0);
  assert_int_equal(cs_vfs_read(b.v, gone, text, 9, &n), 0);
  assert_memory_equal(text, "loose", 5);
  cs_wire again;
  cs_wire_init(&again, 1 << 24);
  assert_int_equal(cs_vfs_close(b.v, gone), 0);
  assert_int_equal(cs_store_dump(b.v, &again), CS_OK);
  cs_wire_fini(&again);
  cs_wire_fini(&w);
  box_close(&b);
}

static void damaged_bytes_are_refused_or_harmless(void **state) {
  (void)state;
  box b;
  cs_wire w;
  open_overlay(&b);
  change_everything(&b);
  cs_wire_init(&w, 1 << 24);
  assert_int_equal(cs_store_dump(b.v, &w), CS_OK);
  uint32_t seed = 12345;
  for (int i = 0; i < 4000; i++) {
    uint8_t *copy = malloc(w.len);
    size_t len = w.len;
    assert_non_null(copy);
    memcpy(copy, w.data, len);
    for (int k = 0; k < 1 + i % 3; k++) {
      seed = seed * 1664525 + 1013904223;
      copy[(seed >> 8) % len] = (uint8_t)(seed >> 24);
    }
    if (i % 5 == 0) len = (seed >> 4) % len;
    cs_vfs_free(b.v);
    assert_int_equal(cs_vfs_new(&b.v), CS_OK);
    box_mount(&b, "w", "/w", CS_MOUNT_OVERLAY, 1 << 20);
    if (cs_store_load(b.v, copy, len) == CS_OK) {
      (void)changes(&b);
      (void)box_read(&b, "/w/dir/hard");
    }
    free(copy);
  }
  cs_wire_fini(&w);
  assert_string_equal(box_get(&b, "w/a.txt"), "alpha");
  box_close(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(changes_are_listed_and_the_host_is_untouched),
      cmocka_unit_test(a_commit_brings_the_host_to_the_same_state),
      cmocka_unit_test(swapped_directories_are_committed),
      cmocka_unit_test(
          d08_a_commit_follows_no_link_and_brings_no_protected_name),
      cmocka_unit_test(dropping_gives_the_host_view_back),
      cmocka_unit_test(d09_the_limit_counts_copies_names_and_content),
      cmocka_unit_test(an_open_file_survives_removal_and_copying),
      cmocka_unit_test(a_removed_directory_comes_back_empty),
      cmocka_unit_test(memory_mounts_need_no_host),
      cmocka_unit_test(an_overlay_travels_as_bytes),
      cmocka_unit_test(damaged_bytes_are_refused_or_harmless),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
