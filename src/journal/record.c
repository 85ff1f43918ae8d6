/*
 * record.c - the bytes of a journal.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "journal/record.h"

#include "digest/checksum.h"
#include "digest/digest.h"

enum { LENGTH = 0, KIND = 4, NUMBER = 8, BODY_SUM = 16, HEAD_SUM = 20 };

static void put(uint8_t *p, uint64_t v, int n) {
  for (int i = 0; i < n; i++) p[i] = (uint8_t)(v >> (8 * i));
}

static uint64_t get(const uint8_t *p, int n) {
  uint64_t v = 0;
  for (int i = 0; i < n; i++) v |= (uint64_t)p[i] << (8 * i);
  return v;
}

const char *cs_record_name(cs_record_kind kind) {
  switch (kind) {
#define X(name, number) \
  case CS_RECORD_##name: return #name;
    CS_RECORD_LIST(X)
#undef X
  }
  return "unknown";
}

static void start(cs_digest *d) {
  cs_digest_blake2 p = cs_digest_blake2_default(CS_DIGEST_BLAKE2B);
  p.digest_size = CS_RECORD_CHAIN;
  (void)!cs_digest_init_blake2(d, CS_DIGEST_BLAKE2B, &p);
}

void cs_record_begin(uint8_t chain[CS_RECORD_CHAIN]) {
  cs_digest d;
  start(&d);
  cs_digest_update(&d, CS_RECORD_MAGIC, CS_RECORD_START);
  cs_digest_finish(&d, chain, CS_RECORD_CHAIN);
}

void cs_record_head(uint8_t head[CS_RECORD_TOP], cs_record_kind kind,
                    uint64_t number, const void *a, size_t an, const void *b,
                    size_t bn) {
  uint32_t sum = cs_checksum_crc32c(0, a, an);
  put(head + LENGTH, an + bn, 4);
  put(head + KIND, kind, 4);
  put(head + NUMBER, number, 8);
  put(head + BODY_SUM, cs_checksum_crc32c(sum, b, bn), 4);
  put(head + HEAD_SUM, cs_checksum_crc32c(0, head, HEAD_SUM), 4);
}

bool cs_record_read_head(const uint8_t head[CS_RECORD_TOP], cs_record *out) {
  if (get(head + HEAD_SUM, 4) != cs_checksum_crc32c(0, head, HEAD_SUM))
    return false;
  *out = (cs_record){.kind = (cs_record_kind)get(head + KIND, 4),
                     .number = get(head + NUMBER, 8),
                     .len = (uint32_t)get(head + LENGTH, 4)};
  return out->len <= CS_RECORD_MAX;
}

bool cs_record_body_fits(const uint8_t head[CS_RECORD_TOP], const void *body) {
  size_t n = (size_t)get(head + LENGTH, 4);
  return get(head + BODY_SUM, 4) == cs_checksum_crc32c(0, body, n);
}

void cs_record_link(uint8_t chain[CS_RECORD_CHAIN],
                    const uint8_t head[CS_RECORD_TOP], const void *a, size_t an,
                    const void *b, size_t bn) {
  cs_digest d;
  start(&d);
  cs_digest_update(&d, chain, CS_RECORD_CHAIN);
  cs_digest_update(&d, head, CS_RECORD_TOP);
  cs_digest_update(&d, a, an);
  cs_digest_update(&d, b, bn);
  cs_digest_finish(&d, chain, CS_RECORD_CHAIN);
}
