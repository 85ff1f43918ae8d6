/*
 * exc.c - raising from C: an exception object with a formatted message.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdarg.h>

#include "base/utf8.h"
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/ops.h"
#include "py/types/type.h"

#define MESSAGE_MAX 2000

typedef struct message {
  char text[MESSAGE_MAX + 8];
  size_t n;
} message;

static void put(message *m, const char *s, size_t n) {
  if (n > MESSAGE_MAX - m->n) { /* cut at a code point boundary */
    n = MESSAGE_MAX - m->n;
    while (n > 0 && !cs_utf8_is_start((uint8_t)s[n])) n--;
  }
  memcpy(m->text + m->n, s, n);
  m->n += n;
}

static void put_u64(message *m, uint64_t u) {
  char digits[24];
  size_t at = sizeof digits;
  do digits[--at] = (char)('0' + u % 10);
  while (u /= 10);
  put(m, digits + at, sizeof digits - at);
}

static void put_str(message *m, const cs_ctx *ctx, cs_value v) {
  uint32_t len;
  if (!cs_is_str(v)) return;
  const char *s = cs_str_data(ctx, v, &len);
  put(m, s, len);
}

static void put_type(message *m, cs_ctx *ctx, cs_value v) {
  const cs_type *t = cs_type_at(ctx, cs_class_of(ctx, v));
  if (t->flags & CS_TYPE_DOTTED) {
    put_str(m, ctx,
            cs_dict_get_name(ctx, cs_ref(CS_L_DICT, t->dict),
                             cs_known(ctx, CS_N___module__)));
    put(m, ".", 1);
  }
  put_str(m, ctx, t->name);
}

static void put_repr(message *m, const cs_ctx *ctx, cs_value v) {
  if (cs_is_int(v)) {
    int64_t i = cs_int_of(v);
    if (i < 0) put(m, "-", 1);
    put_u64(m, i < 0 ? (uint64_t)-i : (uint64_t)i);
    return;
  }
  put(m, "'", 1);
  put_str(m, ctx, v);
  put(m, "'", 1);
}

/* One directive; returns how many characters of it were used. */
static void put_directive(message *m, cs_ctx *ctx, char c, va_list *ap) {
  switch (c) {
    case 's': {
      const char *s = va_arg(*ap, const char *);
      if (s) put(m, s, strlen(s));
      break;
    }
    case 'v': put_str(m, ctx, va_arg(*ap, cs_value)); break;
    case 't': put_type(m, ctx, va_arg(*ap, cs_value)); break;
    case 'r': put_repr(m, ctx, va_arg(*ap, cs_value)); break;
    case 'd': {
      int64_t i = va_arg(*ap, int64_t);
      if (i < 0) put(m, "-", 1);
      put_u64(m, i < 0 ? 0 - (uint64_t)i : (uint64_t)i);
      break;
    }
    case 'u': put_u64(m, va_arg(*ap, uint64_t)); break;
    case 'c': {
      uint8_t b[CS_UTF8_LONGEST];
      uint32_t n = cs_utf8_encode(va_arg(*ap, uint32_t), b);
      put(m, (const char *)b, n);
      break;
    }
    default: put(m, &c, 1); break;
  }
}

cs_status cs_throw_object(cs_ctx *ctx, cs_value exc) {
  ctx->head->root[CS_ROOT_EXC] = exc;
  return CS_THROW;
}

cs_status cs_throw_value(cs_ctx *ctx, cs_exc_id id, cs_value arg) {
  cs_value args = ctx->image->empty_tuple, exc;
  cs_status st = CS_OK;
  if (id == CS_MemoryError) {
    cs_alloc_unpace(ctx);
    ctx->memory_hits++;
  } else if (id == CS_RecursionError) {
    ctx->recursion_hits++;
  }
  if (!cs_is_unbound(arg)) st = cs_tuple_new(ctx, &arg, 1, &args);
  if (st == CS_OK) st = cs_exc_new(ctx, cs_exc_class(ctx, id), args, &exc);
  if (st == CS_OK && id == CS_MemoryError)
    CS_PTR(ctx, cs_instance, exc)->h.flags |= CS_INST_LIMIT;
  if (st == CS_OK) return cs_throw_object(ctx, exc);
  /* Not even room for the exception: a preallocated one of the image. */
  if (id == CS_MemoryError)
    return cs_throw_object(ctx, ctx->head->root[CS_ROOT_NOMEM]);
  return st;
}

cs_status cs_throw(cs_ctx *ctx, cs_exc_id id, const char *format, ...) {
  message m = {.n = 0};
  va_list ap;
  va_start(ap, format);
  for (const char *p = format; *p; p++) {
    if (*p == '%' && p[1]) {
      put_directive(&m, ctx, *++p, &ap);
    } else {
      const char *end = strchr(p, '%');
      size_t n = end ? (size_t)(end - p) : strlen(p);
      put(&m, p, n);
      p += n - 1;
    }
  }
  va_end(ap);
  cs_value text;
  if (m.n == 0) return cs_throw_value(ctx, id, CS_UNBOUND);
  cs_status st = cs_str_new(ctx, m.text, m.n, &text);
  return st == CS_OK ? cs_throw_value(ctx, id, text) : st;
}
