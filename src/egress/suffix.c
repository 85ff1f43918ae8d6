/*
 * suffix.c - suffixes under which anybody can have a name (libpsl).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/suffix.h"

#include <stddef.h>

#include "base/library.h"

void cs_suffixes_open(cs_suffixes *s) {
  const void *(*builtin)(void);
  *s = (cs_suffixes){0};
  if (cs_library_open("libpsl.so.5", "libpsl5", &s->library, NULL) != CS_OK)
    return;
  if (cs_library_find(s->library, "psl_builtin", &builtin) &&
      cs_library_find(s->library, "psl_is_public_suffix", &s->is_public))
    s->list = builtin();
}

void cs_suffixes_close(cs_suffixes *s) {
  cs_library_close(s->library);
  *s = (cs_suffixes){0};
}

bool cs_suffixes_has(const cs_suffixes *s, const char *name) {
  return s->list && s->is_public(s->list, name) != 0;
}
