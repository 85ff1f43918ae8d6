/*
 * re_sub.c - replacing: Pattern.sub, subn, Match.expand, re.escape.
 *
 * A replacement without a backslash is used as it is.  Others are cut into
 * pieces once per call; when that fails, or when the replacement is a
 * function, the prelude takes over.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/mod/re_obj.h"
#include "py/mod/re_template.h"
#include "py/types/args.h"
#include "py/types/builder.h"
#include "py/types/bytes.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"

typedef struct filler {
  cs_builder *b;
  const cs_re_subject *s;
  const uint8_t *text; /* the replacement */
  uint32_t len;
  bool plain; /* no pieces: the text itself */
  cs_re_template t;
} filler;

static void put(cs_builder *b, bool bytes, const void *data, uint64_t n) {
  if (bytes)
    cs_builder_ascii(b, data, n);
  else
    cs_builder_text(b, data, n);
}

static bool valid_names(const cs_re_pattern *p, uint32_t len) {
  for (uint32_t i = 0; i < p->name_count; i++)
    if (p->names[i].at > len || p->names[i].len > len - p->names[i].at)
      return false;
  return true;
}

/* Cut the template; `err` says what is wrong with it on CS_ESYNTAX. */
static cs_status cut(cs_ctx *ctx, cs_value pattern, const uint8_t *text,
                     uint32_t len, bool bytes, cs_re_template *out,
                     cs_re_error *err) {
  const cs_re_pattern *p = cs_re_pattern_of(ctx, pattern);
  cs_value v = cs_unwrap(ctx, cs_box_values(ctx, pattern)[CS_RE_V_TEXT]);
  cs_re_groups g = {
      .names = p->names, .name_count = p->name_count, .captures = p->captures};
  uint32_t n = 0;
  if (cs_is_str(v))
    g.pattern = (const uint8_t *)cs_str_data(ctx, v, &n);
  else if (!cs_bytes_view(ctx, v, &g.pattern, &n))
    return CS_SLOW;
  if (!valid_names(p, n))
    return cs_throw(ctx, CS_ValueError, "damaged pattern");
  cs_scratch *s = cs_re_cache_scratch(ctx);
  if (!s) return cs_throw_value(ctx, CS_MemoryError, CS_UNBOUND);
  cs_charge(ctx, len / 8);
  cs_status st = cs_re_template_parse(s, &g, text, len, bytes, out, err);
  if (st == CS_ELIMIT) return cs_throw_value(ctx, CS_MemoryError, CS_UNBOUND);
  return st;
}

static cs_status open_filler(cs_ctx *ctx, cs_value pattern, cs_value repl,
                             filler *f) {
  cs_value v = cs_unwrap(ctx, repl);
  if (f->s->bytes != !cs_is_str(v)) return CS_SLOW;
  if (cs_is_str(v))
    f->text = (const uint8_t *)cs_str_data(ctx, v, &f->len);
  else if (!cs_bytes_view(ctx, v, &f->text, &f->len))
    return CS_SLOW;
  f->plain = !f->len || !memchr(f->text, '\\', f->len);
  if (f->plain) return CS_OK;
  cs_re_error err = {.fault = CS_RE_FAULT_NONE};
  cs_status st = cut(ctx, pattern, f->text, f->len, f->s->bytes, &f->t, &err);
  return st == CS_ESYNTAX ? CS_SLOW : st;
}

/* The replacement for one match, whose spans `at` gives. */
static void fill(const filler *f, const size_t *ends) {
  const cs_re_subject *s = f->s;
  if (f->plain) {
    put(f->b, s->bytes, f->text, f->len);
    return;
  }
  for (uint32_t i = 0; i < f->t.count; i++) {
    const cs_re_piece *p = &f->t.pieces[i];
    if (p->group == CS_RE_NONE) {
      put(f->b, s->bytes, f->t.text + p->at, p->len);
      continue;
    }
    size_t from = ends[2 * p->group], to = ends[2 * p->group + 1];
    if (from != CS_RE_UNSET && from < to)
      put(f->b, s->bytes, s->data + from, to - from);
  }
}

static cs_status close_text(cs_builder *b, bool bytes, cs_value *out) {
  if (bytes) return cs_builder_bytes(b, CS_L_BYTES, out);
  return cs_builder_finish(b, out);
}

/* --- sub ----------------------------------------------------------------- */

static cs_status substitute(cs_ctx *ctx, cs_value *args, cs_value *out,
                            int64_t *done) {
  cs_builder b;
  cs_re_subject s;
  const cs_re_code *code;
  const size_t *ends;
  int64_t count;
  CS_TRY(cs_args_size(ctx, args, 3, 0, &count));
  CS_TRY(cs_re_subject_open(ctx, args[0], args[2], 0, INT64_MAX, &s));
  CS_TRY(cs_re_subject_code(ctx, args[0], &s, &code));
  filler f = {.b = &b, .s = &s};
  CS_TRY(open_filler(ctx, args[0], args[1], &f));
  cs_builder_init(&b, ctx);
  cs_re_scan scan = {.at = 0};
  size_t at = 0;
  *done = 0;
  while (count >= 0 && (count == 0 || *done < count)) {
    CS_TRY(cs_re_cache_next(ctx, code, s.data, s.end, &scan, &ends));
    if (!ends) break;
    put(&b, s.bytes, s.data + at, ends[0] - at);
    fill(&f, ends);
    at = ends[1];
    ++*done;
    if (b.status != CS_OK) return b.status;
  }
  if (*done == 0) return cs_re_subject_part(ctx, &s, 0, s.len, out);
  put(&b, s.bytes, s.data + at, s.len - at);
  return close_text(&b, s.bytes, out);
}

