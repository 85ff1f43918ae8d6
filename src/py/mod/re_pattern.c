/*
 * re_pattern.c - Pattern objects: making them, searching with them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/mod/re_build.h"
#include "py/mod/re_obj.h"
#include "py/mod/re_parse.h"
#include "py/types/args.h"
#include "py/types/bytes.h"
#include "py/types/iter.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"

/* --- subjects ------------------------------------------------------------ */

static uint32_t clip(int64_t i, uint32_t len) {
  return i < 0 ? 0 : i > len ? len : (uint32_t)i;
}

static cs_status wrong_kind(cs_ctx *ctx, bool bytes) {
  return cs_throw(ctx, CS_TypeError,
                  bytes ? "cannot use a string pattern on a bytes-like object"
                        : "cannot use a bytes pattern on a string-like object");
}

cs_status cs_re_subject_open(cs_ctx *ctx, cs_value pattern, cs_value string,
                             int64_t pos, int64_t endpos, cs_re_subject *out) {
  cs_value v = cs_unwrap(ctx, string);
  cs_value text = cs_box_values(ctx, pattern)[CS_RE_V_TEXT];
  bool bytes = !cs_is_str(cs_unwrap(ctx, text));
  cs_re_subject s = {.v = string, .bytes = !cs_is_str(v)};
  uint32_t chars;
  if (cs_is_str(v)) {
    s.data = (const uint8_t *)cs_str_data(ctx, v, &s.len);
    s.ascii = cs_str_is_ascii(ctx, v);
    chars = cs_str_chars(ctx, v);
  } else {
    if (!cs_bytes_view(ctx, v, &s.data, &s.len))
      return cs_throw(ctx, CS_TypeError,
                      "expected string or bytes-like object, got '%t'", string);
    chars = s.len;
  }
  if (s.bytes != bytes) return wrong_kind(ctx, s.bytes);
  s.pos = clip(pos, chars);
  s.endpos = clip(endpos, chars);
  s.end = s.endpos;
  s.start = s.pos;
  if (!s.bytes && !s.ascii) {
    s.start = cs_str_offset(ctx, v, s.pos);
    s.end = cs_str_offset(ctx, v, s.endpos);
  }
  *out = s;
  return CS_OK;
}

static const uint8_t *text_of(cs_ctx *ctx, cs_value pattern, uint32_t *len,
                              uint32_t *hash) {
  const uint8_t *data = (const uint8_t *)"";
  cs_value v = cs_unwrap(ctx, cs_box_values(ctx, pattern)[CS_RE_V_TEXT]);
  *len = 0;
  if (cs_is_str(v)) {
    *hash = cs_str_hash(ctx, v);
    return (const uint8_t *)cs_str_data(ctx, v, len);
  }
  (void)cs_bytes_view(ctx, v, &data, len);
  *hash = cs_str_hash_bytes((const char *)data, *len);
  return data;
}

cs_status cs_re_subject_code(cs_ctx *ctx, cs_value pattern,
                             const cs_re_subject *s, const cs_re_code **out) {
  uint32_t len, hash;
  const uint8_t *text = text_of(ctx, pattern, &len, &hash);
  cs_status st = cs_re_cache_code(ctx, text, len, hash,
                                  cs_re_pattern_of(ctx, pattern)->flags,
                                  cs_re_build_variant(s->bytes, s->ascii), out);
  if (st != CS_OK) return st;
  if ((*out)->captures == cs_re_pattern_of(ctx, pattern)->captures)
    return CS_OK;
  return cs_throw(ctx, CS_ValueError, "damaged pattern");
}

cs_status cs_re_subject_part(cs_ctx *ctx, const cs_re_subject *s, uint32_t from,
                             uint32_t to, cs_value *out) {
  if (to > s->len) to = s->len; /* a bytearray may have become shorter */
  if (from > to) from = to;
  if (s->bytes)
    return cs_bytes_new(ctx, CS_L_BYTES, s->data + from, to - from, out);
  if (from == 0 && to == s->len && cs_is_str(s->v)) CS_GIVE(s->v);
  return cs_str_new(ctx, (const char *)s->data + from, to - from, out);
}

/* --- making a pattern ---------------------------------------------------- */

