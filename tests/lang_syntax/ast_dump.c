/*
 * ast_dump.c - the notation both sides of the comparison print:
 *
 *   Kind@line:col-line:col(field=value,...)   fields in CPython's order
 *   [a,b]  N (None)  name  s<hex> b<hex> i<hex> D<digits> f<bits> j<bits>
 *
 * Empty optional fields are printed as N, lists always.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ast_dump.h"

#include <string.h>

typedef struct dumper {
  FILE *out;
  const cs_unit *u;
} dumper;

static void node(const dumper *d, const cs_node *n);

static void name(const dumper *d, cs_name id) {
  if (id == CS_NAME_NONE) {
    fputs("N", d->out);
    return;
  }
  const cs_name_entry *e = cs_name_at(&d->u->names, id);
  fwrite(e->bytes, 1, e->len, d->out);
}

static void list(const dumper *d, const cs_node_list *l) {
  fputc('[', d->out);
  for (uint32_t i = 0; i < l->n; i++) {
    if (i) fputc(',', d->out);
    node(d, l->items[i]);
  }
  fputc(']', d->out);
}

static void names(const dumper *d, const cs_name *items, uint32_t n) {
  fputc('[', d->out);
  for (uint32_t i = 0; i < n; i++) {
    if (i) fputc(',', d->out);
    name(d, items[i]);
  }
  fputc(']', d->out);
}

static void hex(const dumper *d, const char *s, size_t n) {
  for (size_t i = 0; i < n; i++)
    fprintf(d->out, "%02x", (unsigned)(unsigned char)s[i]);
}

static void bits(const dumper *d, double f) {
  uint64_t b;
  memcpy(&b, &f, 8);
  fprintf(d->out, "%016llx", (unsigned long long)b);
}

static void constant(const dumper *d, const cs_constant *c) {
  static const char *const words[] = {"None", "True", "False", "Ellipsis"};
  FILE *out = d->out;
  switch ((cs_const_type)c->type) {
    case CS_CONST_NONE:
    case CS_CONST_TRUE:
    case CS_CONST_FALSE:
    case CS_CONST_ELLIPSIS: fputs(words[c->type], out); break;
    case CS_CONST_INT: fprintf(out, "i%llx", (unsigned long long)c->i); break;
    case CS_CONST_BIGINT:
      fprintf(out, "D%u_%.*s", c->base, (int)c->len, c->text);
      break;
    case CS_CONST_FLOAT:
      fputc('f', out);
      bits(d, c->f);
      break;
    case CS_CONST_COMPLEX:
      fputc('j', out);
      bits(d, c->f);
      break;
    case CS_CONST_STR:
      fputs(c->u_prefix ? "u" : "s", out);
      hex(d, c->text, c->len);
      fprintf(out, ":%u", c->n_chars);
      break;
    case CS_CONST_BYTES:
      fputc('b', out);
      hex(d, c->text, c->len);
      break;
  }
}

/* F: a node, L: a list; each starts with the separator. */
#define F(text, n) (fputs(text, o), node(d, n))
#define L(text, l) (fputs(text, o), list(d, &(l)))

