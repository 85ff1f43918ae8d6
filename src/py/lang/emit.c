/*
 * emit.c - instructions, labels, constants, and the finished code object.
 *
 * Word 0 of every function is reserved for a CLEAR of the locals; it is
 * dropped when no local can be read before it has a value.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/emit.h"

#include "py/heap/ops_brief.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"

/* --- growing arrays in scratch ------------------------------------------- */

static void *grow(cs_emit *e, void *old, uint32_t n, uint32_t *cap,
                  size_t size) {
  uint32_t want = *cap ? *cap * 2 : 32;
  void *p = cs_scratch_take(e->u->scratch, want * size);
  if (!p) {
    cs_emit_fail(e, CS_ELIMIT);
    return NULL;
  }
  if (n) memcpy(p, old, n * size);
  *cap = want;
  return p;
}

void cs_emit_fail(cs_emit *e, cs_status st) {
  if (e->st == CS_OK) e->st = st;
}

void cs_emit_error(cs_emit *e, const cs_node *node, const char *text) {
  if (e->st == CS_OK) e->st = cs_unit_fail_node(e->u, node, "%s", text);
}

/* --- instructions -------------------------------------------------------- */

static bool same_pos(const cs_emit_pos *a, const cs_emit_pos *b) {
  return a->line == b->line && a->col == b->col && a->end_line == b->end_line &&
         a->end_col == b->end_col;
}

/* An instruction follows that writes to register `a` and the next ones. */
static void note_pos(cs_emit *e, uint32_t a) {
  uint32_t height = e->top > a + 3 ? e->top : a + 3;
  if (e->npos && same_pos(&e->pos[e->npos - 1], &e->at)) {
    cs_emit_pos *last = &e->pos[e->npos - 1];
    if (height > last->height) last->height = height;
    return;
  }
  if (e->npos == e->cappos) {
    cs_emit_pos *p = grow(e, e->pos, e->npos, &e->cappos, sizeof *p);
    if (!p) return;
    e->pos = p;
  }
  e->pos[e->npos] = e->at;
  e->pos[e->npos].height = height;
  e->pos[e->npos++].pc = e->ncode;
}

void cs_emit_at(cs_emit *e, const cs_node *n) {
  e->at = (cs_emit_pos){.line = n->line,
                        .end_line = n->end_line,
                        .col = n->col,
                        .end_col = n->end_col};
}

void cs_emit_at_attr(cs_emit *e, const cs_node *n, const cs_node *attr) {
  cs_emit_at(e, n);
  if (n->line == attr->end_line) return;
  uint32_t len = cs_name_at(&e->u->names, attr->name)->len;
  e->at.line = attr->end_line;
  e->at.col = attr->end_col > len ? attr->end_col - len : 0;
}

void cs_emit_word(cs_emit *e, uint32_t word) {
  if (e->st != CS_OK) return;
  if (e->ncode == e->capcode) {
    uint32_t *p = grow(e, e->code, e->ncode, &e->capcode, sizeof *p);
    if (!p) return;
    e->code = p;
  }
  e->code[e->ncode++] = word;
}

uint32_t cs_emit_op(cs_emit *e, cs_opcode op, uint32_t a, uint32_t b,
                    uint32_t c) {
  if (a > 0xFF || b > 0xFF || c > 0xFF) { /* code nobody writes by hand */
    cs_emit_fail(e, CS_ELIMIT);
    a = b = c = 0;
  }
  if (e->st == CS_OK) note_pos(e, a);
  cs_emit_word(e, (uint32_t)op | a << 8 | b << 16 | c << 24);
  return e->ncode - 1;
}

uint32_t cs_emit_abx(cs_emit *e, cs_opcode op, uint32_t a, uint32_t bx) {
  if (bx > 0xFFFF) {
    cs_emit_fail(e, CS_ELIMIT);
    bx = 0;
  }
  return cs_emit_op(e, op, a, bx & 0xFF, bx >> 8);
}

void cs_emit_jump(cs_emit *e, cs_opcode op, uint32_t a, uint32_t b, uint32_t c,
                  cs_label *to) {
  cs_emit_op(e, op, a, b, c);
  if (e->st != CS_OK) return;
  if (to->at >= 0) {
    cs_emit_word(e, (uint32_t)(to->at - (int32_t)(e->ncode + 1)));
  } else {
    cs_emit_word(e, (uint32_t)to->pending);
    to->pending = (int32_t)e->ncode - 1;
  }
}

