/*
 * memo.c - a record as it waits for the log: packed, not yet spelled.
 *
 * A memo is its head, then for each text a length and the bytes, in the order
 * of cs_memo_name, then the items: key, and a text or NUMBER and eight bytes.
 * Lengths have four bytes; nothing is aligned.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "audit/memo.h"

#include <string.h>

#define NUMBER UINT32_MAX /* instead of a length: a number follows */
#define ROOM   2048       /* bytes that most records fit into */

/* --- packing ------------------------------------------------------------- */

/* Writes between `at` and `end`, which is memory of `out`. */
typedef struct packer {
  cs_buf *out, *scratch;
  char *at, *end;
  const cs_secrets *secrets;
  cs_status status; /* the first failure sticks */
} packer;

static void start(packer *p) {
  cs_buf_clear(p->out);
  p->status = cs_buf_reserve(p->out, ROOM);
  p->at = p->status == CS_OK ? p->out->data : NULL;
  p->end = p->at ? p->at + ROOM : NULL;
}

static void finish(packer *p) {
  if (p->status != CS_OK) return;
  p->out->len = (size_t)(p->at - p->out->data);
  p->status = cs_buf_reserve(p->out, CS_MEMO_SLACK);
  if (p->status == CS_OK) cs_buf_seal(p->out);
}

static bool grow(packer *p, size_t n) {
  finish(p);
  if (p->status == CS_OK) p->status = cs_buf_reserve(p->out, n + ROOM);
  if (p->status != CS_OK) return false;
  p->at = p->out->data + p->out->len;
  p->end = p->at + n + ROOM;
  return true;
}

/* Room for `n` bytes more; false: there is none. */
static inline bool has_room(packer *p, size_t n) {
  return (size_t)(p->end - p->at) >= n || grow(p, n);
}

static inline void put_bytes(packer *p, const void *bytes, size_t n) {
  if (has_room(p, n)) p->at = mempcpy(p->at, bytes, n);
}

static inline void put_plain(packer *p, const char *text, size_t n) {
  uint32_t len = (uint32_t)n; /* at most CS_MEMO_CODE */
  if (!has_room(p, sizeof len + n)) return;
  memcpy(p->at, &len, sizeof len);
  p->at = mempcpy(p->at + sizeof len, text, n);
}

/* Where the text may be cut: not inside of a character. */
static size_t cut(const char *text, size_t n, size_t most) {
  if (n <= most) return n;
  n = most;
  for (int i = 0; i < 3 && n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80;)
    i++, n--;
  return n;
}

/* Secrets are hidden first and the text is cut then: no half of a secret is
 * left at the end. */
static void put_hidden(packer *p, const char *text, size_t n, size_t most) {
  size_t look = most + p->secrets->longest;
  if (p->status != CS_OK) return;
  cs_buf_clear(p->scratch);
  p->status =
      cs_secrets_hide(p->secrets, text, n < look ? n : look, p->scratch);
  if (p->status != CS_OK) return;
  text = cs_buf_text(p->scratch);
  put_plain(p, text, cut(text, p->scratch->len, most));
}

static inline void put_text(packer *p, const char *text, size_t n,
                            size_t most) {
  if (p->secrets && p->secrets->n)
    put_hidden(p, text, n, most);
  else
    put_plain(p, text, n <= most ? n : cut(text, n, most));
}

/* Names stand in a line as they are: letters, digits, and - . / : _ only.  One
 * that had to be spelled differently, or stood there twice, would make the line
 * no record. */
static bool is_key(const char *key, size_t n) {
  unsigned odd = 0;
  for (size_t i = 0; i < n; i++) {
    unsigned c = (unsigned char)key[i];
    odd |= ((c | 0x20u) - 'a' > 25u) & (c - '-' > 13u) & (c != '_');
  }
  return n > 0 && n <= CS_MEMO_KEY && !odd;
}

bool cs_memo_has_good_names(const cs_audit_record *r) {
  for (size_t i = 0; i < r->ndata; i++)
    if (!is_key(r->data[i].key, strlen(r->data[i].key))) return false;
  return true;
}

/* Sorted by key, the first of equal ones; the list is short. */
static size_t sort(const cs_audit_record *r,
                   const cs_audit_item *out[CS_MEMO_DATA]) {
  size_t n = 0;
  for (size_t i = 0; i < r->ndata && n < CS_MEMO_DATA; i++) {
    size_t at = n;
    int order = 1;
    while (at > 0 && (order = strcmp(r->data[i].key, out[at - 1]->key)) < 0)
      at--;
    if (at > 0 && order == 0) continue;
    memmove(&out[at + 1], &out[at], (n++ - at) * sizeof *out);
    out[at] = &r->data[i];
  }
  return n;
}

static size_t most_of(const char *key) {
  return strcmp(key, "code") == 0 || strcmp(key, "args") == 0 ? CS_MEMO_CODE
                                                              : CS_MEMO_TEXT;
}

static inline void put_number(packer *p, int64_t v) {
  static const uint32_t mark = NUMBER;
  if (!has_room(p, sizeof mark + sizeof v)) return;
  memcpy(p->at, &mark, sizeof mark);
  p->at = mempcpy(p->at + sizeof mark, &v, sizeof v);
}

