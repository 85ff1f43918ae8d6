/*
 * caisson/sandbox.h - named sandboxes: part 8 of caisson.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CAISSON_SANDBOX_H
#define CAISSON_SANDBOX_H

#include "caisson/status.h"

/* === 8. Sandboxes ======================================================== */

/*
 * A sandbox is long-lived and has a root file system of its own.
 * Two ways to talk to them, both in JSON (docs/sandbox-protocol.md):
 *
 *   cs_sandbox_call      what needs no running sandbox, or makes one: create,
 *                        start, list, inspect, remove, logs, diff, commit,
 *                        discard, fork
 *   cs_sandbox_connect   a socket to the keeper of a running one: exec, files,
 *                        metrics, stop, kill; any program can speak it
 *
 *   cs_sandboxes *all;
 *   char *reply;
 *   int lease;
 *   cs_sandboxes_open(NULL, &all, &err);
 *   cs_sandbox_call(all, "{\"op\": \"create\", \"name\": \"a\"}", &reply,
 *                   &lease, &err);
 *
 * A cs_sandboxes is used by one thread at a time.  There is no daemon: every
 * sandbox has a keeper process of its own, which survives its creator.
 */

typedef struct cs_sandboxes cs_sandboxes;

/* Open the user's sandboxes.  `home` is the state directory; NULL:
 * $XDG_STATE_HOME/caisson, else ~/.local/state/caisson. */
CS_API cs_status cs_sandboxes_open(const char *home, cs_sandboxes **out,
                                   cs_error *err) CS_CHECK;
CS_API void cs_sandboxes_close(cs_sandboxes *s);

/* Carry out a request.  `*reply` is a JSON object, owned (free): what was asked
 * for, or {"error": {"code", "message", ...}}; CS_OK in both cases.  Another
 * status means that there is no reply, and `err` says why.
 *
 * `*lease`, if the pointer is not NULL, becomes a descriptor that keeps an
 * ephemeral sandbox alive: it is removed when all copies are closed.  -1: the
 * request has made none. */
CS_API cs_status cs_sandbox_call(cs_sandboxes *s, const char *request,
                                 char **reply, int *lease,
                                 cs_error *err) CS_CHECK;

/* A connection to the keeper of a running sandbox, owned; -1 with `err`. */
CS_API int cs_sandbox_connect(cs_sandboxes *s, const char *name, cs_error *err);

#endif
