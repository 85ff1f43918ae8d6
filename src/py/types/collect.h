/*
 * collect.h - an argument that may be any iterable becomes a list.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_COLLECT_H
#define CS_PY_TYPES_COLLECT_H

#include "py/heap/ctx.h"

/* Make args[i] an exact list or tuple with the items of what it was.  A list
 * or tuple stays itself; any other container or leaf iterator is replaced by a
 * new list.  CS_SLOW, changing nothing: iterating takes Python code.
 *
 * An iterator is used up step by step, and CS_RETRY may come in between: the
 * register then holds the unfinished work, and the same call goes on with it
 * when the native runs again; likewise CS_NEED, when the loop must finish it.
 * So natives pass on what this returns before they do anything else, and `i`
 * must be below the number of arguments given. */
cs_status cs_collect_arg(cs_ctx *ctx, cs_value *args, uint32_t i) CS_MUST_CHECK;

/* The same, but only for leaf iterators; CS_OK for everything else.  Natives
 * that walk containers themselves start with it. */
cs_status cs_collect_iter(cs_ctx *ctx, cs_value *args,
                          uint32_t i) CS_MUST_CHECK;

/* The same for natives that let the VM collect the rest: CS_NEED instead of
 * CS_SLOW. */
cs_status cs_collect_need(cs_ctx *ctx, cs_value *args,
                          uint32_t i) CS_MUST_CHECK;

#endif