static uint32_t put_data(packer *p, const cs_audit_record *r) {
  const cs_audit_item *item[CS_MEMO_DATA];
  size_t n = r->ndata ? sort(r, item) : 0;
  for (size_t i = 0; i < n; i++) {
    size_t len = strlen(item[i]->key);
    put_plain(p, item[i]->key, len);
    if (item[i]->text) {
      put_text(p, item[i]->text, item[i]->len, most_of(item[i]->key));
    } else {
      put_number(p, item[i]->number);
    }
  }
  return (uint32_t)n;
}

/* Texts of the record itself; which of them there are. */
static uint32_t put_own(packer *p, const cs_audit_record *r) {
  uint32_t texts = 0;
#define X(name)                                          \
  if (r->name) {                                         \
    put_text(p, r->name, strlen(r->name), CS_MEMO_TEXT); \
    texts |= 1u << CS_MEMO_##name;                       \
  }
  CS_MEMO_OWN(X)
#undef X
  if (r->object) {
    put_text(p, r->object, r->object_len, CS_MEMO_TEXT);
    texts |= 1u << CS_MEMO_object;
  }
  return texts;
}

cs_status cs_memo_pack(cs_buf *out, const cs_audit_voice *shared,
                       const cs_secrets *secrets, cs_buf *scratch,
                       const cs_audit_record *r, int64_t now_ns,
                       int64_t mono_ms) {
  packer p = {.out = out, .scratch = scratch, .secrets = secrets};
  cs_memo_head head = {.has = r->has,
                       .now_ns = now_ns,
                       .mono_ms = mono_ms,
                       .bytes_in = r->bytes_in,
                       .bytes_out = r->bytes_out,
                       .exit_code = r->exit_code};
  start(&p);
  put_bytes(&p, &head, sizeof head);
  put_bytes(&p, cs_buf_text(&shared->bytes), shared->bytes.len);
  head.texts = shared->texts | put_own(&p, r);
  head.ndata = put_data(&p, r);
  finish(&p);
  if (p.status != CS_OK) return p.status;
  head.size = (uint32_t)out->len; /* at most CS_MEMO_MAX */
  memcpy(out->data, &head, sizeof head);
  return CS_OK;
}

cs_status cs_memo_share(cs_audit_voice *v, const char *const texts[],
                        const cs_secrets *secrets, cs_buf *scratch) {
  cs_buf new;
  uint32_t which = 0;
  cs_buf_init(&new, CS_MEMO_MAX);
  packer p = {.out = &new, .scratch = scratch, .secrets = secrets};
  start(&p);
  for (int i = 0; i <= CS_MEMO_writer; i++) {
    if (!texts[i]) continue;
    put_text(&p, texts[i], strlen(texts[i]), CS_MEMO_TEXT);
    which |= 1u << i;
  }
  finish(&p);
  if (p.status != CS_OK) {
    cs_buf_fini(&new);
    return p.status;
  }
  cs_buf_fini(&v->bytes);
  v->texts = which;
  v->bytes = new;
  return CS_OK;
}

/* --- reading ------------------------------------------------------------- */

typedef struct reader {
  const char *at, *end;
} reader;

static bool get_bytes(reader *r, void *out, size_t n) {
  if ((size_t)(r->end - r->at) < n) return false;
  memcpy(out, r->at, n);
  r->at += n;
  return true;
}

static bool get_text(reader *r, uint32_t n, cs_memo_text *out) {
  if ((size_t)(r->end - r->at) < n) return false;
  *out = (cs_memo_text){r->at, n};
  r->at += n;
  return true;
}

static bool get_item(reader *r, cs_memo_item *out) {
  uint32_t n;
  out->text.at = NULL;
  if (!get_bytes(r, &n, sizeof n) || n > CS_MEMO_KEY ||
      !get_text(r, n, &out->key) || !get_bytes(r, &n, sizeof n))
    return false;
  return n == NUMBER ? get_bytes(r, &out->number, sizeof out->number)
                     : get_text(r, n, &out->text);
}

size_t cs_memo_read(const char *bytes, size_t n, cs_memo *out) {
  cs_memo_head *h = &out->head;
  uint32_t len;
  if (n < sizeof *h) return 0;
  memcpy(h, bytes, sizeof *h);
  if (h->size < sizeof *h || h->size > n || h->ndata > CS_MEMO_DATA) return 0;
  reader r = {bytes + sizeof *h, bytes + h->size};
  for (int i = 0; i < CS_MEMO_TEXTS; i++) {
    out->text[i].at = NULL;
    if (!(h->texts >> i & 1)) continue;
    if (!get_bytes(&r, &len, sizeof len) || !get_text(&r, len, &out->text[i]))
      return 0;
  }
  for (uint32_t i = 0; i < h->ndata; i++)
    if (!get_item(&r, &out->data[i])) return 0;
  return r.at == r.end ? h->size : 0;
}

static bool has_keys(const cs_memo *m) {
  for (uint32_t i = 0; i < m->head.ndata; i++)
    if (!is_key(m->data[i].key.at, m->data[i].key.n)) return false;
  return true;
}

size_t cs_memo_whole(const char *bytes, size_t n, uint64_t *count) {
  cs_memo m;
  size_t at = 0, size;
  *count = 0;
  while ((size = cs_memo_read(bytes + at, n - at, &m)) && has_keys(&m)) {
    at += size;
    ++*count;
  }
  return at;
}
