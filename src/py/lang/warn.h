/*
 * warn.h - expressions that compile and cannot be what was meant.
 *
 * Each looks at one node and records a warning of the unit, as CPython's
 * compiler does for the same text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_LANG_WARN_H
#define CS_LANG_WARN_H

#include "py/lang/unit.h"

void cs_warn_compare(cs_unit *u, const cs_node *n);   /* x is 1        */
void cs_warn_assert(cs_unit *u, const cs_node *n);    /* assert (x, y) */
void cs_warn_call(cs_unit *u, const cs_node *n);      /* "a"(x)        */
void cs_warn_subscript(cs_unit *u, const cs_node *n); /* [1, 2]["a"]   */

#endif
