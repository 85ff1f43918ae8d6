/*
 * record.h - the bytes of a journal.
 *
 *   file    8 bytes "CSJOURN1", then records
 *   record  head of 24 bytes, body, chain of 32 bytes
 *   head    u32 length of the body, u32 kind, u64 number (from 0), u32 CRC-32C
 *           of the body, u32 CRC-32C of the 20 bytes before it
 *   chain   BLAKE2b-256 of the chain before it, head and body; the chain before
 *           the first record is the digest of the 8 bytes
 *
 * The sums recognise accidents: a record that was not written to its end.  The
 * chain recognises changes: whoever alters, removes or adds a record has to
 * write every later one anew.  Numbers are little-endian.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JOURNAL_RECORD_H
#define CS_JOURNAL_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CS_RECORD_MAGIC "CSJOURN1"
#define CS_RECORD_START 8
#define CS_RECORD_TOP   24
#define CS_RECORD_CHAIN 32
#define CS_RECORD_MAX   (UINT32_C(1) << 30) /* bytes of a body */

/* name, number; code.h has the bodies.  Numbers are append-only. */
#define CS_RECORD_LIST(X)                                         \
  X(HEAD, 1)     /* the first one: options, note of the host */   \
  X(STATE, 2)    /* a snapshot of the session */                  \
  X(RUN, 3)      /* source text */                                \
  X(OUTPUT, 4)   /* stream, text */                               \
  X(INTENT, 5)   /* a request that is about to change the host */ \
  X(ANSWER, 6)   /* a request that the session answered */        \
  X(EVENT, 7)    /* CALL, OS, NAME, WAIT: before the host acts */ \
  X(REPLY, 8)    /* the host's */                                 \
  X(END, 9)      /* the event that ended a run */                 \
  X(ACT, 10)     /* the host set something up */                  \
  X(RESUMED, 11) /* another process goes on from here */

typedef enum cs_record_kind {
#define X(name, number) CS_RECORD_##name = number,
  CS_RECORD_LIST(X)
#undef X
} cs_record_kind;

typedef struct cs_record {
  cs_record_kind kind;
  uint64_t number;
  const uint8_t *body; /* borrowed */
  uint32_t len;
} cs_record;

const char *cs_record_name(cs_record_kind kind);

/* The chain of an empty journal. */
void cs_record_begin(uint8_t chain[CS_RECORD_CHAIN]);
/* Write a head; the body is in two parts. */
void cs_record_head(uint8_t head[CS_RECORD_TOP], cs_record_kind kind,
                    uint64_t number, const void *a, size_t an, const void *b,
                    size_t bn);
/* Is this a head, whatever the body? */
bool cs_record_read_head(const uint8_t head[CS_RECORD_TOP], cs_record *out);
bool cs_record_body_fits(const uint8_t head[CS_RECORD_TOP], const void *body);
/* Move the chain over a record. */
void cs_record_link(uint8_t chain[CS_RECORD_CHAIN],
                    const uint8_t head[CS_RECORD_TOP], const void *a, size_t an,
                    const void *b, size_t bn);

#endif
