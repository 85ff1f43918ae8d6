/*
 * test_digest.c - digests and checksums as hashlib and zlib give them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "digest/checksum.h"
#include "digest/digest.h"
#include "vec/digest.inc"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static uint8_t data[2000];

static int fill_data(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof data; i++) data[i] = (uint8_t)(7 * i + i / 256);
  return 0;
}

static cs_digest_kind kind_of(const char *name) {
  cs_digest_kind kind;
  assert_true(cs_digest_find(name, strlen(name), &kind));
  assert_string_equal(cs_digest_name(kind), name);
  return kind;
}

static void assert_hex(const cs_digest *d, const char *hex) {
  uint8_t out[200];
  char text[401];
  size_t n = strlen(hex) / 2;
  cs_digest_finish(d, out, n);
  for (size_t i = 0; i < n; i++) snprintf(text + 2 * i, 3, "%02x", out[i]);
  assert_string_equal(text, hex);
}

static void digests_agree_with_hashlib(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(digest_vectors); i++) {
    const struct digest_vector *v = &digest_vectors[i];
    cs_digest d;
    cs_digest_init(&d, kind_of(v->name));
    cs_digest_update(&d, data, v->n);
    assert_hex(&d, v->hex);
  }
}

static void pieces_give_the_same_digest_as_the_whole(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(digest_vectors); i++) {
    const struct digest_vector *v = &digest_vectors[i];
    for (size_t step = 1; step < 300; step = step * 3 + 1) {
      cs_digest d;
      cs_digest_init(&d, kind_of(v->name));
      for (size_t at = 0; at < v->n; at += step) {
        cs_digest_update(&d, data + at, at + step < v->n ? step : v->n - at);
        assert_int_equal(cs_digest_check(&d), CS_OK);
      }
      assert_hex(&d, v->hex);
      assert_hex(&d, v->hex); /* finishing changes nothing */
    }
  }
}

static void blake2_parameters_agree_with_hashlib(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(blake2_vectors); i++) {
    const struct blake2_vector *v = &blake2_vectors[i];
    cs_digest_blake2 p = {
        .key = data,
        .salt = data,
        .person = data,
        .key_size = v->key,
        .salt_size = v->salt,
        .person_size = v->person,
        .digest_size = v->digest_size,
        .fanout = v->fanout,
        .depth = v->depth,
        .leaf_size = v->leaf_size,
        .node_depth = v->node_depth,
        .inner_size = v->inner_size,
        .node_offset = v->node_offset,
        .last_node = v->last_node,
    };
    cs_digest d;
    assert_int_equal(cs_digest_init_blake2(&d, kind_of(v->name), &p), CS_OK);
    cs_digest_update(&d, data, v->n);
    assert_int_equal(cs_digest_check(&d), CS_OK);
    assert_hex(&d, v->hex);
  }
  cs_digest d;
  cs_digest_blake2 p = cs_digest_blake2_default(CS_DIGEST_BLAKE2S);
  p.digest_size = 33;
  assert_int_equal(cs_digest_init_blake2(&d, CS_DIGEST_BLAKE2S, &p), CS_EINVAL);
}

static void hostile_contexts_are_refused(void **state) {
  (void)state;
  cs_digest good, bad;
  cs_digest_init(&good, CS_DIGEST_SHA256);
  bad = good;
  bad.fill = 64;
  assert_int_equal(cs_digest_check(&bad), CS_ECORRUPT);
  bad = good;
  bad.kind = 0;
  assert_int_equal(cs_digest_check(&bad), CS_ECORRUPT);
  bad.kind = 15;
  assert_int_equal(cs_digest_check(&bad), CS_ECORRUPT);
  bad = good;
  bad.size = 33;
  assert_int_equal(cs_digest_check(&bad), CS_ECORRUPT);
  bad = good;
  bad.last_node = 1;
  assert_int_equal(cs_digest_check(&bad), CS_ECORRUPT);
  cs_digest_init(&good, CS_DIGEST_BLAKE2B);
  good.fill = 128;
  assert_int_equal(cs_digest_check(&good), CS_OK);
  good.fill = 129;
  assert_int_equal(cs_digest_check(&good), CS_ECORRUPT);
}

/* Whatever passes the check can be used without leaving its bounds. */
static void any_checked_context_is_safe_to_use(void **state) {
  (void)state;
  uint64_t seed = 5;
  size_t usable = 0;
  for (int round = 0; round < 20000; round++) {
    cs_digest d;
    uint8_t *raw = (uint8_t *)&d;
    for (size_t i = 0; i < sizeof d; i++) {
      seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
      raw[i] = (uint8_t)(seed >> 56);
    }
    d.kind %= 16;
    d.zero = 0;
    d.last_node = 0;
    if (d.kind && d.kind < 15) d.size = (uint8_t)cs_digest_size_of(d.kind);
    if (cs_digest_check(&d) != CS_OK) continue;
    usable++;
    uint8_t out[CS_DIGEST_MAX];
    cs_digest_update(&d, data, seed % sizeof data);
    cs_digest_finish(&d, out, d.size ? d.size : 10);
  }
  assert_true(usable > 1000);
}

static void checksums_agree_with_zlib(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(sum_vectors); i++) {
    size_t n = sum_vectors[i].n, half = n / 3;
    uint32_t crc = cs_checksum_crc32(0, data, half);
    crc = cs_checksum_crc32(crc, data + half, n - half);
    assert_int_equal(crc, sum_vectors[i].crc32);
    uint32_t adler = cs_checksum_adler32(1, data, half);
    adler = cs_checksum_adler32(adler, data + half, n - half);
    assert_int_equal(adler, sum_vectors[i].adler32);
  }
  /* RFC 3720, appendix B.4. */
  uint8_t b[32] = {0};
  assert_true(cs_checksum_crc32c(0, b, 32) == 0x8A9136AA);
  memset(b, 0xFF, sizeof b);
  assert_true(cs_checksum_crc32c(0, b, 32) == 0x62A8AB43);
  assert_true(cs_checksum_crc32c(0, "123456789", 9) == 0xE3069283);
  uint8_t *big = malloc(1000000);
  assert_non_null(big);
  memset(big, 0xFF, 1000000);
  assert_true(cs_checksum_adler32(1, big, 1000000) == ADLER_OF_1M_FF);
  free(big);
}

static void names_are_found_in_either_case(void **state) {
  (void)state;
  cs_digest_kind kind;
  assert_true(cs_digest_find("SHA256", 6, &kind));
  assert_int_equal(kind, CS_DIGEST_SHA256);
  assert_false(cs_digest_find("sha2567", 7, &kind));
  assert_false(cs_digest_find("", 0, &kind));
  assert_false(cs_digest_find("a name too long", 15, &kind));
  assert_int_equal(cs_digest_block_of(CS_DIGEST_SHA3_256), 136);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(digests_agree_with_hashlib),
      cmocka_unit_test(pieces_give_the_same_digest_as_the_whole),
      cmocka_unit_test(blake2_parameters_agree_with_hashlib),
      cmocka_unit_test(hostile_contexts_are_refused),
      cmocka_unit_test(any_checked_context_is_safe_to_use),
      cmocka_unit_test(checksums_agree_with_zlib),
      cmocka_unit_test(names_are_found_in_either_case),
  };
  return cmocka_run_group_tests(tests, fill_data, NULL);
}
