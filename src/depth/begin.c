/*
 * begin.c - start a program in an engine and tell how compiling it went.
 *
 * Used on both sides: in the session's process and in a worker.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "depth/begin.h"

#include <time.h>

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

cs_stop cs_begin(cs_engine *e, const char *code, size_t len,
                 const char *filename, uint32_t flags, cs_begun *out) {
  uint64_t start = now();
  cs_status st = cs_engine_compile(e, code, len, filename, flags);
  *out = (cs_begun){.compile_ns = now() - start, .invalid = st == CS_ESYNTAX};
  if (st != CS_OK && st != CS_ESYNTAX)
    return cs_engine_start(e, code, len, filename, flags); /* fails again */
  start += out->compile_ns;
  cs_stop stop = cs_engine_exec(e);
  out->run_ns = now() - start;
  return stop;
}

cs_stop cs_begin_go_on(cs_engine *e, cs_begun *b) {
  uint64_t start = now();
  cs_stop stop = cs_run(e);
  b->run_ns += now() - start;
  return stop;
}
