/*
 * yaml_in.c - one YAML document becomes a tree.
 *
 * libyaml reads; what makes YAML surprising is refused: anchors, aliases,
 * tags, directives, further documents.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <yaml.h>

#include "policy/tree.h"

#include "base/weaken.h"

static uint32_t line_of(yaml_mark_t m) {
  return (uint32_t)m.line + 1; /* the text is at most 256 KiB */
}

static uint32_t column_of(yaml_mark_t m) {
  return (uint32_t)m.column + 1;
}

static cs_status refuse(cs_tree *t, yaml_mark_t at, const char *what) {
  return cs_tree_fault(t, line_of(at), column_of(at), what);
}

static cs_status not_yaml(cs_tree *t, const yaml_parser_t *p) {
  char what[200];
  snprintf(what, sizeof what, "not YAML: %s",
           p->problem ? p->problem : "it cannot be read");
  if (p->error == YAML_MEMORY_ERROR) return cs_fault_memory(t->fault);
  return refuse(t, p->problem_mark, what);
}

/* What every node may not have. */
static cs_status check_node(cs_tree *t, const yaml_event_t *e,
                            const yaml_char_t *anchor, const yaml_char_t *tag) {
  if (cs_weaken("L10")) return CS_OK; /* redteam: L10 */
  if (anchor) return refuse(t, e->start_mark, "anchors are not allowed");
  if (tag) return refuse(t, e->start_mark, "tags are not allowed");
  return CS_OK;
}

static cs_status take_scalar(cs_tree *t, const yaml_event_t *e) {
  cs_status st = check_node(t, e, e->data.scalar.anchor, e->data.scalar.tag);
  if (st != CS_OK) return st;
  return cs_tree_scalar(t, (const char *)e->data.scalar.value,
                        e->data.scalar.length,
                        e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE,
                        line_of(e->start_mark), column_of(e->start_mark));
}

static cs_status take_open(cs_tree *t, const yaml_event_t *e,
                           cs_pvalue_kind kind) {
  bool list = kind == CS_PV_LIST;
  cs_status st = check_node(
      t, e, list ? e->data.sequence_start.anchor : e->data.mapping_start.anchor,
      list ? e->data.sequence_start.tag : e->data.mapping_start.tag);
  if (st != CS_OK) return st;
  return cs_tree_open(t, kind, line_of(e->start_mark),
                      column_of(e->start_mark));
}

static cs_status take_document(cs_tree *t, const yaml_event_t *e) {
  if (e->data.document_start.version_directive ||
      e->data.document_start.tag_directives.start !=
          e->data.document_start.tag_directives.end)
    return refuse(t, e->start_mark, "directives (%) are not allowed");
  if (t->has_root)
    return refuse(t, e->start_mark, "a second document in one file");
  return CS_OK;
}

static cs_status take(cs_tree *t, const yaml_event_t *e) {
  switch (e->type) {
    case YAML_SCALAR_EVENT: return take_scalar(t, e);
    case YAML_SEQUENCE_START_EVENT: return take_open(t, e, CS_PV_LIST);
    case YAML_MAPPING_START_EVENT: return take_open(t, e, CS_PV_MAP);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: return cs_tree_close(t);
    case YAML_ALIAS_EVENT:
      return refuse(t, e->start_mark,
                    "aliases (*) are not allowed; quote a "
                    "text that begins with *");
    case YAML_DOCUMENT_START_EVENT: return take_document(t, e);
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_END_EVENT: return CS_OK;
  }
  return CS_OK;
}

static cs_status read_events(cs_tree *t, yaml_parser_t *p) {
  for (;;) {
    yaml_event_t e;
    if (!yaml_parser_parse(p, &e)) return not_yaml(t, p);
    bool end = e.type == YAML_STREAM_END_EVENT;
    cs_status st = take(t, &e);
    yaml_event_delete(&e);
    if (st != CS_OK || end) return st;
  }
}

cs_status cs_yaml_read(cs_tree *t, const char *text, size_t n) {
  yaml_parser_t p;
  if (!yaml_parser_initialize(&p)) return cs_fault_memory(t->fault);
  yaml_parser_set_encoding(&p, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&p, (const unsigned char *)text, n);
  cs_status st = read_events(t, &p);
  yaml_parser_delete(&p);
  return st;
}
