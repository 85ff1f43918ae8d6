/*
 * unit.c - start of a compilation and its one error.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/unit.h"

#include <stdio.h>
#include <string.h>

cs_status cs_unit_init(cs_unit *u, cs_scratch *scratch, uint32_t flags) {
  u->scratch = scratch;
  u->flags = flags;
  u->mode = CS_MODE_EXEC;
  u->src = "";
  u->len = 0;
  u->root = NULL;
  u->top = NULL;
  u->warnings = u->warned = NULL;
  u->incomplete = false;
  u->failed = false;
  u->error.text[0] = '\0';
  return cs_name_init(&u->names, scratch) ? CS_OK : CS_ELIMIT;
}

const char *cs_unit_line(const cs_unit *u, uint32_t line, size_t *len) {
  const char *at = u->src, *end = u->src + u->len;
  for (uint32_t i = 1; i < line; i++) {
    const char *nl = memchr(at, '\n', (size_t)(end - at));
    if (!nl) {
      *len = 0;
      return end;
    }
    at = nl + 1;
  }
  const char *nl = memchr(at, '\n', (size_t)(end - at));
  *len = (size_t)((nl ? nl : end) - at);
  return at;
}

uint32_t cs_unit_chars(const cs_unit *u, uint32_t line, uint32_t bytes) {
  size_t len;
  const char *at = cs_unit_line(u, line, &len);
  /* Beyond the text (the NEWLINE token of a last line) bytes are columns. */
  uint32_t n = bytes > len ? (uint32_t)(bytes - len) : 0;
  if (bytes < len) len = bytes;
  for (size_t i = 0; i < len; i++) n += ((unsigned char)at[i] & 0xC0) != 0x80;
  return n;
}

/* CPython looks the end column up in the first line, wherever the end is. */
static uint32_t end_chars(const cs_unit *u, const cs_text_range *range) {
  size_t len;
  cs_unit_line(u, range->line, &len);
  bool beyond = range->line != range->end_line && range->end_col > len;
  return cs_unit_chars(u, range->line, beyond ? (uint32_t)len : range->end_col);
}

cs_status cs_unit_vfail(cs_unit *u, cs_error_kind kind, cs_text_range range,
                        const char *format, va_list args) {
  if (u->failed) return CS_ESYNTAX;
  u->failed = true;
  cs_syntax_error *e = &u->error;
  e->kind = kind;
  e->bare = false;
  e->line = (int32_t)range.line;
  e->end_line = (int32_t)range.end_line;
  e->col = (int32_t)cs_unit_chars(u, range.line, range.col) + 1;
  e->end_col = (int32_t)end_chars(u, &range) + 1;
  vsnprintf(e->text, sizeof e->text, format, args);
  return CS_ESYNTAX;
}

cs_status cs_unit_fail(cs_unit *u, cs_error_kind kind, cs_text_range range,
                       const char *format, ...) {
  va_list args;
  va_start(args, format);
  cs_status st = cs_unit_vfail(u, kind, range, format, args);
  va_end(args);
  return st;
}

cs_status cs_unit_fail_node(cs_unit *u, const cs_node *node, const char *format,
                            ...) {
  cs_text_range range = {node->line, node->col, node->end_line, node->end_col};
  va_list args;
  va_start(args, format);
  cs_status st = cs_unit_vfail(u, CS_ERROR_SYNTAX, range, format, args);
  va_end(args);
  return st;
}

cs_warning *cs_unit_warn(cs_unit *u, cs_text_range range, const char *format,
                         ...) {
  cs_warning *w = cs_scratch_zero(u->scratch, sizeof *w), *last = u->warned;
  if (!w) return NULL;
  w->line = range.line;
  w->end_line = range.end_line;
  w->col = range.col;
  w->end_col = range.end_col;
  va_list args;
  va_start(args, format);
  vsnprintf(w->text, sizeof w->text, format, args);
  va_end(args);
  if (last && last->line == w->line && last->col == w->col &&
      strcmp(last->text, w->text) == 0)
    return NULL; /* the parser looked twice */
  if (last)
    last->next = w;
  else
    u->warnings = w;
  u->warned = w;
  return w;
}
