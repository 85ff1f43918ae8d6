/*
 * address.c - addresses, and which of them no name may lead to.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <string.h>

/* --- reading ------------------------------------------------------------- */

/* One number of a dotted quad: 0 to 255 without leading zeros. */
static size_t read_octet(const char *text, size_t n, uint8_t *out) {
  size_t i = 0;
  unsigned value = 0;
  while (i < n && i < 3 && text[i] >= '0' && text[i] <= '9')
    value = value * 10 + (unsigned)(text[i++] - '0');
  if (i == 0 || value > 255 || (i > 1 && text[0] == '0')) return 0;
  *out = (uint8_t)value;
  return i;
}

bool cs_address_read4(const char *text, size_t n, cs_address *out) {
  cs_address a = {.family = 4};
  size_t at = 0;
  for (int part = 0; part < 4; part++) {
    if (part && (at == n || text[at++] != '.')) return false;
    size_t used = read_octet(text + at, n - at, &a.bytes[part]);
    if (used == 0) return false;
    at += used;
  }
  if (at != n) return false;
  *out = a;
  return true;
}

bool cs_address_read6(const char *text, size_t n, cs_address *out) {
  char copy[CS_ADDRESS_TEXT];
  cs_address a = {.family = 6};
  if (n == 0 || n >= sizeof copy) return false;
  for (size_t i = 0; i < n; i++) /* no NUL, no zone */
    if (!strchr("0123456789abcdefABCDEF:.", text[i]) || !text[i]) return false;
  memcpy(copy, text, n);
  copy[n] = 0;
  if (inet_pton(AF_INET6, copy, a.bytes) != 1) return false;
  *out = a;
  return true;
}

bool cs_address_read(const char *text, size_t n, cs_address *out) {
  return cs_address_read4(text, n, out) || cs_address_read6(text, n, out);
}

bool cs_address_equal(const cs_address *a, const cs_address *b) {
  size_t n = a->family == 4 ? 4 : 16;
  return a->family == b->family && memcmp(a->bytes, b->bytes, n) == 0;
}

void cs_address_print(const cs_address *a, char out[CS_ADDRESS_TEXT]) {
  out[0] = 0;
  (void)inet_ntop(a->family == 4 ? AF_INET : AF_INET6, a->bytes, out,
                  CS_ADDRESS_TEXT);
}

/* --- classes ------------------------------------------------------------- */

typedef struct range {
  uint8_t bytes[16];
  uint8_t bits;
  const char *name;
} range;

static const range four[] = {
    {{0}, 8, "this network"},
    {{10}, 8, "private"},
    {{100, 64}, 10, "carrier-grade NAT"},
    {{127}, 8, "loopback"},
    {{168, 63, 129, 16}, 32, "cloud metadata"},
    {{169, 254}, 16, "link-local"},
    {{172, 16}, 12, "private"},
    {{192, 0, 0}, 24, "protocol assignments"},
    {{192, 0, 2}, 24, "documentation"},
    {{192, 88, 99}, 24, "6to4 relay"},
    {{192, 168}, 16, "private"},
    {{198, 18}, 15, "benchmarking"},
    {{198, 51, 100}, 24, "documentation"},
    {{203, 0, 113}, 24, "documentation"},
    {{224}, 4, "multicast"},
    {{240}, 4, "reserved"},
};

static const range six[] = {
    {{0}, 128, "unspecified"},
    {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 128, "loopback"},
    {{0x00, 0x64, 0xff, 0x9b, 0x00, 0x01}, 48, "local NAT64"},
    {{0x01}, 64, "discard-only"},
    {{0x20, 0x01}, 32, "Teredo"},
    {{0x20, 0x01, 0x0d, 0xb8}, 32, "documentation"},
    {{0x3f, 0xff}, 20, "documentation"},
    {{0x5f}, 16, "segment routing"},
    {{0xfc}, 7, "private"},
    {{0xfe, 0x80}, 10, "link-local"},
    {{0xfe, 0xc0}, 10, "site-local"},
    {{0xff}, 8, "multicast"},
};

static bool is_in(const range *r, const uint8_t *bytes) {
  size_t whole = r->bits / 8, rest = r->bits % 8;
  if (memcmp(r->bytes, bytes, whole) != 0) return false;
  if (rest == 0) return true;
  uint8_t mask = (uint8_t)(0xff << (8 - rest));
  return ((r->bytes[whole] ^ bytes[whole]) & mask) == 0;
}

/* Where the address that `b` carries begins; 0: it carries none.  ::1 and ::
 * are in the table, not "compatible". */
static size_t find_embedded(const uint8_t *b) {
  static const uint8_t zero[16] = {0};
  static const uint8_t nat64[12] = {0x00, 0x64, 0xff, 0x9b};
  if (memcmp(b, zero, 10) == 0 && b[10] == 0xff && b[11] == 0xff) return 12;
  if (memcmp(b, zero, 12) == 0 && memcmp(b, zero, 15) != 0) return 12;
  if (memcmp(b, nat64, 12) == 0) return 12;
  return b[0] == 0x20 && b[1] == 0x02 ? 2 : 0;
}

static const char *class_of(const range *table, size_t n, const uint8_t *b) {
  for (size_t i = 0; i < n; i++)
    if (is_in(&table[i], b)) return table[i].name;
  return NULL;
}

/* redteam: H07, H08 */
const char *cs_address_class(const cs_address *a) {
  const size_t nfour = sizeof four / sizeof *four;
  if (a->family == 4) return class_of(four, nfour, a->bytes);
  if (a->family != 6) return "unknown";
  size_t at = find_embedded(a->bytes);
  if (at) return class_of(four, nfour, a->bytes + at);
  return class_of(six, sizeof six / sizeof *six, a->bytes);
}

/* redteam: H18 - read each time: interfaces come and go. */
bool cs_address_is_own(const cs_address *a) {
  struct ifaddrs *list = NULL;
  bool own = false;
  if (getifaddrs(&list) != 0) return true;
  for (struct ifaddrs *i = list; i && !own; i = i->ifa_next) {
    cs_address b;
    uint16_t port;
    own = i->ifa_addr && cs_address_from(i->ifa_addr, &b, &port) &&
          cs_address_equal(a, &b);
  }
  freeifaddrs(list);
  return own;
}

/* --- sockets ------------------------------------------------------------- */

socklen_t cs_address_socket(const cs_address *a, uint16_t port,
                            struct sockaddr_storage *out) {
  memset(out, 0, sizeof *out);
  if (a->family == 4) {
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(port)};
    memcpy(&in.sin_addr, a->bytes, 4);
    memcpy(out, &in, sizeof in);
    return sizeof in;
  }
  struct sockaddr_in6 in6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
  memcpy(&in6.sin6_addr, a->bytes, 16);
  memcpy(out, &in6, sizeof in6);
  return sizeof in6;
}

bool cs_address_from(const struct sockaddr *from, cs_address *out,
                     uint16_t *port) {
  struct sockaddr_in in;
  struct sockaddr_in6 in6;
  *out = (cs_address){0};
  if (from->sa_family == AF_INET) {
    memcpy(&in, from, sizeof in);
    out->family = 4;
    memcpy(out->bytes, &in.sin_addr, 4);
    *port = ntohs(in.sin_port);
  } else if (from->sa_family == AF_INET6) {
    memcpy(&in6, from, sizeof in6);
    out->family = 6;
    memcpy(out->bytes, &in6.sin6_addr, 16);
    *port = ntohs(in6.sin6_port);
  }
  return out->family != 0;
}
