/*
 * sink.h - where a guest's output goes.
 *
 * Either it is passed on as it comes, or it is collected for --json.  On a
 * terminal everything that could command it is removed: of the control codes
 * only newline, tab and SGR (colour) survive, so a guest can neither rewrite
 * what is on the screen nor make the terminal answer.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_SINK_H
#define CS_CLI_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "cli/stream.h"
#include "cli/tame.h"

typedef struct cs_sink_filter {
  unsigned state; /* where in an escape sequence */
  char held[32];  /* its bytes so far */
  size_t n;
  unsigned more; /* bytes to come of a character in UTF-8 */
} cs_sink_filter;

typedef struct cs_sink {
  bool collect;         /* for --json */
  bool mute;            /* throw away */
  bool cut;             /* there was no memory for all of it */
  int lost;             /* why it could not be written, an errno; or 0 */
  uint64_t produced[3]; /* bytes, by kind */
  bool clean[3];        /* by kind: filter for a terminal */
  bool tamed;           /* a terminal of its own: the weaker filter */
  cs_tame tame;
  cs_buf text[3];
  cs_sink_filter filter[3];
  cs_stream stream;       /* --stream-json: also told as it comes */
  struct cs_named *named; /* borrowed: --name keeps it; or NULL */
} cs_sink;

void cs_sink_init(cs_sink *s, bool collect, bool raw);
void cs_sink_fini(cs_sink *s);
/* The exit code of a run that would have had this one: output that could not
 * be written counts. */
int cs_sink_code(const cs_sink *s, int code);
/* Forget what was collected. */
void cs_sink_clear(cs_sink *s);
/* `kind` is 1 for stdout, 2 for stderr. */
void cs_sink_put(cs_sink *s, int kind, const char *bytes, size_t n);
/* Copy `n` bytes that are safe for a terminal to `out` (room for n + 32);
 * returns how many. */
size_t cs_sink_clean(cs_sink_filter *f, const char *bytes, size_t n, char *out);

#endif
