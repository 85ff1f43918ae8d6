/*
 * fault.c - why a policy was refused: what, where, and what was meant.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void cs_fault_copy(char *to, size_t room, const char *text) {
  size_t n = strlen(text);
  if (n >= room) {
    n = room - 1;
    while (n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80) n--;
  }
  for (size_t i = 0; i < n; i++)
    to[i] = (unsigned char)text[i] < 32 || text[i] == 127 ? '?' : text[i];
  to[n] = 0;
}

/* The end of a path says more than its beginning. */
static void copy_file(cs_policy_fault *f, const char *file) {
  size_t n = strlen(file);
  size_t skip = n < sizeof f->file ? 0 : n - sizeof f->file + 1;
  while (((unsigned char)file[skip] & 0xC0) == 0x80) skip++;
  cs_fault_copy(f->file, sizeof f->file, file + skip);
}

static void compose(cs_policy_fault *f, const char *what) {
  char place[300] = "";
  if (f->file[0] && f->line)
    snprintf(place, sizeof place, "%s:%u:%u: ", f->file, f->line, f->column);
  else if (f->file[0])
    snprintf(place, sizeof place, "%s: ", f->file);
  snprintf(f->text, sizeof f->text, "%s%s%s%s%s", place, what,
           f->nearest[0] ? "; did you mean '" : "", f->nearest,
           f->nearest[0] ? "'?" : "");
}

cs_status cs_fault_set(cs_policy_fault *f, cs_fault_code code,
                       cs_fault_place at, const char *key, const char *nearest,
                       const char *format, ...) {
  char raw[800], what[800];
  if (!f || f->code) return CS_EINVAL;
  f->code = cs_fault_words[code];
  if (at.file) copy_file(f, at.file);
  f->line = at.line;
  f->column = at.column;
  if (key) cs_fault_copy(f->key, sizeof f->key, key);
  if (nearest) cs_fault_copy(f->nearest, sizeof f->nearest, nearest);
  va_list ap;
  va_start(ap, format);
  vsnprintf(raw, sizeof raw, format, ap);
  va_end(ap);
  cs_fault_copy(what, sizeof what, raw);
  compose(f, what);
  return CS_EINVAL;
}

cs_status cs_fault_memory(cs_policy_fault *f) {
  if (!f || f->code) return CS_EOS;
  f->code = cs_fault_words[CS_FAULT_MEMORY];
  snprintf(f->text, sizeof f->text, "no memory for the policy");
  return CS_EOS;
}
