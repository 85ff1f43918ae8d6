/*
 * address.c - the table of special addresses (IANA registries, RFC 6890).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "http/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct range4 {
  uint32_t net;
  uint8_t bits;
  cs_address_class is;
} range4;

#define V4(a, b, c, d) \
  ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (d))

static const range4 special4[] = {
    {V4(127, 0, 0, 0), 8, CS_ADDRESS_LOOPBACK},
    {V4(10, 0, 0, 0), 8, CS_ADDRESS_PRIVATE},
    {V4(172, 16, 0, 0), 12, CS_ADDRESS_PRIVATE},
    {V4(192, 168, 0, 0), 16, CS_ADDRESS_PRIVATE},
    {V4(0, 0, 0, 0), 8, CS_ADDRESS_OTHER},
    {V4(100, 64, 0, 0), 10, CS_ADDRESS_OTHER},
    {V4(169, 254, 0, 0), 16, CS_ADDRESS_OTHER},
    {V4(192, 0, 0, 0), 24, CS_ADDRESS_OTHER},
    {V4(192, 0, 2, 0), 24, CS_ADDRESS_OTHER},
    {V4(192, 88, 99, 0), 24, CS_ADDRESS_OTHER},
    {V4(198, 18, 0, 0), 15, CS_ADDRESS_OTHER},
    {V4(198, 51, 100, 0), 24, CS_ADDRESS_OTHER},
    {V4(203, 0, 113, 0), 24, CS_ADDRESS_OTHER},
    {V4(168, 63, 129, 16), 32, CS_ADDRESS_OTHER}, /* Azure's metadata */
    {V4(224, 0, 0, 0), 3, CS_ADDRESS_OTHER}};

static cs_address_class judge4(uint32_t a) {
  for (size_t i = 0; i < sizeof special4 / sizeof *special4; i++) {
    uint32_t mask = UINT32_MAX << (32 - special4[i].bits);
    if ((a & mask) == special4[i].net) return special4[i].is;
  }
  return CS_ADDRESS_PUBLIC;
}

typedef struct range6 {
  uint8_t net[6];
  uint8_t bits; /* at most 48 */
  cs_address_class is;
} range6;

static const range6 special6[] = {
    {{0xfc}, 7, CS_ADDRESS_PRIVATE},
    {{0xfe, 0x80}, 10, CS_ADDRESS_OTHER},
    {{0xfe, 0xc0}, 10, CS_ADDRESS_OTHER},
    {{0xff}, 8, CS_ADDRESS_OTHER},
    {{0x01}, 8, CS_ADDRESS_OTHER},                        /* 100::/64, more */
    {{0x20, 0x01, 0, 0}, 32, CS_ADDRESS_OTHER},           /* Teredo */
    {{0x20, 0x01, 0x0d, 0xb8}, 32, CS_ADDRESS_OTHER},     /* documentation */
    {{0x3f, 0xff, 0}, 20, CS_ADDRESS_OTHER},              /* documentation */
    {{0x5f, 0}, 16, CS_ADDRESS_OTHER},                    /* SRv6 */
    {{0, 0x64, 0xff, 0x9b, 0, 1}, 48, CS_ADDRESS_OTHER}}; /* local NAT64 */

static bool begins(const uint8_t *a, const range6 *r) {
  for (uint8_t bit = 0; bit < r->bits; bit++) {
    uint8_t mask = (uint8_t)(0x80 >> (bit & 7));
    if ((a[bit >> 3] & mask) != (r->net[bit >> 3] & mask)) return false;
  }
  return true;
}

static uint32_t word4(const uint8_t *a) {
  return V4(a[0], a[1], a[2], a[3]);
}

static cs_address_class judge6(const uint8_t a[16]) {
  static const uint8_t zero[12], nat64[12] = {0, 0x64, 0xff, 0x9b};
  static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  if (memcmp(a, zero, 12) == 0 && word4(a + 12) <= 1)
    return word4(a + 12) ? CS_ADDRESS_LOOPBACK : CS_ADDRESS_OTHER;
  if (memcmp(a, zero, 12) == 0 || memcmp(a, mapped, 12) == 0 ||
      memcmp(a, nat64, 12) == 0)
    return judge4(word4(a + 12));
  if (a[0] == 0x20 && a[1] == 0x02) return judge4(word4(a + 2)); /* 6to4 */
  for (size_t i = 0; i < sizeof special6 / sizeof *special6; i++)
    if (begins(a, &special6[i])) return special6[i].is;
  return CS_ADDRESS_PUBLIC;
}

cs_address_class cs_address_judge(const struct sockaddr *a) {
  if (a->sa_family == AF_INET) {
    struct sockaddr_in in;
    memcpy(&in, a, sizeof in);
    return judge4(ntohl(in.sin_addr.s_addr));
  }
  if (a->sa_family == AF_INET6) {
    struct sockaddr_in6 in;
    memcpy(&in, a, sizeof in);
    return judge6(in.sin6_addr.s6_addr);
  }
  return CS_ADDRESS_OTHER;
}
