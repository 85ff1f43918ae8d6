/*
 * re_matchobj.c - Match objects.
 *
 * Spans are kept as byte offsets; positions in characters are worked out when
 * somebody asks for them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/mod/re_obj.h"
#include "py/types/bytes.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/type.h"

cs_status cs_re_match_new(cs_ctx *ctx, cs_value pattern, const cs_re_subject *s,
                          const cs_re_code *code, const size_t *ends,
                          cs_value *out) {
  uint32_t n = code->captures;
  CS_TRY(cs_box_new(ctx, CS_BOX_MATCH, CS_RE_MATCH_VALUES,
                    sizeof(cs_re_result) + 8u * (n + 1), out));
  cs_box_values(ctx, *out)[CS_RE_V_PATTERN] = pattern;
  cs_box_values(ctx, *out)[CS_RE_V_SUBJECT] = s->v;
  cs_re_result *r = cs_re_result_of(ctx, *out);
  r->pos = s->pos;
  r->endpos = s->endpos;
  r->captures = n;
  r->last = n ? cs_re_match_last_group(code, ends) : 0;
  for (uint32_t i = 0; i < 2 * (n + 1); i++)
    r->span[i] = ends[i] == CS_RE_UNSET ? CS_RE_NO_SPAN : (uint32_t)ends[i];
  return CS_OK;
}

/* What parts are cut from; only `v`, `data`, `len` and the kind count. */
static cs_status subject_of(cs_ctx *ctx, cs_value m, cs_re_subject *s) {
  const cs_value *v = cs_box_values(ctx, m);
  cs_value of = v[CS_RE_V_SUBJECT];
  if (cs_is_str(of)) {
    s->v = of;
    s->data = (const uint8_t *)cs_str_data(ctx, of, &s->len);
    s->bytes = false;
    s->ascii = cs_str_is_ascii(ctx, of);
    return CS_OK;
  }
  return cs_re_subject_open(ctx, v[CS_RE_V_PATTERN], v[CS_RE_V_SUBJECT], 0,
                            INT64_MAX, s);
}

static bool took_part(const cs_re_result *r, uint32_t g) {
  return r->span[2 * g] != CS_RE_NO_SPAN;
}

static cs_status part_of(cs_ctx *ctx, cs_value m, const cs_re_subject *s,
                         uint32_t g, cs_value absent, cs_value *out) {
  const cs_re_result *r = cs_re_result_of(ctx, m);
  if (!took_part(r, g)) CS_GIVE(absent);
  return cs_re_subject_part(ctx, s, r->span[2 * g], r->span[2 * g + 1], out);
}

/* Byte offset -> position in characters. */
static int64_t place_of(cs_ctx *ctx, const cs_re_subject *s, uint32_t off) {
  if (off == CS_RE_NO_SPAN) return -1;
  if (s->bytes || s->ascii || off > s->len) return off;
  return cs_str_index(ctx, cs_unwrap(ctx, s->v), off);
}

/* --- which group --------------------------------------------------------- */

/* args[i] as a group number: an int or a name. */
static cs_status group_number(cs_ctx *ctx, cs_value *args, uint32_t i,
                              uint32_t *out) {
  cs_value m = args[0], key = cs_unwrap(ctx, args[i]), found = CS_UNBOUND;
  const cs_re_result *r = cs_re_result_of(ctx, m);
  int64_t g = -1;
  if (cs_is_anyint(key)) {
    if (!cs_int_as_i64(ctx, key, &g)) g = -1;
  } else if (cs_is_str(key)) {
    cs_value p = cs_box_values(ctx, m)[CS_RE_V_PATTERN];
    CS_TRY(cs_dict_get(ctx, cs_box_values(ctx, p)[CS_RE_V_INDEX], key, &found));
    if (cs_is_int(found)) g = cs_int_of(found);
  } else if (cs_is_instance(key)) {
    return cs_need(ctx, i, CS_NEED_INDEX);
  }
  if (g < 0 || g > r->captures)
    return cs_throw(ctx, CS_IndexError, "no such group");
  *out = (uint32_t)g;
  return CS_OK;
}

