/*
 * ast.h - the syntax tree: one struct per node, fields named as in CPython.
 *
 * `node->kind` says which member of the anonymous union is meant; the table
 * below names it.  A node is allocated with the size of its own member only,
 * so a node is never copied by assignment and never changes its kind.
 *
 * Positions are those of CPython's ast: lines from 1, columns as UTF-8 byte
 * offsets from 0, ends exclusive.
 *
 * `name` in the head is the identifier of a node, whichever field CPython
 * keeps it in (id, attr, arg, name, module, rest); CS_NAME_NONE if absent.
 * The scope pass fills the fields marked [scope] and replaces private
 * attribute names by their mangled form.  Everything lives in the unit's
 * scratch.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_LANG_AST_H
#define CS_LANG_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "py/lang/name.h"

struct cs_scope;
struct cs_symbol;

/* X(tag, name in CPython's ast, union member) */
#define CS_NODE_LIST(X)                               \
  /* modules */                                       \
  X(MODULE, "Module", block)                          \
  X(INTERACTIVE, "Interactive", block)                \
  X(EXPRESSION, "Expression", expression)             \
  X(FUNCTION_TYPE, "FunctionType", function_type)     \
  /* statements */                                    \
  X(FUNCTION_DEF, "FunctionDef", function)            \
  X(ASYNC_FUNCTION_DEF, "AsyncFunctionDef", function) \
  X(CLASS_DEF, "ClassDef", class_def)                 \
  X(RETURN, "Return", value)                          \
  X(DELETE, "Delete", targets)                        \
  X(ASSIGN, "Assign", assign)                         \
  X(TYPE_ALIAS, "TypeAlias", type_alias)              \
  X(AUG_ASSIGN, "AugAssign", aug_assign)              \
  X(ANN_ASSIGN, "AnnAssign", ann_assign)              \
  X(FOR, "For", for_loop)                             \
  X(ASYNC_FOR, "AsyncFor", for_loop)                  \
  X(WHILE, "While", branch)                           \
  X(IF, "If", branch)                                 \
  X(WITH, "With", with)                               \
  X(ASYNC_WITH, "AsyncWith", with)                    \
  X(MATCH, "Match", match)                            \
  X(RAISE, "Raise", raise)                            \
  X(TRY, "Try", try_stmt)                             \
  X(TRY_STAR, "TryStar", try_stmt)                    \
  X(ASSERT, "Assert", assertion)                      \
  X(IMPORT, "Import", import)                         \
  X(IMPORT_FROM, "ImportFrom", import)                \
  X(GLOBAL, "Global", declare)                        \
  X(NONLOCAL, "Nonlocal", declare)                    \
  X(EXPR, "Expr", value)                              \
  X(PASS, "Pass", nothing)                            \
  X(BREAK, "Break", nothing)                          \
  X(CONTINUE, "Continue", nothing)                    \
  /* expressions */                                   \
  X(BOOL_OP, "BoolOp", bool_op)                       \
  X(NAMED_EXPR, "NamedExpr", named)                   \
  X(BIN_OP, "BinOp", bin_op)                          \
  X(UNARY_OP, "UnaryOp", unary)                       \
  X(LAMBDA, "Lambda", lambda)                         \
  X(IF_EXP, "IfExp", if_exp)                          \
  X(DICT, "Dict", dict)                               \
  X(SET, "Set", elts)                                 \
  X(LIST_COMP, "ListComp", comp)                      \
  X(SET_COMP, "SetComp", comp)                        \
  X(DICT_COMP, "DictComp", comp)                      \
  X(GENERATOR_EXP, "GeneratorExp", comp)              \
  X(AWAIT, "Await", value)                            \
  X(YIELD, "Yield", value)                            \
  X(YIELD_FROM, "YieldFrom", value)                   \
  X(COMPARE, "Compare", compare)                      \
  X(CALL, "Call", call)                               \
  X(FORMATTED_VALUE, "FormattedValue", formatted)     \
  X(JOINED_STR, "JoinedStr", values)                  \
  X(CONSTANT, "Constant", constant)                   \
  X(ATTRIBUTE, "Attribute", value)                    \
  X(SUBSCRIPT, "Subscript", subscript)                \
  X(STARRED, "Starred", value)                        \
  X(NAME, "Name", sym)                                \
  X(LIST, "List", elts)                               \
  X(TUPLE, "Tuple", elts)                             \
  X(SLICE, "Slice", slice)                            \
  /* parts */                                         \
  X(COMPREHENSION, "comprehension", generator)        \
  X(EXCEPT_HANDLER, "ExceptHandler", handler)         \
  X(ARGUMENTS, "arguments", arguments)                \
  X(ARG, "arg", arg)                                  \
  X(KEYWORD, "keyword", value)                        \
  X(ALIAS, "alias", alias)                            \
  X(WITHITEM, "withitem", withitem)                   \
  X(MATCH_CASE, "match_case", match_case)             \
  /* patterns */                                      \
  X(MATCH_VALUE, "MatchValue", value)                 \
  X(MATCH_SINGLETON, "MatchSingleton", value)         \
  X(MATCH_SEQUENCE, "MatchSequence", patterns)        \
  X(MATCH_MAPPING, "MatchMapping", match_mapping)     \
  X(MATCH_CLASS, "MatchClass", match_class)           \
  X(MATCH_STAR, "MatchStar", capture)                 \
  X(MATCH_AS, "MatchAs", capture)                     \
  X(MATCH_OR, "MatchOr", patterns)                    \
  /* type parameters (PEP 695) */                     \
  X(TYPE_VAR, "TypeVar", type_param)                  \
  X(PARAM_SPEC, "ParamSpec", type_param)              \
  X(TYPE_VAR_TUPLE, "TypeVarTuple", type_param)

