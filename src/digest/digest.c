/*
 * digest.c - buffering and padding around the compression functions.
 *
 * All functions work in blocks; this file collects odd bytes until a block is
 * full, hands whole blocks through without copying, and pads the end in one
 * of three ways: a bit and a length (MD5, SHA-1, SHA-2), a bit at each end
 * (Keccak), or zeros and a flag (BLAKE2).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "digest/digest.h"

#include <assert.h>
#include <string.h>

#include "digest/blake2.h"
#include "digest/keccak.h"
#include "digest/md5.h"
#include "digest/sha1.h"
#include "digest/sha2.h"

typedef struct row {
  char name[12];
  uint8_t size;
  uint8_t block;
} row;

static const row rows[] = {
#define X(name, number, text, size, block) [number] = {text, size, block},
    CS_DIGEST_LIST(X)
#undef X
};

#define KINDS (sizeof rows / sizeof rows[0]) /* kind 0 does not exist */

bool cs_digest_find(const char *name, size_t n, cs_digest_kind *kind) {
  char lower[12] = {0};
  if (n >= sizeof lower) return false;
  for (size_t i = 0; i < n; i++) {
    char c = name[i];
    lower[i] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
  }
  for (size_t i = 1; i < KINDS; i++) {
    if (strlen(rows[i].name) == n && memcmp(rows[i].name, lower, n) == 0) {
      *kind = (cs_digest_kind)i;
      return true;
    }
  }
  return false;
}

const char *cs_digest_name(cs_digest_kind kind) {
  return rows[kind].name;
}

size_t cs_digest_size_of(cs_digest_kind kind) {
  return rows[kind].size;
}

size_t cs_digest_block_of(cs_digest_kind kind) {
  return rows[kind].block;
}

static bool is_keccak(uint8_t kind) {
  return kind >= CS_DIGEST_SHA3_224 && kind <= CS_DIGEST_SHAKE256;
}

static bool is_blake2(uint8_t kind) {
  return kind == CS_DIGEST_BLAKE2B || kind == CS_DIGEST_BLAKE2S;
}

static void start_state(cs_digest *d) {
  switch ((cs_digest_kind)d->kind) {
    case CS_DIGEST_MD5:
      memcpy(d->state.w, cs_md5_start, sizeof cs_md5_start);
      break;
    case CS_DIGEST_SHA1:
      memcpy(d->state.w, cs_sha1_start, sizeof cs_sha1_start);
      break;
    case CS_DIGEST_SHA224:
      memcpy(d->state.w, cs_sha2_start_224, sizeof cs_sha2_start_224);
      break;
    case CS_DIGEST_SHA256:
      memcpy(d->state.w, cs_sha2_start_256, sizeof cs_sha2_start_256);
      break;
    case CS_DIGEST_SHA384:
      memcpy(d->state.q, cs_sha2_start_384, sizeof cs_sha2_start_384);
      break;
    case CS_DIGEST_SHA512:
      memcpy(d->state.q, cs_sha2_start_512, sizeof cs_sha2_start_512);
      break;
    case CS_DIGEST_BLAKE2B:
      memcpy(d->state.q, cs_blake2_start_b, sizeof cs_blake2_start_b);
      break;
    case CS_DIGEST_BLAKE2S:
      memcpy(d->state.w, cs_blake2_start_s, sizeof cs_blake2_start_s);
      break;
    case CS_DIGEST_SHA3_224:
    case CS_DIGEST_SHA3_256:
    case CS_DIGEST_SHA3_384:
    case CS_DIGEST_SHA3_512:
    case CS_DIGEST_SHAKE128:
    case CS_DIGEST_SHAKE256: break; /* the sponge starts with zeros */
  }
}

cs_digest_blake2 cs_digest_blake2_default(cs_digest_kind kind) {
  return (cs_digest_blake2){
      .digest_size = rows[kind].size, .fanout = 1, .depth = 1};
}

void cs_digest_init(cs_digest *d, cs_digest_kind kind) {
  if (is_blake2((uint8_t)kind)) {
    cs_digest_blake2 params = cs_digest_blake2_default(kind);
    cs_status st = cs_digest_init_blake2(d, kind, &params);
    assert(st == CS_OK);
    (void)st;
    return;
  }
  memset(d, 0, sizeof *d);
  d->kind = (uint8_t)kind;
  d->size = rows[kind].size;
  start_state(d);
}

