/*
 * seal.c - snapshots that only the holder of a key can make.
 *
 * 8 bytes "CAISSEAL", u64 length of the bytes inside, 32 bytes of keyed
 * BLAKE2b over those 16 bytes and the bytes inside; then they follow.  The
 * code is compared before anything else is looked at, in a time that does not
 * depend on where it differs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "digest/digest.h"
#include "session/session_in.h"

#define TAG     32
#define FRONT   16 /* magic and length */
#define KEY_MIN 16

static const char magic[8] = "CAISSEAL";

static cs_status authenticate(const void *key, size_t key_len,
                              const uint8_t *sealed, const void *inside,
                              size_t len, uint8_t tag[TAG]) {
  static const uint8_t person[16] = "caisson snapshot";
  cs_digest d;
  cs_digest_blake2 p = cs_digest_blake2_default(CS_DIGEST_BLAKE2B);
  if (!key || key_len < KEY_MIN ||
      key_len > CS_DIGEST_KEY_MAX(CS_DIGEST_BLAKE2B))
    return CS_EINVAL;
  p.key = key;
  p.key_size = key_len;
  p.person = person;
  p.person_size = sizeof person;
  p.digest_size = TAG;
  cs_status st = cs_digest_init_blake2(&d, CS_DIGEST_BLAKE2B, &p);
  if (st != CS_OK) return st;
  cs_digest_update(&d, sealed, FRONT);
  cs_digest_update(&d, inside, len);
  cs_digest_finish(&d, tag, TAG);
  return CS_OK;
}

static bool same(const uint8_t *a, const uint8_t *b, size_t n) {
  uint8_t differs = 0;
  for (size_t i = 0; i < n; i++) differs |= a[i] ^ b[i];
  return differs == 0;
}

cs_status cs_seal(const void *key, size_t key_len, const void *bytes,
                  size_t len, void **out, size_t *out_len) {
  uint8_t front[FRONT], tag[TAG];
  uint64_t size = len;
  memcpy(front, magic, sizeof magic);
  memcpy(front + sizeof magic, &size, sizeof size);
  if (len > SIZE_MAX - FRONT - TAG) return CS_ELIMIT;
  cs_status st = authenticate(key, key_len, front, bytes, len, tag);
  if (st != CS_OK) return st;
  uint8_t *p = malloc(FRONT + TAG + len);
  if (!p) return CS_EOS;
  memcpy(p, front, FRONT);
  memcpy(p + FRONT, tag, TAG);
  memcpy(p + FRONT + TAG, bytes, len);
  *out = p;
  *out_len = FRONT + TAG + len;
  return CS_OK;
}

cs_status cs_unseal(const void *key, size_t key_len, const void *bytes,
                    size_t len, const void **inside, size_t *inside_len) {
  const uint8_t *p = bytes;
  uint8_t tag[TAG];
  uint64_t size;
  if (len < FRONT + TAG || memcmp(p, magic, sizeof magic) != 0)
    return CS_ECORRUPT;
  memcpy(&size, p + sizeof magic, sizeof size);
  if (size != len - FRONT - TAG) return CS_ECORRUPT;
  cs_status st =
      authenticate(key, key_len, p, p + FRONT + TAG, len - FRONT - TAG, tag);
  if (st != CS_OK) return st;
  if (!same(tag, p + FRONT, TAG)) return CS_ECORRUPT;
  *inside = p + FRONT + TAG;
  *inside_len = len - FRONT - TAG;
  return CS_OK;
}