static void statement(const dumper *d, const cs_node *n) {
  FILE *o = d->out;
  switch ((int)n->kind) {
    case CS_NODE_MODULE:
    case CS_NODE_INTERACTIVE: L("body=", n->block.body); break;
    case CS_NODE_EXPRESSION: F("body=", n->expression.body); break;
    case CS_NODE_FUNCTION_TYPE:
      L("argtypes=", n->function_type.argtypes);
      F(",returns=", n->function_type.returns);
      break;
    case CS_NODE_FUNCTION_DEF:
    case CS_NODE_ASYNC_FUNCTION_DEF:
      fputs("name=", o), name(d, n->name);
      F(",args=", n->function.args);
      L(",body=", n->function.body);
      L(",decorator_list=", n->function.decorator_list);
      F(",returns=", n->function.returns);
      if (n->function.type_params.n)
        L(",type_params=", n->function.type_params);
      break;
    case CS_NODE_CLASS_DEF:
      fputs("name=", o), name(d, n->name);
      L(",bases=", n->class_def.bases);
      L(",keywords=", n->class_def.keywords);
      L(",body=", n->class_def.body);
      L(",decorator_list=", n->class_def.decorator_list);
      if (n->class_def.type_params.n)
        L(",type_params=", n->class_def.type_params);
      break;
    case CS_NODE_DELETE: L("targets=", n->targets); break;
    case CS_NODE_ASSIGN:
      L("targets=", n->assign.targets);
      F(",value=", n->assign.value);
      break;
    case CS_NODE_TYPE_ALIAS:
      F("name=", n->type_alias.name);
      L(",type_params=", n->type_alias.type_params);
      F(",value=", n->type_alias.value);
      break;
    case CS_NODE_AUG_ASSIGN:
      F("target=", n->aug_assign.target);
      fprintf(o, ",op=%s", cs_ast_op_name((cs_op)n->op));
      F(",value=", n->aug_assign.value);
      break;
    case CS_NODE_ANN_ASSIGN:
      F("target=", n->ann_assign.target);
      F(",annotation=", n->ann_assign.annotation);
      F(",value=", n->ann_assign.value);
      fprintf(o, ",simple=%d", (n->flags & CS_NODE_SIMPLE) != 0);
      break;
    case CS_NODE_FOR:
    case CS_NODE_ASYNC_FOR:
      F("target=", n->for_loop.target);
      F(",iter=", n->for_loop.iter);
      L(",body=", n->for_loop.body);
      L(",orelse=", n->for_loop.orelse);
      break;
    case CS_NODE_WHILE:
    case CS_NODE_IF:
      F("test=", n->branch.test);
      L(",body=", n->branch.body);
      L(",orelse=", n->branch.orelse);
      break;
    case CS_NODE_WITH:
    case CS_NODE_ASYNC_WITH:
      L("items=", n->with.items);
      L(",body=", n->with.body);
      break;
    case CS_NODE_MATCH:
      F("subject=", n->match.subject);
      L(",cases=", n->match.cases);
      break;
    case CS_NODE_RAISE:
      F("exc=", n->raise.exc);
      F(",cause=", n->raise.cause);
      break;
    case CS_NODE_TRY:
    case CS_NODE_TRY_STAR:
      L("body=", n->try_stmt.body);
      L(",handlers=", n->try_stmt.handlers);
      L(",orelse=", n->try_stmt.orelse);
      L(",finalbody=", n->try_stmt.finalbody);
      break;
    case CS_NODE_ASSERT:
      F("test=", n->assertion.test);
      F(",msg=", n->assertion.msg);
      break;
    case CS_NODE_IMPORT: L("names=", n->import.names); break;
    case CS_NODE_IMPORT_FROM:
      fputs("module=", o), name(d, n->name);
      L(",names=", n->import.names);
      fprintf(o, ",level=%u", n->import.level);
      break;
    case CS_NODE_GLOBAL:
    case CS_NODE_NONLOCAL:
      fputs("names=", o), names(d, n->declare.items, n->declare.n);
      break;
    case CS_NODE_RETURN:
    case CS_NODE_EXPR: F("value=", n->value); break;
    default: break;
  }
}

