/*
 * socks.c - SOCKS5 as far as it is served.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/socks.h"

#include <string.h>

cs_socks_state cs_socks_greeting(const uint8_t *bytes, size_t n, size_t *used) {
  *used = 0;
  if (n > 0 && bytes[0] != 5) return CS_SOCKS_BAD;
  if (n < 2 || n < 2u + bytes[1]) return CS_SOCKS_MORE;
  *used = 2u + bytes[1];
  return memchr(bytes + 2, 0, bytes[1]) ? CS_SOCKS_DONE : CS_SOCKS_NO_AUTH;
}

/* Bytes of the address field; 0: no such type, or not known yet. */
static size_t size_of(const uint8_t *bytes, size_t n) {
  if (bytes[3] == 1) return 4;
  if (bytes[3] == 4) return 16;
  return bytes[3] == 3 && n > 4 ? 1u + bytes[4] : 0;
}

static void take_address(const uint8_t *bytes, cs_name *name) {
  *name = (cs_name){.address = {.family = bytes[3] == 1 ? 4 : 6}};
  memcpy(name->address.bytes, bytes + 4, bytes[3] == 1 ? 4 : 16);
  cs_address_print(&name->address, name->text);
  name->len = strlen(name->text);
}

/* redteam: H19 */
cs_socks_state cs_socks_request(const uint8_t *bytes, size_t n, size_t *used,
                                cs_name *name, uint16_t *port) {
  *used = 0;
  if (n > 0 && bytes[0] != 5) return CS_SOCKS_BAD;
  if (n < 5) return CS_SOCKS_MORE;
  if (bytes[2] != 0 || (bytes[3] != 1 && bytes[3] != 3 && bytes[3] != 4))
    return CS_SOCKS_BAD;
  size_t size = size_of(bytes, n);
  if (n < 4 + size + 2) return CS_SOCKS_MORE;
  *used = 4 + size + 2;
  *port = (uint16_t)(bytes[4 + size] << 8 | bytes[5 + size]);
  if (bytes[1] != 1) return CS_SOCKS_COMMAND;
  if (bytes[3] != 3) {
    take_address(bytes, name);
    return CS_SOCKS_DONE;
  }
  return cs_name_read((const char *)bytes + 5, bytes[4], name)
             ? CS_SOCKS_BAD_NAME
             : CS_SOCKS_DONE;
}

void cs_socks_reply(uint8_t code, uint8_t out[CS_SOCKS_REPLY]) {
  memset(out, 0, CS_SOCKS_REPLY);
  out[0] = 5;
  out[1] = code;
  out[3] = 1;
}
