/*
 * str.c - making, comparing, joining and slicing strings.
 *
 * A short string keeps its bytes behind its header.  A string over 256 bytes
 * that was made by + keeps them in a RAW buffer with slack instead: if its
 * last byte is the buffer's last used byte, the next + writes behind it and
 * makes only a new 32-byte header.  Several headers then share one buffer;
 * none sees more than its own `len` bytes, and bytes below a buffer's fill
 * mark never change, so sharing cannot be noticed.
 *
 * Strings of the warm image are read-only: their hashes are stored while the
 * image is built, and what a private string would cache is computed again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/str.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/utf8.h"

#define HEADER     offsetof(cs_str, u)
#define BUFFERED   256u  /* longer results of + get a buffer with slack */
#define SLACK_MAX  4096u /* of a first buffer; later ones double */
#define CRUMB      64u   /* code points between two breadcrumbs */
#define CRUMBS_MIN 128u  /* no breadcrumbs for shorter strings */

static cs_str *str_at(const cs_ctx *ctx, cs_value v) {
  assert(cs_is_str(v));
  return CS_PTR(ctx, cs_str, v);
}

static const uint8_t *bytes_of(const cs_ctx *ctx, cs_value v, uint32_t *n) {
  return (const uint8_t *)cs_str_data(ctx, v, n);
}

uint32_t cs_str_hash_bytes(const char *bytes, uint32_t len) {
  uint64_t h = (uint64_t)cs_hash_bytes(bytes, len);
  uint32_t folded = (uint32_t)(h ^ h >> 32);
  return folded ? folded : 1;
}

/* --- making -------------------------------------------------------------- */

cs_status cs_str_room(cs_ctx *ctx, size_t len, size_t chars, uint8_t flags,
                      cs_value *out, char **data) {
  assert(chars <= len);
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_STR, HEADER + (len < 8 ? 8 : len), &off);
  if (st != CS_OK) return st;
  cs_str *s = CS_AT(ctx, cs_str, off);
  s->h.flags = flags;
  assert(len <= UINT32_MAX); /* cs_alloc refuses more */
  s->len = (uint32_t)len;
  s->chars = (uint32_t)chars;
  *data = s->u.data;
  *out = cs_ref(CS_L_STR, off);
  return CS_OK;
}

/* A new str; what the bytes are is known. */
static cs_status make(cs_ctx *ctx, const char *bytes, size_t len, size_t chars,
                      uint8_t flags, cs_value *out) {
  char *data;
  cs_status st = cs_str_room(ctx, len, chars, flags, out, &data);
  if (st != CS_OK) return st;
  cs_mem_copy(data, bytes, len);
  if (ctx->building) {
    cs_str *s = str_at(ctx, *out);
    s->hash = cs_str_hash_bytes(data, (uint32_t)len);
    s->h.flags |= CS_STR_HASHED;
  }
  return CS_OK;
}

/* The empty string or a one-character Latin-1 string of the image; false if
 * it is something else, or not yet there because the image is being made. */
static bool find_short(const cs_ctx *ctx, const char *bytes, size_t len,
                       cs_value *out) {
  if (len > 2) return false;
  cs_value v = cs_known(ctx, CS_N_empty);
  if (len == 1) {
    v = ctx->image->chr[(uint8_t)bytes[0]];
  } else if (len == 2) {
    uint32_t lead = (uint8_t)bytes[0];
    if (lead < 0xC2 || lead > 0xC3) return false;
    v = ctx->image->chr[(lead & 3) << 6 | ((uint8_t)bytes[1] & 0x3F)];
  }
  if (!v.bits) return false;
  *out = v;
  return true;
}

cs_status cs_str_new(cs_ctx *ctx, const char *bytes, size_t len,
                     cs_value *out) {
  if (find_short(ctx, bytes, len, out)) return CS_OK;
  const uint8_t *s = (const uint8_t *)bytes;
  if (cs_utf8_is_ascii(s, len))
    return make(ctx, bytes, len, len, CS_STR_ASCII, out);
  cs_utf8_info info;
  size_t valid = cs_utf8_check(s, len, true, &info);
  assert(valid == len);
  (void)valid;
  uint8_t flags = info.surrogates ? CS_STR_SURROGATE : 0;
  return make(ctx, bytes, len, info.count, flags, out);
}

