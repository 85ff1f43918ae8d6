/*
 * flood.c - how many records of one session are written a second.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "audit/flood.h"

#include <stdio.h>
#include <string.h>

#include "base/weaken.h"

#define SECOND INT64_C(1000000000)

static bool is_same(const cs_flood_bucket *b, const char *kind,
                    const char *rule) {
  return strncmp(b->kind, kind, sizeof b->kind - 1) == 0 &&
         strncmp(b->rule, rule, sizeof b->rule - 1) == 0;
}

static void count(cs_flood *f, const char *kind, const char *rule) {
  for (uint32_t i = 0; i < f->n; i++) {
    if (!is_same(&f->bucket[i], kind, rule)) continue;
    f->bucket[i].count++;
    return;
  }
  if (f->n == CS_FLOOD_BUCKETS) {
    cs_flood_bucket *rest = &f->bucket[CS_FLOOD_BUCKETS - 1];
    snprintf(rest->kind, sizeof rest->kind, "other");
    rest->rule[0] = 0;
    rest->count++;
    return;
  }
  cs_flood_bucket *b = &f->bucket[f->n++];
  *b = (cs_flood_bucket){.count = 1};
  snprintf(b->kind, sizeof b->kind, "%s", kind);
  snprintf(b->rule, sizeof b->rule, "%s", rule);
}

bool cs_flood_pass(cs_flood *f, int64_t now_ns, const char *kind,
                   const char *rule) {
  if (now_ns - f->since_ns >= SECOND) {
    f->since_ns = now_ns;
    f->passed = 0;
  }
  if (f->passed < CS_FLOOD_MOST || cs_weaken("L09")) { /* redteam: L09 */
    f->passed++;
    return true;
  }
  count(f, kind, rule ? rule : "");
  return false;
}

bool cs_flood_is_due(const cs_flood *f, int64_t now_ns, bool end) {
  return f->n && (end || now_ns - f->since_ns >= SECOND);
}

bool cs_flood_take(cs_flood *f, cs_flood_bucket *out) {
  if (f->n == 0) return false;
  *out = f->bucket[--f->n];
  return true;
}
