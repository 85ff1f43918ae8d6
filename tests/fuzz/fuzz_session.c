/*
 * fuzz_session.c - hostile session snapshots: what stands around the engine.
 *
 * The engine's own bytes stay as they were (fuzz_snapshot alters those); the
 * part in front of them, with clock, counters, tools and the state of files,
 * is altered by the recipe: eight bytes each, where, how and with what.  What
 * loads is used as a host would: its program runs on, files are read, and it
 * is dumped again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "caisson.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Made once by LLVMFuzzerInitialize, read only afterwards. */
static uint8_t *base;
static size_t base_len, front;
static cs_pool *pool;

static void must(bool ok) {
  if (!ok) abort();
}

static cs_options options(void) {
  cs_options o;
  cs_options_init(&o);
  o.os = CS_OS_FIXED_CLOCK | CS_OS_SEEDED | CS_OS_MEMORY | CS_OS_ENVIRON;
  o.fuel = 30000;
  o.memory = 8 << 20;
  o.message = 1 << 20;
  o.pool = pool;
  return o;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  static const char code[] =
      "import os, time\nos.makedirs('/a/b')\n"
      "open('/a/b/c', 'w').write('text' * 50)\nos.symlink('c', '/a/b/l')\n"
      "f = open('/a/b/c')\nf.read(5)\ng = open('/a/d', 'wb')\n"
      "g.write(b'x' * 100)\ntime.sleep(1)\nx = t(1)\n"
      "print(f.read(), os.listdir('/a/b'), time.time_ns(), os.urandom(4))\n"
      "g.seek(3)\ng.write(b'y')\ng.close()\nos.remove('/a/b/l')\nt(2)\n";
  cs_session *s;
  void *bytes;
  uint64_t size;
  (void)argc;
  (void)argv;
  must(cs_pool_new(1, &pool) == CS_OK);
  cs_options o = options();
  o.fuel = 10000000;
  must(cs_session_open(&o, &s, NULL) == CS_OK);
  must(cs_session_add_tool(s, "t", "(a, b=1)", "Doc.", 0) == CS_OK);
  must(cs_session_add_tool(s, "u", NULL, NULL, CS_TOOL_ASYNC) == CS_OK);
  must(cs_session_run(s, code, sizeof code - 1)->kind == CS_CALL);
  must(cs_session_dump(s, &bytes, &base_len) == CS_OK);
  cs_session_close(s);
  base = bytes;
  memcpy(&size, base + 8, 8);
  front = 16 + (size_t)size;
  return 0;
}

static void change(uint8_t *bytes, const uint8_t *r) {
  static const uint32_t words[] = {0,          1,     2,          UINT32_MAX,
                                   0x7FFFFFFF, 65536, 0x80000000, 255};
  static const uint64_t longs[] = {0, UINT64_MAX, INT64_MAX, UINT64_C(1) << 63,
                                   1};
  size_t at = (r[0] | (size_t)r[1] << 8) % front;
  switch (r[2] % 7) {
    case 0: bytes[at] = r[3]; break;
    case 1: bytes[at] ^= (uint8_t)(1u << (r[3] & 7)); break;
    case 2:
      if (at + 4 <= front) memcpy(bytes + at, &words[r[3] % 8], 4);
      break;
    case 3:
      if (at + 8 <= front) memcpy(bytes + at, &longs[r[3] % 5], 8);
      break;
    case 4: bytes[at] = (uint8_t)(bytes[at] + r[3] % 5 - 2); break;
    case 5: { /* a piece from elsewhere */
      size_t from = (r[3] | (size_t)r[4] << 8) % front, n = r[5] % 32u;
      if (at + n <= front && from + n <= front)
        memmove(bytes + at, bytes + from, n);
      break;
    }
    default: bytes[at] = r[3] % CS_WIRE_COUNT; break;
  }
}

static void use(cs_session *s) {
  static const char more[] = "import os\nprint(os.listdir('/'))";
  cs_wire w;
  void *again;
  size_t n;
  cs_wire_init(&w, 1 << 20);
  const cs_event *ev = cs_session_event(s);
  for (int i = 0; i < 10 && (ev->kind == CS_CALL || ev->kind == CS_OUTPUT ||
                             ev->kind == CS_OS);
       i++)
    ev = cs_session_resume(s, NULL);
  (void)cs_session_drive(s, more, sizeof more - 1);
  (void)!cs_session_stubs(s, &w);
  cs_wire_clear(&w);
  (void)!cs_session_get_file(s, "/a/b/c", &w);
  (void)!cs_session_put_file(s, "/a/new", "text", 4);
  if (cs_session_dump(s, &again, &n) == CS_OK) free(again);
  if (cs_session_restart(s) == CS_OK) (void)cs_session_run(s, "1", 1);
  cs_wire_fini(&w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  cs_options o = options();
  cs_session *s;
  uint8_t *bytes = malloc(base_len); /* exact, so that ASan sees its end */
  must(bytes != NULL);
  memcpy(bytes, base, base_len);
  for (size_t i = 1; i + 8 <= size && i < 1 + 8 * 16; i += 8)
    change(bytes, data + i);
  if (cs_session_load(&o, bytes, base_len, &s, NULL) == CS_OK) {
    use(s);
    cs_session_close(s);
  }
  free(bytes);
  return 0;
}