void cs_emit_jump_is(cs_emit *e, uint32_t reg, cs_value v, bool yes,
                     cs_label *to) {
  uint32_t k = cs_emit_const(e, v);
  if (k < 256) {
    cs_emit_jump(e, CS_I_JIS_K, reg, k, yes, to);
    return;
  }
  uint32_t r = cs_emit_temp(e, 1); /* too many constants for the short form */
  cs_emit_loadk(e, r, v);
  cs_emit_jump(e, CS_I_JIS, reg, r, yes, to);
  e->top = r;
}

void cs_emit_bind(cs_emit *e, cs_label *l) {
  if (e->st != CS_OK) return;
  for (int32_t at = l->pending; at >= 0;) {
    int32_t next = (int32_t)e->code[at];
    e->code[at] = e->ncode - (uint32_t)(at + 1);
    at = next;
  }
  l->pending = -1;
  l->at = (int32_t)e->ncode;
}

void cs_emit_range(cs_emit *e, uint32_t start, uint32_t end, uint32_t handler,
                   uint32_t reg) {
  if (e->st != CS_OK || start == end) return;
  if (e->nexc == e->capexc) {
    cs_exc_range *p = grow(e, e->exc, e->nexc, &e->capexc, sizeof *p);
    if (!p) return;
    e->exc = p;
  }
  e->exc[e->nexc++] = (cs_exc_range){start, end, handler, reg};
}

void cs_emit_gap(cs_emit *e, const cs_block *b) {
  if (e->st != CS_OK || b->left == e->ncode) return;
  if (e->ngaps == e->capgaps) {
    cs_gap *p = grow(e, e->gaps, e->ngaps, &e->capgaps, sizeof *p);
    if (!p) return;
    e->gaps = p;
  }
  e->gaps[e->ngaps++] = (cs_gap){b, b->left, e->ncode};
}

void cs_emit_range_of(cs_emit *e, const cs_block *b, cs_exc_range r) {
  uint32_t from = r.start, kept = b->gaps;
  for (uint32_t i = kept; i < e->ngaps; i++) {
    cs_gap g = e->gaps[i];
    if (g.block != b) {
      e->gaps[kept++] = g;
      continue;
    }
    cs_emit_range(e, from, g.start, r.handler, r.reg);
    from = g.end;
  }
  e->ngaps = kept;
  cs_emit_range(e, from, r.end, r.handler, r.reg);
}

uint32_t cs_emit_temp(cs_emit *e, uint32_t n) {
  uint32_t r = e->top;
  e->top += n;
  if (e->top > e->max) e->max = e->top;
  if (e->top > CS_REG_MAX) {
    if (e->st == CS_OK)
      e->st =
          cs_unit_fail(e->u, CS_ERROR_SYNTAX,
                       (cs_text_range){.line = e->at.line, .col = e->at.col},
                       "expression needs too many registers");
    e->top = r = 0;
  }
  return r;
}

/* --- constants ----------------------------------------------------------- */

uint32_t cs_emit_const(cs_emit *e, cs_value v) {
  uint32_t from = e->nconsts > 64 ? e->nconsts - 64 : 0;
  for (uint32_t i = from; i < e->nconsts; i++)
    if (cs_same(e->consts[i], v)) return i;
  if (e->nconsts == e->capconsts) {
    cs_value *p = grow(e, e->consts, e->nconsts, &e->capconsts, sizeof *p);
    if (!p) return 0;
    e->consts = p;
  }
  e->consts[e->nconsts] = v;
  return e->nconsts++;
}

cs_value cs_emit_name_value(cs_emit *e, cs_name name) {
  cs_value *slot = &e->name_value[name];
  if (cs_is_str(*slot)) return *slot;
  const cs_name_entry *n = cs_name_at(&e->u->names, name);
  cs_status st = cs_str_intern_bytes(e->ctx, n->bytes, n->len, slot);
  if (st != CS_OK) {
    cs_emit_fail(e, st);
    return cs_known(e->ctx, CS_N_empty);
  }
  return *slot;
}

uint32_t cs_emit_name(cs_emit *e, cs_name name) {
  if (e->name_const[name]) return e->name_const[name] - 1;
  uint32_t k = cs_emit_const(e, cs_emit_name_value(e, name));
  e->name_const[name] = k + 1;
  return k;
}

