/*
 * stream.h - a run as it happens: --stream-json, and its end on --status-fd.
 *
 * --stream-json prints one JSON object per line, caisson.event/1: `started`,
 * then `stdout`, `stderr` and `host_call` as they come, and `result` as the
 * last.  --status-fd writes how it ended to a descriptor of the caller, where
 * nothing that the program prints can be.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_STREAM_H
#define CS_CLI_STREAM_H

#include "cli/cli.h"

#define CS_NO_FD UINT64_MAX

typedef struct cs_stream {
  uint64_t seq; /* of the next event */
  bool on;
} cs_stream;

void cs_stream_begin(cs_stream *s, const char *session);
/* `kind` is 1 for stdout, 2 for stderr. */
void cs_stream_output(cs_stream *s, int kind, const char *text, size_t n);
void cs_stream_call(cs_stream *s, const char *name, uint64_t id);

/* One line on the descriptor of --status-fd, if there is one: why the command
 * ended, in the words of the result object. */
void cs_stream_status(const cs_settings *s, const char *status,
                      const char *reason, int code, const char *run);

#endif
