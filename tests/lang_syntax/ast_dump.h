/*
 * ast_dump.h - print a syntax tree for comparison with CPython's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TESTS_AST_DUMP_H
#define CS_TESTS_AST_DUMP_H

#include <stdio.h>

#include "py/lang/unit.h"

/* Print the tree in the notation of dump.py, with positions. */
void ast_dump(FILE *out, const cs_unit *u);

#endif