cs_status cs_str_char(cs_ctx *ctx, uint32_t cp, cs_value *out) {
  assert(cp <= CS_UTF8_MAX);
  if (cp < 256 && ctx->image->chr[cp].bits) {
    *out = ctx->image->chr[cp];
    return CS_OK;
  }
  uint8_t buf[CS_UTF8_LONGEST];
  uint32_t n = cs_utf8_encode(cp, buf);
  uint8_t flags = cp < 0x80                  ? CS_STR_ASCII
                  : cs_utf8_is_surrogate(cp) ? CS_STR_SURROGATE
                                             : 0;
  return make(ctx, (const char *)buf, n, 1, flags, out);
}

/* --- hash and order ------------------------------------------------------ */

uint32_t cs_str_hash(cs_ctx *ctx, cs_value v) {
  cs_str *s = str_at(ctx, v);
  if (s->h.flags & CS_STR_HASHED) return s->hash;
  uint32_t len;
  const char *data = cs_str_data(ctx, v, &len);
  uint32_t hash = cs_str_hash_bytes(data, len);
  cs_charge(ctx, len / 64);
  if (!cs_is_frozen(ctx, v)) {
    s->hash = hash;
    s->h.flags |= CS_STR_HASHED;
  }
  return hash;
}

bool cs_str_eq(cs_ctx *ctx, cs_value a, cs_value b) {
  if (cs_same(a, b)) return true;
  const cs_str *s = str_at(ctx, a), *t = str_at(ctx, b);
  uint8_t both = s->h.flags & t->h.flags;
  if (s->len != t->len || both & CS_STR_INTERNED) return false;
  if (both & CS_STR_HASHED && s->hash != t->hash) return false;
  uint32_t n;
  const char *x = cs_str_data(ctx, a, &n), *y = cs_str_data(ctx, b, &n);
  if (n && x[0] != y[0]) return false;
  cs_charge(ctx, n / 64);
  return memcmp(x, y, n) == 0;
}

bool cs_str_eq_c(cs_ctx *ctx, cs_value a, const char *text) {
  uint32_t n;
  const char *s = cs_str_data(ctx, a, &n);
  return strlen(text) == n && memcmp(s, text, n) == 0;
}

/* The first eight bytes as a number that orders like them, padded with zeros;
 * the bytes must be inline. */
static uint64_t head_of(const cs_str *s) {
  uint64_t x;
  memcpy(&x, s->u.data, sizeof x);
  x = __builtin_bswap64(x);
  return s->len >= 8 ? x : s->len ? x & ~UINT64_C(0) << (64 - 8 * s->len) : 0;
}

int cs_str_compare(cs_ctx *ctx, cs_value a, cs_value b) {
  if (cs_same(a, b)) return 0;
  uint32_t m, n;
  const char *s = cs_str_data(ctx, a, &m), *t = cs_str_data(ctx, b, &n);
  cs_charge(ctx, (m < n ? m : n) / 64);
  const cs_str *p = CS_PTR(ctx, cs_str, a), *q = CS_PTR(ctx, cs_str, b);
  if (!((p->h.flags | q->h.flags) & CS_STR_EXT)) { /* most end here */
    uint64_t x = head_of(p), y = head_of(q);
    if (x != y) return x < y ? -1 : 1;
    if (m <= 8 && n <= 8) return m < n ? -1 : m > n;
  }
  int order = memcmp(s, t, m < n ? m : n); /* UTF-8 keeps the order */
  if (order) return order;
  return m < n ? -1 : m > n;
}

/* --- concatenation ------------------------------------------------------- */

static uint8_t joint_flags(const cs_str *s, const cs_str *t) {
  uint8_t ascii = s->h.flags & t->h.flags & CS_STR_ASCII;
  return ascii | ((s->h.flags | t->h.flags) & CS_STR_SURROGATE);
}

