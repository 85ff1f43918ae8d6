/*
 * caisson/status.h - statuses, errors, handles: part 1 of caisson.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CAISSON_STATUS_H
#define CAISSON_STATUS_H

#define CS_API   __attribute__((visibility("default")))
#define CS_CHECK __attribute__((warn_unused_result))

/* === 1. Statuses and errors ============================================== */

/* name, number, text.  Numbers are append-only: they cross process boundaries.
 * Those from 16 on are outcomes inside the engine, where a step can end without
 * being finished; no function of this header returns them. */
#define CS_STATUS_LIST(X)                                             \
  X(CS_OK, 0, "ok")                                                   \
  X(CS_ELIMIT, 1, "limit reached")                                    \
  X(CS_EOS, 2, "operating system refused") /* memory, files */        \
  X(CS_EINVAL, 3, "argument out of range") /* or a call that makes no \
                                              sense here */           \
  X(CS_ECORRUPT, 4, "malformed bytes")                                \
  X(CS_ESYNTAX, 5, "source text is not valid Python")                 \
  X(CS_THROW, 16, "Python exception in ctx->exc")                     \
  X(CS_RETRY, 17, "no space, nothing changed: collect and run again") \
  X(CS_NEED, 18, "an argument must be coerced, then run again")       \
  X(CS_CALLBACK, 19, "call ctx->call, then continue")                 \
  X(CS_SUSPEND, 20, "stop with a request; the reply is the result")   \
  X(CS_POLL, 21, "done, but take the slow path before the next one")  \
  X(CS_SLOW, 22, "not a case for C: use the prelude implementation")  \
  X(CS_STOP, 23, "the run ends here: a limit that cannot be caught")

typedef enum cs_status {
#define X(name, number, text) name = number,
  CS_STATUS_LIST(X)
#undef X
} cs_status;

/* What went wrong, in the caller's storage; may be NULL wherever asked for.
 * The text says what was refused and what would allow it; it is cut at 199
 * bytes, never inside a character, and never holds a secret. */
typedef struct cs_error {
  cs_status code;
  int os; /* errno, or 0 when no system call was involved */
  char text[200];
} cs_error;

/* Handles: what they are made of is the library's business. */
typedef struct cs_session cs_session; /* part 3 */
typedef struct cs_pool cs_pool;
typedef struct cs_workers cs_workers;
typedef struct cs_jails cs_jails;
typedef struct cs_journal cs_journal;           /* part 4: one being read */
typedef struct cs_check_report cs_check_report; /* part 5 */
typedef struct cs_audit cs_audit;               /* part 6 */
typedef struct cs_policy cs_policy;             /* part 7 */

#endif
