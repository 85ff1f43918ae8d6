/*
 * csv.c - one record of delimited text, both ways.
 *
 * Covers the usual dialects: one-byte delimiter and quote, quotes doubled, no
 * escape character.  None as the result tells the prelude (prelude/lib/csv.py)
 * that a record is not one of these or goes on in the next line; its state
 * machine then does the work.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/builder.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"

/* --- reading -------------------------------------------------------------- */

typedef struct record {
  cs_ctx *ctx;
  const char *s;
  size_t n;
  char delimiter, quote; /* quote 0: none */
  int64_t limit;         /* bytes of a field: what is longer is left alone */
  bool ascii;
  cs_value list;
} record;

/* The one byte of a str; 0 if it is another. */
static char one_byte(const cs_ctx *ctx, cs_value v) {
  uint32_t n;
  if (!cs_is_str(v)) return 0;
  const char *s = cs_str_data(ctx, v, &n);
  return n == 1 ? s[0] : 0;
}

static cs_status add(record *r, const char *s, size_t n) {
  cs_value v;
  char *data;
  if (r->ascii && n > 1) {
    CS_TRY(cs_str_room(r->ctx, n, n, CS_STR_ASCII, &v, &data));
    memcpy(data, s, n);
  } else {
    CS_TRY(cs_str_new(r->ctx, s, n, &v));
  }
  return cs_list_append(r->ctx, r->list, v);
}

/* The field after the opening quote at `*at`; CS_SLOW if it does not end. */
static cs_status quoted_field(record *r, size_t *at) {
  size_t from = *at + 1;
  const char *end = memchr(r->s + from, r->quote, r->n - from);
  if (!end) return CS_SLOW;
  size_t to = (size_t)(end - r->s);
  if (to + 1 < r->n && r->s[to + 1] == r->quote) {
    cs_builder b;
    cs_value v;
    cs_builder_init(&b, r->ctx);
    for (;;) {
      cs_builder_text(&b, r->s + from, to - from);
      if (to + 1 >= r->n || r->s[to + 1] != r->quote) break;
      cs_builder_text(&b, &r->quote, 1);
      from = to + 2;
      end = memchr(r->s + from, r->quote, r->n - from);
      if (!end) return CS_SLOW;
      to = (size_t)(end - r->s);
    }
    CS_TRY(cs_builder_finish(&b, &v));
    CS_TRY(cs_list_append(r->ctx, r->list, v));
  } else {
    CS_TRY(add(r, r->s + from, to - from));
  }
  *at = to + 1;
  return *at == r->n || r->s[*at] == r->delimiter ? CS_OK : CS_SLOW;
}

static cs_status take_fields(record *r) {
  for (size_t at = 0;; at++) {
    if (at < r->n && r->quote && r->s[at] == r->quote) {
      CS_TRY(quoted_field(r, &at));
    } else {
      const char *end = memchr(r->s + at, r->delimiter, r->n - at);
      size_t to = end ? (size_t)(end - r->s) : r->n;
      CS_TRY(add(r, r->s + at, to - at));
      at = to;
    }
    if (at == r->n) return CS_OK;
  }
}

/* split(line, delimiter, quotechar, limit): list of fields, or None */
CS_LEAF(csv_split) {
  uint32_t len;
  if (!cs_is_str(args[0]) || !cs_is_int(args[3])) CS_GIVE(CS_NONE);
  record r = {.ctx = ctx,
              .delimiter = one_byte(ctx, args[1]),
              .quote = one_byte(ctx, args[2]),
              .ascii = cs_str_is_ascii(ctx, args[0])};
  r.s = cs_str_data(ctx, args[0], &len);
  r.n = len;
  if (r.n && r.s[r.n - 1] == '\n') r.n--;
  if (r.n && r.s[r.n - 1] == '\r') r.n--;
  if (!r.delimiter || (int64_t)r.n > cs_int_of(args[3]) ||
      memchr(r.s, '\n', r.n) || memchr(r.s, '\r', r.n))
    CS_GIVE(CS_NONE);
  cs_charge(ctx, r.n / 32);
  CS_TRY(cs_list_room(ctx, r.n ? 7 : 0, &r.list));
  cs_status st = r.n ? take_fields(&r) : CS_OK;
  if (st == CS_OK) *out = r.list;
  if (st == CS_SLOW) CS_GIVE(CS_NONE);
  return st;
}

