/*
 * test_image.c - the contract of images with sandboxes: judgement, leases,
 * pins, images made of changes; and the signature of buckets.
 *
 * The program is its own unpacker: main() looks whether it was started as one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "bucket/sign.h"
#include "image/image_store.h"
#include "image/manage.h"
#include "image/unpack.h"

#define HEX "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

typedef struct box {
  char path[64], home[80];
  cs_image_store *store;
  char digest[CS_IMAGE_DIGEST];
} box;

static void put(const char *dir, const char *name, const char *text) {
  char path[200];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

/* A store with one image, "app:1", of two files. */
static int set_up(void **state) {
  static box x;
  char root[100];
  cs_error err = {.code = CS_OK};
  snprintf(x.path, sizeof x.path, "/tmp/image-XXXXXX");
  assert_non_null(mkdtemp(x.path));
  snprintf(x.home, sizeof x.home, "%s/store", x.path);
  snprintf(root, sizeof root, "%s/root", x.path);
  assert_int_equal(mkdir(root, 0755), 0);
  put(root, "keep", "1");
  put(root, "gone", "2");
  cs_image_options o = {.home = x.home};
  assert_int_equal(cs_image_store_open(&o, &x.store, &err), CS_OK);
  cs_status st = cs_manage_import(x.store, root, "app:1", x.digest, &err);
  if (st != CS_OK) print_message("%s\n", err.text);
  *state = &x;
  return st == CS_OK ? 0 : -1;
}

static int tear_down(void **state) {
  box *x = *state;
  cs_image_store_close(x->store);
  return cs_wipe_at(AT_FDCWD, x->path, NULL) == CS_OK ? 0 : -1;
}

static cs_image_fault judge(const cs_image_policy *p, const char *reference) {
  cs_image_fault fault = CS_IMAGE_FAULT_NONE;
  cs_error err;
  if (cs_image_judge(p, reference, &fault, &err) == CS_OK)
    return CS_IMAGE_FAULT_NONE;
  assert_true(err.text[0]);
  return fault;
}

static void hostile_references_are_denied(void **state) {
  static const char *const bad[] = {
      "https://x/a", "a b", "a?b", "a#b", "a\\b",       "a/../b",  "/a",
      ".a",          "-a",  "A",   "",    "a@sha256:1", "x:y:z/a", "a\n"};
  const char *allow[] = {"a:*"};
  cs_image_policy p = {.allow = allow, .allows = 1};
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_int_equal(judge(&p, bad[i]), CS_IMAGE_FAULT_DENIED);
  assert_int_equal(judge(&p, "a:1"), CS_IMAGE_FAULT_NONE);
}

static void rules_are_exact_names_repositories_or_digests(void **state) {
  const char *allow[] = {"a:1", "b:*", "reg.example/c@sha256:" HEX};
  cs_image_policy p = {.allow = allow, .allows = 3}, none = {.allows = 0};
  (void)state;
  assert_int_equal(judge(&p, "a:1"), CS_IMAGE_FAULT_NONE);
  assert_int_equal(judge(&p, "a:2"), CS_IMAGE_FAULT_DENIED);
  assert_int_equal(judge(&p, "a"), CS_IMAGE_FAULT_DENIED);
  assert_int_equal(judge(&p, "b"), CS_IMAGE_FAULT_NONE);
  assert_int_equal(judge(&p, "x/b"), CS_IMAGE_FAULT_DENIED);
  assert_int_equal(judge(&p, "reg.example/c@sha256:" HEX), CS_IMAGE_FAULT_NONE);
  assert_int_equal(judge(&p, "rootfs:/"), CS_IMAGE_FAULT_DENIED);
  assert_int_equal(judge(&p, "oci:/tmp"), CS_IMAGE_FAULT_DENIED);
  assert_int_equal(judge(&none, "a:1"), CS_IMAGE_FAULT_DENIED);
}

static void digests_may_be_required(void **state) {
  const char *allow[] = {"a:*"};
  cs_image_alias alias[] = {{"a:1", "a@sha256:" HEX}};
  cs_image_policy p = {.allow = allow, .allows = 1, .require_digest = true};
  (void)state;
  assert_int_equal(judge(&p, "a:1"), CS_IMAGE_FAULT_DENIED);
  assert_int_equal(judge(&p, "a@sha256:" HEX), CS_IMAGE_FAULT_NONE);
  p.aliases = alias;
  p.aliased = 1;
  assert_int_equal(judge(&p, "a:1"), CS_IMAGE_FAULT_NONE);
  assert_int_equal(judge(&p, "a:2"), CS_IMAGE_FAULT_DENIED);
}

static void a_rule_that_cannot_be_read_spoils_the_policy(void **state) {
  const char *allow[] = {"a:*", "not a rule"};
  cs_image_policy p = {.allow = allow, .allows = 2};
  (void)state;
  assert_int_equal(judge(&p, "a:1"), CS_IMAGE_FAULT_POLICY);
}

static cs_status resolve(box *x, const char *rule, const char *name,
                         cs_image **out) {
  cs_image_policy p = {.allow = &rule, .allows = 1};
  cs_error err;
  return cs_image_resolve(x->store, &p, name, out, &err);
}