void cs_emit_loadk(cs_emit *e, uint32_t dst, cs_value v) {
  if (cs_is_int(v) && cs_int_of(v) >= INT16_MIN && cs_int_of(v) <= INT16_MAX) {
    cs_emit_abx(e, CS_I_LOADI, dst, (uint16_t)cs_int_of(v));
  } else if (!cs_is_ref(v) && !cs_is_int(v) && !cs_is_float(v)) {
    cs_emit_op(e, CS_I_LOADIMM, dst, (uint32_t)(v.bits & 0xFF), 0);
  } else {
    uint32_t k = cs_emit_const(e, v);
    if (k <= 0xFFFF) {
      cs_emit_abx(e, CS_I_LOADK, dst, k);
    } else {
      cs_emit_op(e, CS_I_LOADKX, dst, 0, 0);
      cs_emit_word(e, k);
    }
  }
}

/* --- one code object ----------------------------------------------------- */

bool cs_emit_start(cs_emit *e, cs_emit *outer, cs_scope *scope) {
  *e = (cs_emit){.ctx = outer->ctx,
                 .u = outer->u,
                 .outer = outer,
                 .scope = scope,
                 .filename = outer->filename,
                 .source = outer->source,
                 .options = outer->options,
                 .name_value = outer->name_value,
                 .st = outer->st,
                 .at = outer->at};
  /* Mangling may have added names: the table is complete by now. */
  size_t size = (size_t)e->u->names.n * sizeof *e->name_const;
  e->name_const = cs_scratch_take(e->u->scratch, size);
  if (!e->name_const) {
    cs_emit_fail(e, CS_ELIMIT);
    return false;
  }
  memset(e->name_const, 0, size);
  e->namespace = scope->kind == CS_SCOPE_CLASS;
  e->reserve = e->namespace ? 1 : 0;
  cs_emit_op(e, CS_I_CLEAR, 0, 0, 0);
  return e->st == CS_OK;
}

static bool is_free(const cs_symbol *s) {
  return s->home == s &&
         (s->access == CS_ACCESS_FREE || s->access == CS_ACCESS_CLASS_FREE);
}

static bool is_cell(const cs_symbol *s) {
  return s->home == s && s->access == CS_ACCESS_CELL;
}

/* A cell that is no parameter: gets its register behind the plain locals. */
static bool is_own_cell(const cs_symbol *s) {
  return is_cell(s) && !(s->flags & CS_SYM_PARAM);
}

static int compare_names(const cs_emit *e, cs_name a, cs_name b) {
  const cs_name_entry *x = cs_name_at(&e->u->names, a);
  const cs_name_entry *y = cs_name_at(&e->u->names, b);
  int order = memcmp(x->bytes, y->bytes, x->len < y->len ? x->len : y->len);
  return order ? order : x->len < y->len ? -1 : x->len > y->len;
}

static bool is_before(const cs_emit *e, const cs_symbol *a,
                      const cs_symbol *b) {
  return compare_names(e, a->name, b->name) < 0;
}

/* Merge sort, since qsort of the C library asks the kernel for the size of the
 * memory, which a worker may not.  `room` is as long as the list. */
static cs_symbol **sort_symbols(const cs_emit *e, cs_symbol **list,
                                cs_symbol **room, uint32_t n) {
  for (uint32_t run = 1; run < n; run *= 2) {
    for (uint32_t from = 0; from < n; from += 2 * run) {
      uint32_t mid = from + run < n ? from + run : n;
      uint32_t end = mid + run < n ? mid + run : n, i = from, k = mid;
      for (uint32_t to = from; to < end; to++)
        room[to] = k == end || (i < mid && !is_before(e, list[k], list[i]))
                       ? list[i++]
                       : list[k++];
    }
    cs_symbol **filled = room;
    room = list;
    list = filled;
  }
  return list;
}

/* The symbols of a sort, in the order of their names.  NULL if there are none,
 * and without memory, which is a failure of the emitter. */
static cs_symbol **sorted(cs_emit *e, bool (*sort)(const cs_symbol *),
                          uint32_t *n) {
  *n = 0;
  for (cs_symbol *s = e->scope->symbols; s; s = s->next) *n += sort(s);
  if (*n == 0) return NULL;
  cs_symbol **list = cs_scratch_take(e->u->scratch, 2ull * *n * sizeof *list);
  if (!list) {
    cs_emit_fail(e, CS_ELIMIT);
    *n = 0;
    return NULL;
  }
  uint32_t i = 0;
  for (cs_symbol *s = e->scope->symbols; s; s = s->next)
    if (sort(s)) list[i++] = s;
  return sort_symbols(e, list, list + *n, *n);
}

