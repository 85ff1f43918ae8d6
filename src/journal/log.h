/*
 * log.h - writing a journal: append, hand over, make durable.
 *
 * Three steps of safety: a record that was put is in memory, one that was
 * flushed survives the end of this process, one that was synced survives the
 * end of the machine.  After the first failure every call fails, so nothing is
 * acknowledged behind a gap.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JOURNAL_LOG_H
#define CS_JOURNAL_LOG_H

#include "base/buf.h"
#include "base/error.h"
#include "journal/record.h"

typedef struct cs_log {
  int fd;          /* owned */
  cs_buf buf;      /* put, not flushed */
  uint64_t number; /* of the next record */
  uint8_t chain[CS_RECORD_CHAIN];
  bool unsynced;
  cs_error broken; /* code CS_OK: it is not */
} cs_log;

/* A new file that only its owner may read; it must not exist.  The log holds
 * the lock that keeps others from writing it. */
cs_status cs_log_create(cs_log *l, const char *path,
                        cs_error *err) CS_MUST_CHECK;
/* Go on in a file whose good part has `size` bytes; the rest is cut.  `fd` is
 * taken, also on failure. */
cs_status cs_log_continue(cs_log *l, int fd, uint64_t size, uint64_t number,
                          const uint8_t chain[CS_RECORD_CHAIN],
                          cs_error *err) CS_MUST_CHECK;
/* Flushes, syncs and closes; `l` may be zeroed. */
void cs_log_fini(cs_log *l);

/* Append a record whose body is `a` then `b`. */
cs_status cs_log_put(cs_log *l, cs_record_kind kind, const void *a, size_t an,
                     const void *b, size_t bn) CS_MUST_CHECK;
cs_status cs_log_flush(cs_log *l) CS_MUST_CHECK;
cs_status cs_log_sync(cs_log *l) CS_MUST_CHECK;

#endif
