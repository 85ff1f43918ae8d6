/*
 * engine_check.c - judging source text without running it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "py/engine_in.h"
#include "py/heap/str.h"
#include "py/lang/parse.h"
#include "py/types/type.h"

/* CS_RETRY: there is no room before a collection. */
static cs_status look(cs_engine *e, const char *text, size_t len,
                      const char *filename) {
  cs_ctx *ctx = &e->ctx;
  cs_source s = {.text = text,
                 .len = len,
                 .mode = CS_MODE_EXEC,
                 .file = true,
                 .unit_flags = CS_UNIT_TOP_AWAIT};
  cs_unit u;
  cs_status st = cs_str_new(ctx, filename, strlen(filename), &s.filename);
  if (st == CS_OK) st = cs_engine_parse(e, &s, &u);
  if (st != CS_ESYNTAX) return st;
  st = cs_engine_raise_syntax(ctx, &u, &s);
  return st == CS_RETRY ? st : CS_ESYNTAX;
}

cs_status cs_engine_check(cs_engine *e, const char *text, size_t len,
                          const char *filename) {
  cs_engine_abandon(e);
  if (len > e->limits.source) return CS_ELIMIT;
  cs_status st = look(e, text, len, filename);
  if (st == CS_RETRY) {
    cs_engine_collect(e);
    st = look(e, text, len, filename);
  }
  if (st == CS_ESYNTAX) cs_engine_note_error(e);
  return st == CS_RETRY ? CS_ELIMIT : st;
}

static bool is_compound(const cs_node *n) {
  switch ((int)n->kind) {
    case CS_NODE_FUNCTION_DEF:
    case CS_NODE_ASYNC_FUNCTION_DEF:
    case CS_NODE_CLASS_DEF:
    case CS_NODE_IF:
    case CS_NODE_FOR:
    case CS_NODE_ASYNC_FOR:
    case CS_NODE_WHILE:
    case CS_NODE_TRY:
    case CS_NODE_TRY_STAR:
    case CS_NODE_WITH:
    case CS_NODE_ASYNC_WITH:
    case CS_NODE_MATCH: return true;
    default: return false;
  }
}

/* Is the last line empty but for blanks? */
static bool ends_blank(const char *text, size_t len) {
  if (len > 0 && text[len - 1] == '\n') len--;
  while (len > 0 && (text[len - 1] == ' ' || text[len - 1] == '\t')) len--;
  return len == 0 || text[len - 1] == '\n';
}

bool cs_engine_incomplete(cs_engine *e, const char *text, size_t len) {
  cs_unit u;
  cs_scratch_reset(&e->slot->scratch);
  if (cs_unit_init(&u, &e->slot->scratch, CS_UNIT_TOP_AWAIT) != CS_OK)
    return false;
  cs_status st = cs_parse_module(&u, text, len, CS_MODE_SINGLE);
  if (st == CS_ESYNTAX) return u.incomplete;
  if (st != CS_OK || ends_blank(text, len)) return false;
  return u.root->block.body.n > 0 && is_compound(u.root->block.body.items[0]);
}
