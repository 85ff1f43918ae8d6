/*
 * fuzz_journal.c - any bytes as a journal, raw or with sums that fit.
 *
 * First byte even: the rest is the file.  Odd: the rest is a list of records,
 * each a byte for the kind, two for the length and a body; they are written
 * with good sums and chain behind a real beginning, so that what lies behind
 * the sums is reached, too.  Opening, resuming and replaying may refuse; they
 * may not crash, hang, or touch anything but the file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "journal/log.h"

#include "caisson.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok) {
  if (!ok) abort();
}

/* A session as every input has it. */
static void options(cs_options *o, cs_pool *pool) {
  cs_options_init(o);
  o->pool = pool;
  o->memory = 8 << 20;
  o->fuel = 2000000;
  o->time_ms = 300;
  o->os = CS_OS_FIXED_CLOCK | CS_OS_MEMORY;
}

/* The bytes of a journal that has just begun. */
static char *beginning(cs_pool *pool, size_t *n) {
  char path[64];
  cs_options o;
  cs_session *s;
  snprintf(path, sizeof path, "/tmp/fuzz-journal-%d", (int)getpid());
  (void)unlink(path);
  options(&o, pool);
  must(cs_session_open(&o, &s, NULL) == CS_OK);
  must(cs_session_add_tool(s, "f", NULL, NULL, 0) == CS_OK);
  must(cs_journal_start(s, path, NULL, NULL) == CS_OK);
  cs_session_close(s);
  FILE *f = fopen(path, "rb");
  char *bytes = malloc(1 << 20);
  must(f && bytes);
  *n = fread(bytes, 1, 1 << 20, f);
  fclose(f);
  (void)unlink(path);
  return bytes;
}

static void append(const uint8_t *data, size_t size, int fd, size_t start,
                   const uint8_t chain[CS_RECORD_CHAIN]) {
  cs_log log;
  must(cs_log_continue(&log, dup(fd), start, 2, chain, NULL) == CS_OK);
  while (size >= 3) {
    size_t n = (size_t)(data[1] | data[2] << 8);
    if (n > size - 3) n = size - 3;
    cs_record_kind kind = (cs_record_kind)(data[0] % 12);
    must(cs_log_put(&log, kind, data + 3, n, NULL, 0) == CS_OK);
    data += 3 + n;
    size -= 3 + n;
  }
  cs_log_fini(&log);
}

static void use(cs_pool *pool, const char *path, int which) {
  cs_journal *j;
  cs_session *s;
  cs_options o;
  cs_journal_difference d;
  if (cs_journal_open(path, &j, NULL) != CS_OK) return;
  for (size_t i = 0; cs_journal_doubt(j, i); i++)
    ;
  options(&o, pool);
  if (cs_journal_load(j, &o, which, &s, NULL) == CS_OK) {
    const cs_event *ev = which == CS_JOURNAL_FIRST
                             ? cs_journal_replay(j, s, &d)
                             : cs_journal_resume(j, s, NULL, NULL);
    must(ev != NULL);
    cs_session_close(s);
  }
  cs_journal_close(j);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static cs_pool *pool; /* a fuzzer is no library */
  static char *begun;
  static size_t n;
  char path[64];
  if (size < 1) return 0;
  if (!pool) must(cs_pool_new(1, &pool) == CS_OK);
  if (!begun) begun = beginning(pool, &n);
  int fd = memfd_create("journal", MFD_CLOEXEC);
  must(fd >= 0);
  if (data[0] % 2 == 0) {
    must(write(fd, data + 1, size - 1) == (ssize_t)size - 1);
  } else {
    must(write(fd, begun, n) == (ssize_t)n);
    append(data + 1, size - 1, fd, n,
           (const uint8_t *)begun + n - CS_RECORD_CHAIN);
  }
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  use(pool, path, CS_JOURNAL_FIRST);
  use(pool, path, CS_JOURNAL_LAST);
  close(fd);
  return 0;
}
