/*
 * chain.h - the files of a log: its end, appending, going on in another file.
 *
 * Writers of all processes take turns by a lock on the file.  Whoever has it
 * knows the end (number and hash of the last record): from memory if nobody has
 * written since, else by reading the last line.  Bytes behind the last newline
 * were written by somebody who died: they are cut, and told.  A file that is
 * not there under its name any more is left, and another log begins.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_AUDIT_CHAIN_H
#define CS_AUDIT_CHAIN_H

#include "audit/line.h"

typedef struct cs_chain {
  char *path;    /* owned: of the first file */
  char *current; /* owned: of the one that grows */
  int fd;        /* owned; of that */
  bool known;    /* `size` and what follows is the end that we saw last */
  uint64_t size;
  uint64_t seq; /* of the last record; 0: there is none */
  char hash[CS_LINE_HASH + 1];
  unsigned files; /* before the current one */
  uint64_t torn;  /* bytes that locking had to cut; the caller clears it */
  char torn_hash[CS_LINE_HASH + 1];
} cs_chain;

/* An end that it had. */
typedef struct cs_chain_end {
  uint64_t size, seq;
  char hash[CS_LINE_HASH + 1];
} cs_chain_end;

/* `create`: the file may be new; only its owner may read it. */
cs_status cs_chain_open(cs_chain *c, const char *path, bool create,
                        cs_error *err) CS_MUST_CHECK;
void cs_chain_fini(cs_chain *c);

/* Have the log for ourselves, with its end known.  CS_ECORRUPT: the last line
 * is no record; nothing can be appended to that. */
cs_status cs_chain_lock(cs_chain *c, cs_error *err) CS_MUST_CHECK;
void cs_chain_unlock(cs_chain *c);

/* Append lines, the last of which has this number and hash.  A failure leaves
 * the file as it was. */
cs_status cs_chain_append(cs_chain *c, const char *lines, size_t n,
                          uint64_t seq, const char *hash,
                          cs_error *err) CS_MUST_CHECK;

/* Under the same lock: take back what was appended since. */
void cs_chain_back(cs_chain *c, const cs_chain_end *end);

/* The name of the next file, without its directory. */
void cs_chain_next(const cs_chain *c, char *out, size_t room);
/* Make it: before the record that names it is appended. */
cs_status cs_chain_make_next(cs_chain *c, cs_error *err) CS_MUST_CHECK;
/* Go on there, with the lock. */
cs_status cs_chain_follow(cs_chain *c, const char *name,
                          cs_error *err) CS_MUST_CHECK;

/* The path of `name` beside `path`; free() it.  NULL: no memory, or it is no
 * plain name. */
char *cs_chain_beside(const char *path, const char *name);

#endif