/* (kind, message, position): what the prelude raises. */
static cs_status explain(cs_ctx *ctx, const cs_re_error *err, cs_value *out) {
  cs_value row[3] = {cs_int((int64_t)err->fault), CS_NONE,
                     err->pos < 0 ? CS_NONE : cs_int(err->pos)};
  CS_TRY(cs_str_new(ctx, err->msg, err->len, &row[1]));
  return cs_tuple_new(ctx, row, 3, out);
}

static cs_status index_names(cs_ctx *ctx, const cs_re_tree *t,
                             const uint8_t *text, cs_value *dict,
                             cs_value *names) {
  CS_TRY(cs_dict_new(ctx, t->name_count, dict));
  CS_TRY(cs_tuple_new(ctx, NULL, t->captures + 1, names));
  for (uint32_t i = 0; i < t->name_count; i++) {
    const cs_re_name *n = &t->names[i];
    cs_value name;
    CS_TRY(cs_str_intern_bytes(ctx, (const char *)text + n->at, n->len, &name));
    CS_TRY(cs_dict_set(ctx, *dict, name, cs_int(n->group)));
    cs_tuple_items(ctx, *names)[n->group] = name;
  }
  return CS_OK;
}

static cs_status make(cs_ctx *ctx, cs_value source, const uint8_t *text,
                      const cs_re_tree *t, cs_value *out) {
  cs_value dict, names;
  CS_TRY(index_names(ctx, t, text, &dict, &names));
  CS_TRY(cs_box_new(
      ctx, CS_BOX_PATTERN, CS_RE_PATTERN_VALUES,
      sizeof(cs_re_pattern) + (uint64_t)t->name_count * sizeof(cs_re_name),
      out));
  cs_value *v = cs_box_values(ctx, *out);
  v[CS_RE_V_TEXT] = source;
  v[CS_RE_V_INDEX] = dict;
  v[CS_RE_V_NAMES] = names;
  cs_re_pattern *p = cs_re_pattern_of(ctx, *out);
  p->flags = t->flags;
  p->captures = t->captures;
  p->name_count = t->name_count;
  for (uint32_t i = 0; i < t->name_count; i++) p->names[i] = t->names[i];
  return CS_OK;
}

/* The tree of _compile's arguments; *out is a tuple if they are wrong. */
static cs_status parse(cs_ctx *ctx, const cs_value *args, cs_re_tree *tree,
                       const uint8_t **text, cs_value *out) {
  uint32_t len;
  int64_t flags;
  cs_value v = cs_unwrap(ctx, args[0]), f = cs_unwrap(ctx, args[1]);
  if (!cs_int_as_i64(ctx, f, &flags))
    return cs_throw(ctx, CS_OverflowError, "flags out of range");
  bool bytes = !cs_is_str(v);
  if (!bytes)
    *text = (const uint8_t *)cs_str_data(ctx, v, &len);
  else if (!cs_bytes_view(ctx, v, text, &len))
    return cs_throw(ctx, CS_TypeError,
                    "first argument must be string or compiled pattern");
  cs_scratch *s = cs_re_cache_scratch(ctx);
  cs_re_error err = {.fault = CS_RE_FAULT_NONE, .pos = -1};
  if (!s) return cs_throw_value(ctx, CS_MemoryError, CS_UNBOUND);
  cs_charge(ctx, 100 + len / 2);
  cs_status st = cs_re_parse(s, *text, len, bytes, (uint32_t)flags, tree, &err);
  if (st == CS_ESYNTAX && err.fault != CS_RE_FAULT_MEMORY)
    return explain(ctx, &err, out);
  if (st != CS_OK) return cs_throw_value(ctx, CS_MemoryError, CS_UNBOUND);
  *out = CS_UNBOUND;
  return CS_OK;
}

/* _compile(pattern, flags) -> Pattern, or what is wrong as a tuple */
CS_LEAF(re_compile) {
  const uint8_t *text;
  cs_re_tree tree;
  cs_value made;
  CS_TRY(parse(ctx, args, &tree, &text, &made));
  if (!cs_is_unbound(made)) CS_GIVE(made);
  CS_TRY(make(ctx, args[0], text, &tree, &made));
  cs_re_subject sub = {.bytes = tree.bytes, .ascii = true};
  const cs_re_code *code;
  if (!ctx->building) CS_TRY(cs_re_subject_code(ctx, made, &sub, &code));
  CS_GIVE(made);
}

/* _widths(pattern, flags) -> (least, greatest, groups, flags), or what is wrong
 * as a tuple of three */
