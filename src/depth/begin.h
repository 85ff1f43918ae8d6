/*
 * begin.h - start a program in an engine and tell how compiling it went.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DEPTH_BEGIN_H
#define CS_DEPTH_BEGIN_H

#include "py/engine.h"

typedef struct cs_begun {
  uint64_t compile_ns;
  uint64_t run_ns; /* executing, looked at where the engine is */
  bool invalid;    /* the text is no program: the stop is RAISED */
} cs_begun;

/* cs_engine_start with a look at the clock between its two halves. */
cs_stop cs_begin(cs_engine *e, const char *code, size_t len,
                 const char *filename, uint32_t flags, cs_begun *out);
/* cs_run, its time added to `run_ns`. */
cs_stop cs_begin_go_on(cs_engine *e, cs_begun *b);

#endif
