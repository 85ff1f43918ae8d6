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
#include "vfs/call.h"

#define URANDOM_MAX (16 << 20)


static bool reply_clock(cs_guest *g, clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  int64_t ns = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
  (void)!cs_engine_reply_int(g->engine, ns);
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
  if (!cs_watch_wait(&g->watch, seconds, -1)) return false;
  (void)!cs_engine_reply_none(g->engine);
  return true;
}

static bool urandom(cs_guest *g) {
  int64_t n = 0;
  if (!cs_engine_ask_int(g->engine, 0, &n) || n < 0 || n > URANDOM_MAX)
    n = -1;
  CS_AUTO_FREE char *bytes = n >= 0 ? malloc((size_t)n + 1) : NULL;
  if (!bytes || getrandom(bytes, (size_t)n, 0) != (ssize_t)n)
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

static const struct {
  const char *name;
  bool (*answer)(cs_guest *g);
} calls[] = {{"time.time_ns", time_time},
             {"time.monotonic_ns", monotonic},
             {"time.perf_counter_ns", monotonic},
             {"time.process_time_ns", process_time},
             {"time.thread_time_ns", process_time},
             {"time.sleep", time_sleep},
             {"os.urandom", urandom},
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
  if (kind == CS_ASK_OS && ask_files(g, name, n)) return true;
  (void)!cs_engine_reply_oserror(g->engine, EPERM, "Operation not permitted");
  return true;
}