CS_LEAF(pattern_sub) {
  int64_t done;
  return substitute(ctx, args, out, &done);
}

CS_LEAF(pattern_subn) {
  int64_t done;
  cs_value row[2];
  CS_TRY(substitute(ctx, args, &row[0], &done));
  row[1] = cs_int(done);
  return cs_tuple_new(ctx, row, 2, out);
}

/* --- expand -------------------------------------------------------------- */

CS_LEAF(match_expand) {
  cs_builder b;
  cs_re_subject s;
  cs_value m = args[0], pattern = cs_box_values(ctx, m)[CS_RE_V_PATTERN];
  const cs_re_result *r = cs_re_result_of(ctx, m);
  CS_TRY(cs_re_subject_open(
      ctx, pattern, cs_box_values(ctx, m)[CS_RE_V_SUBJECT], 0, INT64_MAX, &s));
  filler f = {.b = &b, .s = &s};
  CS_TRY(open_filler(ctx, pattern, args[1], &f));
  cs_builder_init(&b, ctx);
  if (f.plain) put(&b, s.bytes, f.text, f.len);
  for (uint32_t i = 0; !f.plain && i < f.t.count; i++) {
    const cs_re_piece *p = &f.t.pieces[i];
    if (p->group == CS_RE_NONE) {
      put(&b, s.bytes, f.t.text + p->at, p->len);
      continue;
    }
    if (p->group > r->captures) continue; /* only in a forged snapshot */
    uint32_t from = r->span[2 * p->group], to = r->span[2 * p->group + 1];
    if (from < to && to <= s.len) put(&b, s.bytes, s.data + from, to - from);
  }
  return close_text(&b, s.bytes, out);
}

/* _explain(pattern, template) -> what is wrong as a tuple, or None */
CS_LEAF(re_explain) {
  cs_re_error err = {.fault = CS_RE_FAULT_NONE, .pos = -1};
  cs_re_template t;
  cs_value v = cs_unwrap(ctx, args[1]);
  const uint8_t *text;
  uint32_t len;
  bool bytes = !cs_is_str(v);
  if (!cs_box_is(ctx, args[0], CS_BOX_PATTERN)) CS_GIVE(CS_NONE);
  if (!bytes)
    text = (const uint8_t *)cs_str_data(ctx, v, &len);
  else if (!cs_bytes_view(ctx, v, &text, &len))
    CS_GIVE(CS_NONE);
  cs_status st = cut(ctx, args[0], text, len, bytes, &t, &err);
  if (st == CS_OK) CS_GIVE(CS_NONE);
  if (st != CS_ESYNTAX) return st;
  cs_value row[3] = {cs_int((int64_t)err.fault), CS_NONE,
                     err.pos < 0 ? CS_NONE : cs_int(err.pos)};
  CS_TRY(cs_str_new(ctx, err.msg, err.len, &row[1]));
  return cs_tuple_new(ctx, row, 3, out);
}

/* --- escape -------------------------------------------------------------- */

CS_LEAF(re_escape) {
  static const char special[] = "\t\n\v\f\r #$&()*+-.?[\\]^{|}~";
  const uint8_t *text;
  uint32_t len;
  cs_value v = cs_unwrap(ctx, args[0]);
  bool bytes = !cs_is_str(v);
  if (!bytes)
    text = (const uint8_t *)cs_str_data(ctx, v, &len);
  else if (!cs_bytes_view(ctx, v, &text, &len))
    return CS_SLOW;
  cs_builder b;
  cs_builder_init(&b, ctx);
  cs_charge(ctx, len / 8);
  uint32_t from = 0;
  for (uint32_t i = 0; i < len; i++) {
    uint8_t c = text[i];
    if (c == 0 || c >= 0x80 || !strchr(special, c)) continue;
    put(&b, bytes, text + from, i - from);
    cs_builder_ascii(&b, "\\", 1);
    from = i;
    if (b.status != CS_OK) return b.status;
    cs_charge(ctx, i % 4 == 3);
    CS_TRY(cs_charge_look(ctx));
  }
  put(&b, bytes, text + from, len - from);
  return close_text(&b, bytes, out);
}

extern const cs_native_def cs_re_sub_natives[];
const cs_native_def cs_re_sub_natives[] = {
    {"re.Pattern", "sub", "($self, repl, string, count=0)", pattern_sub},
    {"re.Pattern", "subn", "($self, repl, string, count=0)", pattern_subn},
    {"re.Match", "expand", "($self, template)", match_expand},
    {".re", "_explain", "(pattern, template, /)", re_explain},
    {".re", "escape", "(pattern)", re_escape},
    CS_NATIVE_END};