static void store(uint8_t *out, uint64_t v, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) out[i] = (uint8_t)(v >> 8 * i);
}

static bool in_range(cs_digest_kind kind, const cs_digest_blake2 *p) {
  size_t salt = CS_DIGEST_SALT_MAX(kind);
  uint64_t offsets =
      kind == CS_DIGEST_BLAKE2B ? UINT64_MAX : (UINT64_C(1) << 48) - 1;
  return p->digest_size >= 1 && p->digest_size <= rows[kind].size &&
         p->key_size <= CS_DIGEST_KEY_MAX(kind) && p->salt_size <= salt &&
         p->person_size <= salt && p->fanout <= 255 && p->depth >= 1 &&
         p->depth <= 255 && p->node_depth <= 255 &&
         p->inner_size <= rows[kind].size && p->node_offset <= offsets;
}

/* The parameter block: 64 bytes for BLAKE2b, 32 for BLAKE2s. */
static void pack(cs_digest_kind kind, const cs_digest_blake2 *p,
                 uint8_t out[64]) {
  bool big = kind == CS_DIGEST_BLAKE2B;
  memset(out, 0, 64);
  out[0] = (uint8_t)p->digest_size;
  out[1] = (uint8_t)p->key_size;
  out[2] = (uint8_t)p->fanout;
  out[3] = (uint8_t)p->depth;
  store(out + 4, p->leaf_size, 4);
  store(out + 8, p->node_offset, big ? 8 : 6);
  out[big ? 16 : 14] = (uint8_t)p->node_depth;
  out[big ? 17 : 15] = (uint8_t)p->inner_size;
  size_t salt = big ? 32 : 16;
  if (p->salt_size) memcpy(out + salt, p->salt, p->salt_size);
  salt += CS_DIGEST_SALT_MAX(kind);
  if (p->person_size) memcpy(out + salt, p->person, p->person_size);
}

cs_status cs_digest_init_blake2(cs_digest *d, cs_digest_kind kind,
                                const cs_digest_blake2 *params) {
  if (!in_range(kind, params)) return CS_EINVAL;
  memset(d, 0, sizeof *d);
  d->kind = (uint8_t)kind;
  d->size = (uint8_t)params->digest_size;
  d->last_node = params->last_node;
  start_state(d);
  uint8_t packed[64];
  pack(kind, params, packed);
  uint8_t *state = (uint8_t *)&d->state;
  for (size_t i = 0; i < rows[kind].size; i++) state[i] ^= packed[i];
  if (params->key_size) { /* the key is a block of its own */
    memcpy(d->block, params->key, params->key_size);
    d->fill = rows[kind].block;
  }
  return CS_OK;
}

/* Fold `count` whole blocks.  Those of BLAKE2 are not the last ones. */
static void fold(cs_digest *d, const uint8_t *p, size_t count) {
  size_t block = rows[d->kind].block;
  uint64_t before = d->done;
  d->done += (uint64_t)block * count;
  if (is_keccak(d->kind)) {
    cs_keccak_absorb(d->state.q, p, block, count);
  } else if (is_blake2(d->kind)) {
    for (; count > 0; count--, p += block) {
      before += block;
      if (d->kind == CS_DIGEST_BLAKE2B)
        cs_blake2_block_b(d->state.q, p, before, 0, 0);
      else
        cs_blake2_block_s(d->state.w, p, before, 0, 0);
    }
  } else if (d->kind == CS_DIGEST_MD5) {
    cs_md5_blocks(d->state.w, p, count);
  } else if (d->kind == CS_DIGEST_SHA1) {
    cs_sha1_blocks(d->state.w, p, count);
  } else if (d->kind <= CS_DIGEST_SHA256) {
    cs_sha2_blocks_32(d->state.w, p, count);
  } else {
    cs_sha2_blocks_64(d->state.q, p, count);
  }
}

