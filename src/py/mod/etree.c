/*
 * etree.c - reading the plain parts of XML documents into elements.
 *
 * Text without references and tags without prefixes are most of a document;
 * everything else, and every error, is left to prelude/lib/xml/etree/_parse.py
 * where it stands.  `state` says how far the document was read and where
 * further text belongs; it is right after every tag, so a run that is given up
 * for space or time goes on there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/kinds.h"
#include "py/types/leaf.h"
#include "py/types/tree.h"
#include "py/types/type.h"

/* Parameters of build(). */
enum { TEXT, STATE, OPENED, ELEMENTS, SPACE, CLASS, EVENTS, START, END };
/* Items of `state`: index of a character, element, does text go behind it? */
enum { POS, PLACE, BEHIND, ITEMS };

typedef struct reader {
  cs_ctx *ctx;
  const cs_value *args;
  const char *s;  /* the document */
  uint32_t at, n; /* bytes: what is read, all */
  cs_off shape;   /* of elements */
} reader;

typedef struct span {
  uint32_t from, to;
} span;

static cs_list *list_at(const reader *r, uint32_t i) {
  return CS_PTR(r->ctx, cs_list, r->args[i]);
}
static cs_value *state_of(const reader *r) {
  return cs_list_items(r->ctx, r->args[STATE]);
}
static cs_value *last_of(const reader *r, uint32_t i) {
  return cs_list_items(r->ctx, r->args[i]) + list_at(r, i)->len - 1;
}

/* --- text of the document ------------------------------------------------ */

static bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool goes_on(char c) {
  return starts_name(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

/* The end of a name at `at`; `at` itself if there is none. */
static uint32_t name_end(const reader *r, uint32_t at) {
  if (at >= r->n || !starts_name(r->s[at])) return at;
  while (at < r->n && goes_on(r->s[at])) at++;
  return at;
}

/* Is it text as it stands?  No references, "]]>" or what XML forbids. */
static bool is_plain(const reader *r, span t) {
  for (uint32_t i = t.from; i < t.to; i++) {
    unsigned char c = (unsigned char)r->s[i];
    if (c == '&' || (c < ' ' && c != '\n' && c != '\t' && c != '\r'))
      return false;
    if (c == ']' && r->n - i > 2 && memcmp(r->s + i, "]]>", 3) == 0)
      return false;
    if (c == 0xEF && r->n - i > 2 && (unsigned char)r->s[i + 1] == 0xBF &&
        (unsigned char)r->s[i + 2] >= 0xBE)
      return false;
  }
  return true;
}

static uint32_t skip_space(const reader *r, uint32_t at) {
  while (at < r->n && (r->s[at] == ' ' || r->s[at] == '\n')) at++;
  return at;
}

/* ' name="value"' at `*at`; false: there is none as plain as that. */
static bool read_attribute(const reader *r, uint32_t *at, span *name,
                           span *value) {
  uint32_t i = skip_space(r, *at);
  if (i == *at) return false;
  *name = (span){i, name_end(r, i)};
  i = name->to;
  if (i == name->from || r->n - i < 3 || r->s[i] != '=') return false;
  char quote = r->s[i + 1];
  if (quote != '"' && quote != '\'') return false;
  *value = (span){i + 2, i + 2};
  for (; value->to < r->n; value->to++) {
    char c = r->s[value->to];
    if (c == quote) break;
    if (c == '<' || c == '&' || c == '\t' || c == '\n') return false;
  }
  *at = value->to + 1;
  return value->to < r->n;
}

/* --- values -------------------------------------------------------------- */

static cs_status name_value(const reader *r, span t, cs_value *out) {
  return cs_str_intern_bytes(r->ctx, r->s + t.from, t.to - t.from, out);
}

/* The attributes of a tag; `*at` behind them.  CS_SLOW: it is not plain. */
static cs_status read_attributes(const reader *r, uint32_t *at,
                                 cs_value *attrib) {
  span name, value;
  cs_value key, v, old;
  CS_TRY(cs_dict_new(r->ctx, 0, attrib));
  while (read_attribute(r, at, &name, &value)) {
    if (name.to - name.from == 5 && memcmp(r->s + name.from, "xmlns", 5) == 0)
      return CS_SLOW;
    if (!is_plain(r, value)) return CS_SLOW;
    CS_TRY(name_value(r, name, &key));
    CS_TRY(cs_dict_get(r->ctx, *attrib, key, &old));
    if (!cs_is_unbound(old)) return CS_SLOW; /* twice */
    CS_TRY(cs_str_new(r->ctx, r->s + value.from, value.to - value.from, &v));
    CS_TRY(cs_dict_set(r->ctx, *attrib, key, v));
  }
  return CS_OK;
}

/* Where text goes, and what is there then; `*to` is NULL without any text. */
static cs_status text_value(reader *r, span t, cs_value **to, cs_value *v) {
  *to = NULL;
  if (t.from == t.to) return CS_OK;
  cs_value *slot = cs_tree_slots(r->ctx, state_of(r)[PLACE], &r->shape), piece;
  if (!slot || cs_is_frozen(r->ctx, state_of(r)[PLACE])) return CS_SLOW;
  *to = &slot[cs_is_true(state_of(r)[BEHIND]) ? CS_TREE_TAIL : CS_TREE_TEXT];
  CS_TRY(cs_str_new(r->ctx, r->s + t.from, t.to - t.from, &piece));
  *v = piece;
  return cs_is_str(**to) ? cs_str_concat(r->ctx, **to, piece, v) : CS_OK;
}

/* The name of an element in the default namespace. */
static cs_status full_tag(const reader *r, cs_value raw, cs_value *out) {
  cs_value space = r->args[SPACE];
  *out = raw;
  if (!cs_is_str(space)) return CS_OK;
  CS_TRY(cs_str_new(r->ctx, "{", 1, out));
  CS_TRY(cs_str_concat(r->ctx, *out, space, out));
  CS_TRY(cs_str_concat(r->ctx, *out, cs_known(r->ctx, CS_N_brace), out));
  CS_TRY(cs_str_concat(r->ctx, *out, raw, out));
  return cs_str_intern(r->ctx, *out, out);
}

static cs_status new_element(reader *r, cs_value tag, cs_value attrib,
                             cs_value *out) {
  cs_value children;
  CS_TRY(cs_list_new(r->ctx, NULL, 0, &children));
  CS_TRY(cs_instance_new(r->ctx, cs_ref_off(r->args[CLASS]), out));
  cs_value *slot = cs_tree_slots(r->ctx, *out, &r->shape);
  if (!slot) return CS_SLOW;
  slot[CS_TREE_CHILDREN] = children;
  slot[CS_TREE_ATTRIB] = attrib;
  slot[CS_TREE_TAG] = tag;
  slot[CS_TREE_TAIL] = slot[CS_TREE_TEXT] = CS_NONE;
  return CS_OK;
}

/* Room for all that one tag may add: a program could give the same list for
 * several things. */
static cs_status make_room(cs_ctx *ctx, cs_value list) {
  if (!cs_is_list(list) || cs_is_frozen(ctx, list)) return CS_SLOW;
  const cs_list *l = CS_PTR(ctx, cs_list, list);
  if (l->cap - l->len >= 3) return CS_OK;
  if (l->len > UINT32_MAX / 16) return CS_SLOW;
  return cs_list_reserve(ctx, list, l->len + l->len / 2 + 4);
}

static void put(cs_ctx *ctx, cs_value list, cs_value v) {
  cs_list *l = CS_PTR(ctx, cs_list, list);
  assert(l->len < l->cap);
  CS_AT(ctx, cs_array, l->items)->v[l->len++] = v;
}

static void drop(cs_ctx *ctx, cs_value list) {
  cs_list *l = CS_PTR(ctx, cs_list, list);
  if (l->len) CS_AT(ctx, cs_array, l->items)->v[--l->len] = CS_UNBOUND;
}

/* --- events -------------------------------------------------------------- */

/* The pair (kind, elem) and room for it, if somebody wants to be told. */
static cs_status new_event(const reader *r, uint32_t kind, cs_value elem,
                           cs_value *out) {
  cs_value pair[2] = {r->args[kind], elem};
  *out = CS_UNBOUND;
  if (cs_is_unbound(pair[0]) || cs_is_none(pair[0])) return CS_OK;
  CS_TRY(make_room(r->ctx, r->args[EVENTS]));
  return cs_tuple_new(r->ctx, pair, 2, out);
}

static void tell(const reader *r, cs_value event) {
  if (!cs_is_unbound(event)) put(r->ctx, r->args[EVENTS], event);
}

/* --- tags ---------------------------------------------------------------- */

/* Nothing of what it needs is missing any more. */
static void commit(const reader *r, cs_value *to, cs_value text, cs_value elem,
                   bool behind) {
  if (to) *to = text;
  state_of(r)[PLACE] = elem;
  state_of(r)[BEHIND] = cs_bool(behind);
}

/* </name>, which must be the innermost element. */
static cs_status end_tag(reader *r, span text, uint32_t lt) {
  uint32_t from = lt + 2, to = name_end(r, from), len;
  cs_value open = *last_of(r, OPENED), *at, v;
  if (to == from || to >= r->n || r->s[to] != '>' || !cs_is_tuple(open) ||
      cs_tuple_len(r->ctx, open) != 4 ||
      !cs_is_none(cs_tuple_at(r->ctx, open, 2)) ||
      !cs_is_str(cs_tuple_at(r->ctx, open, 0)))
    return CS_SLOW;
  const char *raw = cs_str_data(r->ctx, cs_tuple_at(r->ctx, open, 0), &len);
  if (len != to - from || memcmp(raw, r->s + from, len) != 0) return CS_SLOW;
  cs_value event;
  CS_TRY(new_event(r, END, *last_of(r, ELEMENTS), &event));
  CS_TRY(text_value(r, text, &at, &v));
  commit(r, at, v, *last_of(r, ELEMENTS), true);
  tell(r, event);
  drop(r->ctx, r->args[OPENED]);
  drop(r->ctx, r->args[ELEMENTS]);
  r->at = to + 1;
  return CS_OK;
}

/* <name attributes> or <name attributes/> */
static cs_status start_tag(reader *r, span text, uint32_t lt) {
  cs_ctx *ctx = r->ctx;
  span name = {lt + 1, name_end(r, lt + 1)};
  uint32_t i = name.to;
  cs_value raw, tag, attrib, elem, open, begun, ended = CS_UNBOUND, *at, v;
  if (name.from == name.to) return CS_SLOW;
  CS_TRY(read_attributes(r, &i, &attrib));
  i = skip_space(r, i);
  bool empty = i < r->n && r->s[i] == '/';
  i += empty;
  if (i >= r->n || r->s[i] != '>') return CS_SLOW;
  CS_TRY(name_value(r, name, &raw));
  CS_TRY(full_tag(r, raw, &tag));
  CS_TRY(new_element(r, tag, attrib, &elem));
  cs_value row[4] = {raw, tag, CS_NONE, CS_NONE};
  CS_TRY(cs_tuple_new(ctx, row, 4, &open));
  cs_value *above = cs_tree_slots(ctx, *last_of(r, ELEMENTS), &r->shape);
  if (!above) return CS_SLOW;
  CS_TRY(make_room(ctx, above[CS_TREE_CHILDREN]));
  CS_TRY(make_room(ctx, r->args[OPENED]));
  CS_TRY(make_room(ctx, r->args[ELEMENTS]));
  CS_TRY(new_event(r, START, elem, &begun));
  if (empty) CS_TRY(new_event(r, END, elem, &ended));
  CS_TRY(text_value(r, text, &at, &v));
  put(ctx, above[CS_TREE_CHILDREN], elem);
  commit(r, at, v, elem, empty);
  tell(r, begun);
  tell(r, ended);
  if (!empty) {
    put(ctx, r->args[OPENED], open);
    put(ctx, r->args[ELEMENTS], elem);
  }
  r->at = i + 1;
  return CS_OK;
}

/* Text and the tag behind it; CS_SLOW: there is something else. */
static cs_status read_one(reader *r) {
  uint32_t from = r->at;
  const char *found = memchr(r->s + r->at, '<', r->n - r->at);
  if (!found) return CS_SLOW;
  uint32_t lt = (uint32_t)(found - r->s);
  span text = {r->at, lt};
  if (lt + 1 >= r->n || !is_plain(r, text)) return CS_SLOW;
  CS_TRY(r->s[lt + 1] == '/' ? end_tag(r, text, lt) : start_tag(r, text, lt));
  cs_charge(r->ctx, 4 + (r->at - from) / 16);
  return cs_charge_look(r->ctx);
}

static bool fits_events(cs_ctx *ctx, const cs_value *args) {
  cs_value list = args[EVENTS];
  if (cs_is_unbound(list) || cs_is_none(list))
    return (cs_is_unbound(args[START]) || cs_is_none(args[START])) &&
           (cs_is_unbound(args[END]) || cs_is_none(args[END]));
  return cs_is_list(list) && !cs_is_frozen(ctx, list) &&
         !cs_same(list, args[STATE]) && !cs_same(list, args[OPENED]) &&
         !cs_same(list, args[ELEMENTS]);
}

static bool fits(cs_ctx *ctx, const cs_value *args) {
  for (uint32_t i = STATE; i <= ELEMENTS; i++)
    if (!cs_is_list(args[i]) || cs_is_frozen(ctx, args[i])) return false;
  if (cs_same(args[STATE], args[OPENED]) ||
      cs_same(args[STATE], args[ELEMENTS]))
    return false;
  if (!cs_is_str(args[TEXT]) || !cs_kind_PLAIN_TYPE(ctx, args[CLASS]) ||
      cs_list_len(ctx, args[STATE]) != ITEMS)
    return false;
  cs_value pos = cs_list_at(ctx, args[STATE], POS);
  return cs_is_int(pos) && cs_int_of(pos) >= 0 &&
         cs_int_of(pos) <= cs_str_chars(ctx, args[TEXT]);
}

/* build(text, state, opened, elements, namespace, cls, events, start, end):
 * read on; the pairs (start, element) and (end, element) are put into the list
 * `events`, except for one whose name is None */
CS_LEAF(etree_build) {
  if (!fits(ctx, args) || !fits_events(ctx, args))
    return cs_throw(ctx, CS_TypeError, "bad state of an XML parser");
  reader r = {.ctx = ctx, .args = args};
  r.s = cs_str_data(ctx, args[TEXT], &r.n);
  uint32_t pos = (uint32_t)cs_int_of(state_of(&r)[POS]);
  r.at = cs_str_offset(ctx, args[TEXT], pos);
  cs_status st = CS_OK;
  while (st == CS_OK && list_at(&r, OPENED)->len && list_at(&r, ELEMENTS)->len)
    st = read_one(&r);
  state_of(&r)[POS] = cs_int(cs_str_index(ctx, args[TEXT], r.at));
  *out = CS_NONE;
  return st == CS_SLOW ? CS_OK : st;
}

extern const cs_native_def cs_etree_natives[];
const cs_native_def cs_etree_natives[] = {
    {"._etree", "build",
     "(text, state, opened, elements, namespace, cls, events=None, start=None, "
     "end=None, /)",
     etree_build},
    CS_NATIVE_END};