CS_LEAF(match_group) {
  cs_re_subject s;
  uint32_t g = 0;
  CS_TRY(subject_of(ctx, args[0], &s));
  if (n <= 2) {
    if (n == 2) CS_TRY(group_number(ctx, args, 1, &g));
    return part_of(ctx, args[0], &s, g, CS_NONE, out);
  }
  cs_value row;
  CS_TRY(cs_tuple_new(ctx, NULL, n - 1, &row));
  for (uint32_t i = 1; i < n; i++) {
    CS_TRY(group_number(ctx, args, i, &g));
    CS_TRY(part_of(ctx, args[0], &s, g, CS_NONE,
                   &cs_tuple_items(ctx, row)[i - 1]));
  }
  CS_GIVE(row);
}

CS_LEAF(match_getitem) {
  cs_re_subject s;
  uint32_t g;
  CS_TRY(subject_of(ctx, args[0], &s));
  CS_TRY(group_number(ctx, args, 1, &g));
  return part_of(ctx, args[0], &s, g, CS_NONE, out);
}

CS_LEAF(match_groups) {
  cs_re_subject s;
  cs_value row, absent = cs_is_unbound(args[1]) ? CS_NONE : args[1];
  uint32_t count = cs_re_result_of(ctx, args[0])->captures;
  CS_TRY(subject_of(ctx, args[0], &s));
  CS_TRY(cs_tuple_new(ctx, NULL, count, &row));
  for (uint32_t g = 1; g <= count; g++)
    CS_TRY(
        part_of(ctx, args[0], &s, g, absent, &cs_tuple_items(ctx, row)[g - 1]));
  CS_GIVE(row);
}

/* The dict of names holds nothing else, unless a snapshot was forged. */
static bool is_group(const cs_ctx *ctx, cs_value m, cs_value v) {
  return cs_is_int(v) && cs_int_of(v) >= 0 &&
         cs_int_of(v) <= cs_re_result_of(ctx, m)->captures;
}

CS_LEAF(match_groupdict) {
  cs_re_subject s;
  cs_value dict, key, v, absent = cs_is_unbound(args[1]) ? CS_NONE : args[1];
  cs_value p = cs_box_values(ctx, args[0])[CS_RE_V_PATTERN];
  cs_value index = cs_box_values(ctx, p)[CS_RE_V_INDEX];
  uint32_t pos = 0;
  CS_TRY(subject_of(ctx, args[0], &s));
  CS_TRY(cs_dict_new(ctx, cs_dict_len(ctx, index), &dict));
  while (cs_dict_next(ctx, index, &pos, &key, &v)) {
    if (!is_group(ctx, args[0], v)) continue;
    CS_TRY(part_of(ctx, args[0], &s, (uint32_t)cs_int_of(v), absent, &v));
    CS_TRY(cs_dict_set(ctx, dict, key, v));
  }
  CS_GIVE(dict);
}

/* --- positions ----------------------------------------------------------- */

static cs_status edge(cs_ctx *ctx, cs_value *args, uint32_t which,
                      cs_value *out) {
  cs_re_subject s;
  uint32_t g = 0;
  CS_TRY(subject_of(ctx, args[0], &s));
  if (!cs_is_unbound(args[1])) CS_TRY(group_number(ctx, args, 1, &g));
  uint32_t off = cs_re_result_of(ctx, args[0])->span[2 * g + which];
  CS_GIVE(cs_int(place_of(ctx, &s, off)));
}

CS_LEAF(match_start) {
  return edge(ctx, args, 0, out);
}
CS_LEAF(match_end) {
  return edge(ctx, args, 1, out);
}