/* record(names, row): dict of a row that has a value for each name, or None */
CS_LEAF(csv_record) {
  cs_value *names, *row, d;
  uint32_t n1, n2;
  if (!cs_seq_items(ctx, args[0], &names, &n1) ||
      !cs_seq_items(ctx, args[1], &row, &n2) || n1 != n2 || n1 == 0)
    CS_GIVE(CS_NONE);
  CS_TRY(cs_dict_new(ctx, n1, &d));
  cs_charge(ctx, n1 / 4);
  for (uint32_t i = 0; i < n1; i++) {
    if (!cs_is_str(names[i])) CS_GIVE(CS_NONE);
    CS_TRY(cs_dict_set(ctx, d, names[i], row[i]));
  }
  CS_GIVE(d);
}

/* --- writing -------------------------------------------------------------- */

enum { MINIMAL, ALL, NONNUMERIC };

typedef struct writing {
  cs_builder b;
  char delimiter, quote;
  int64_t quoting;
  const char *end; /* line terminator */
  uint32_t end_len;
  bool newline, back; /* does it contain \n, \r? */
} writing;

/* Must the text stand in quotes? */
static bool is_special(const writing *w, const char *s, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    char c = s[i];
    if (c == w->delimiter || c == w->quote || (c == '\n' && w->newline) ||
        (c == '\r' && w->back))
      return true;
  }
  return false;
}

static void put_quoted(writing *w, const char *s, uint32_t n) {
  cs_builder_ascii(&w->b, &w->quote, 1);
  uint32_t from = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (s[i] != w->quote) continue;
    cs_builder_text(&w->b, s + from, i + 1 - from);
    cs_builder_ascii(&w->b, &w->quote, 1);
    from = i + 1;
  }
  cs_builder_text(&w->b, s + from, n - from);
  cs_builder_ascii(&w->b, &w->quote, 1);
}

/* One field; CS_SLOW for values that Python code turns into text. */
static cs_status put_field(cs_ctx *ctx, writing *w, cs_value v, bool alone) {
  bool number = cs_is_int(v) || cs_is_float(v) || cs_is_bool(v);
  if (cs_is_none(v)) v = cs_known(ctx, CS_N_empty);
  if (number) CS_TRY(cs_op_repr(ctx, v, &v));
  if (!cs_is_str(v)) return CS_SLOW;
  uint32_t n;
  const char *s = cs_str_data(ctx, v, &n);
  bool quoted = w->quoting == ALL || (w->quoting == NONNUMERIC && !number) ||
                (alone && n == 0) || is_special(w, s, n);
  if (quoted) put_quoted(w, s, n);
  else cs_builder_text(&w->b, s, n);
  return CS_OK;
}

/* join(row, delimiter, quotechar, quoting, end): the record as text, or None */
CS_LEAF(csv_join) {
  cs_value *row;
  uint32_t count;
  writing w = {.delimiter = one_byte(ctx, args[1]),
               .quote = one_byte(ctx, args[2])};
  if (!cs_seq_items(ctx, args[0], &row, &count) || !w.delimiter || !w.quote ||
      !cs_is_int(args[3]) || !cs_is_str(args[4]))
    CS_GIVE(CS_NONE);
  w.quoting = cs_int_of(args[3]);
  w.end = cs_str_data(ctx, args[4], &w.end_len);
  for (uint32_t i = 0; i < w.end_len; i++) {
    if (w.end[i] != '\r' && w.end[i] != '\n') CS_GIVE(CS_NONE);
    if (w.end[i] == '\n') w.newline = true;
    else w.back = true;
  }
  if (w.end_len == 0 || w.quoting < MINIMAL || w.quoting > NONNUMERIC)
    CS_GIVE(CS_NONE);
  cs_charge(ctx, count / 4);
  cs_builder_init(&w.b, ctx);
  for (uint32_t i = 0; i < count; i++) {
    if (i) cs_builder_ascii(&w.b, &w.delimiter, 1);
    cs_status st = put_field(ctx, &w, row[i], count == 1);
    if (st == CS_SLOW) CS_GIVE(CS_NONE);
    if (st != CS_OK) return st;
  }
  cs_builder_ascii(&w.b, w.end, w.end_len);
  return cs_builder_finish(&w.b, out);
}

extern const cs_native_def cs_csv_natives[];
const cs_native_def cs_csv_natives[] = {
    {"._csv", "split", "(line, delimiter, quotechar, limit, /)", csv_split},
    {"._csv", "record", "(names, row, /)", csv_record},
    {"._csv", "join", "(row, delimiter, quotechar, quoting, end, /)",
     csv_join},
    CS_NATIVE_END};
