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
#include "base/mem.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/builder.h"
#include "py/types/iter.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/type.h"

/* --- reading ------------------------------------------------------------- */

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
    cs_mem_copy(data, s, n);
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

/* A line without quotes: fields are what stands between delimiters.  One look
 * at each byte; CS_SLOW at a line break. */
static cs_status take_plain(record *r) {
  const char *at = r->s, *end = r->s + r->n;
  for (const char *p = at; p < end; p++) {
    if (*p == r->delimiter) {
      CS_TRY(add(r, at, (size_t)(p - at)));
      at = p + 1;
    } else if (*p == '\n' || *p == '\r') {
      return CS_SLOW;
    }
  }
  return add(r, at, (size_t)(end - at));
}

static bool has_break(const record *r) {
  return memchr(r->s, '\n', r->n) || memchr(r->s, '\r', r->n);
}

/* The fields of `line` as a new list; CS_SLOW if it is not a whole record of
 * a usual dialect. */
static cs_status split_line(record *r, cs_value line, int64_t limit,
                            cs_value *out) {
  uint32_t len;
  r->ascii = cs_str_is_ascii(r->ctx, line);
  r->s = cs_str_data(r->ctx, line, &len);
  r->n = len;
  if (r->n && r->s[r->n - 1] == '\n') r->n--;
  if (r->n && r->s[r->n - 1] == '\r') r->n--;
  if (!r->delimiter || (int64_t)r->n > limit) return CS_SLOW;
  cs_charge(r->ctx, r->n / 32);
  CS_TRY(cs_list_room(r->ctx, r->n ? 7 : 0, &r->list));
  if (r->n) {
    bool quoted = r->quote && memchr(r->s, r->quote, r->n);
    if (quoted && has_break(r)) return CS_SLOW;
    CS_TRY(quoted ? take_fields(r) : take_plain(r));
  }
  CS_GIVE(r->list);
}

/* split(line, delimiter, quotechar, limit): list of fields, or None */
CS_LEAF(csv_split) {
  if (!cs_is_str(args[0]) || !cs_is_int(args[3])) CS_GIVE(CS_NONE);
  record r = {.ctx = ctx,
              .delimiter = one_byte(ctx, args[1]),
              .quote = one_byte(ctx, args[2])};
  cs_status st = split_line(&r, args[0], cs_int_of(args[3]), out);
  if (st == CS_SLOW) CS_GIVE(CS_NONE);
  return st;
}

/* Slots of a reader and of its dialect that matter here; sorted by name. */
enum { READER_LIMIT = 2, READER_DIALECT = 6, READER_LINE_NUM, READER_SLOTS };
enum { DIALECT_DELIMITER = 0, DIALECT_QUOTECHAR = 4, DIALECT_SLOTS = 8 };

static cs_instance *slots_of(const cs_ctx *ctx, cs_value v, uint32_t slots) {
  if (!cs_is_instance(v)) return NULL;
  cs_instance *o = CS_PTR(ctx, cs_instance, v);
  bool fits = o->h.units * 16u >= offsetof(cs_instance, slot) + slots * 8u;
  return fits ? o : NULL;
}

/* row(self, line) of a reader with a usual dialect; the twin reads records
 * that need more than this line. */
CS_LEAF(csv_row) {
  cs_instance *o = slots_of(ctx, args[0], READER_SLOTS);
  if (!o || cs_is_frozen(ctx, args[0]) || !cs_is_str(args[1])) return CS_SLOW;
  const cs_instance *d = slots_of(ctx, o->slot[READER_DIALECT], DIALECT_SLOTS);
  cs_value limit = o->slot[READER_LIMIT], line = o->slot[READER_LINE_NUM];
  if (!d || !cs_is_int(limit) || !cs_is_int(line) ||
      !cs_int_add(line, cs_int(1), &line))
    return CS_SLOW;
  record r = {.ctx = ctx,
              .delimiter = one_byte(ctx, d->slot[DIALECT_DELIMITER]),
              .quote = one_byte(ctx, d->slot[DIALECT_QUOTECHAR])};
  CS_TRY(split_line(&r, args[1], cs_int_of(limit), out));
  o->slot[READER_LINE_NUM] = line;
  return CS_OK;
}

