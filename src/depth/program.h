/*
 * program.h - a CPython in a jail, used as if it were an engine.
 *
 * The functions mirror those of remote.h.  The process is started with the
 * first program and keeps its names from run to run; a limit kills it, and the
 * next program gets a fresh one with the same tools.  The host's side counts
 * calls and pending ones itself and believes nothing that arrives.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DEPTH_PROGRAM_H
#define CS_DEPTH_PROGRAM_H

#include <stdbool.h>

#include "base/wire.h"
#include "depth/begin.h"
#include "depth/jails.h"
#include "egress/message.h"
#include "jail/runner.h"
#include "policy/policy.h"
#include "py/engine.h"

typedef struct cs_program cs_program;

typedef struct cs_program_limits {
  uint64_t memory, output, message;
  uint64_t cpu_ms; /* processor time of everything in the jail; 0: no limit */
  uint64_t disk, inodes;   /* of all layers together; 0: each has its own */
  const cs_policy *policy; /* borrowed; what it hides and protects; or NULL */
  const char *const *secrets; /* borrowed; names of its, read at the first run
                                 and NULL-terminated; or NULL */
  const char *approvals;      /* borrowed; where owners are asked; or NULL */
  const char *log;            /* borrowed; the audit log; or NULL */
  bool waits;                 /* for the end of every process */
} cs_program_limits;

cs_status cs_program_new(cs_jails *jails, const cs_program_limits *limits,
                         cs_program **out, cs_error *err) CS_MUST_CHECK;
void cs_program_free(cs_program *p);
cs_status cs_program_reset(cs_program *p) CS_MUST_CHECK;

/* The next refusal of its way out; false: none. */
bool cs_program_told(cs_program *p, cs_egress_event *out);

/* Before the first program, or with the next process. */
cs_status cs_program_mount(cs_program *p, const char *host, int source,
                           const char *at, cs_jail_mode mode, uint64_t limit,
                           cs_error *err) CS_MUST_CHECK;
/* Where the n-th mount that writes to the host or to an overlay over one of its
 * directories is; NULL: there is none. */
const char *cs_program_writable(const cs_program *p, size_t n);
/* The n-th directory of the jail that can be looked at from here, borrowed; -1:
 * not now, or there are no more.  The first is its own /tmp; `*at` is where it
 * hangs, NULL if a mount covers it. */
int cs_program_shown(const cs_program *p, size_t n, const char **at);
/* A path that does not fit is cut and will not be found. */
/* Where mount number `i` hangs; borrowed; NULL: there is none. */
const char *cs_program_mount_at(const cs_program *p, size_t i);
void cs_program_set_cwd(cs_program *p, const char *path);
cs_status cs_program_put_env(cs_program *p, const char *name,
                             const char *value) CS_MUST_CHECK;

void cs_program_on_poll(cs_program *p, bool (*poll)(void *), void *arg);
void cs_program_interrupt(cs_program *p, bool on);

/* Start the process, if there is none; a failure is told by the start. */
void cs_program_prepare(cs_program *p);
cs_stop cs_program_start(cs_program *p, const char *code, size_t len,
                         const char *filename, uint32_t flags);
cs_stop cs_program_run(cs_program *p);
void cs_program_abandon(cs_program *p);
cs_status cs_program_check(cs_program *p, const char *code, size_t len,
                           const char *filename) CS_MUST_CHECK;
cs_begun cs_program_begun(const cs_program *p);
bool cs_program_incomplete(cs_program *p, const char *text, size_t len);

const char *cs_program_output(cs_program *p, size_t *len, int *stream);
const char *cs_program_error(cs_program *p, size_t *len);
const char *cs_program_error_type(cs_program *p);
/* Was it the limit of memory?  Every MemoryError of CPython counts. */
bool cs_program_error_limit(cs_program *p);
int cs_program_exit_code(cs_program *p);
cs_status cs_program_error_wire(cs_program *p, cs_wire *w) CS_MUST_CHECK;
cs_status cs_program_result_wire(cs_program *p, cs_wire *w) CS_MUST_CHECK;
cs_status cs_program_repr(cs_program *p, cs_wire *w) CS_MUST_CHECK;
cs_usage cs_program_usage(const cs_program *p);
/* A tool that the program called and nobody registered, each told once;
 * borrowed; NULL: no more. */
const char *cs_program_refused(cs_program *p, size_t *len);

const char *cs_program_ask(cs_program *p, cs_ask *kind, size_t *len);
cs_status cs_program_ask_wire(cs_program *p, cs_wire *w) CS_MUST_CHECK;
uint64_t cs_program_ask_id(const cs_program *p);
double cs_program_ask_timeout(const cs_program *p);
size_t cs_program_pending(cs_program *p, uint64_t *ids, size_t max);

/* The reply travels with the next cs_program_run. */
cs_status cs_program_reply(cs_program *p, cs_runner_op op, const void *bytes,
                           size_t n) CS_MUST_CHECK;
cs_status cs_program_reply_error(cs_program *p, const char *type,
                                 const char *text) CS_MUST_CHECK;

cs_status cs_program_set_global(cs_program *p, const char *name,
                                const void *bytes, size_t n) CS_MUST_CHECK;
cs_status cs_program_get_global(cs_program *p, const char *name,
                                cs_wire *w) CS_MUST_CHECK;
cs_status cs_program_add_tool(cs_program *p, const char *name,
                              const char *signature, const char *doc,
                              uint32_t flags) CS_MUST_CHECK;
cs_status cs_program_set_words(cs_program *p, bool path, size_t n,
                               const char *const *word) CS_MUST_CHECK;

/* Why there is no program: a sentence, after CS_STOP_FAILED. */
const char *cs_program_why(const cs_program *p);

#endif
