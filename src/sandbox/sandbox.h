/*
 * sandbox.h - the inside of cs_sandboxes, for the files of this layer.
 *
 * Every operation takes a request and gives a reply, both JSON objects; faults
 * are replies, too, with a code that callers can tell apart:
 *
 *   invalid not_found exists state capacity image_* policy_widens unavailable
 *   conflict runtime_error
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_SANDBOX_H
#define CS_SANDBOX_SANDBOX_H

#include <jansson.h>
#include <limits.h>

#include "jail/jail.h"
#include "store/store.h"

#include "caisson/sandbox.h"

struct cs_sandboxes {
  char home[PATH_MAX];
  cs_store *store; /* owned */
  cs_jail_kit kit; /* owned; opened by the first who needs it */
};

/* {"error": {"code": ..., "message": ...}} */
json_t *cs_sandbox_fault(const char *code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The row of request["name"]; false: `*reply` says why not. */
bool cs_sandbox_find(cs_sandboxes *s, const json_t *request, cs_store_row *row,
                     json_t **reply);
/* A connection to its keeper; -1: it does not run. */
int cs_sandbox_dial(int box);

/* create.c */
json_t *cs_sandbox_create(cs_sandboxes *s, const json_t *request, int *lease);
json_t *cs_sandbox_start(cs_sandboxes *s, const json_t *request);
json_t *cs_sandbox_fork(cs_sandboxes *s, const json_t *request);

/* workops.c */
json_t *cs_sandbox_diff(cs_sandboxes *s, const json_t *request);
json_t *cs_sandbox_commit(cs_sandboxes *s, const json_t *request);
json_t *cs_sandbox_discard(cs_sandboxes *s, const json_t *request);
json_t *cs_sandbox_image(cs_sandboxes *s, const json_t *request);
/* For a fork: since when the workspace's layer is what it is. */
bool cs_sandbox_inherit_bases(int from, int to);

/* boxtext.c */
json_t *cs_sandbox_logs(cs_sandboxes *s, const json_t *request);

/* boxsecret.c */
json_t *cs_sandbox_secret(cs_sandboxes *s, const json_t *request, bool refresh);
json_t *cs_sandbox_narrow(cs_sandboxes *s, const json_t *request);

/* rows.c */
json_t *cs_sandbox_list(cs_sandboxes *s, const json_t *request);
json_t *cs_sandbox_inspect(cs_sandboxes *s, const json_t *request);
json_t *cs_sandbox_remove(cs_sandboxes *s, const json_t *request);
/* Remove what dead processes have left: rows and directories. */
void cs_sandbox_reconcile(cs_sandboxes *s);

#endif
