/*
 * listing.c - ListObjectsV2, page by page.
 *
 * The answer is XML of a known form.  We look for the few elements that we need
 * and ask for keys in URL escapes (encoding-type=url), so that a key has no
 * markup and no character that XML cannot hold.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bucket/bucket_in.h"

#define PAGE_MAX ((size_t)8 << 20)
#define PAGES    1000

/* The text between <name> and </name> in [at, end); NULL: none. */
static const char *element(const char *at, const char *end, const char *name,
                           size_t *n) {
  char open[48], close[48];
  size_t o = (size_t)snprintf(open, sizeof open, "<%s>", name);
  size_t c = (size_t)snprintf(close, sizeof close, "</%s>", name);
  const char *from = memmem(at, (size_t)(end - at), open, o);
  if (!from) return NULL;
  from += o;
  const char *to = memmem(from, (size_t)(end - from), close, c);
  if (!to) return NULL;
  *n = (size_t)(to - from);
  return from;
}

/* Entities that servers write; false: no room, or something else. */
static bool decode_xml(const char *s, size_t n, char *out, size_t room) {
  static const struct {
    const char *text;
    char is;
  } known[] = {{"&amp;", '&'},  {"&lt;", '<'},  {"&gt;", '>'},
               {"&quot;", '"'}, {"&#34;", '"'}, {"&apos;", '\''},
               {"&#39;", '\''}};
  size_t len = 0;
  for (size_t i = 0; i < n;) {
    char c = s[i];
    size_t step = 1;
    for (size_t k = 0; c == '&' && k < sizeof known / sizeof *known; k++) {
      size_t m = strlen(known[k].text);
      if (n - i < m || memcmp(s + i, known[k].text, m) != 0) continue;
      c = known[k].is;
      step = m;
      break;
    }
    if ((s[i] == '&' && step == 1) || len + 1 >= room) return false;
    out[len++] = c;
    i += step;
  }
  out[len] = '\0';
  return true;
}

static int hex_of(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                : -1;
}

static bool decode_url(char *s) {
  char *to = s;
  for (; *s; s++) {
    if (*s == '+') {
      *to++ = ' ';
    } else if (*s == '%') {
      int high = hex_of(s[1]), low = high < 0 ? -1 : hex_of(s[2]);
      if (low < 0 || high * 16 + low == 0) return false;
      *to++ = (char)(high * 16 + low);
      s += 2;
    } else {
      *to++ = *s;
    }
  }
  *to = '\0';
  return true;
}

static bool read_text(const char *at, const char *end, const char *name,
                      char *out, size_t room) {
  size_t n;
  const char *text = element(at, end, name, &n);
  return text && decode_xml(text, n, out, room);
}

/* One <Contents>. */
static cs_status read_object(const char *at, const char *end,
                             const char *prefix, cs_bucket_items *out,
                             uint64_t *skipped, cs_error *err) {
  char key[3 * CS_BUCKET_KEY + 1], etag[CS_BUCKET_ETAG], size[32];
  cs_bucket_item *item;
  size_t skip = strlen(prefix);
  if (!read_text(at, end, "Key", key, sizeof key) || !decode_url(key) ||
      !read_text(at, end, "ETag", etag, sizeof etag) ||
      !read_text(at, end, "Size", size, sizeof size))
    return cs_error_set(err, CS_ECORRUPT,
                        "a listing of the bucket is "
                        "malformed");
  if (strncmp(key, prefix, skip) != 0)
    return cs_error_set(err, CS_ECORRUPT,
                        "the bucket lists a key that was "
                        "not asked for");
  if (!cs_items_is_path(key + skip) || strpbrk(etag, "\r\n")) {
    ++*skipped;
    return CS_OK;
  }
  cs_status st = cs_items_add(out, key + skip, &item, err);
  if (st != CS_OK) return st;
  memcpy(item->etag, etag, strlen(etag) + 1);
  item->size = strtoull(size, NULL, 10);
  return CS_OK;
}

cs_status cs_listing_parse(const char *xml, size_t n, const char *prefix,
                           cs_bucket_items *out, uint64_t *skipped,
                           char token[1024], cs_error *err) {
  const char *end = xml + n, *at = xml;
  char more[16] = "";
  cs_status st = CS_OK;
  if (!memmem(xml, n, "<ListBucketResult", 17))
    return cs_error_set(err, CS_ECORRUPT,
                        "a listing of the bucket is "
                        "malformed");
  for (size_t len; st == CS_OK && (at = element(at, end, "Contents", &len));
       at += len)
    st = read_object(at, at + len, prefix, out, skipped, err);
  token[0] = '\0';
  if (st == CS_OK && read_text(xml, end, "IsTruncated", more, sizeof more) &&
      strcmp(more, "true") == 0 &&
      !read_text(xml, end, "NextContinuationToken", token, 1024))
    st = cs_error_set(err, CS_ECORRUPT, "a listing of the bucket is cut off");
  return st;
}

static cs_status print_query(const cs_bucket *b, const char *token,
                             cs_buf *out) {
  cs_status st = CS_OK;
  if (*token) {
    st = cs_buf_put_text(out, "continuation-token=");
    if (st == CS_OK) st = cs_http_escape(out, token, "");
    if (st == CS_OK) st = cs_buf_put_text(out, "&");
  }
  if (st == CS_OK)
    st = cs_buf_put_text(out, "encoding-type=url&list-type=2&prefix=");
  return st == CS_OK ? cs_http_escape(out, b->prefix, "") : st;
}

typedef struct page {
  cs_bucket_call call; /* first: what `permit` wants */
  cs_buf body;
} page;

static cs_status keep(void *user, const cs_http_response *r, const void *bytes,
                      size_t n, cs_error *err) {
  page *p = user;
  return r->status == 200 ? cs_http_into_buf(&p->body, r, bytes, n, err)
                          : CS_OK;
}

static cs_status get_page(cs_bucket *b, const char *token, page *p,
                          cs_error *err) {
  cs_http_request q;
  cs_http_response r;
  cs_buf query;
  cs_buf_init(&query, 4096);
  cs_status st = print_query(b, token, &query);
  if (st == CS_OK)
    st = cs_bucket_prepare(b, "GET", NULL, cs_buf_text(&query), CS_SIGN_EMPTY,
                           &p->call, err);
  cs_buf_fini(&query);
  if (st != CS_OK) return st;
  cs_bucket_fill(&p->call, &q);
  q.sink = keep;
  q.user = p;
  cs_buf_clear(&p->body);
  st = cs_http_perform(b->http, &q, &r, err);
  if (st == CS_OK && r.status != 200)
    return cs_bucket_refused(b, r.status, b->prefix, err);
  return st;
}

cs_status cs_listing_read(cs_bucket *b, cs_bucket_items *out, uint64_t *skipped,
                          cs_error *err) {
  char token[1024] = "";
  page *p = calloc(1, sizeof *p);
  cs_status st = p ? CS_OK : cs_error_set(err, CS_EOS, "out of memory");
  *out = (cs_bucket_items){.at = NULL};
  if (p) cs_buf_init(&p->body, PAGE_MAX);
  for (int i = 0; st == CS_OK && i < PAGES; i++) {
    st = get_page(b, token, p, err);
    if (st == CS_OK)
      st = cs_listing_parse(cs_buf_text(&p->body), p->body.len, b->prefix, out,
                            skipped, token, err);
    if (!token[0]) break;
  }
  if (p) cs_buf_fini(&p->body);
  free(p);
  if (st == CS_OK)
    cs_items_sort(out);
  else
    cs_items_fini(out);
  return st;
}
