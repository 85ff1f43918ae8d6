/*
 * bucket_tool.c - pull and push a bucket from the command line, for tests.
 *
 *   bucket_tool pull|push|diff ENDPOINT BUCKET PREFIX DIR BASE
 *
 * Credentials are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.  What happens to
 * a path is one line on stdout; a failure is one line on stderr.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bucket/bucket.h"

static void tell(void *user, const char *path, cs_bucket_change change,
                 const char *why) {
  (void)user;
  printf("%c %s%s%s\n", "AMD"[change], path, why ? ": " : "", why ? why : "");
}

static bool allow(void *user, const char *path, cs_bucket_change change) {
  (void)user;
  (void)change;
  return strncmp(path, "private/", 8) != 0;
}

static int read_base(const char *path, cs_buf *base) {
  char block[4096];
  size_t n;
  FILE *f = fopen(path, "rb");
  if (!f) return 1;
  while ((n = fread(block, 1, sizeof block, f)) > 0)
    if (cs_buf_put(base, block, n) != CS_OK) return 1;
  return fclose(f);
}

static int write_base(const char *path, const cs_buf *base) {
  FILE *f = fopen(path, "wb");
  if (!f) return 1;
  fwrite(cs_buf_text(base), 1, base->len, f);
  return fclose(f);
}

static cs_status act(cs_bucket *b, char **argv, int dir, cs_buf *base,
                     cs_error *err) {
  cs_bucket_counts counts;
  cs_status st;
  if (strcmp(argv[1], "pull") == 0) {
    st = cs_bucket_pull(b, dir, base, &counts, err);
  } else {
    cs_bucket_push_options o = {
        .allow = allow, .tell = tell, .dry_run = strcmp(argv[1], "diff") == 0};
    if (read_base(argv[6], base)) return CS_EOS;
    st = cs_bucket_push(b, dir, base, &o, &counts, err);
  }
  if (st == CS_OK)
    printf("files %llu skipped %llu\n", (unsigned long long)counts.files,
           (unsigned long long)counts.skipped);
  return st;
}

int main(int argc, char **argv) {
  cs_bucket *b;
  cs_buf base;
  cs_error err = {.code = CS_OK};
  if (argc != 7) return 2;
  cs_bucket_options o = {.endpoint = argv[2],
                         .bucket = argv[3],
                         .prefix = argv[4],
                         .access = getenv("AWS_ACCESS_KEY_ID"),
                         .secret = getenv("AWS_SECRET_ACCESS_KEY")};
  int dir = open(argv[5], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  cs_buf_init(&base, CS_BUCKET_BASE_MAX);
  cs_status st = cs_bucket_open(&o, &b, &err);
  if (st == CS_OK) {
    st = act(b, argv, dir, &base, &err);
    if (base.len > 0 && write_base(argv[6], &base)) st = CS_EOS;
    cs_bucket_close(b);
  }
  cs_buf_fini(&base);
  close(dir);
  if (st == CS_OK) return 0;
  fprintf(stderr, "%s\n", err.text);
  return err.os == 17 ? 3 : 1;
}