/* rows(row, lines): map(row, lines) if C can advance that, else None */
CS_LEAF(csv_rows) {
  cs_value inner;
  cs_status st = cs_iter_leaf(ctx, args[1], &inner);
  if (st == CS_SLOW) CS_GIVE(CS_NONE);
  if (st != CS_OK) return st;
  return cs_iter_new(ctx, CS_ITER_MAP, inner, args[0], CS_UNBOUND, CS_NONE,
                     out);
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

#define NAMES_MAX 64 /* more are looked for by the prelude */

/* Is every key of `d` one of the names?  Mostly they are in the same order. */
static bool knows_all(cs_ctx *ctx, cs_value d, const cs_value *names,
                      uint32_t n) {
  cs_value key, v;
  uint32_t pos = 0, guess = 0;
  while (cs_dict_next(ctx, d, &pos, &key, &v)) {
    uint32_t i = 0;
    for (; i < n; i++, guess++) {
      if (guess >= n) guess = 0;
      if (cs_same(names[guess], key) ||
          (cs_is_str(key) && cs_str_eq(ctx, names[guess], key)))
        break;
    }
    if (i == n) return false;
  }
  return true;
}

/* pick(mapping, names, rest, all): list of the values of `names`, `rest` where
 * there is none.  None if the prelude must do it, or if `all` and the mapping
 * has other keys. */
CS_LEAF(csv_pick) {
  cs_value *names, v;
  uint32_t count;
  if (!cs_is_dict(args[0]) || !cs_seq_items(ctx, args[1], &names, &count) ||
      count > NAMES_MAX)
    CS_GIVE(CS_NONE);
  cs_charge(ctx, count);
  for (uint32_t i = 0; i < count; i++)
    if (!cs_is_str(names[i])) CS_GIVE(CS_NONE);
  if (cs_is_true(args[3]) && !knows_all(ctx, args[0], names, count))
    CS_GIVE(CS_NONE);
  CS_TRY(cs_list_new(ctx, NULL, count, out));
  for (uint32_t i = 0; i < count; i++) {
    cs_status st = cs_dict_get(ctx, args[0], names[i], &v);
    if (st == CS_SLOW) CS_GIVE(CS_NONE);
    if (st != CS_OK) return st;
    cs_list_items(ctx, *out)[i] = cs_is_unbound(v) ? args[2] : v;
  }
  return CS_OK;
}

/* --- writing ------------------------------------------------------------- */

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
    if (w->b.status != CS_OK) return;
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
  cs_charge(ctx, n / 32);
  bool quoted = w->quoting == ALL || (w->quoting == NONNUMERIC && !number) ||
                (alone && n == 0) || is_special(w, s, n);
  if (quoted)
    put_quoted(w, s, n);
  else
    cs_builder_text(&w->b, s, n);
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
    if (w.end[i] == '\n')
      w.newline = true;
    else
      w.back = true;
  }
  if (w.end_len == 0 || w.quoting < MINIMAL || w.quoting > NONNUMERIC)
    CS_GIVE(CS_NONE);
  cs_charge(ctx, count / 4);
  cs_builder_init(&w.b, ctx);
  for (uint32_t i = 0; i < count; i++) {
    if (i) cs_builder_ascii(&w.b, &w.delimiter, 1);
    cs_status st = put_field(ctx, &w, row[i], count == 1);
    if (st == CS_OK) st = w.b.status;
    if (st == CS_OK) st = cs_charge_look(ctx);
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
    {"._csv", "join", "(row, delimiter, quotechar, quoting, end, /)", csv_join},
    {"._csv", "row", "($self, line, /)", csv_row},
    {"._csv", "rows", "(row, lines, /)", csv_rows},
    {"._csv", "pick", "(mapping, names, rest, all, /)", csv_pick},
    CS_NATIVE_END};
