/*
 * host.c - answers to a program's requests (docs/os-calls.md lists them).
 *
 * Each function answers one name.  A request that is not in the table is
 * refused with PermissionError: the guest has no right that is not written
 * here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/host.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "base/cleanup.h"
#include "base/digest.h"
#include "cli/tools.h"
#include "vfs/call.h"

#define URANDOM_MAX (16 << 20)
#define DIRECT_READ 16384 /* bytes */


/* A virtual clock starts at 2000-01-01 and moves by this much with every look
 * at it, and by the whole time with a sleep. */
#define CLOCK_START INT64_C(946684800000000000)
#define CLOCK_STEP  1000

static int64_t read_clock(cs_guest *g, clockid_t id) {
  struct timespec t;
  if (g->virtual) {
    g->clock += CLOCK_STEP;
    return g->clock + (id == CLOCK_REALTIME ? CLOCK_START : 0);
  }
  clock_gettime(id, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t cs_host_now(void *guest) { return read_clock(guest, CLOCK_REALTIME); }

static bool reply_clock(cs_guest *g, clockid_t id) {
  (void)!cs_engine_reply_int(g->engine, read_clock(g, id));
  return true;
}

static bool time_time(cs_guest *g) { return reply_clock(g, CLOCK_REALTIME); }
static bool monotonic(cs_guest *g) { return reply_clock(g, CLOCK_MONOTONIC); }
static bool process_time(cs_guest *g) {
  return reply_clock(g, CLOCK_PROCESS_CPUTIME_ID);
}

static bool time_sleep(cs_guest *g) {
  double seconds;
  if (!cs_engine_ask_float(g->engine, 0, &seconds) || !(seconds >= 0)) {
    (void)!cs_engine_reply_oserror(g->engine, EINVAL, "Invalid argument");
    return true;
  }
  if (g->virtual) g->clock += seconds < 1e9 ? (int64_t)(seconds * 1e9) : 0;
  else if (!cs_watch_wait(&g->watch, seconds, -1)) return false;
  (void)!cs_engine_reply_none(g->engine);
  return true;
}

static bool no_answer(cs_guest *g) {
  (void)!cs_engine_reply_none(g->engine);
  return true;
}

/* Numbers that the seed determines: SHA-256 of seed and counter. */
static void draw(cs_guest *g, char *out, size_t n) {
  for (size_t at = 0; at < n; at += 32) {
    uint64_t block[3] = {UINT64_C(0x6e6f737369616363), g->seed, g->drawn++};
    uint8_t hash[32];
    cs_digest_of(CS_DIGEST_SHA256, block, sizeof block, hash);
    memcpy(out + at, hash, n - at < 32 ? n - at : 32);
  }
}

static bool urandom(cs_guest *g) {
  int64_t n = 0;
  if (!cs_engine_ask_int(g->engine, 0, &n) || n < 0 || n > URANDOM_MAX)
    n = -1;
  CS_AUTO_FREE char *bytes = n >= 0 ? malloc((size_t)n + 1) : NULL;
  if (bytes && g->seeded) draw(g, bytes, (size_t)n);
  if (!bytes ||
      (!g->seeded && getrandom(bytes, (size_t)n, 0) != (ssize_t)n))
    (void)!cs_engine_reply_oserror(g->engine, EINVAL, "Invalid argument");
  else
    (void)!cs_engine_reply_bytes(g->engine, bytes, (size_t)n);
  return true;
}

static bool read_line(cs_guest *g) {
  size_t n;
  const char *s = cs_lines_next(g->input, &g->watch, &n);
  if (!s) return false;
  if (cs_engine_reply_text(g->engine, s, n) == CS_EINVAL)
    (void)!cs_engine_reply_oserror(g->engine, EILSEQ,
                                   "standard input is not UTF-8");
  return true;
}

static bool os_environ(cs_guest *g) {
  (void)!cs_engine_reply_wire(g->engine, g->env.data, g->env.len);
  return true;
}

static bool getpid_(cs_guest *g) {
  (void)!cs_engine_reply_int(g->engine, 1);
  return true;
}

/* Large content goes from the file straight into the guest's memory. */
static bool fs_read(cs_guest *g) {
  int64_t handle, n;
  if (!g->files || !cs_engine_ask_int(g->engine, 0, &handle) ||
      !cs_engine_ask_int(g->engine, 1, &n) || n < DIRECT_READ)
    return false;
  size_t got = 0, want = cs_vfs_call_wants(g->files, handle, n);
  if (want < DIRECT_READ) return false;
  void *room = cs_engine_reply_room(g->engine, want);
  if (!room) return true;
  int err = cs_vfs_read(g->files, handle, room, want, &got);
  if (err)
    (void)!cs_engine_reply_oserror(g->engine, err, strerrordesc_np(err));
  else
    (void)!cs_engine_reply_filled(g->engine, got);
  return true;
}

static const struct {
  const char *name;
  bool (*answer)(cs_guest *g);
} calls[] = {{"time.time_ns", time_time},
             {"time.monotonic_ns", monotonic},
             {"time.perf_counter_ns", monotonic},
             {"time.process_time_ns", process_time},
             {"time.thread_time_ns", process_time},
             {"time.sleep", time_sleep},
             {"asyncio.idle", time_sleep},
             {"asyncio.sleep", no_answer},
             {"os.urandom", urandom},
             {"os.environ", os_environ},
             {"os.getpid", getpid_},
             {"stdin.readline", read_line}};

/* Requests about files; false if this is none or there are no mounts. */
static bool ask_files(cs_guest *g, const char *name, size_t n) {
  if (!g->files) return false;
  cs_wire_clear(&g->args);
  cs_wire_clear(&g->reply);
  if (cs_engine_ask_wire(g->engine, &g->args) != CS_OK ||
      !cs_vfs_call(g->files, name, n, g->args.data, g->args.len, &g->reply))
    return false;
  const uint8_t *data = g->reply.data;
  if (data[0] == CS_WIRE_EXCEPTION)
    (void)!cs_engine_reply_raise(g->engine, data, g->reply.len);
  else
    (void)!cs_engine_reply_wire(g->engine, data, g->reply.len);
  return true;
}

bool cs_host_answer(cs_guest *g) {
  cs_ask kind;
  size_t n;
  const char *name = cs_engine_ask(g->engine, &kind, &n);
  if (kind == CS_ASK_OS)
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
      if (strlen(calls[i].name) == n && memcmp(calls[i].name, name, n) == 0)
        return calls[i].answer(g);
  if (kind == CS_ASK_OS && n == 7 && memcmp(name, "fs.read", 7) == 0 &&
      fs_read(g))
    return true;
  if (kind == CS_ASK_OS && ask_files(g, name, n)) return true;
  if (kind == CS_ASK_CALL) return cs_tools_answer(g->tools, g, name, n);
  (void)!cs_engine_reply_oserror(g->engine, EPERM, "Operation not permitted");
  return true;
}
