/*
 * test_ed25519.c - signatures by OpenSSL equal those of stored vectors, which
 * Python's cryptography package made; logs of older versions keep verifying.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "digest/ed25519.h"
#include "vec/ed25519.inc"

static cs_ed25519 lib;

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static void unhex(const char *hex, uint8_t *out) {
  for (; *hex; hex += 2) {
    unsigned byte;
    assert_int_equal(sscanf(hex, "%2x", &byte), 1);
    *out++ = (uint8_t)byte;
  }
}

static void text_of(size_t k, size_t n, uint8_t *out) {
  for (size_t i = 0; i < n; i++) out[i] = (uint8_t)(7 * i + k);
}

static void signatures_equal_those_of_another_library(void **state) {
  (void)state;
  for (size_t k = 0; k < COUNT(ed25519_vectors); k++) {
    const struct ed25519_vector *v = &ed25519_vectors[k];
    uint8_t seed[32], key[32], want[64], got[64], text[1000];
    unhex(v->seed, seed);
    unhex(v->key, key);
    unhex(v->sig, want);
    text_of(k, v->n, text);
    uint8_t half[32];
    assert_int_equal(cs_ed25519_public(&lib, seed, half), CS_OK);
    assert_memory_equal(half, key, 32);
    assert_int_equal(cs_ed25519_sign(&lib, seed, text, v->n, got), CS_OK);
    assert_memory_equal(got, want, 64);
    assert_true(cs_ed25519_verify(&lib, key, text, v->n, got));
  }
}

static void every_changed_bit_is_refused(void **state) {
  (void)state;
  const struct ed25519_vector *v = &ed25519_vectors[4];
  uint8_t key[32], sig[64], text[1000];
  unhex(v->key, key);
  unhex(v->sig, sig);
  text_of(4, v->n, text);
  for (size_t bit = 0; bit < 512; bit += 3) {
    sig[bit / 8] ^= (uint8_t)(1 << bit % 8);
    assert_false(cs_ed25519_verify(&lib, key, text, v->n, sig));
    sig[bit / 8] ^= (uint8_t)(1 << bit % 8);
  }
  for (size_t bit = 0; bit < 256; bit += 5) {
    key[bit / 8] ^= (uint8_t)(1 << bit % 8);
    assert_false(cs_ed25519_verify(&lib, key, text, v->n, sig));
    key[bit / 8] ^= (uint8_t)(1 << bit % 8);
  }
  text[3] ^= 1;
  assert_false(cs_ed25519_verify(&lib, key, text, v->n, sig));
  assert_false(cs_ed25519_verify(&lib, key, text, v->n - 1, sig));
}

/* s + order is the same number and another spelling of the signature. */
static void a_second_spelling_is_refused(void **state) {
  (void)state;
  static const uint8_t order[32] = {0xed, 0xd3, 0xf5, 0x5c, 0x1a,       0x63,
                                    0x12, 0x58, 0xd6, 0x9c, 0xf7,       0xa2,
                                    0xde, 0xf9, 0xde, 0x14, [31] = 0x10};
  const struct ed25519_vector *v = &ed25519_vectors[5];
  uint8_t key[32], sig[64], text[1000];
  unsigned carry = 0;
  unhex(v->key, key);
  unhex(v->sig, sig);
  text_of(5, v->n, text);
  for (int i = 0; i < 32; i++) {
    carry += (unsigned)sig[32 + i] + order[i];
    sig[32 + i] = (uint8_t)carry;
    carry >>= 8;
  }
  assert_false(cs_ed25519_verify(&lib, key, text, v->n, sig));
}

static void bytes_that_are_no_key_are_refused(void **state) {
  (void)state;
  uint8_t key[32], sig[64] = {0};
  memset(key, 0xff, sizeof key);
  assert_false(cs_ed25519_verify(&lib, key, "", 0, sig));
  memset(key, 0, sizeof key);
  key[31] = 0x80; /* y = 0, odd x: a point; y = 1 with odd x is none */
  key[0] = 1;
  assert_false(cs_ed25519_verify(&lib, key, "", 0, sig));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(signatures_equal_those_of_another_library),
      cmocka_unit_test(every_changed_bit_is_refused),
      cmocka_unit_test(a_second_spelling_is_refused),
      cmocka_unit_test(bytes_that_are_no_key_are_refused),
  };
  if (cs_ed25519_open(&lib, NULL) != CS_OK) return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  cs_ed25519_close(&lib);
  return failed;
}