void cs_digest_update(cs_digest *d, const void *data, size_t n) {
  const uint8_t *p = data;
  size_t block = rows[d->kind].block;
  /* BLAKE2 keeps a full block back until it knows that more follows. */
  size_t keep = is_blake2(d->kind) ? 1 : 0;
  if (n == 0) return;
  if (d->fill > 0) {
    size_t room = block - d->fill;
    size_t some = n < room ? n : room;
    memcpy(d->block + d->fill, p, some);
    d->fill = (uint8_t)(d->fill + some);
    p += some;
    n -= some;
    if (d->fill < block || n < keep) return;
    fold(d, d->block, 1);
    d->fill = 0;
  }
  if (n >= block + keep) {
    size_t count = (n - keep) / block;
    fold(d, p, count);
    p += count * block;
    n -= count * block;
  }
  if (n > 0) memcpy(d->block, p, n);
  d->fill = (uint8_t)n;
}

/* A one bit, zeros, and the length in bits at the end of the last block. */
static void finish_counted(cs_digest *d, uint8_t *out) {
  size_t block = rows[d->kind].block;
  size_t room = block == 128 ? 16 : 8; /* bytes of the length */
  uint64_t bytes = d->done + d->fill;
  size_t fill = d->fill;
  d->block[fill++] = 0x80;
  memset(d->block + fill, 0, block - fill);
  if (fill > block - room) {
    fold(d, d->block, 1);
    memset(d->block, 0, block);
  }
  uint64_t low = bytes << 3;
  if (d->kind != CS_DIGEST_MD5) low = __builtin_bswap64(low);
  memcpy(d->block + block - 8, &low, sizeof low);
  if (room == 16) d->block[block - 9] = (uint8_t)(bytes >> 61);
  fold(d, d->block, 1);
  for (size_t i = 0; i < 8; i++) {
    if (room == 16)
      d->state.q[i] = __builtin_bswap64(d->state.q[i]);
    else if (d->kind != CS_DIGEST_MD5)
      d->state.w[i] = __builtin_bswap32(d->state.w[i]);
  }
  memcpy(out, &d->state, d->size);
}

static void finish_keccak(cs_digest *d, uint8_t *out, size_t n) {
  size_t rate = rows[d->kind].block;
  memset(d->block + d->fill, 0, rate - d->fill);
  d->block[d->fill] = d->size ? 0x06 : 0x1F; /* SHA-3 or SHAKE */
  d->block[rate - 1] |= 0x80;
  cs_keccak_absorb(d->state.q, d->block, rate, 1);
  while (n > rate) {
    memcpy(out, d->state.q, rate);
    out += rate;
    n -= rate;
    cs_keccak_permute(d->state.q);
  }
  memcpy(out, d->state.q, n);
}

static void finish_blake2(cs_digest *d, uint8_t *out) {
  size_t block = rows[d->kind].block;
  uint64_t done = d->done + d->fill;
  memset(d->block + d->fill, 0, block - d->fill);
  if (d->kind == CS_DIGEST_BLAKE2B)
    cs_blake2_block_b(d->state.q, d->block, done, UINT64_MAX,
                      d->last_node ? UINT64_MAX : 0);
  else
    cs_blake2_block_s(d->state.w, d->block, done, UINT32_MAX,
                      d->last_node ? UINT32_MAX : 0);
  memcpy(out, &d->state, d->size);
}

void cs_digest_finish(const cs_digest *d, uint8_t *out, size_t n) {
  assert(d->size == 0 || n == d->size);
  cs_digest copy = *d;
  if (is_keccak(copy.kind))
    finish_keccak(&copy, out, n);
  else if (is_blake2(copy.kind))
    finish_blake2(&copy, out);
  else
    finish_counted(&copy, out);
}

cs_status cs_digest_check(const cs_digest *d) {
  if (d->kind == 0 || d->kind >= KINDS || d->zero != 0) return CS_ECORRUPT;
  const row *r = &rows[d->kind];
  bool blake2 = is_blake2(d->kind);
  if (d->last_node > (blake2 ? 1 : 0)) return CS_ECORRUPT;
  if (blake2 ? d->size < 1 || d->size > r->size : d->size != r->size)
    return CS_ECORRUPT;
  if (d->fill > (blake2 ? r->block : r->block - 1)) return CS_ECORRUPT;
  return CS_OK;
}

void cs_digest_of(cs_digest_kind kind, const void *data, size_t n,
                  uint8_t *out) {
  cs_digest d;
  cs_digest_init(&d, kind);
  cs_digest_update(&d, data, n);
  cs_digest_finish(&d, out, d.size);
}