static void place_local(cs_emit *e, cs_symbol *s, uint32_t *reg) {
  if (*reg >= CS_LOCAL_MAX && !(s->flags & CS_SYM_PARAM)) {
    if (!e->spill) e->spill = (*reg)++;
    s->slot = UINT32_MAX;
    return;
  }
  s->slot = (*reg)++;
  if (s->flags & CS_SYM_PARAM) cs_emit_define(e, s->slot, true);
  if (s->flags & CS_SYM_DELETED && s->slot < 256)
    e->deleted[s->slot >> 6] |= UINT64_C(1) << (s->slot & 63);
}

/* A function that may call locals() has a register for the dict. */
static bool keeps_locals(const cs_scope *s) {
  return s->flags & CS_SCOPE_CALLS_LOCALS &&
         (s->kind == CS_SCOPE_FUNCTION || s->kind == CS_SCOPE_LAMBDA);
}

/* Give every symbol of the frame its register or closure index: parameters,
 * other locals, cells.  Cells and closure follow the order of their names. */
void cs_emit_locals(cs_emit *e) {
  uint32_t reg = e->reserve, cells = 0;
  for (uint32_t pass = 0; pass < 2; pass++)
    for (cs_symbol *s = e->scope->symbols; s; s = s->next) {
      bool param = s->flags & CS_SYM_PARAM;
      if (s->home != s || param != (pass == 0)) continue;
      if (s->access == CS_ACCESS_LOCAL || (param && is_cell(s)))
        place_local(e, s, &reg);
    }
  uint32_t frees;
  cs_symbol **list = sorted(e, is_free, &frees);
  for (uint32_t i = 0; i < frees; i++) list[i]->slot = i;
  list = sorted(e, is_own_cell, &cells);
  for (uint32_t i = 0; i < cells; i++) list[i]->slot = reg + i;
  /* locals() and its relatives see every variable: none may be stale */
  if (e->scope->flags & CS_SCOPE_CALLS_LOCALS) e->wants_clear = true;
  reg += cells;
  if (keeps_locals(e->scope)) reg++;
  if (reg > CS_REG_MAX - 16) cs_emit_fail(e, CS_ELIMIT);
  e->nlocals = e->top = e->max = reg;
  if (e->spill) cs_emit_op(e, CS_I_DICT, e->spill, 0, 0);
  for (cs_symbol *s = e->scope->symbols; s; s = s->next) {
    if (!is_cell(s)) continue;
    if (!(s->flags & CS_SYM_PARAM))
      cs_emit_op(e, CS_I_LOADIMM, s->slot, CS_UNBOUND_K, 0);
    cs_emit_op(e, CS_I_MAKECELL, s->slot, 0, 0);
  }
}

static cs_status make_raw(cs_emit *e, const void *bytes, uint64_t n,
                          cs_off *out) {
  *out = 0;
  if (n == 0) return CS_OK;
  cs_status st = cs_alloc(e->ctx, CS_L_RAW, 16 + n, out);
  if (st != CS_OK) return st;
  cs_raw *r = CS_AT(e->ctx, cs_raw, *out);
  memcpy(r->data, bytes, n);
  r->fill = r->cap = (uint32_t)n;
  return CS_OK;
}

static uint8_t *put_varint(uint8_t *p, uint32_t v) {
  for (; v >= 0x80; v >>= 7) *p++ = (uint8_t)(v | 0x80);
  *p++ = (uint8_t)v;
  return p;
}

static uint32_t zigzag(uint32_t now, uint32_t before) {
  int32_t d = (int32_t)(now - before);
  return (uint32_t)d << 1 ^ (uint32_t)(d >> 31);
}

/* Positions: varints pc delta, line delta, column, end line delta, end
 * column, registers in use; read by cs_code_position (heap/code.h). */
static cs_status make_positions(cs_emit *e, uint32_t shift, cs_off *out) {
  *out = 0;
  if (e->options & CS_EMIT_PRELUDE) return CS_OK; /* in no traceback */
  uint8_t *buf = cs_scratch_take(e->u->scratch, (size_t)e->npos * 30 + 1);
  if (!buf) return CS_ELIMIT;
  uint8_t *p = buf;
  uint32_t pc = 0, line = 0;
  for (uint32_t i = 0; i < e->npos; i++) {
    const cs_emit_pos *q = &e->pos[i];
    uint32_t at = q->pc >= shift ? q->pc - shift : 0;
    p = put_varint(p, at - pc);
    p = put_varint(p, zigzag(q->line, line));
    p = put_varint(p, q->col);
    p = put_varint(p, zigzag(q->end_line, q->line));
    p = put_varint(p, q->end_col);
    p = put_varint(p, q->height > e->nlocals ? q->height : e->nlocals);
    pc = at;
    line = q->line;
  }
  return make_raw(e, buf, (uint64_t)(p - buf), out);
}