CS_LEAF(re_widths) {
  const uint8_t *text;
  cs_re_tree tree;
  cs_value wrong;
  CS_TRY(parse(ctx, args, &tree, &text, &wrong));
  if (!cs_is_unbound(wrong)) CS_GIVE(wrong);
  cs_value row[4] = {cs_int((int64_t)tree.lo), cs_int((int64_t)tree.hi),
                     cs_int(tree.captures), cs_int(tree.flags)};
  return cs_tuple_new(ctx, row, 4, out);
}

/* _known(name of the session's cache, pattern, flags) -> Pattern, or None.  The
 * cache knows a str without flags by the str itself. */
CS_LEAF(re_known) {
  cs_value state = ctx->head->root[CS_ROOT_STATE], cache, found;
  if (!cs_same(args[2], cs_int(0))) CS_GIVE(CS_NONE);
  if (cs_box_is(ctx, args[1], CS_BOX_PATTERN)) CS_GIVE(args[1]);
  if (!cs_is_str(args[1]) || !cs_is_str(args[0])) CS_GIVE(CS_NONE);
  CS_TRY(cs_dict_get(ctx, state, args[0], &cache));
  if (!cs_is_dict(cache)) CS_GIVE(CS_NONE);
  CS_TRY(cs_dict_get(ctx, cache, args[1], &found));
  CS_GIVE(cs_box_is(ctx, found, CS_BOX_PATTERN) ? found : CS_NONE);
}

/* _place(pattern, pos) -> (lineno, colno) */
CS_LEAF(re_place) {
  const uint8_t *text;
  uint32_t len;
  size_t line, column;
  cs_value v = cs_unwrap(ctx, args[0]);
  bool bytes = !cs_is_str(v);
  if (!cs_is_int(args[1]) || cs_int_of(args[1]) < 0) CS_GIVE(CS_NONE);
  if (!bytes)
    text = (const uint8_t *)cs_str_data(ctx, v, &len);
  else if (!cs_bytes_view(ctx, v, &text, &len))
    CS_GIVE(CS_NONE);
  cs_re_error_place(text, len, bytes, (size_t)cs_int_of(args[1]), &line,
                    &column);
  cs_value row[2] = {cs_int((int64_t)line), cs_int((int64_t)column)};
  return cs_tuple_new(ctx, row, 2, out);
}

/* --- match, search, fullmatch -------------------------------------------- */

static cs_status open_args(cs_ctx *ctx, cs_value *args, cs_re_subject *s,
                           const cs_re_code **code) {
  int64_t pos, endpos;
  CS_TRY(cs_args_size(ctx, args, 2, 0, &pos));
  CS_TRY(cs_args_size(ctx, args, 3, INT64_MAX, &endpos));
  CS_TRY(cs_re_subject_open(ctx, args[0], args[1], pos, endpos, s));
  return cs_re_subject_code(ctx, args[0], s, code);
}

static cs_status once(cs_ctx *ctx, cs_value *args, cs_re_how how,
                      cs_value *out) {
  cs_re_subject s;
  const cs_re_code *code;
  const size_t *ends = NULL;
  CS_TRY(open_args(ctx, args, &s, &code));
  if (s.start <= s.end)
    CS_TRY(cs_re_cache_run(ctx, code, s.data, s.end, s.start, how, &ends));
  if (!ends) CS_GIVE(CS_NONE);
  return cs_re_match_new(ctx, args[0], &s, code, ends, out);
}

CS_LEAF(pattern_match) {
  return once(ctx, args, CS_RE_ATSTART, out);
}
CS_LEAF(pattern_search) {
  return once(ctx, args, CS_RE_SEARCH, out);
}
CS_LEAF(pattern_fullmatch) {
  return once(ctx, args, CS_RE_FULLMATCH, out);
}

/* --- findall, split ------------------------------------------------------ */

static cs_status group_part(cs_ctx *ctx, const cs_re_subject *s,
                            const size_t *ends, uint32_t g, cs_value absent,
                            cs_value *out) {
  if (ends[2 * g] == CS_RE_UNSET) {
    if (!cs_is_unbound(absent)) CS_GIVE(absent);
    return cs_re_subject_part(ctx, s, 0, 0, out);
  }
  return cs_re_subject_part(ctx, s, (uint32_t)ends[2 * g],
                            (uint32_t)ends[2 * g + 1], out);
}

