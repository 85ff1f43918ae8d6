/*
 * plan.c - put a plan together.
 *
 * Offsets are 32 bits from the start of the block; buffers are limited to
 * PLAN_MAX, so sums stay far below that. The first failure sticks in `status`:
 * callers put everything together and look once, at cs_plan_close.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/plan.h"

#include <assert.h>
#include <string.h>

#define PLAN_MAX (UINT32_C(64) << 20)

void cs_plan_init(cs_plan_maker *m) {
  *m = (cs_plan_maker){.status = CS_OK};
  m->head.as_uid = CS_PLAN_UID;
  m->head.as_gid = CS_PLAN_GID;
  cs_buf_init(&m->places, PLAN_MAX);
  cs_buf_init(&m->text, PLAN_MAX);
  (void)cs_plan_put(m, "", 0); /* offset 0 is the empty text */
}

void cs_plan_fini(cs_plan_maker *m) {
  cs_buf_fini(&m->places);
  cs_buf_fini(&m->text);
}

/* 0, the empty text, after a failure. */
uint32_t cs_plan_put(cs_plan_maker *m, const void *bytes, size_t n) {
  uint32_t at = (uint32_t)m->text.len;
  if (m->status == CS_OK) m->status = cs_buf_put(&m->text, bytes, n);
  if (m->status == CS_OK) m->status = cs_buf_put(&m->text, "", 1);
  return m->status == CS_OK ? at : 0;
}

/* Texts follow each other, each with its NUL: the reader counts. */
uint32_t cs_plan_put_list(cs_plan_maker *m, const char *const *list,
                          uint32_t *count) {
  uint32_t at = (uint32_t)m->text.len, n = 0;
  for (; list && list[n]; n++) (void)cs_plan_put(m, list[n], strlen(list[n]));
  *count = n;
  return at;
}

/* The place is borrowed until the next one is added, which may move all of
 * them; after a failure a spare one is handed out, so nobody checks. */
cs_plan_place *cs_plan_add(cs_plan_maker *m, cs_plan_kind kind,
                           const char *source, const char *target) {
  assert(target);
  cs_plan_place p = {.kind = (uint32_t)kind, .fd = -1};
  if (source) p.source = cs_plan_put(m, source, strlen(source));
  p.target = cs_plan_put(m, target, strlen(target));
  if (m->status == CS_OK) m->status = cs_buf_put(&m->places, &p, sizeof p);
  if (m->status != CS_OK) return &m->spare;
  m->head.nplaces++;
  char *last = m->places.data + m->places.len - sizeof p;
  return (cs_plan_place *)(void *)last;
}

/* Offsets count from the start of the block from now on. */
static void move_texts(cs_plan_maker *m, uint32_t by) {
  assert(m->status == CS_OK);
  cs_plan *h = &m->head;
  cs_plan_place *p = (cs_plan_place *)(void *)m->places.data;
  for (uint32_t i = 0; i < h->nplaces; i++) {
    p[i].source += by;
    p[i].target += by;
  }
  h->args += by;
  h->env += by;
  h->cwd += by;
  h->hostname += by;
  h->ports += by;
}

cs_status cs_plan_close(cs_plan_maker *m, cs_buf *out) {
  assert(m->places.len == m->head.nplaces * sizeof(cs_plan_place) ||
         m->status != CS_OK);
  static const char zeros[8] = {0};
  if (m->status != CS_OK) return m->status;
  cs_plan *h = &m->head;
  h->places = (uint32_t)sizeof *h;
  uint32_t filter_len = h->nfilter * 8, texts = h->places;
  texts += (uint32_t)m->places.len;
  move_texts(m, texts);
  /* struct sock_filter is read in place and must be aligned. */
  size_t len = m->text.len, pad = (8 - (texts + len) % 8) % 8;
  h->size = texts + (uint32_t)(len + pad);
  /* The filter was stored as a text: only its offset has to be aligned. */
  const char *filter = m->text.data + h->filter;
  h->filter = h->size;
  h->size += filter_len;
  cs_status st = cs_buf_put(out, h, sizeof *h);
  if (st == CS_OK && m->places.len > 0)
    st = cs_buf_put(out, m->places.data, m->places.len);
  if (st == CS_OK) st = cs_buf_put(out, m->text.data, len);
  if (st == CS_OK) st = cs_buf_put(out, zeros, pad);
  if (st == CS_OK && filter_len > 0) st = cs_buf_put(out, filter, filter_len);
  return st;
}