/* Parameters, then other locals, in the order of their registers. */
static cs_status make_varnames(cs_emit *e, cs_value *out) {
  uint32_t n = 0;
  for (uint32_t fill = 0; fill < 2; fill++) {
    if (fill) {
      cs_status st = cs_tuple_new(e->ctx, NULL, n, out);
      if (st != CS_OK) return st;
      n = 0;
    }
    for (uint32_t pass = 0; pass < 2; pass++)
      for (cs_symbol *s = e->scope->symbols; s; s = s->next) {
        bool param = s->flags & CS_SYM_PARAM;
        if (s->home != s || param != (pass == 0)) continue;
        if (!param && s->access != CS_ACCESS_LOCAL) continue;
        if (fill)
          cs_tuple_items(e->ctx, *out)[n] = cs_emit_name_value(e, s->name);
        n++;
      }
  }
  return e->st;
}

static cs_status make_names(cs_emit *e, bool (*sort)(const cs_symbol *),
                            cs_value *out) {
  uint32_t n;
  cs_symbol **list = sorted(e, sort, &n);
  if (e->st != CS_OK) return e->st;
  cs_status st = cs_tuple_new(e->ctx, NULL, n, out);
  if (st != CS_OK) return st;
  for (uint32_t i = 0; i < n; i++)
    cs_tuple_items(e->ctx, *out)[i] = cs_emit_name_value(e, list[i]->name);
  return e->st;
}

/* Word 0 makes locals unbound: one may be read too early, and a look at the
 * frame (f_locals) would show what a call before left in the registers, values
 * of the engine included.  Dropped where there are none. */
static uint32_t drop_clear(cs_emit *e) {
  uint32_t params = 0;
  for (cs_symbol *s = e->scope->symbols; s; s = s->next)
    params += (s->flags & CS_SYM_PARAM) != 0;
  uint32_t first = params + e->reserve;
  if (e->nlocals > first) {
    e->code[0] = CS_I_CLEAR | first << 8 | (e->nlocals - first) << 16 |
                 (e->wants_clear ? 0 : CS_CLEAR_FOR_LOOKS);
    return 0;
  }
  for (uint32_t i = 0; i < e->nexc; i++) {
    e->exc[i].start -= e->exc[i].start > 0;
    e->exc[i].end--;
    e->exc[i].handler--;
  }
  return 1;
}

/* Can vm/brief.c evaluate it? */
static bool is_brief(const cs_emit *e, const uint32_t *code, uint32_t n) {
  if (n > CS_BRIEF_INSNS || e->max + 4 > CS_BRIEF_REGS || e->nexc) return false;
  for (uint32_t i = 0; i < n; i += cs_ops_words[code[i] & 0xFF])
    if (!cs_ops_is_brief(code[i])) return false;
  return true;
}

static cs_status fill_code(cs_emit *e, cs_code *c, cs_value name,
                           uint32_t flags) {
  cs_ctx *ctx = e->ctx;
  uint32_t skip = drop_clear(e);
  cs_status st =
      make_raw(e, e->code + skip, (e->ncode - skip) * 4ull, &c->insns);
  if (st == CS_OK)
    st = cs_array_new(ctx, e->nconsts ? e->nconsts : 1, &c->consts);
  if (st == CS_OK)
    st = make_raw(e, e->exc, e->nexc * sizeof *e->exc, &c->exctab);
  if (st == CS_OK) st = make_positions(e, skip, &c->postab);
  if (st == CS_OK) st = make_varnames(e, &c->varnames);
  if (st == CS_OK) st = make_names(e, is_cell, &c->cellvars);
  if (st == CS_OK) st = make_names(e, is_free, &c->freevars);
  if (st == CS_OK && e->scope->qualname)
    st = cs_str_intern_bytes(ctx, e->scope->qualname, e->scope->qualname_len,
                             &c->qualname);
  if (st != CS_OK) return st;
  if (e->nconsts)
    memcpy(CS_AT(ctx, cs_array, c->consts)->v, e->consts,
           e->nconsts * sizeof(cs_value));
  c->ninsns = e->ncode - skip;
  c->nconsts = e->nconsts;
  c->nregs = (uint16_t)(e->max + 4);
  c->name = name;
  c->flags = flags;
  if (keeps_locals(e->scope) && !e->spill) c->flags |= CS_CODE_LOCALS;
  if (flags & CS_CODE_SIMPLE && is_brief(e, e->code + skip, c->ninsns))
    c->flags |= CS_CODE_BRIEF;
  return CS_OK;
}