typedef enum cs_node_kind {
#define X(tag, text, member) CS_NODE_##tag,
  CS_NODE_LIST(X)
#undef X
      CS_NODE_COUNT
} cs_node_kind;

/* Operators; X(tag, name in CPython's ast, symbol). */
#define CS_OP_LIST(X)            \
  X(NONE, "", "")                \
  X(ADD, "Add", "+")             \
  X(SUB, "Sub", "-")             \
  X(MULT, "Mult", "*")           \
  X(MAT_MULT, "MatMult", "@")    \
  X(DIV, "Div", "/")             \
  X(MOD, "Mod", "%")             \
  X(POW, "Pow", "**")            \
  X(LSHIFT, "LShift", "<<")      \
  X(RSHIFT, "RShift", ">>")      \
  X(BIT_OR, "BitOr", "|")        \
  X(BIT_XOR, "BitXor", "^")      \
  X(BIT_AND, "BitAnd", "&")      \
  X(FLOOR_DIV, "FloorDiv", "//") \
  X(INVERT, "Invert", "~")       \
  X(NOT, "Not", "not")           \
  X(UADD, "UAdd", "+")           \
  X(USUB, "USub", "-")           \
  X(EQ, "Eq", "==")              \
  X(NOT_EQ, "NotEq", "!=")       \
  X(LT, "Lt", "<")               \
  X(LT_E, "LtE", "<=")           \
  X(GT, "Gt", ">")               \
  X(GT_E, "GtE", ">=")           \
  X(IS, "Is", "is")              \
  X(IS_NOT, "IsNot", "is not")   \
  X(IN, "In", "in")              \
  X(NOT_IN, "NotIn", "not in")   \
  X(AND, "And", "and")           \
  X(OR, "Or", "or")

typedef enum cs_op {
#define X(tag, text, symbol) CS_OP_##tag,
  CS_OP_LIST(X)
#undef X
} cs_op;

typedef enum cs_expr_ctx { CS_CTX_LOAD, CS_CTX_STORE, CS_CTX_DEL } cs_expr_ctx;

typedef enum cs_const_type {
  CS_CONST_NONE,
  CS_CONST_TRUE,
  CS_CONST_FALSE,
  CS_CONST_ELLIPSIS,
  CS_CONST_INT,     /* `i`                                             */
  CS_CONST_BIGINT,  /* `text` digits in `base`, no underscores, > 2^63-1 */
  CS_CONST_FLOAT,   /* `f`                                             */
  CS_CONST_COMPLEX, /* `f` is the imaginary part, the real one is 0    */
  CS_CONST_STR,     /* `text`, `n_chars`, `ascii`, `surrogates`        */
  CS_CONST_BYTES    /* `text`                                          */
} cs_const_type;

typedef struct cs_constant {
  uint8_t type; /* cs_const_type                                            */
  uint8_t base; /* BIGINT: 2, 8, 10 or 16                                   */
  bool ascii;   /* STR: every byte < 0x80                                   */
  bool surrogates;  /* STR: holds lone surrogates (generalised UTF-8)        */
  bool u_prefix;    /* STR written u"": only ast.dump wants to know          */
  uint32_t len;     /* bytes of `text`                                      */
  uint32_t n_chars; /* STR: code points                                     */
  union {
    int64_t i;
    double f;
    const char *text; /* borrowed: source or scratch; not NUL-terminated   */
  };
} cs_constant;

