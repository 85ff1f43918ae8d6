/*
 * digest.h - one context for every hash function of `hashlib`.
 *
 * A context is plain bytes without pointers, so it may live in memory that is
 * dumped, copied and loaded again.  Copying the struct forks the digest.
 * Bytes that come back from outside go through cs_digest_check once; after
 * that no function can leave the context's bounds, whatever the state says.
 *
 * Invariant: `fill` is below the block size of `kind`, or equal to it for
 * BLAKE2, which must know the last block as such before folding it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DIGEST_DIGEST_H
#define CS_DIGEST_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* name, number, hashlib name, digest size (0: any), block size */
#define CS_DIGEST_LIST(X)                        \
  X(CS_DIGEST_MD5, 1, "md5", 16, 64)             \
  X(CS_DIGEST_SHA1, 2, "sha1", 20, 64)           \
  X(CS_DIGEST_SHA224, 3, "sha224", 28, 64)       \
  X(CS_DIGEST_SHA256, 4, "sha256", 32, 64)       \
  X(CS_DIGEST_SHA384, 5, "sha384", 48, 128)      \
  X(CS_DIGEST_SHA512, 6, "sha512", 64, 128)      \
  X(CS_DIGEST_SHA3_224, 7, "sha3_224", 28, 144)  \
  X(CS_DIGEST_SHA3_256, 8, "sha3_256", 32, 136)  \
  X(CS_DIGEST_SHA3_384, 9, "sha3_384", 48, 104)  \
  X(CS_DIGEST_SHA3_512, 10, "sha3_512", 64, 72)  \
  X(CS_DIGEST_SHAKE128, 11, "shake_128", 0, 168) \
  X(CS_DIGEST_SHAKE256, 12, "shake_256", 0, 136) \
  X(CS_DIGEST_BLAKE2B, 13, "blake2b", 64, 128)   \
  X(CS_DIGEST_BLAKE2S, 14, "blake2s", 32, 64)

typedef enum cs_digest_kind {
#define X(name, number, text, size, block) name = number,
  CS_DIGEST_LIST(X)
#undef X
} cs_digest_kind;

#define CS_DIGEST_MAX       64  /* bytes of the longest fixed-size digest */
#define CS_DIGEST_BLOCK_MAX 168 /* bytes of the largest block             */

typedef struct cs_digest {
  uint8_t kind;      /* a cs_digest_kind                         */
  uint8_t size;      /* digest size in bytes; 0 for SHAKE        */
  uint8_t last_node; /* BLAKE2 tree mode: 1 for the last node    */
  uint8_t fill;      /* bytes waiting in `block`                 */
  uint32_t zero;     /* padding, always 0                        */
  uint64_t done;     /* bytes folded into the state              */
  union {
    uint32_t w[8];
    uint64_t q[25];
  } state;
  uint8_t block[CS_DIGEST_BLOCK_MAX];
} cs_digest;

/* Parameters of BLAKE2, with hashlib's names.  Lengths are in bytes; salt and
 * person are padded with zeros.  Start from cs_digest_blake2_default. */
typedef struct cs_digest_blake2 {
  const uint8_t *key, *salt, *person; /* borrowed during the call */
  size_t key_size, salt_size, person_size;
  uint32_t digest_size, fanout, depth, leaf_size, node_depth, inner_size;
  uint64_t node_offset;
  bool last_node;
} cs_digest_blake2;

/* Largest key, and salt or person, of a BLAKE2 kind. */
#define CS_DIGEST_KEY_MAX(kind)  ((kind) == CS_DIGEST_BLAKE2B ? 64u : 32u)
#define CS_DIGEST_SALT_MAX(kind) ((kind) == CS_DIGEST_BLAKE2B ? 16u : 8u)

/* The kind with a hashlib name, in lower or upper case.  False if unknown. */
bool cs_digest_find(const char *name, size_t n, cs_digest_kind *kind);

/* hashlib's name, digest size (0: any) and block size of a kind. */
const char *cs_digest_name(cs_digest_kind kind);
size_t cs_digest_size_of(cs_digest_kind kind);
size_t cs_digest_block_of(cs_digest_kind kind);

/* Start a digest. */
void cs_digest_init(cs_digest *d, cs_digest_kind kind);

/* Start a BLAKE2 digest with parameters.  CS_EINVAL, and `d` untouched, if one
 * is out of range. */
cs_digest_blake2 cs_digest_blake2_default(cs_digest_kind kind);
cs_status cs_digest_init_blake2(cs_digest *d, cs_digest_kind kind,
                                const cs_digest_blake2 *params) CS_MUST_CHECK;

/* Add bytes. */
void cs_digest_update(cs_digest *d, const void *data, size_t n);

/* Write the digest of everything so far; `d` can go on.  `n` is d->size, or
 * any length for SHAKE. */
void cs_digest_finish(const cs_digest *d, uint8_t *out, size_t n);

/* Verify a context from outside.  CS_ECORRUPT unless it is usable. */
cs_status cs_digest_check(const cs_digest *d) CS_MUST_CHECK;

/* One call for everything; `out` has room for the kind's digest size. */
void cs_digest_of(cs_digest_kind kind, const void *data, size_t n,
                  uint8_t *out);

#endif
