/*
 * fuzz_audit.c - any bytes as an audit log, its checkpoints and its spool.
 *
 * The first byte chooses, modulo 4.  0: the rest is a log.  1: a line for the
 * scanner, which must agree with itself about what it has read.  2: changes to
 * a good log, three bytes each (where, twice, and with what): whatever is
 * changed must be found.  3: the rest is a spool that somebody left; opening
 * the log may take it over or leave it, and the log must be whole afterwards.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "audit/spool.h"
#include "audit/verify.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define SPOOL_SIZE (4096 + 2 * CS_SPOOL_ROOM + 4096)

static char folder[] = "/tmp/caisson-fuzz-XXXXXX";
static char path[64], spool[80];
static char *good; /* a log of some records */
static size_t good_len;

static void must(bool ok) {
  if (!ok) abort();
}

static void store(const char *file, const void *bytes, size_t n) {
  int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  must(fd >= 0 && write(fd, bytes, n) == (ssize_t)n);
  close(fd);
}

static void drop(void) {
  char name[100];
  unlink(path);
  unlink(spool);
  snprintf(name, sizeof name, "%s.checkpoints", path);
  unlink(name); /* the key stays: making one waits for the disk */
}

static void clean(void) {
  char name[100];
  drop();
  snprintf(name, sizeof name, "%s.key", path);
  unlink(name);
  rmdir(folder);
}

static cs_audit *open_log(void) {
  cs_audit_options o;
  cs_audit *a = NULL;
  cs_audit_options_init(&o);
  o.path = path;
  return cs_audit_open(&o, &a, NULL) == CS_OK ? a : NULL;
}

static void put_some(cs_audit *a, int n) {
  for (int i = 0; i < n; i++) {
    cs_audit_item item = {.key = "n", .number = i};
    cs_audit_record r = {.kind = "call",
                         .object = "a\n\x1b",
                         .object_len = 3,
                         .data = &item,
                         .ndata = 1};
    must(cs_audit_put(a, &r, NULL) == CS_OK);
  }
}

static void prepare(void) {
  if (good) return;
  must(mkdtemp(folder) != NULL && atexit(clean) == 0);
  snprintf(path, sizeof path, "%s/a", folder);
  snprintf(spool, sizeof spool, "%s.spool-00000000", path);
  cs_audit *a = open_log();
  must(a != NULL);
  put_some(a, 5);
  cs_audit_close(a);
  FILE *f = fopen(path, "rb");
  good = malloc(1 << 16);
  must(f && good);
  good_len = fread(good, 1, 1 << 16, f);
  fclose(f);
}

static cs_verify_report verify(void) {
  cs_verify_report r;
  cs_verify_plan plan = {0};
  must(cs_verify(path, &plan, &r, NULL) == CS_OK);
  return r;
}

/* Any bytes; if they are a whole log a writer must be able to go on. */
static void try_log(const uint8_t *p, size_t n) {
  drop();
  store(path, p, n);
  cs_verify_report r = verify();
  cs_audit *a = open_log();
  if (a) {
    put_some(a, 1);
    cs_audit_close(a);
    if (r.ok) must(verify().ok);
  }
}

static void try_line(const uint8_t *p, size_t n) {
  cs_scan_line l, again;
  char text[64];
  if (!cs_scan_read((const char *)p, n, &l)) return;
  must(cs_scan_read((const char *)p, n, &again) && again.seq == l.seq);
  (void)cs_scan_is_whole((const char *)p, n, &l);
  for (int f = 0; f < CS_FIELDS; f++)
    must(cs_scan_text(l.field[f], text, sizeof text) < sizeof text);
  (void)cs_scan_datum(&l, "next");
  cs_checkpoint point;
  cs_ed25519 crypto;
  must(cs_ed25519_open(&crypto, NULL) == CS_OK);
  (void)cs_checkpoint_read(&crypto, (const char *)p, n, &point);
  cs_ed25519_close(&crypto);
}

/* Whatever differs from the good log is found. */
static void try_changes(const uint8_t *p, size_t n) {
  char *text = malloc(good_len);
  must(text != NULL);
  memcpy(text, good, good_len);
  for (; n >= 3; p += 3, n -= 3)
    text[((size_t)p[0] << 8 | p[1]) % good_len] ^= (char)p[2];
  drop();
  store(path, text, good_len);
  bool same = memcmp(text, good, good_len) == 0;
  cs_verify_report r = verify();
  /* A last newline that is gone leaves an unfinished line, which is told. */
  must(same ? r.ok : !r.ok || r.torn > 0);
  free(text);
}

/* Both halves of a spool: the first byte tells how they share the rest, and
 * which of them is the older one. */
static void try_spool(const uint8_t *p, size_t n) {
  char *bytes = calloc(1, SPOOL_SIZE);
  must(bytes != NULL);
  cs_spool_head *head = (void *)bytes;
  size_t share = n ? p[0] % 7 : 0;
  memcpy(head->magic, "CSSPOOL6", 8);
  head->half[0].turn = share & 1;
  head->half[1].turn = 1;
  if (n) p++, n--;
  for (int i = 0; i < 2; i++) {
    size_t part = i ? n : n * share / 6;
    if (part > CS_SPOOL_ROOM) part = CS_SPOOL_ROOM;
    head->half[i].used = part;
    if (part > 9) memcpy(&head->half[i].place[0], p, 9);
    head->half[i].which = part % 4;
    memcpy(bytes + 4096 + (size_t)i * CS_SPOOL_ROOM, p, part);
    p += part;
    n -= part;
  }
  drop();
  store(path, good, good_len);
  store(spool, bytes, SPOOL_SIZE);
  free(bytes);
  cs_audit *a = open_log();
  if (a) {
    put_some(a, 1);
    cs_audit_close(a);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  prepare();
  if (size == 0) return 0;
  switch (data[0] % 4) {
    case 0: try_log(data + 1, size - 1); break;
    case 1: try_line(data + 1, size - 1); break;
    case 2: try_changes(data + 1, size - 1); break;
    default: try_spool(data + 1, size - 1); break;
  }
  return 0;
}
