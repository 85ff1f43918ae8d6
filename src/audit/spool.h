/*
 * spool.h - memos of records that wait for the log, safe from kill -9.
 *
 * A file of its own for each writer, mapped into memory: storing a memo costs
 * no system call, and the page cache keeps it when the process dies.  The space
 * is allocated when the spool is made, so a full disk cannot surprise us there.
 * The writer holds a lock on the file; one that nobody holds was left behind.
 *
 * Two halves: one takes memos while the other is on its way to the log.
 *
 * Invariant: the first `used` bytes of a half are whole memos, and those of
 * the half with the smaller `turn` come first.  Before a half goes to the log
 * its place there is noted; after a crash the same memos at that place give
 * the same lines, and only what is not there is written again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_AUDIT_SPOOL_H
#define CS_AUDIT_SPOOL_H

#include <stdatomic.h>

#include "audit/line.h"

#define CS_SPOOL_ROOM (256u << 10) /* of a half: 600 records, or 4300 short */

/* Where in the log memos are meant to be. */
typedef struct cs_spool_place {
  uint64_t seq;  /* of the first of them */
  uint64_t from; /* where that begins; those before it are there already */
  char prev[CS_LINE_HASH];
} cs_spool_place;

/* On cache lines of its own: one is filled while the other is emptied. */
typedef struct cs_spool_half {
  _Alignas(64) atomic_uint_least64_t used;
  uint64_t turn; /* the larger one takes memos */
  atomic_uint_least64_t
      which; /* of `place`, from 1; 0: no batch is under way */
  cs_spool_place place[2];
} cs_spool_half;

typedef struct cs_spool_head { /* the start of the file */
  char magic[8];
  cs_spool_half half[2];
} cs_spool_head;

typedef struct cs_spool {
  uint64_t epoch;      /* grows when the half that takes memos begins anew */
  cs_spool_head *head; /* mapped */
  char *room;          /* of both */
  int active;          /* the half that takes memos */
  int fd;              /* owned; -1: there is none */
  char *path;          /* owned */
} cs_spool;

/* Make one beside the log `path`. */
cs_status cs_spool_open(cs_spool *s, const char *log, const char *writer,
                        cs_error *err) CS_MUST_CHECK;
/* Close and remove; what it holds is lost. */
void cs_spool_close(cs_spool *s);

/* Where the next memo is stored; NULL: there is no room for so many bytes. */
char *cs_spool_next(cs_spool *s, size_t n);
/* It is there. */
void cs_spool_add(cs_spool *s, size_t n);
/* Store a memo; false: there is no room. */
bool cs_spool_put(cs_spool *s, const char *memo, size_t n);
/* Let the other half take memos; false: it is not empty yet. */
bool cs_spool_turn(cs_spool *s);
/* The half whose memos come first, or second. */
int cs_spool_half_at(const cs_spool *s, int place);
const char *cs_spool_memos(const cs_spool *s, int half, size_t *n);
/* Does any memo wait in the half that takes them? */
size_t cs_spool_filled(const cs_spool *s);
/* Its memos go to this place of the log; all of them are there. */
void cs_spool_begin(cs_spool *s, int half, const cs_spool_place *p);
void cs_spool_done(cs_spool *s, int half);
/* Where they were going; NULL: nowhere yet. */
const cs_spool_place *cs_spool_begun(const cs_spool *s, int half);

/* Spools beside `log` that writers left behind: each is opened, handed over and
 * closed; it is removed if `each` says so. */
typedef bool cs_spool_each(void *with, cs_spool *s);
void cs_spool_orphans(const char *log, cs_spool_each *each, void *with);
/* How many records wait in spools beside `log`, and in how many. */
uint64_t cs_spool_waiting(const char *log, unsigned *writers);

#endif