/* What findall gives for one match. */
static cs_status found(cs_ctx *ctx, const cs_re_subject *s, uint32_t captures,
                       const size_t *ends, cs_value *out) {
  if (captures < 2) return group_part(ctx, s, ends, captures, CS_UNBOUND, out);
  CS_TRY(cs_tuple_new(ctx, NULL, captures, out));
  for (uint32_t g = 1; g <= captures; g++)
    CS_TRY(group_part(ctx, s, ends, g, CS_UNBOUND,
                      &cs_tuple_items(ctx, *out)[g - 1]));
  return CS_OK;
}

CS_LEAF(pattern_findall) {
  cs_re_subject s;
  const cs_re_code *code;
  const size_t *ends;
  cs_value list, item;
  CS_TRY(open_args(ctx, args, &s, &code));
  CS_TRY(cs_list_room(ctx, 4, &list));
  cs_re_scan scan = {.at = s.start};
  while (s.start <= s.end) {
    CS_TRY(cs_re_cache_next(ctx, code, s.data, s.end, &scan, &ends));
    if (!ends) break;
    CS_TRY(found(ctx, &s, code->captures, ends, &item));
    CS_TRY(cs_list_append(ctx, list, item));
  }
  CS_GIVE(list);
}

static cs_status put_part(cs_ctx *ctx, cs_value list, const cs_re_subject *s,
                          uint32_t from, uint32_t to) {
  cs_value v;
  CS_TRY(cs_re_subject_part(ctx, s, from, to, &v));
  return cs_list_append(ctx, list, v);
}

CS_LEAF(pattern_split) {
  cs_re_subject s;
  const cs_re_code *code;
  const size_t *ends;
  cs_value list, item;
  int64_t most;
  CS_TRY(cs_args_size(ctx, args, 2, 0, &most));
  CS_TRY(cs_re_subject_open(ctx, args[0], args[1], 0, INT64_MAX, &s));
  CS_TRY(cs_re_subject_code(ctx, args[0], &s, &code));
  CS_TRY(cs_list_room(ctx, 4, &list));
  cs_re_scan scan = {.at = 0};
  uint32_t at = 0;
  for (int64_t done = 0; most <= 0 || done < most; done++) {
    if (most < 0) break; /* CPython: a negative limit splits nothing */
    CS_TRY(cs_re_cache_next(ctx, code, s.data, s.end, &scan, &ends));
    if (!ends) break;
    CS_TRY(put_part(ctx, list, &s, at, (uint32_t)ends[0]));
    at = (uint32_t)ends[1];
    for (uint32_t g = 1; g <= code->captures; g++) {
      CS_TRY(group_part(ctx, &s, ends, g, CS_NONE, &item));
      CS_TRY(cs_list_append(ctx, list, item));
    }
  }
  CS_TRY(put_part(ctx, list, &s, at, s.len));
  CS_GIVE(list);
}

/* --- scanner ------------------------------------------------------------- */

CS_LEAF(pattern_scanner) {
  cs_re_subject s;
  int64_t pos, endpos;
  CS_TRY(cs_args_size(ctx, args, 2, 0, &pos));
  CS_TRY(cs_args_size(ctx, args, 3, INT64_MAX, &endpos));
  CS_TRY(cs_re_subject_open(ctx, args[0], args[1], pos, endpos, &s));
  CS_TRY(cs_box_new(ctx, CS_BOX_SCANNER, CS_RE_MATCH_VALUES, sizeof(cs_re_walk),
                    out));
  cs_box_values(ctx, *out)[CS_RE_V_PATTERN] = args[0];
  cs_box_values(ctx, *out)[CS_RE_V_SUBJECT] = args[1];
  cs_re_walk *w = cs_box_bytes(ctx, *out);
  *w = (cs_re_walk){.pos = s.pos, .endpos = s.endpos, .at = s.start};
  return CS_OK;
}