static void expression(const dumper *d, const cs_node *n) {
  FILE *o = d->out;
  switch ((int)n->kind) {
    case CS_NODE_BOOL_OP:
      fprintf(o, "op=%s", cs_ast_op_name((cs_op)n->op));
      L(",values=", n->bool_op.values);
      break;
    case CS_NODE_NAMED_EXPR:
      F("target=", n->named.target);
      F(",value=", n->named.value);
      break;
    case CS_NODE_BIN_OP:
      F("left=", n->bin_op.left);
      fprintf(o, ",op=%s", cs_ast_op_name((cs_op)n->op));
      F(",right=", n->bin_op.right);
      break;
    case CS_NODE_UNARY_OP:
      fprintf(o, "op=%s", cs_ast_op_name((cs_op)n->op));
      F(",operand=", n->unary.operand);
      break;
    case CS_NODE_LAMBDA:
      F("args=", n->lambda.args);
      F(",body=", n->lambda.body);
      break;
    case CS_NODE_IF_EXP:
      F("test=", n->if_exp.test);
      F(",body=", n->if_exp.body);
      F(",orelse=", n->if_exp.orelse);
      break;
    case CS_NODE_DICT:
      L("keys=", n->dict.keys);
      L(",values=", n->dict.values);
      break;
    case CS_NODE_LIST_COMP:
    case CS_NODE_SET_COMP:
    case CS_NODE_GENERATOR_EXP:
      F("elt=", n->comp.elt);
      L(",generators=", n->comp.generators);
      break;
    case CS_NODE_DICT_COMP:
      F("key=", n->comp.elt);
      F(",value=", n->comp.value);
      L(",generators=", n->comp.generators);
      break;
    case CS_NODE_AWAIT:
    case CS_NODE_YIELD:
    case CS_NODE_YIELD_FROM: F("value=", n->value); break;
    case CS_NODE_COMPARE:
      F("left=", n->compare.left);
      fputs(",ops=[", o);
      for (uint32_t i = 0; i < n->compare.comparators.n; i++)
        fprintf(o, "%s%s", i ? "," : "",
                cs_ast_op_name((cs_op)n->compare.ops[i]));
      L("],comparators=", n->compare.comparators);
      break;
    case CS_NODE_CALL:
      F("func=", n->call.func);
      L(",args=", n->call.args);
      L(",keywords=", n->call.keywords);
      break;
    case CS_NODE_FORMATTED_VALUE:
      F("value=", n->formatted.value);
      fprintf(o, ",conversion=%d", n->formatted.conversion);
      F(",format_spec=", n->formatted.format_spec);
      break;
    case CS_NODE_JOINED_STR: L("values=", n->values); break;
    case CS_NODE_CONSTANT: fputs("value=", o), constant(d, &n->constant); break;
    case CS_NODE_SUBSCRIPT:
      F("value=", n->subscript.value);
      F(",slice=", n->subscript.slice);
      break;
    case CS_NODE_ATTRIBUTE:
      F("value=", n->value);
      fputs(",attr=", o), name(d, n->name);
      break;
    case CS_NODE_STARRED: F("value=", n->value); break;
    case CS_NODE_NAME: fputs("id=", o), name(d, n->name); break;
    case CS_NODE_SET:
    case CS_NODE_LIST:
    case CS_NODE_TUPLE: L("elts=", n->elts); break;
    case CS_NODE_SLICE:
      F("lower=", n->slice.lower);
      F(",upper=", n->slice.upper);
      F(",step=", n->slice.step);
      break;
    default: break;
  }
}