typedef struct cs_node cs_node;

typedef struct cs_node_list {
  cs_node **items;
  uint32_t n;
} cs_node_list;

typedef struct cs_name_list {
  cs_name *items;
  uint32_t n;
} cs_name_list;

/* cs_node.flags */
enum {
  CS_NODE_PAREN = 1,    /* written in parentheses of its own                */
  CS_NODE_SIMPLE = 2,   /* ANN_ASSIGN: target is a bare name (simple=1)     */
  CS_NODE_ASYNC = 4,    /* COMPREHENSION: async for                         */
  CS_NODE_HAS_AWAIT = 8 /* comp: contains await or async for [scope]        */
};

struct cs_node {
  uint8_t kind; /* cs_node_kind                                            */
  uint8_t ctx; /* cs_expr_ctx of NAME ATTRIBUTE SUBSCRIPT STARRED LIST TUPLE  */
  uint8_t op;  /* cs_op of BOOL_OP BIN_OP UNARY_OP AUG_ASSIGN             */
  uint8_t flags; /* CS_NODE_…                                               */
  cs_name name;  /* see above                                               */
  uint32_t line, col, end_line, end_col;
  union {
    /* RETURN? EXPR AWAIT YIELD? YIELD_FROM STARRED ATTRIBUTE KEYWORD
     * (name NONE for **value) MATCH_VALUE MATCH_SINGLETON (a CONSTANT) */
    cs_node *value; /* NULL where marked `?`                                */
    struct cs_symbol *sym; /* NAME [scope]                          */
    cs_node_list targets;  /* DELETE                                */
    cs_node_list elts;     /* SET LIST TUPLE                        */
    cs_node_list values;   /* JOINED_STR: CONSTANT, FORMATTED_VALUE */
    cs_node_list patterns; /* MATCH_SEQUENCE MATCH_OR               */
    cs_constant constant;  /* CONSTANT                              */
    struct {
      char unused;
    } nothing; /* PASS BREAK CONTINUE                 */

    struct { /* MODULE INTERACTIVE */
      cs_node_list body;
      struct cs_scope *scope; /* [scope] */
    } block;
    struct { /* EXPRESSION */
      cs_node *body;
      struct cs_scope *scope; /* [scope] */
    } expression;
    struct { /* FUNCTION_TYPE */
      cs_node_list argtypes;
      cs_node *returns;
    } function_type;

    struct {         /* FUNCTION_DEF ASYNC_FUNCTION_DEF */
      cs_node *args; /* ARGUMENTS */
      cs_node_list body;
      cs_node_list decorator_list;
      cs_node *returns; /* or NULL */
      cs_node_list type_params;
      struct cs_symbol *sym;       /* what the statement binds [scope]      */
      struct cs_scope *scope;      /* of the body [scope]                   */
      struct cs_scope *type_scope; /* of the type params, or NULL [scope]   */
    } function;
    struct { /* CLASS_DEF */
      cs_node_list bases;
      cs_node_list keywords; /* KEYWORD */
      cs_node_list body;
      cs_node_list decorator_list;
      cs_node_list type_params;
      struct cs_symbol *sym;
      struct cs_scope *scope;
      struct cs_scope *type_scope;
    } class_def;
    struct {         /* TYPE_ALIAS */
      cs_node *name; /* NAME, Store */
      cs_node_list type_params;
      cs_node *value;
      struct cs_scope *scope;      /* of the lazily evaluated value         */
      struct cs_scope *type_scope; /* or NULL                               */
    } type_alias;