static cs_status advance(cs_ctx *ctx, cs_value scanner, cs_re_how how,
                         cs_value *out) {
  const cs_value *v = cs_box_values(ctx, scanner);
  cs_re_walk *w = cs_box_bytes(ctx, scanner);
  cs_re_subject s;
  const cs_re_code *code;
  const size_t *ends = NULL;
  if (!cs_box_is(ctx, v[CS_RE_V_PATTERN], CS_BOX_PATTERN))
    return cs_throw(ctx, CS_ValueError, "damaged scanner");
  CS_TRY(cs_re_subject_open(ctx, v[CS_RE_V_PATTERN], v[CS_RE_V_SUBJECT], w->pos,
                            w->endpos, &s));
  CS_TRY(cs_re_subject_code(ctx, v[CS_RE_V_PATTERN], &s, &code));
  if (w->at > s.end) CS_GIVE(CS_NONE);
  cs_re_scan scan = {.at = w->at, .moving = w->moving != 0};
  if (how == CS_RE_SEARCH) {
    CS_TRY(cs_re_cache_next(ctx, code, s.data, s.end, &scan, &ends));
  } else {
    CS_TRY(cs_re_cache_run(ctx, code, s.data, s.end, scan.at, how, &ends));
    if (ends) scan = (cs_re_scan){.at = ends[1], .moving = ends[0] == ends[1]};
  }
  cs_value found_match = CS_NONE;
  if (ends)
    CS_TRY(
        cs_re_match_new(ctx, v[CS_RE_V_PATTERN], &s, code, ends, &found_match));
  w->at = ends ? (uint32_t)scan.at : UINT32_MAX;
  w->moving = scan.moving;
  CS_GIVE(found_match);
}

cs_status cs_re_next_match(cs_ctx *ctx, cs_value scanner, cs_value *out) {
  return advance(ctx, scanner, CS_RE_SEARCH, out);
}

CS_LEAF(pattern_finditer) {
  cs_value scanner;
  CS_TRY(pattern_scanner(ctx, args, n, &scanner));
  return cs_iter_new(ctx, CS_ITER_MATCHES, scanner, CS_NONE, CS_NONE, CS_NONE,
                     out);
}

/* _all(pattern, string, count) -> list of matches; count 0: every one */
CS_LEAF(pattern_all) {
  cs_value scanner, list, item;
  cs_value whole[4] = {args[0], args[1], CS_UNBOUND, CS_UNBOUND};
  if (!cs_box_is(ctx, args[0], CS_BOX_PATTERN) || !cs_is_int(args[2]))
    CS_GIVE(CS_NONE);
  int64_t most = cs_int_of(args[2]);
  CS_TRY(pattern_scanner(ctx, whole, 4, &scanner));
  CS_TRY(cs_list_room(ctx, 4, &list));
  for (int64_t done = 0; most == 0 || done < most; done++) {
    CS_TRY(advance(ctx, scanner, CS_RE_SEARCH, &item));
    if (cs_is_none(item)) break;
    CS_TRY(cs_list_append(ctx, list, item));
  }
  CS_GIVE(list);
}

/* _parts(string, matches, items) -> list: what is between the matches, and
 * each item, unless it is None, in place of its match */
CS_LEAF(pattern_parts) {
  cs_value *m, *items, list, pattern;
  uint32_t count, same;
  if (!cs_seq_items(ctx, args[1], &m, &count) || count == 0 ||
      !cs_seq_items(ctx, args[2], &items, &same) || same != count ||
      !cs_box_is(ctx, m[0], CS_BOX_MATCH))
    CS_GIVE(CS_NONE);
  cs_re_subject s;
  pattern = cs_box_values(ctx, m[0])[CS_RE_V_PATTERN];
  CS_TRY(cs_re_subject_open(ctx, pattern, args[0], 0, INT64_MAX, &s));
  CS_TRY(cs_list_room(ctx, 2 * count + 1, &list));
  cs_charge(ctx, count / 4);
  uint32_t at = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (!cs_box_is(ctx, m[i], CS_BOX_MATCH)) CS_GIVE(CS_NONE);
    const cs_re_result *r = cs_re_result_of(ctx, m[i]);
    if (at < r->span[0]) CS_TRY(put_part(ctx, list, &s, at, r->span[0]));
    if (!cs_is_none(items[i])) CS_TRY(cs_list_append(ctx, list, items[i]));
    at = r->span[1];
  }
  if (at < s.len) CS_TRY(put_part(ctx, list, &s, at, s.len));
  CS_GIVE(list);
}

CS_LEAF(scanner_search) {
  return advance(ctx, args[0], CS_RE_SEARCH, out);
}
CS_LEAF(scanner_match) {
  return advance(ctx, args[0], CS_RE_ATSTART, out);
}
CS_LEAF(scanner_pattern) {
  CS_GIVE(cs_box_values(ctx, args[0])[CS_RE_V_PATTERN]);
}

/* --- attributes ---------------------------------------------------------- */