/* A header for the first `len` bytes of `buf`. */
static cs_status make_header(cs_ctx *ctx, cs_off buf, uint32_t len,
                             const cs_str *s, const cs_str *t, cs_value *out) {
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_STR, sizeof(cs_str), &off);
  if (st != CS_OK) return st;
  cs_str *r = CS_AT(ctx, cs_str, off);
  r->h.flags = joint_flags(s, t) | CS_STR_EXT;
  r->len = len;
  r->chars = s->chars + t->chars;
  r->u.buf = buf;
  *out = cs_ref(CS_L_STR, off);
  return CS_OK;
}

/* The buffer of `a` if `extra` bytes can be written behind `a`, else NULL. */
static cs_raw *tail_room(const cs_ctx *ctx, const cs_str *a, uint32_t extra) {
  if (!(a->h.flags & CS_STR_EXT)) return NULL;
  if (a->u.buf < CS_IMAGE_END && !ctx->building) return NULL;
  cs_raw *buf = CS_AT(ctx, cs_raw, a->u.buf);
  bool fits = buf->fill == a->len && buf->cap - buf->fill >= extra;
  return fits ? buf : NULL;
}

static cs_status append_tail(cs_ctx *ctx, cs_raw *buf, const cs_str *s,
                             cs_value b, cs_value *out) {
  uint32_t n;
  const char *data = cs_str_data(ctx, b, &n);
  cs_status st = make_header(ctx, s->u.buf, s->len + n, s, str_at(ctx, b), out);
  if (st != CS_OK) return st;
  cs_charge(ctx, n / 64);
  cs_mem_copy(buf->data + buf->fill, data, n);
  buf->fill += n;
  return CS_OK;
}

static cs_status append_copy(cs_ctx *ctx, cs_value a, cs_value b,
                             cs_value *out) {
  uint32_t m, n;
  const char *x = cs_str_data(ctx, a, &m), *y = cs_str_data(ctx, b, &n);
  const cs_str *s = str_at(ctx, a);
  uint64_t total = (uint64_t)m + n, slack = total;
  /* Only a string that is being built again gets all of the slack. */
  if (!(s->h.flags & CS_STR_EXT) && slack > SLACK_MAX) slack = SLACK_MAX;
  uint64_t cap = (total + slack + 15) & ~UINT64_C(15);
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_RAW, offsetof(cs_raw, data) + cap, &off);
  if (st != CS_OK) return st;
  st = make_header(ctx, off, (uint32_t)total, s, str_at(ctx, b), out);
  if (st != CS_OK) return st;
  cs_charge(ctx, total / 64);
  cs_raw *buf = CS_AT(ctx, cs_raw, off);
  buf->cap = (uint32_t)cap;
  buf->fill = (uint32_t)total;
  memcpy(buf->data, x, m);
  memcpy(buf->data + m, y, n);
  return CS_OK;
}

cs_status cs_str_concat(cs_ctx *ctx, cs_value a, cs_value b, cs_value *out) {
  cs_str *s = str_at(ctx, a), *t = str_at(ctx, b);
  if (s->len == 0 || t->len == 0) {
    *out = s->len == 0 ? b : a;
    return CS_OK;
  }
  uint64_t total = (uint64_t)s->len + t->len;
  if (total > BUFFERED) {
    cs_raw *buf = tail_room(ctx, s, t->len);
    return buf ? append_tail(ctx, buf, s, b, out) : append_copy(ctx, a, b, out);
  }
  char *data;
  cs_status st = cs_str_room(ctx, total, s->chars + t->chars, joint_flags(s, t),
                             out, &data);
  if (st != CS_OK) return st;
  uint32_t m, n;
  const char *x = cs_str_data(ctx, a, &m), *y = cs_str_data(ctx, b, &n);
  cs_mem_copy(data, x, m);
  cs_mem_copy(data + m, y, n);
  return CS_OK;
}

/* --- positions ----------------------------------------------------------- */