    struct {
      cs_node_list targets;
      cs_node *value;
    } assign;
    struct { /* operator in head.op */
      cs_node *target, *value;
    } aug_assign;
    struct {
      cs_node *target, *annotation, *value; /* value or NULL */
    } ann_assign;
    struct { /* FOR ASYNC_FOR */
      cs_node *target, *iter;
      cs_node_list body, orelse;
    } for_loop;
    struct { /* WHILE IF; elif is an IF alone in orelse */
      cs_node *test;
      cs_node_list body, orelse;
    } branch;
    struct {              /* WITH ASYNC_WITH */
      cs_node_list items; /* WITHITEM */
      cs_node_list body;
    } with;
    struct {
      cs_node *context_expr, *optional_vars; /* vars or NULL */
    } withitem;
    struct {
      cs_node *subject;
      cs_node_list cases; /* MATCH_CASE */
    } match;
    struct {
      cs_node *pattern, *guard; /* guard or NULL */
      cs_node_list body;
    } match_case;
    struct {
      cs_node *exc, *cause; /* both or NULL */
    } raise;
    struct { /* TRY TRY_STAR */
      cs_node_list body, handlers, orelse, finalbody;
    } try_stmt;
    struct {         /* name in head.name, or NONE */
      cs_node *type; /* or NULL */
      cs_node_list body;
      struct cs_symbol *sym; /* of the name, or NULL [scope] */
    } handler;
    struct {
      cs_node *test, *msg; /* msg or NULL */
    } assertion;
    struct { /* IMPORT IMPORT_FROM (head.name = dotted module or NONE) */
      cs_node_list names; /* ALIAS */
      uint32_t level;     /* leading dots */
    } import;
    struct {          /* head.name = dotted name, "*" for a star import */
      cs_name asname; /* or NONE */
      struct cs_symbol *sym; /* what is bound; NULL for * [scope] */
    } alias;
    cs_name_list declare; /* GLOBAL NONLOCAL */

    struct { /* operator in head.op: AND, OR */
      cs_node_list values;
    } bool_op;
    struct {
      cs_node *target, *value;
    } named;
    struct { /* operator in head.op */
      cs_node *left, *right;
    } bin_op;
    struct { /* operator in head.op */
      cs_node *operand;
    } unary;
    struct {
      cs_node *args, *body;
      struct cs_scope *scope; /* [scope] */
    } lambda;
    struct {
      cs_node *test, *body, *orelse;
    } if_exp;
    struct { /* keys.items[i] is NULL for **values.items[i] */
      cs_node_list keys, values;
    } dict;
    struct {                   /* *_COMP GENERATOR_EXP */
      cs_node *elt;            /* DICT_COMP: the key */
      cs_node *value;          /* DICT_COMP only     */
      cs_node_list generators; /* COMPREHENSION      */
      struct cs_scope *scope;  /* [scope] */
    } comp;
    struct { /* head.flags & CS_NODE_ASYNC */
      cs_node *target, *iter;
      cs_node_list ifs;
    } generator;
    struct { /* ops[i] is a cs_op, one per comparator */
      cs_node *left;
      uint8_t *ops;
      cs_node_list comparators;
    } compare;
    struct {
      cs_node *func;
      cs_node_list args;     /* STARRED for *args */
      cs_node_list keywords; /* KEYWORD */
    } call;
    struct {                        /* conversion: -1, 's', 'r' or 'a' */
      cs_node *value, *format_spec; /* JOINED_STR or NULL */
      int conversion;
    } formatted;
    struct {
      cs_node *value, *slice; /* slice: any expression, SLICE, TUPLE */
    } subscript;
    struct { /* each or NULL */
      cs_node *lower, *upper, *step;
    } slice;

    struct {
      cs_node_list posonlyargs, args, kwonlyargs; /* ARG */
      cs_node_list defaults;    /* of the last posonlyargs + args */
      cs_node_list kw_defaults; /* one per kwonlyargs, NULL = none */
      cs_node *vararg, *kwarg;  /* ARG or NULL */
    } arguments;
    struct {
      cs_node *annotation; /* or NULL */
      struct cs_symbol *sym;
    } arg;

    struct { /* head.name = rest, or NONE */
      cs_node_list keys, patterns;
      struct cs_symbol *sym; /* of rest [scope] */
    } match_mapping;
    struct { /* kwd_attrs[i] names the attribute of kwd_patterns.items[i] */
      cs_node *cls;
      cs_node_list patterns, kwd_patterns;
      cs_name *kwd_attrs;
    } match_class;
    struct { /* MATCH_STAR MATCH_AS; head.name = NONE for `_` and `*_` */
      cs_node *pattern; /* MATCH_AS: or NULL */
      struct cs_symbol *sym;
    } capture;
    struct {          /* head.name */
      cs_node *bound; /* TYPE_VAR: or NULL */
      struct cs_symbol *sym;
      struct cs_scope *scope; /* of the lazily evaluated bound, or NULL */
    } type_param;
  };
};

/* Name of a kind and of an operator as in CPython's ast; static storage. */
const char *cs_ast_kind_name(cs_node_kind kind);
const char *cs_ast_op_name(cs_op op);

/* Allocate a node of `kind`, all fields zero.  NULL at the scratch limit. */
cs_node *cs_ast_new(cs_scratch *scratch, cs_node_kind kind);

#endif
