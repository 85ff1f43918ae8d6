/*
 * plain.c - words of others in our own messages, safe for a terminal.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/plain.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"

void cs_plain_put(FILE *f, const char *text) {
  size_t n = strlen(text);
  for (size_t i = 0; i < n;) {
    uint32_t cp = 0;
    uint32_t width =
        cs_utf8_decode_check((const uint8_t *)text + i, n - i, false, &cp);
    if (width == 0)
      fprintf(f, "\\x%02x", (unsigned char)text[i]);
    else if (cs_utf8_is_sly(cp))
      fprintf(f, cp < 0x80 ? "\\x%02x" : "\\u%04x", (unsigned)cp);
    else
      fwrite(text + i, 1, width, f);
    i += width ? width : 1;
  }
}