static cs_status span_of(cs_ctx *ctx, cs_value m, const cs_re_subject *s,
                         uint32_t g, cs_value *out) {
  const cs_re_result *r = cs_re_result_of(ctx, m);
  cs_value row[2] = {cs_int(place_of(ctx, s, r->span[2 * g])),
                     cs_int(place_of(ctx, s, r->span[2 * g + 1]))};
  return cs_tuple_new(ctx, row, 2, out);
}

CS_LEAF(match_span) {
  cs_re_subject s;
  uint32_t g = 0;
  CS_TRY(subject_of(ctx, args[0], &s));
  if (!cs_is_unbound(args[1])) CS_TRY(group_number(ctx, args, 1, &g));
  return span_of(ctx, args[0], &s, g, out);
}

CS_LEAF(match_regs) {
  cs_re_subject s;
  cs_value row;
  uint32_t count = cs_re_result_of(ctx, args[0])->captures + 1;
  CS_TRY(subject_of(ctx, args[0], &s));
  CS_TRY(cs_tuple_new(ctx, NULL, count, &row));
  for (uint32_t g = 0; g < count; g++)
    CS_TRY(span_of(ctx, args[0], &s, g, &cs_tuple_items(ctx, row)[g]));
  CS_GIVE(row);
}

CS_LEAF(match_pos) {
  CS_GIVE(cs_int(cs_re_result_of(ctx, args[0])->pos));
}
CS_LEAF(match_endpos) {
  CS_GIVE(cs_int(cs_re_result_of(ctx, args[0])->endpos));
}
CS_LEAF(match_lastindex) {
  uint32_t last = cs_re_result_of(ctx, args[0])->last;
  CS_GIVE(last ? cs_int(last) : CS_NONE);
}
CS_LEAF(match_lastgroup) {
  uint32_t last = cs_re_result_of(ctx, args[0])->last;
  cs_value p = cs_box_values(ctx, args[0])[CS_RE_V_PATTERN];
  cs_value names = cs_box_values(ctx, p)[CS_RE_V_NAMES];
  if (!last || last >= cs_tuple_len(ctx, names)) CS_GIVE(CS_NONE);
  CS_GIVE(cs_tuple_at(ctx, names, last));
}
CS_LEAF(match_re) {
  CS_GIVE(cs_box_values(ctx, args[0])[CS_RE_V_PATTERN]);
}
CS_LEAF(match_string) {
  CS_GIVE(cs_box_values(ctx, args[0])[CS_RE_V_SUBJECT]);
}
CS_LEAF(match_self) {
  CS_GIVE(args[0]);
}
CS_LEAF(in_python) {
  return CS_SLOW;
}

extern const cs_native_def cs_re_matchobj_natives[];
const cs_native_def cs_re_matchobj_natives[] = {
    {"re.Match", "group", "($self, *args)", match_group},
    {"re.Match", "__getitem__", "($self, key, /)", match_getitem},
    {"re.Match", "groups", "($self, default=None)", match_groups},
    {"re.Match", "groupdict", "($self, default=None)", match_groupdict},
    {"re.Match", "start", "($self, group=0, /)", match_start},
    {"re.Match", "end", "($self, group=0, /)", match_end},
    {"re.Match", "span", "($self, group=0, /)", match_span},
    {"re.Match", "regs", "get", match_regs},
    {"re.Match", "pos", "get", match_pos},
    {"re.Match", "endpos", "get", match_endpos},
    {"re.Match", "lastindex", "get", match_lastindex},
    {"re.Match", "lastgroup", "get", match_lastgroup},
    {"re.Match", "re", "get", match_re},
    {"re.Match", "string", "get", match_string},
    {"re.Match", "__copy__", "($self, /)", match_self},
    {"re.Match", "__deepcopy__", "($self, memo, /)", match_self},
    {"re.Match", "__repr__", "($self, /)", in_python},
    {"re.Match", "__class_getitem__", "($cls, object, /)", in_python},
    CS_NATIVE_END};