/* Byte offsets of every CRUMB-th code point, or NULL: the string is short or
 * frozen, or there is no space (then the caller walks). */
static const uint32_t *crumbs_of(cs_ctx *ctx, cs_value v) {
  cs_str *s = str_at(ctx, v);
  if (s->chars > CRUMBS_MIN && !s->crumbs && !cs_is_frozen(ctx, v)) {
    uint32_t count = s->chars / CRUMB + 1, len;
    cs_off off;
    if (cs_alloc(ctx, CS_L_RAW, offsetof(cs_raw, data) + 4u * (uint64_t)count,
                 &off) != CS_OK)
      return NULL;
    const uint8_t *text = bytes_of(ctx, v, &len);
    cs_raw *raw = CS_AT(ctx, cs_raw, off);
    raw->fill = raw->cap = count * 4;
    size_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
      uint32_t word = (uint32_t)at;
      memcpy(raw->data + 4 * (size_t)i, &word, 4);
      at = cs_utf8_advance(text, len, at, CRUMB);
    }
    cs_charge(ctx, len / 16);
    s->crumbs = off;
  }
  if (!s->crumbs) return NULL;
  return (const uint32_t *)(const void *)CS_AT(ctx, cs_raw, s->crumbs)->data;
}

uint32_t cs_str_offset(cs_ctx *ctx, cs_value v, uint32_t index) {
  const cs_str *s = str_at(ctx, v);
  assert(index <= s->chars);
  if (s->h.flags & CS_STR_ASCII) return index;
  if (index == s->chars) return s->len;
  const uint32_t *crumbs = crumbs_of(ctx, v);
  uint32_t len, from = 0;
  const uint8_t *text = bytes_of(ctx, v, &len);
  if (crumbs) {
    from = crumbs[index / CRUMB];
    index %= CRUMB;
  } else {
    cs_charge(ctx, index / 64);
  }
  return (uint32_t)cs_utf8_advance(text, len, from, index);
}

uint32_t cs_str_index(cs_ctx *ctx, cs_value v, uint32_t off) {
  const cs_str *s = str_at(ctx, v);
  assert(off <= s->len);
  if (s->h.flags & CS_STR_ASCII) return off;
  if (off == s->len) return s->chars;
  const uint32_t *crumbs = crumbs_of(ctx, v);
  uint32_t len, low = 0, from = 0;
  const uint8_t *text = bytes_of(ctx, v, &len);
  if (crumbs) {
    uint32_t high = s->chars / CRUMB; /* the last crumb at or before `off` */
    while (low < high) {
      uint32_t mid = low + (high - low + 1) / 2;
      if (crumbs[mid] <= off)
        low = mid;
      else
        high = mid - 1;
    }
    from = crumbs[low];
  } else {
    cs_charge(ctx, off / 64);
  }
  return low * CRUMB + (uint32_t)cs_utf8_count(text + from, off - from);
}

cs_status cs_str_slice(cs_ctx *ctx, cs_value v, uint32_t start, uint32_t stop,
                       cs_value *out) {
  const cs_str *s = str_at(ctx, v);
  assert(start <= stop && stop <= s->chars);
  if (start == 0 && stop == s->chars) {
    *out = v;
    return CS_OK;
  }
  uint32_t from = cs_str_offset(ctx, v, start), len;
  uint32_t to = stop - start == 1 && !(s->h.flags & CS_STR_ASCII)
                    ? UINT32_MAX
                    : cs_str_offset(ctx, v, stop);
  const char *data = cs_str_data(ctx, v, &len);
  if (to == UINT32_MAX) to = from + cs_utf8_lead_width((uint8_t)data[from]);
  size_t n = to - from;
  if (find_short(ctx, data + from, n, out)) return CS_OK;
  cs_charge(ctx, n / 64);
  if (s->h.flags & CS_STR_SURROGATE)
    return cs_str_new(ctx, data + from, n, out); /* may hold none */
  uint8_t flags = n == stop - start ? CS_STR_ASCII : 0;
  return make(ctx, data + from, n, stop - start, flags, out);
}
