/*
 * reader.h - reading a journal: verify once, then record by record.
 *
 * Opening goes through the whole file.  What is broken off at its end (a
 * process that was killed, a machine that lost power) is told apart from what
 * was changed in the middle: the first is left out, the second refused with
 * the number of the record.  The file is read, never mapped: nobody can make
 * us fault by cutting it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JOURNAL_READER_H
#define CS_JOURNAL_READER_H

#include "base/buf.h"
#include "base/error.h"
#include "journal/record.h"

typedef struct cs_reader_entry {
  uint64_t at; /* of the head */
  uint32_t len;
  cs_record_kind kind;
} cs_reader_entry;

typedef struct cs_reader {
  int fd;                 /* borrowed */
  uint64_t size;          /* of the file */
  uint64_t good;          /* bytes up to the end of the last whole record */
  cs_reader_entry *index; /* owned */
  size_t n, room;
  uint8_t chain[CS_RECORD_CHAIN]; /* behind the last record */
  cs_buf buf;                     /* the record that was read last */
} cs_reader;

/* CS_ECORRUPT: no journal, or one that was changed; CS_EOS: cannot be read. */
cs_status cs_reader_open(cs_reader *r, int fd, cs_error *err) CS_MUST_CHECK;
void cs_reader_fini(cs_reader *r);
/* Record `i`; borrowed until the next call.  Fails if the file has changed. */
cs_status cs_reader_get(cs_reader *r, size_t i, cs_record *out) CS_MUST_CHECK;

#endif