static void part(const dumper *d, const cs_node *n) {
  FILE *o = d->out;
  switch ((int)n->kind) {
    case CS_NODE_COMPREHENSION:
      F("target=", n->generator.target);
      F(",iter=", n->generator.iter);
      L(",ifs=", n->generator.ifs);
      fprintf(o, ",is_async=%d", (n->flags & CS_NODE_ASYNC) != 0);
      break;
    case CS_NODE_EXCEPT_HANDLER:
      F("type=", n->handler.type);
      fputs(",name=", o), name(d, n->name);
      L(",body=", n->handler.body);
      break;
    case CS_NODE_ARGUMENTS:
      L("posonlyargs=", n->arguments.posonlyargs);
      L(",args=", n->arguments.args);
      F(",vararg=", n->arguments.vararg);
      L(",kwonlyargs=", n->arguments.kwonlyargs);
      L(",kw_defaults=", n->arguments.kw_defaults);
      F(",kwarg=", n->arguments.kwarg);
      L(",defaults=", n->arguments.defaults);
      break;
    case CS_NODE_ARG:
      fputs("arg=", o), name(d, n->name);
      F(",annotation=", n->arg.annotation);
      break;
    case CS_NODE_KEYWORD:
      fputs("arg=", o), name(d, n->name);
      F(",value=", n->value);
      break;
    case CS_NODE_ALIAS:
      fputs("name=", o), name(d, n->name);
      fputs(",asname=", o), name(d, n->alias.asname);
      break;
    case CS_NODE_WITHITEM:
      F("context_expr=", n->withitem.context_expr);
      F(",optional_vars=", n->withitem.optional_vars);
      break;
    case CS_NODE_MATCH_CASE:
      F("pattern=", n->match_case.pattern);
      F(",guard=", n->match_case.guard);
      L(",body=", n->match_case.body);
      break;
    case CS_NODE_MATCH_VALUE: F("value=", n->value); break;
    case CS_NODE_MATCH_SINGLETON:
      fputs("value=", o), constant(d, &n->value->constant);
      break;
    case CS_NODE_MATCH_SEQUENCE:
    case CS_NODE_MATCH_OR: L("patterns=", n->patterns); break;
    case CS_NODE_MATCH_MAPPING:
      L("keys=", n->match_mapping.keys);
      L(",patterns=", n->match_mapping.patterns);
      fputs(",rest=", o), name(d, n->name);
      break;
    case CS_NODE_MATCH_CLASS:
      F("cls=", n->match_class.cls);
      L(",patterns=", n->match_class.patterns);
      fputs(",kwd_attrs=", o);
      names(d, n->match_class.kwd_attrs, n->match_class.kwd_patterns.n);
      L(",kwd_patterns=", n->match_class.kwd_patterns);
      break;
    case CS_NODE_MATCH_STAR: fputs("name=", o), name(d, n->name); break;
    case CS_NODE_MATCH_AS:
      F("pattern=", n->capture.pattern);
      fputs(",name=", o), name(d, n->name);
      break;
    case CS_NODE_TYPE_VAR:
      fputs("name=", o), name(d, n->name);
      F(",bound=", n->type_param.bound);
      break;
    case CS_NODE_PARAM_SPEC:
    case CS_NODE_TYPE_VAR_TUPLE: fputs("name=", o), name(d, n->name); break;
    default: break;
  }
}

static bool has_ctx(const cs_node *n) {
  return n->kind == CS_NODE_NAME || n->kind == CS_NODE_ATTRIBUTE ||
         n->kind == CS_NODE_SUBSCRIPT || n->kind == CS_NODE_STARRED ||
         n->kind == CS_NODE_LIST || n->kind == CS_NODE_TUPLE;
}

/* CPython gives these no position. */
static bool is_placeless(const cs_node *n) {
  return n->kind <= CS_NODE_FUNCTION_TYPE || n->kind == CS_NODE_COMPREHENSION ||
         n->kind == CS_NODE_ARGUMENTS || n->kind == CS_NODE_WITHITEM ||
         n->kind == CS_NODE_MATCH_CASE;
}

static void node(const dumper *d, const cs_node *n) {
  static const char *const ctx[] = {"Load", "Store", "Del"};
  if (!n) {
    fputs("N", d->out);
    return;
  }
  fputs(cs_ast_kind_name((cs_node_kind)n->kind), d->out);
  if (!is_placeless(n))
    fprintf(d->out, "@%u:%u-%u:%u", n->line, n->col, n->end_line, n->end_col);
  fputc('(', d->out);
  statement(d, n);
  expression(d, n);
  part(d, n);
  if (has_ctx(n)) fprintf(d->out, ",ctx=%s", ctx[n->ctx]);
  fputc(')', d->out);
}

void ast_dump(FILE *out, const cs_unit *u) {
  dumper d = {out, u};
  node(&d, u->root);
  fputc('\n', out);
}
