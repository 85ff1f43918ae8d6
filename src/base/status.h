/*
 * status.h - the outcome of every fallible function.
 *
 * One enum for the whole project: the first group is what any layer may
 * return, the second is the engine's way of saying "not finished yet".
 * Numbers are append-only because they cross process boundaries.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_STATUS_H
#define CS_BASE_STATUS_H

#define CS_MUST_CHECK __attribute__((warn_unused_result))

/* name, number, text */
#define CS_STATUS_LIST(X)                                             \
  X(CS_OK, 0, "ok")                                                   \
  X(CS_ELIMIT, 1, "limit reached")                                    \
  X(CS_EOS, 2, "operating system refused")                            \
  X(CS_EINVAL, 3, "argument out of range")                            \
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

/* English text of a status, static storage. */
const char *cs_status_text(cs_status status);

#endif
