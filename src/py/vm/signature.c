/*
 * signature.c - parse "($self, sep=None, /, maxsplit=-1)".
 *
 * Only our own tables are parsed, so anything unexpected is an assertion.
 *
 * "$self" and "$cls" mark the receiver; "/" ends the positional-only
 * parameters, "*" begins keyword-only ones, "*name" takes all others, "**name"
 * keywords by ctx->words. The text after "=" is only shown, never evaluated:
 * the native reads UNBOUND and uses its own default.
 *
 * Parsed while the image is built, never at run time; the counts end up in a
 * byte each, which is why PARAMS_MAX is small.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/vm/signature.h"

#include "py/heap/seq.h"
#include "py/heap/str.h"

#define PARAMS_MAX 24

typedef struct parser {
  cs_value name[PARAMS_MAX];
  uint32_t n, min, posonly, kwonly;
  bool stars; /* behind a lone * */
} parser;

/* One item between commas. `s` has `len` bytes and is not terminated. */
static cs_status add_item(cs_ctx *ctx, const char *s, size_t len, parser *p,
                          cs_native *n) {
  if (len == 0) return CS_OK;
  if (len == 1 && *s == '/') {
    p->posonly = p->n;
    return CS_OK;
  }
  if (*s == '*') {
    if (len > 1)
      n->h.flags |= s[1] == '*' ? CS_NATIVE_WORDS : CS_NATIVE_VARARGS;
    p->stars = true;
    return CS_OK;
  }
  if (*s == '$') {
    n->h.flags |= len >= 4 && s[1] == 'c' ? CS_NATIVE_CLASS : CS_NATIVE_METHOD;
    s++;
    len--;
    p->posonly = 1;
  }
  const char *eq = memchr(s, '=', len);
  size_t name = eq ? (size_t)(eq - s) : len;
  assert(p->n < PARAMS_MAX);
  if (!eq && !p->stars) p->min = p->n + 1;
  if (p->stars) p->kwonly++;
  return cs_str_intern_bytes(ctx, s, name, &p->name[p->n++]);
}

/* Commas inside brackets of a default do not separate. */
cs_status cs_signature_parse(cs_ctx *ctx, const char *text, cs_native *n) {
  assert(text[0] == '(' && strrchr(text, ')'));
  parser p = {.n = 0};
  const char *s = text + 1, *end = strrchr(text, ')');
  int depth = 0;
  for (const char *q = s; q <= end; q++) {
    if (*q == '(' || *q == '[') depth++;
    if ((*q == ')' || *q == ']') && q < end) depth--;
    if ((*q != ',' || depth) && q != end) continue;
    while (s < q && *s == ' ') s++;
    cs_status st = add_item(ctx, s, (size_t)(q - s), &p, n);
    if (st != CS_OK) return st;
    s = q + 1;
  }
  n->min = (uint8_t)p.min;
  n->max = n->h.flags & CS_NATIVE_VARARGS ? 255 : (uint8_t)p.n;
  n->posonly = (uint8_t)p.posonly;
  n->kwonly = (uint8_t)p.kwonly;
  cs_status st = cs_str_new(ctx, text, strlen(text), &n->signature);
  return st == CS_OK ? cs_tuple_new(ctx, p.name, p.n, &n->params) : st;
}