static void a_leased_tree_is_not_removed(void **state) {
  box *x = *state;
  cs_image *image;
  cs_image_pruned gone;
  cs_error err;
  assert_int_equal(resolve(x, "app:1", "app:1", &image), CS_OK);
  assert_string_equal(image->digest, x->digest);
  assert_string_equal(image->config.cmd[0], "/bin/sh");
  assert_int_equal(faccessat(image->tree, "keep", R_OK, 0), 0);
  assert_int_equal(cs_manage_remove(x->store, "app:1", &err), CS_EINVAL);
  assert_int_equal(cs_image_why(x->store), CS_IMAGE_FAULT_IN_USE);
  int copy = dup(image->lease); /* a keeper's */
  cs_image_free(image);
  assert_int_equal(cs_manage_remove(x->store, "app:1", &err), CS_EINVAL);
  close(copy);
  assert_int_equal(cs_image_pin(x->store, x->digest, "box-1", &err), CS_OK);
  assert_int_equal(cs_manage_remove(x->store, "app:1", &err), CS_EINVAL);
  assert_int_equal(cs_image_unpin(x->store, x->digest, "box-1", &err), CS_OK);
  assert_int_equal(cs_manage_prune(x->store, &gone, &err), CS_OK);
  assert_int_equal(gone.trees, 0);
  assert_int_equal(cs_manage_remove(x->store, "app:1", &err), CS_OK);
  assert_int_equal(resolve(x, "app:1", "app:1", &image), CS_EINVAL);
  assert_int_equal(cs_image_why(x->store), CS_IMAGE_FAULT_NOT_FOUND);
}

static void a_digest_rule_is_compared_with_what_was_found(void **state) {
  box *x = *state;
  cs_image *image;
  char rule[200];
  assert_int_equal(resolve(x, "app@sha256:" HEX, "app:1", &image), CS_EINVAL);
  assert_int_equal(cs_image_why(x->store), CS_IMAGE_FAULT_DENIED);
  snprintf(rule, sizeof rule, "app@%s", x->digest);
  assert_int_equal(resolve(x, rule, "app:1", &image), CS_OK);
  cs_image_free(image);
}

/* An upper directory that removes one file and adds another. */
static int make_upper(const box *x) {
  char upper[100], path[140];
  snprintf(upper, sizeof upper, "%s/upper", x->path);
  assert_int_equal(mkdir(upper, 0755), 0);
  put(upper, "new", "3");
  snprintf(path, sizeof path, "%s/gone", upper);
  if (mknod(path, S_IFCHR, 0) != 0) {
    put(upper, "gone", "");
    if (setxattr(path, "user.overlay.whiteout", "", 0, 0) != 0) skip();
  }
  return open(upper, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static void changes_become_a_layer(void **state) {
  box *x = *state;
  char digest[CS_IMAGE_DIGEST];
  cs_image *image;
  cs_error err = {.code = CS_OK};
  CS_AUTO_FD
  int upper = make_upper(x);
  cs_image_commit c = {.base = x->digest, .upper = upper, .name = "app:2"};
  assert_int_equal(cs_image_make(x->store, &c, digest, &err), CS_OK);
  assert_int_equal(resolve(x, "app:*", "app:2", &image), CS_OK);
  assert_string_equal(image->digest, digest);
  assert_int_equal(faccessat(image->tree, "keep", F_OK, 0), 0);
  assert_int_equal(faccessat(image->tree, "new", F_OK, 0), 0);
  assert_int_not_equal(faccessat(image->tree, "gone", F_OK, 0), 0);
  cs_image_free(image);
}

static void a_directory_of_the_operator_is_used_as_it_is(void **state) {
  box *x = *state;
  char rule[120];
  cs_image *image;
  snprintf(rule, sizeof rule, "rootfs:%s/root", x->path);
  assert_int_equal(resolve(x, rule, rule, &image), CS_OK);
  assert_true(image->is_rootfs);
  assert_int_equal(image->lease, -1);
  assert_int_equal(faccessat(image->tree, "keep", F_OK, 0), 0);
  cs_image_free(image);
}

/* The example of Amazon's manual, "GET Bucket (List Objects)". */
static void a_signature_of_the_manual_is_made(void **state) {
  cs_sign_key key = {.access = "AKIAIOSFODNN7EXAMPLE",
                     .secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
                     .region = "us-east-1"};
  cs_sign_request q = {.method = "GET",
                       .host = "examplebucket.s3.amazonaws.com",
                       .path = "/",
                       .query = "max-keys=2&prefix=J",
                       .hash = CS_SIGN_EMPTY,
                       .now = 1369353600};
  cs_signed out;
  (void)state;
  assert_int_equal(cs_sign_s3(&key, &q, &out), CS_OK);
  assert_non_null(strstr(out.authorization,
                         "Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc5"
                         "9db6670ed5711ef69dc6f7"));
}

#define IN_BOX(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(int argc, char **argv) {
  if (cs_unpack_called(argc, argv)) return cs_unpack_main(argc, argv);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hostile_references_are_denied),
      cmocka_unit_test(rules_are_exact_names_repositories_or_digests),
      cmocka_unit_test(digests_may_be_required),
      cmocka_unit_test(a_rule_that_cannot_be_read_spoils_the_policy),
      cmocka_unit_test(a_signature_of_the_manual_is_made),
      IN_BOX(a_leased_tree_is_not_removed),
      IN_BOX(a_digest_rule_is_compared_with_what_was_found),
      IN_BOX(changes_become_a_layer),
      IN_BOX(a_directory_of_the_operator_is_used_as_it_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
