/*
 * memo.c - a record as it waits for the log: packed, not yet spelled.
 *
 * A memo is its head, then for each text a length and the bytes, in the order
 * of cs_memo_name, then the items: key, and a text or NUMBER and eight bytes.
 * Lengths have four bytes; nothing is aligned.  One that repeats another is a
 * cs_memo_again and the numbers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "audit/memo.h"

#include <string.h>

#include "audit/pen.h"

#define NUMBER UINT32_MAX /* instead of a length: a number follows */

/* --- packing ------------------------------------------------------------- */

typedef struct packer {
  cs_pen pen;
  cs_buf *scratch;
  const cs_secrets *secrets;
} packer;

static inline void put_plain(packer *p, const char *text, size_t n) {
  uint32_t len = (uint32_t)n; /* at most CS_MEMO_CODE */
  if (!cs_pen_has_room(&p->pen, sizeof len + n)) return;
  memcpy(p->pen.at, &len, sizeof len);
  p->pen.at = mempcpy(p->pen.at + sizeof len, text, n);
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
  if (p->pen.status != CS_OK) return;
  cs_buf_clear(p->scratch);
  p->pen.status = cs_secrets_hide(p->secrets, text, n, most, p->scratch);
  if (p->pen.status != CS_OK) return;
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
  cs_pen_put(&p->pen, &mark, sizeof mark);
  cs_pen_put(&p->pen, &v, sizeof v);
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
  cs_buf_clear(out);
  packer p = {.pen = cs_pen_start(out), .scratch = scratch, .secrets = secrets};
  cs_memo_head head = {.has = r->has,
                       .now_ns = now_ns,
                       .mono_ms = mono_ms,
                       .bytes_in = r->bytes_in,
                       .bytes_out = r->bytes_out,
                       .exit_code = r->exit_code};
  memcpy(head.run_key, shared->run_key, sizeof head.run_key);
  cs_pen_put(&p.pen, &head, sizeof head);
  cs_pen_put(&p.pen, cs_buf_text(&shared->bytes), shared->bytes.len);
  head.texts = shared->texts | put_own(&p, r);
  head.ndata = put_data(&p, r);
  if (cs_pen_finish(&p.pen, CS_MEMO_SLACK) != CS_OK) return p.pen.status;
  head.size = (uint32_t)out->len; /* at most CS_MEMO_MAX */
  memcpy(out->data, &head, sizeof head);
  return CS_OK;
}

cs_status cs_memo_share(cs_audit_voice *v, const char *const texts[],
                        const cs_secrets *secrets, cs_buf *scratch) {
  cs_buf new;
  uint32_t which = 0;
  cs_buf_init(&new, CS_MEMO_MAX);
  packer p = {
      .pen = cs_pen_start(&new), .scratch = scratch, .secrets = secrets};
  for (int i = 0; i <= CS_MEMO_writer; i++) {
    if (!texts[i]) continue;
    put_text(&p, texts[i], strlen(texts[i]), CS_MEMO_TEXT);
    which |= 1u << i;
  }
  if (cs_pen_finish(&p.pen, CS_MEMO_SLACK) != CS_OK) {
    cs_buf_fini(&new);
    return p.pen.status;
  }
  cs_buf_fini(&v->bytes);
  v->texts = which;
  v->bytes = new;
  return CS_OK;
}

void cs_memo_repeat(char *out, const cs_audit_again *a, uint32_t stem,
                    int64_t now_ns, int64_t mono_ms) {
  cs_memo_again m = {
      .size = (uint32_t)CS_MEMO_AGAIN_SIZE(a->count) | CS_MEMO_AGAIN,
      .stem = stem,
      .now_ns = now_ns,
      .mono_ms = mono_ms,
      .run = a->run};
  memcpy(out, &m, sizeof m);
  if (a->count) memcpy(out + sizeof m, a->number, 8 * (size_t)a->count);
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

/* The memo at the start of `bytes`: how long it is; 0: there is none. */
static size_t read_full(const char *bytes, size_t n, cs_memo *out) {
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

/* The memo that begins there, behind none that is not read yet. */
static cs_memo *find_stem(cs_memos *m, uint32_t at) {
  uint32_t i = 0;
  while (i < m->nstems && m->stem_at[i] != at) i++;
  if (i < m->nstems) return &m->stem[i];
  if (i == CS_MEMO_STEMS) i = m->nstems = 0;
  if (at >= m->at || !read_full(m->bytes + at, m->at - at, &m->stem[i]))
    return NULL;
  m->nstems = i + 1;
  m->stem_at[i] = at;
  return &m->stem[i];
}

/* The stem with the numbers of the one that repeats it. */
static bool change(cs_memo *stem, reader *r) {
  cs_memo_head *h = &stem->head;
  if (h->has & CS_AUDIT_BYTES_OUT && !get_bytes(r, &h->bytes_out, 8))
    return false;
  for (uint32_t i = 0; i < h->ndata; i++)
    if (!stem->data[i].text.at && !get_bytes(r, &stem->data[i].number, 8))
      return false;
  return r->at == r->end;
}

/* The end of a run mostly follows its start. */
static cs_memo_text name_run(cs_memos *m, const uint8_t key[CS_AUDIT_KEY],
                             uint64_t number) {
  if (!m->run[0] || m->run_number != number ||
      memcmp(m->run_key, key, CS_AUDIT_KEY) != 0)
    cs_audit_spell_run(key, number, m->run);
  m->run_number = number;
  memcpy(m->run_key, key, CS_AUDIT_KEY);
  return (cs_memo_text){m->run, strlen(m->run)};
}

static const cs_memo *read_again(cs_memos *m, const char *bytes) {
  cs_memo_again a;
  if (m->n - m->at < sizeof a) return NULL;
  memcpy(&a, bytes, sizeof a);
  a.size &= ~CS_MEMO_AGAIN;
  if (a.size < sizeof a || a.size > m->n - m->at) return NULL;
  cs_memo *stem = find_stem(m, a.stem);
  reader r = {bytes + sizeof a, bytes + a.size};
  if (!stem || !change(stem, &r)) return NULL;
  stem->head.now_ns = a.now_ns;
  stem->head.mono_ms = m->mono_ms = a.mono_ms;
  stem->text[CS_MEMO_run] = name_run(m, stem->head.run_key, a.run);
  m->at += a.size;
  return stem;
}

void cs_memos_init(cs_memos *m, const char *bytes, size_t n) {
  m->bytes = bytes;
  m->n = n;
  m->at = 0;
  m->nstems = 0;
  m->run[0] = 0;
}

const cs_memo *cs_memos_next(cs_memos *m) {
  const char *bytes = m->bytes + m->at;
  uint32_t size;
  if (m->n - m->at < sizeof size) return NULL;
  memcpy(&size, bytes, sizeof size);
  if (size & CS_MEMO_AGAIN) return read_again(m, bytes);
  size_t n = read_full(bytes, m->n - m->at, &m->plain);
  m->at += n;
  if (n) m->mono_ms = m->plain.head.mono_ms;
  return n ? &m->plain : NULL;
}

static bool has_keys(const cs_memo *m) {
  for (uint32_t i = 0; i < m->head.ndata; i++)
    if (!is_key(m->data[i].key.at, m->data[i].key.n)) return false;
  return true;
}

size_t cs_memo_whole(const char *bytes, size_t n, uint64_t *count) {
  cs_memos all;
  size_t at = 0;
  *count = 0;
  cs_memos_init(&all, bytes, n);
  for (const cs_memo *m; (m = cs_memos_next(&all)) && has_keys(m);) {
    at = all.at;
    ++*count;
  }
  return at;
}