CS_LEAF(pattern_text) {
  CS_GIVE(cs_box_values(ctx, args[0])[CS_RE_V_TEXT]);
}
CS_LEAF(pattern_flags) {
  CS_GIVE(cs_int(cs_re_pattern_of(ctx, args[0])->flags));
}
CS_LEAF(pattern_groups) {
  CS_GIVE(cs_int(cs_re_pattern_of(ctx, args[0])->captures));
}
CS_LEAF(pattern_index) {
  cs_off off;
  CS_TRY(cs_alloc(ctx, CS_L_PROXY, sizeof(cs_proxy), &off));
  CS_AT(ctx, cs_proxy, off)->mapping =
      cs_box_values(ctx, args[0])[CS_RE_V_INDEX];
  CS_GIVE(cs_ref(CS_L_PROXY, off));
}
CS_LEAF(pattern_self) {
  CS_GIVE(args[0]);
}
CS_LEAF(in_python) {
  return CS_SLOW;
}

static cs_status same(cs_ctx *ctx, cs_value a, cs_value b, bool *out) {
  *out = false;
  if (cs_re_pattern_of(ctx, a)->flags != cs_re_pattern_of(ctx, b)->flags)
    return CS_OK;
  cs_value x = cs_unwrap(ctx, cs_box_values(ctx, a)[CS_RE_V_TEXT]);
  cs_value y = cs_unwrap(ctx, cs_box_values(ctx, b)[CS_RE_V_TEXT]);
  if (cs_is_str(x) != cs_is_str(y)) return CS_OK;
  return cs_eq_value(ctx, x, y, out);
}

CS_LEAF(pattern_eq) {
  bool eq;
  if (!cs_box_is(ctx, args[1], CS_BOX_PATTERN)) CS_GIVE(CS_NOTIMPL);
  CS_TRY(same(ctx, args[0], args[1], &eq));
  CS_GIVE(cs_bool(eq));
}

CS_LEAF(pattern_hash) {
  int64_t h;
  cs_value v = cs_unwrap(ctx, cs_box_values(ctx, args[0])[CS_RE_V_TEXT]);
  CS_TRY(cs_hash_value(ctx, v, &h));
  h ^= (int64_t)cs_re_pattern_of(ctx, args[0])->flags * 1000003;
  CS_GIVE(cs_int(h & 0x1FFFFFFFFFFFF));
}

extern const cs_native_def cs_re_pattern_natives[];
const cs_native_def cs_re_pattern_natives[] = {
    {".re", "_compile", "(pattern, flags, /)", re_compile},
    {".re", "_widths", "(pattern, flags, /)", re_widths},
    {".re", "_place", "(pattern, pos, /)", re_place},
#define WHERE "($self, string, pos=0, endpos=9223372036854775807)"
    {"re.Pattern", "match", WHERE, pattern_match},
    {"re.Pattern", "search", WHERE, pattern_search},
    {"re.Pattern", "fullmatch", WHERE, pattern_fullmatch},
    {"re.Pattern", "findall", WHERE, pattern_findall},
    {"re.Pattern", "finditer", WHERE, pattern_finditer},
    {"re.Pattern", "scanner", WHERE, pattern_scanner},
    {"re.Pattern", "split", "($self, string, maxsplit=0)", pattern_split},
    {"re.Pattern", "pattern", "get", pattern_text},
    {"re.Pattern", "flags", "get", pattern_flags},
    {"re.Pattern", "groups", "get", pattern_groups},
    {"re.Pattern", "groupindex", "get", pattern_index},
    {"re.Pattern", "__copy__", "($self, /)", pattern_self},
    {"re.Pattern", "__deepcopy__", "($self, memo, /)", pattern_self},
    {"re.Pattern", "__repr__", "($self, /)", in_python},
    {"re.Pattern", "__reduce__", "($self, /)", in_python},
    {"re.Pattern", "__eq__", "($self, value, /)", pattern_eq},
    {"re.Pattern", "__hash__", "($self, /)", pattern_hash},
    {"re.Pattern", "__class_getitem__", "($cls, object, /)", in_python},
    {"_sre.SRE_Scanner", "search", "($self, /)", scanner_search},
    {"_sre.SRE_Scanner", "match", "($self, /)", scanner_match},
    {"_sre.SRE_Scanner", "pattern", "get", scanner_pattern},
    {".re", "_parts", "(string, matches, items, /)", pattern_parts},
    {".re", "_all", "(pattern, string, count, /)", pattern_all},
    {".re", "_known", "(name, pattern, flags, /)", re_known},
    CS_NATIVE_END};
