/*
 * hash.h - hashes of strings and numbers.
 *
 * Numbers and containers hash to exactly the value CPython gives, because
 * programs print them and because sets of numbers keep CPython's order.
 * Strings do not (CPython's own differ from run to run): they use a fixed
 * seed, so a snapshot means the same in every process.  The string hash does
 * not resist chosen collisions; a table whose probes grow long places its keys
 * by cs_hash_keyed instead (py/heap/flood.h).
 *
 * No function returns -1, which CPython reserves for "error".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_HASH_H
#define CS_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Modulus of numeric hashes (sys.hash_info.modulus) and hash of infinity. */
#define CS_HASH_MODULUS ((UINT64_C(1) << 61) - 1)
#define CS_HASH_INF     INT64_C(314159)

/* Hash of a str or bytes.  Empty input gives 0, as in CPython, and no other
 * input does: 0 can mean "not computed yet" in a cache. */
int64_t cs_hash_bytes(const void *data, size_t n);

/* SipHash-1-3: who does not know the key cannot choose inputs that collide. */
uint64_t cs_hash_keyed(uint64_t key, const void *data, size_t n);

/* -1 is not a hash: CPython turns it into -2 nearly everywhere. */
static inline int64_t cs_hash_fix(int64_t hash) {
  return hash == -1 ? -2 : hash;
}

/* hash(int) of a value that fits a machine word. */
static inline int64_t cs_hash_int64(int64_t v) {
  if (v > -(int64_t)CS_HASH_MODULUS && v < (int64_t)CS_HASH_MODULUS)
    return cs_hash_fix(v);
  return cs_hash_fix(v % (int64_t)CS_HASH_MODULUS);
}

/* hash(int) of a sign and `n` limbs of magnitude, least significant first. */
int64_t cs_hash_limbs(const uint64_t *limbs, size_t n, bool negative);

/* hash(float).  A NaN has the hash of its object: the caller passes any number
 * that identifies it, which is returned (0 makes all NaN collide). */
int64_t cs_hash_double(double v, int64_t identity);

/* hash(complex) from the hashes of its parts. */
int64_t cs_hash_complex(int64_t real, int64_t imag);

/* hash(tuple): start, one step per item with the item's hash, finish. */
uint64_t cs_hash_tuple_start(void);
uint64_t cs_hash_tuple_step(uint64_t acc, int64_t item);
int64_t cs_hash_tuple_finish(uint64_t acc, size_t count);

/* hash(frozenset): start at 0, one step per item in any order, finish. */
uint64_t cs_hash_set_step(uint64_t acc, int64_t item);
int64_t cs_hash_set_finish(uint64_t acc, size_t count);

/* Spread the bits of an identity (an offset or a counter): the hash of objects
 * that compare by identity. */
int64_t cs_hash_id(uint64_t id);

#endif
