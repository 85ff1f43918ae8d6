/*
 * writer.h - how memos of records reach the log.
 *
 * Straight, by whoever puts them, or from the spool, which a thread of the log
 * empties.  The thread is started when the spool is first used.  Without a
 * thread, or when it cannot write, whoever puts the next record does its work.
 *
 * Lock order: `lock` of the log before `log`.  Only the thread holds `log`
 * alone, while it writes a half of the spool that takes no memos.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_AUDIT_WRITER_H
#define CS_AUDIT_WRITER_H

#include "audit/audit_in.h"

/* With `lock`: the memo at hand into the spool; without one into the log.
 * `stem`, if not NULL, learns where it is. */
cs_status cs_writer_hold(cs_audit *a, cs_audit_stem *stem,
                         cs_error *err) CS_MUST_CHECK;
/* With `lock`: the thread is told when there is much, and of anything when it
 * sleeps. */
void cs_writer_notify(cs_audit *a);
/* With `lock`: the spool and one more memo into the log; `now`: and to the
 * disk. */
cs_status cs_writer_flush(cs_audit *a, const char *memo, size_t n, bool now,
                          cs_error *err) CS_MUST_CHECK;
/* End the thread, if there is one; the spool may have memos. */
void cs_writer_stop(cs_audit *a);

/* With `log`: the file lock, and what has to be said before anything else. */
cs_status cs_writer_take(cs_audit *a, cs_error *err) CS_MUST_CHECK;

/* Under the file lock: the rest of `memos`; a failure leaves none of them. */
cs_status cs_writer_append(cs_audit *a, cs_memos *memos,
                           cs_error *err) CS_MUST_CHECK;
/* Under the file lock: note that the memos of a half from there on will be the
 * next records. */
void cs_writer_begin(const cs_audit *a, cs_spool *s, int half, size_t from);
/* A record of the log about itself, under the file lock. */
cs_status cs_writer_put_own(cs_audit *a, const cs_audit_record *r,
                            cs_error *err) CS_MUST_CHECK;

#endif