/* A definition starts with its first decorator. */
static uint32_t first_line(const cs_node *n) {
  if (!n) return 1;
  cs_node_list d = {NULL, 0};
  if (n->kind == CS_NODE_FUNCTION_DEF || n->kind == CS_NODE_ASYNC_FUNCTION_DEF)
    d = n->function.decorator_list;
  if (n->kind == CS_NODE_CLASS_DEF) d = n->class_def.decorator_list;
  return d.n ? d.items[0]->line : n->line;
}

cs_value cs_emit_finish(cs_emit *e, cs_value name, uint32_t flags) {
  cs_off off = 0;
  if (e->st == CS_OK)
    cs_emit_fail(e, cs_alloc(e->ctx, CS_L_CODE, sizeof(cs_code), &off));
  if (e->st != CS_OK) return CS_NONE;
  cs_code *c = CS_AT(e->ctx, cs_code, off);
  c->name = c->qualname = name;
  c->filename = e->filename;
  c->source = e->source;
  c->varnames = c->cellvars = c->freevars = e->ctx->image->empty_tuple;
  c->doc = CS_NONE;
  c->nargs = (uint16_t)(e->scope->n_posonly + e->scope->n_args + e->reserve);
  c->nposonly = (uint16_t)e->scope->n_posonly;
  c->nkwonly = (uint16_t)e->scope->n_kwonly;
  c->firstline = first_line(e->scope->node);
  if (e->options & CS_EMIT_PRELUDE) flags |= CS_CODE_PRELUDE;
  if (e->options & CS_EMIT_LIBRARY) flags |= CS_CODE_LIBRARY;
  cs_emit_fail(e, fill_code(e, c, name, flags));
  return cs_ref(CS_L_CODE, off);
}

/* --- a whole unit -------------------------------------------------------- */

static void emit_top(cs_emit *e, cs_unit *u) {
  if (u->top->flags & CS_SCOPE_HAS_ANNOTATIONS) {
    uint32_t r = cs_emit_temp(e, 1);
    cs_emit_op(e, CS_I_DICT, r, 0, 0);
    cs_emit_abx(e, e->namespace ? CS_I_SETNAME : CS_I_SETGLOBAL, r,
                cs_emit_name(e, CS_NAME_DUNDER_ANNOTATIONS));
    e->top--;
  }
  if (u->root->kind == CS_NODE_EXPRESSION) {
    uint32_t r = cs_emit_temp(e, 1);
    cs_emit_expr(e, u->root->expression.body, r);
    cs_emit_op(e, CS_I_SETRESULT, r, 0, 0);
    cs_emit_op(e, CS_I_RET, r, 0, 0);
    return;
  }
  cs_emit_body(e, u->root->block.body);
  if (u->top->flags & CS_SCOPE_COROUTINE) {
    cs_emit_op(e, CS_I_LOADIMM, e->top, CS_NONE_K, 0);
    cs_emit_op(e, CS_I_GENRET, e->top, 0, 0);
    return;
  }
  cs_emit_op(e, CS_I_RETNONE, 0, 0, 0);
}

cs_status cs_emit_unit(cs_ctx *ctx, cs_unit *u, cs_value filename,
                       cs_value source, uint32_t options, cs_value *out) {
  cs_emit seed = {.ctx = ctx,
                  .u = u,
                  .filename = filename,
                  .source = source,
                  .options = options},
          e;
  size_t size = (size_t)u->names.n * sizeof *seed.name_value;
  seed.name_value = cs_scratch_take(u->scratch, size);
  if (!seed.name_value) return CS_ELIMIT;
  memset(seed.name_value, 0, size);
  if (!cs_emit_start(&e, &seed, u->top)) return e.st;
  e.namespace = options & CS_EMIT_NAMESPACE;
  e.reserve = e.namespace ? 1 : 0;
  e.outer = NULL;
  cs_emit_locals(&e);
  emit_top(&e, u);
  uint32_t flags = CS_CODE_MODULE;
  if (u->top->flags & CS_SCOPE_COROUTINE) flags |= CS_CODE_COROUTINE;
  *out = cs_emit_finish(&e, cs_known(ctx, CS_N_module_), flags);
  return e.st;
}
