/*
 * fields.c - the table of fields.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/fields.h"

#include <assert.h>
#include <stddef.h>

#define MOST 8 /* with the end */

#define AT(kind, field) \
  { kind, offsetof(cs_node, field) }
#define NODE(field) AT(CS_FIELD_NODE, field)
#define LIST(field) AT(CS_FIELD_LIST, field)
#define FLAG(flag) \
  { CS_FIELD_FLAG, flag }
#define HEAD(kind) \
  { kind, 0 }
#define NAME   HEAD(CS_FIELD_NAME)
#define OP     HEAD(CS_FIELD_OP)
#define CTX    HEAD(CS_FIELD_CTX)
#define ABSENT HEAD(CS_FIELD_ABSENT)
#define OTHER  HEAD(CS_FIELD_OTHER)

static_assert(sizeof(cs_node) <= UINT8_MAX, "an offset fits cs_field.at");

static const cs_field fields[CS_NODE_COUNT][MOST] = {
    [CS_NODE_MODULE] = {LIST(block.body), OTHER},
    [CS_NODE_INTERACTIVE] = {LIST(block.body)},
    [CS_NODE_EXPRESSION] = {NODE(expression.body)},
    [CS_NODE_FUNCTION_TYPE] = {LIST(function_type.argtypes),
                               NODE(function_type.returns)},

    [CS_NODE_FUNCTION_DEF] = {NAME, NODE(function.args), LIST(function.body),
                              LIST(function.decorator_list),
                              NODE(function.returns), ABSENT},
    [CS_NODE_ASYNC_FUNCTION_DEF] = {NAME, NODE(function.args),
                                    LIST(function.body),
                                    LIST(function.decorator_list),
                                    NODE(function.returns), ABSENT},
    [CS_NODE_CLASS_DEF] = {NAME, LIST(class_def.bases),
                           LIST(class_def.keywords), LIST(class_def.body),
                           LIST(class_def.decorator_list)},
    [CS_NODE_RETURN] = {NODE(value)},
    [CS_NODE_DELETE] = {LIST(targets)},
    [CS_NODE_ASSIGN] = {LIST(assign.targets), NODE(assign.value), ABSENT},
    [CS_NODE_TYPE_ALIAS] = {NODE(type_alias.name), LIST(type_alias.type_params),
                            NODE(type_alias.value)},
    [CS_NODE_AUG_ASSIGN] = {NODE(aug_assign.target), OP,
                            NODE(aug_assign.value)},
    [CS_NODE_ANN_ASSIGN] = {NODE(ann_assign.target),
                            NODE(ann_assign.annotation), NODE(ann_assign.value),
                            FLAG(CS_NODE_SIMPLE)},
    [CS_NODE_FOR] = {NODE(for_loop.target), NODE(for_loop.iter),
                     LIST(for_loop.body), LIST(for_loop.orelse), ABSENT},
    [CS_NODE_ASYNC_FOR] = {NODE(for_loop.target), NODE(for_loop.iter),
                           LIST(for_loop.body), LIST(for_loop.orelse), ABSENT},
    [CS_NODE_WHILE] = {NODE(branch.test), LIST(branch.body),
                       LIST(branch.orelse)},
    [CS_NODE_IF] = {NODE(branch.test), LIST(branch.body), LIST(branch.orelse)},
    [CS_NODE_WITH] = {LIST(with.items), LIST(with.body), ABSENT},
    [CS_NODE_ASYNC_WITH] = {LIST(with.items), LIST(with.body), ABSENT},
    [CS_NODE_MATCH] = {NODE(match.subject), LIST(match.cases)},
    [CS_NODE_RAISE] = {NODE(raise.exc), NODE(raise.cause)},
    [CS_NODE_TRY] = {LIST(try_stmt.body), LIST(try_stmt.handlers),
                     LIST(try_stmt.orelse), LIST(try_stmt.finalbody)},
    [CS_NODE_TRY_STAR] = {LIST(try_stmt.body), LIST(try_stmt.handlers),
                          LIST(try_stmt.orelse), LIST(try_stmt.finalbody)},
    [CS_NODE_ASSERT] = {NODE(assertion.test), NODE(assertion.msg)},
    [CS_NODE_IMPORT] = {LIST(import.names)},
    [CS_NODE_IMPORT_FROM] = {NAME, LIST(import.names), OTHER},
    [CS_NODE_GLOBAL] = {OTHER},
    [CS_NODE_NONLOCAL] = {OTHER},
    [CS_NODE_EXPR] = {NODE(value)},

    [CS_NODE_BOOL_OP] = {OP, LIST(bool_op.values)},
    [CS_NODE_NAMED_EXPR] = {NODE(named.target), NODE(named.value)},
    [CS_NODE_BIN_OP] = {NODE(bin_op.left), OP, NODE(bin_op.right)},
    [CS_NODE_UNARY_OP] = {OP, NODE(unary.operand)},
    [CS_NODE_LAMBDA] = {NODE(lambda.args), NODE(lambda.body)},
    [CS_NODE_IF_EXP] = {NODE(if_exp.test), NODE(if_exp.body),
                        NODE(if_exp.orelse)},
    [CS_NODE_DICT] = {LIST(dict.keys), LIST(dict.values)},
    [CS_NODE_SET] = {LIST(elts)},
    [CS_NODE_LIST_COMP] = {NODE(comp.elt), LIST(comp.generators)},
    [CS_NODE_SET_COMP] = {NODE(comp.elt), LIST(comp.generators)},
    [CS_NODE_DICT_COMP] = {NODE(comp.elt), NODE(comp.value),
                           LIST(comp.generators)},
    [CS_NODE_GENERATOR_EXP] = {NODE(comp.elt), LIST(comp.generators)},
    [CS_NODE_AWAIT] = {NODE(value)},
    [CS_NODE_YIELD] = {NODE(value)},
    [CS_NODE_YIELD_FROM] = {NODE(value)},
    [CS_NODE_COMPARE] = {NODE(compare.left), OTHER, LIST(compare.comparators)},
    [CS_NODE_CALL] = {NODE(call.func), LIST(call.args), LIST(call.keywords)},
    [CS_NODE_FORMATTED_VALUE] = {NODE(formatted.value), OTHER,
                                 NODE(formatted.format_spec)},
    [CS_NODE_JOINED_STR] = {LIST(values)},
    [CS_NODE_CONSTANT] = {OTHER, HEAD(CS_FIELD_KIND)},
    [CS_NODE_ATTRIBUTE] = {NODE(value), NAME, CTX},
    [CS_NODE_SUBSCRIPT] = {NODE(subscript.value), NODE(subscript.slice), CTX},
    [CS_NODE_STARRED] = {NODE(value), CTX},
    [CS_NODE_NAME] = {NAME, CTX},
    [CS_NODE_LIST] = {LIST(elts), CTX},
    [CS_NODE_TUPLE] = {LIST(elts), CTX},
    [CS_NODE_SLICE] = {NODE(slice.lower), NODE(slice.upper), NODE(slice.step)},

    [CS_NODE_COMPREHENSION] = {NODE(generator.target), NODE(generator.iter),
                               LIST(generator.ifs), FLAG(CS_NODE_ASYNC)},
    [CS_NODE_EXCEPT_HANDLER] = {NODE(handler.type), NAME, LIST(handler.body)},
    [CS_NODE_ARGUMENTS] = {LIST(arguments.posonlyargs), LIST(arguments.args),
                           NODE(arguments.vararg), LIST(arguments.kwonlyargs),
                           LIST(arguments.kw_defaults), NODE(arguments.kwarg),
                           LIST(arguments.defaults)},
    [CS_NODE_ARG] = {NAME, NODE(arg.annotation), ABSENT},
    [CS_NODE_KEYWORD] = {NAME, NODE(value)},
    [CS_NODE_ALIAS] = {NAME, OTHER},
    [CS_NODE_WITHITEM] = {NODE(withitem.context_expr),
                          NODE(withitem.optional_vars)},
    [CS_NODE_MATCH_CASE] = {NODE(match_case.pattern), NODE(match_case.guard),
                            LIST(match_case.body)},

    [CS_NODE_MATCH_VALUE] = {NODE(value)},
    [CS_NODE_MATCH_SINGLETON] = {OTHER},
    [CS_NODE_MATCH_SEQUENCE] = {LIST(patterns)},
    [CS_NODE_MATCH_MAPPING] = {LIST(match_mapping.keys),
                               LIST(match_mapping.patterns), NAME},
    [CS_NODE_MATCH_CLASS] = {NODE(match_class.cls), LIST(match_class.patterns),
                             OTHER, LIST(match_class.kwd_patterns)},
    [CS_NODE_MATCH_STAR] = {NAME},
    [CS_NODE_MATCH_AS] = {NODE(capture.pattern), NAME},
    [CS_NODE_MATCH_OR] = {LIST(patterns)},

    [CS_NODE_TYPE_VAR] = {NAME, NODE(type_param.bound)},
    [CS_NODE_PARAM_SPEC] = {NAME},
    [CS_NODE_TYPE_VAR_TUPLE] = {NAME},
};

const cs_field *cs_fields_of(cs_node_kind kind) {
  return fields[kind];
}

const cs_node_list *cs_fields_type_params(const cs_node *n) {
  if (n->kind == CS_NODE_CLASS_DEF) return &n->class_def.type_params;
  if (n->kind == CS_NODE_FUNCTION_DEF || n->kind == CS_NODE_ASYNC_FUNCTION_DEF)
    return &n->function.type_params;
  return NULL;
}
