/*
 * spool.h - drafts of records that wait for the log, safe from kill -9.
 *
 * A file of its own for each writer, mapped into memory: storing a draft costs
 * no system call, and the page cache keeps it when the process dies.  The space
 * is allocated when the spool is made, so a full disk cannot surprise us there.
 * The writer holds a lock on the file; one that nobody holds was left behind.
 *
 * Invariant: the first `used` bytes are whole drafts.  Before a batch goes to
 * the log its place there is noted; after a crash the same drafts at that place
 * give the same lines, and only what is not there is written again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_AUDIT_SPOOL_H
#define CS_AUDIT_SPOOL_H

#include <stdatomic.h>

#include "audit/line.h"

#define CS_SPOOL_ROOM (256u << 10)

typedef struct cs_spool_head { /* the start of the file */
  char magic[8];
  atomic_uint_least64_t used;
  uint64_t batch_seq; /* of the first draft; 0: no batch is under way */
  char batch_prev[CS_LINE_HASH + 1];
} cs_spool_head;

typedef struct cs_spool {
  int fd;              /* owned; -1: there is none */
  char *path;          /* owned */
  cs_spool_head *head; /* mapped */
  char *room;
} cs_spool;

/* Make one beside the log `path`. */
cs_status cs_spool_open(cs_spool *s, const char *log, const char *writer,
                        cs_error *err) CS_MUST_CHECK;
/* Close and remove; what it holds is lost. */
void cs_spool_close(cs_spool *s);

/* Store a draft; false: there is no room. */
bool cs_spool_put(cs_spool *s, const char *draft, size_t n);
const char *cs_spool_drafts(const cs_spool *s, size_t *n);
/* A batch of all drafts begins at this place; it is in the log. */
void cs_spool_begin(cs_spool *s, uint64_t seq, const char *prev);
void cs_spool_done(cs_spool *s);

/* Spools beside `log` that writers left behind: each is opened, handed over and
 * closed; it is removed if `each` says so. */
typedef bool cs_spool_each(void *with, cs_spool *s);
void cs_spool_orphans(const char *log, cs_spool_each *each, void *with);
/* How many records wait in spools beside `log`, and in how many. */
uint64_t cs_spool_waiting(const char *log, unsigned *writers);

#endif
