/*
 * record.h - the audit log of a command: --audit and its default.
 *
 * Without an option the log is audit.jsonl in the user's state directory.  A
 * command that cannot write its log does not run; one that has no place for a
 * log (no home directory) does, and its result says so.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_RECORD_H
#define CS_CLI_RECORD_H

#include "cli/cli.h"
#include "policy/report.h"
#include "session/inside.h"

/* `*out` NULL: nothing is recorded, because that was asked for or because there
 * is no place.  Returns 0, or an exit code after a message. */
int cs_record_open(const cs_settings *s, cs_audit **out);

/* Was there no place for it? */
bool cs_record_has_no_place(const cs_settings *s);

/* What a session of this command would have, for its report. */
void cs_record_given(const cs_settings *s, const cs_policy *p,
                     cs_report_given *out);

/* "policy.load": what holds from here on; every later record has its hash. */
int cs_record_policy(const cs_settings *s, cs_audit *a, const cs_policy *p);

/* "depth.choose": where a program runs, and why there. */
int cs_record_depth(const cs_settings *s, cs_audit *a, const char *depth,
                    const char *reason);

/* "exec.start" and "exec.end" of a program in a jail. */
int cs_record_exec(const cs_settings *s, cs_audit *a, const char *run,
                   const char *const *argv);
/* A variable, NAME=VALUE, that may be a secret. */
void cs_record_env(cs_audit *a, const char *variable);
void cs_record_exit(cs_audit *a, const char *run, const char *status, int code,
                    uint64_t bytes);

/* The log that a reading verb is about: the operand or the default.  Returns 0,
 * or an exit code after a message. */
int cs_record_find(const cs_settings *s, char *out, size_t room);

#endif
