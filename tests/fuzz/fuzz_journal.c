/*
 * fuzz_journal.c - any bytes as a journal, raw or with sums that fit.
 *
 * The first byte chooses, modulo 8.  0: the rest is the file.  1: a list of
 * records, each a byte for the kind, two for the length and a body.  Else:
 * changes to a journal that a program wrote, four bytes each: what to do, to
 * which record, with what.
 * Records are written with good sums and a good chain, so that what lies behind
 * those is reached, too.  Opening, resuming and replaying may refuse; they may
 * not crash, hang, or touch anything but the file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
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

static const char program[] =
    "import time, asyncio\n"
    "print('begun', time.time())\n"
    "with open('/a', 'w') as f: f.write('abc')\n"
    "for i in range(3):\n"
    "    try: print(f(i))\n"
    "    except Exception as e: print(type(e))\n"
    "async def main():\n"
    "    return await asyncio.gather(g(1), g(2), return_exceptions=True)\n"
    "print(asyncio.run(main()), open('/a').read())\n";

static cs_reply_kind call(void *user, const cs_event *ev, cs_wire *reply) {
  (void)user;
  if (ev->name[0] == 'g') return CS_REPLY_PENDING;
  cs_wire_text(reply, "a value");
  return CS_REPLY_VALUE;
}

static cs_reply_kind settle(void *user, const cs_event *ev, cs_wire *reply) {
  (void)user;
  cs_wire_begin(reply, CS_WIRE_LIST, ev->npending);
  for (size_t i = 0; i < ev->npending; i++) {
    cs_wire_begin(reply, CS_WIRE_TUPLE, 3);
    cs_wire_uint(reply, ev->pending[i]);
    cs_wire_bool(reply, true);
    cs_wire_none(reply);
  }
  return CS_REPLY_VALUE;
}

/* The bytes of a real journal, whole or just begun. */
static char *real(cs_pool *pool, bool whole, size_t *n) {
  char path[64];
  cs_options o;
  cs_session *s;
  cs_host host = {.size = sizeof host, .call = call, .wait = settle};
  snprintf(path, sizeof path, "/tmp/fuzz-journal-%d", (int)getpid());
  (void)unlink(path);
  options(&o, pool);
  o.host = &host;
  must(cs_session_open(&o, &s, NULL) == CS_OK);
  must(cs_session_add_tool(s, "f", NULL, NULL, 0) == CS_OK);
  must(cs_session_add_tool(s, "g", NULL, NULL, CS_TOOL_ASYNC) == CS_OK);
  must(cs_journal_start(s, path, NULL, NULL) == CS_OK);
  if (whole) {
    const cs_event *ev = cs_session_drive(s, program, sizeof program - 1);
    must(ev->kind == CS_DONE);
    must(cs_session_put_file(s, "/b", "x", 1) == CS_OK);
    (void)cs_session_drive(s, "open('/b').read()", 17);
  }
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

typedef struct piece {
  cs_record_kind kind;
  uint8_t *body; /* owned */
  uint32_t len;
} piece;

#define PIECES 256

static size_t take_apart(const char *bytes, size_t n, piece *out) {
  size_t count = 0;
  cs_record rec;
  for (size_t at = CS_RECORD_START; at < n && count < PIECES;) {
    must(cs_record_read_head((const uint8_t *)bytes + at, &rec));
    uint8_t *body = malloc((size_t)rec.len + 1);
    must(body != NULL);
    memcpy(body, bytes + at + CS_RECORD_TOP, rec.len);
    out[count++] = (piece){rec.kind, body, rec.len};
    at += CS_RECORD_TOP + rec.len + CS_RECORD_CHAIN;
  }
  return count;
}

/* One change: drop, repeat, swap, cut, alter a byte, another kind. */
static size_t alter(piece *p, size_t n, const uint8_t op[4]) {
  size_t i = op[1] % n, j = op[2] % n;
  piece *x = &p[i];
  switch (op[0] % 6) {
    case 0:
      free(x->body);
      memmove(x, x + 1, (n - i - 1) * sizeof *x);
      return n - 1;
    case 1: {
      if (n == PIECES) return n;
      uint8_t *copy = malloc((size_t)x->len + 1);
      must(copy != NULL);
      memcpy(copy, x->body, x->len);
      piece again = {x->kind, copy, x->len};
      memmove(&p[j + 1], &p[j], (n - j) * sizeof *p);
      p[j] = again;
      return n + 1;
    }
    case 2: {
      piece t = p[i];
      p[i] = p[j];
      p[j] = t;
      return n;
    }
    case 3: x->len = x->len * op[3] / 256; return n;
    case 4:
      if (x->len) x->body[(size_t)(op[2] * 7 + op[3]) % x->len] = op[3];
      return n;
    default: x->kind = (cs_record_kind)(op[3] % 12); return n;
  }
}

static void change(const uint8_t *data, size_t size, int fd, const char *bytes,
                   size_t len) {
  static piece p[PIECES + 1];
  cs_log log;
  uint8_t chain[CS_RECORD_CHAIN];
  size_t n = take_apart(bytes, len, p);
  for (; size >= 4 && n > 1; data += 4, size -= 4) n = alter(p, n, data);
  cs_record_begin(chain);
  must(write(fd, CS_RECORD_MAGIC, CS_RECORD_START) == CS_RECORD_START);
  must(cs_log_continue(&log, dup(fd), CS_RECORD_START, 0, chain, NULL) ==
       CS_OK);
  for (size_t i = 0; i < n; i++) {
    must(cs_log_put(&log, p[i].kind, p[i].body, p[i].len, NULL, 0) == CS_OK);
    free(p[i].body);
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
  static char *begun, *whole;
  static size_t n, m;
  char path[64];
  if (size < 1) return 0;
  if (!pool) must(cs_pool_new(1, &pool) == CS_OK);
  if (!begun) begun = real(pool, false, &n);
  if (!whole) whole = real(pool, true, &m);
  int fd = memfd_create("journal", MFD_CLOEXEC);
  must(fd >= 0);
  if (data[0] % 8 == 0) {
    must(write(fd, data + 1, size - 1) == (ssize_t)size - 1);
  } else if (data[0] % 8 == 1) {
    must(write(fd, begun, n) == (ssize_t)n);
    append(data + 1, size - 1, fd, n,
           (const uint8_t *)begun + n - CS_RECORD_CHAIN);
  } else {
    change(data + 1, size - 1, fd, whole, m);
  }
  must(flock(fd, LOCK_UN) == 0); /* the log's lock is ours, too */
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  use(pool, path, CS_JOURNAL_FIRST);
  use(pool, path, CS_JOURNAL_LAST);
  close(fd);
  return 0;
}
