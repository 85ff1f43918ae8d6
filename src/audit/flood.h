/*
 * flood.h - how many records of one session are written a second.
 *
 * Beyond CS_FLOOD_MOST in a second the rest is counted by kind and rule, and
 * the counts are written when the second is over: nothing is dropped silently,
 * and a program that is refused a million times costs a few lines.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_AUDIT_FLOOD_H
#define CS_AUDIT_FLOOD_H

#include <stdbool.h>
#include <stdint.h>

#define CS_FLOOD_MOST    1000
#define CS_FLOOD_BUCKETS 16

typedef struct cs_flood_bucket {
  char kind[24], rule[48];
  uint64_t count;
} cs_flood_bucket;

typedef struct cs_flood {
  int64_t since_ns; /* when this second began */
  uint32_t passed;
  uint32_t n;
  cs_flood_bucket bucket[CS_FLOOD_BUCKETS]; /* the last one: all others */
} cs_flood;

/* May a record of this kind be written?  Otherwise it is counted. */
bool cs_flood_pass(cs_flood *f, int64_t now_ns, const char *kind,
                   const char *rule);
/* Are there counts to be written now?  A second has passed, or `end`. */
bool cs_flood_is_due(const cs_flood *f, int64_t now_ns, bool end);
/* Take one of them; false: there are no more. */
bool cs_flood_take(cs_flood *f, cs_flood_bucket *out);

#endif
