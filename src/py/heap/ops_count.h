/*
 * ops_count.h - how many words each instruction has, from ops.def.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_OPS_COUNT_H
#define CS_PY_HEAP_OPS_COUNT_H

#include <stdint.h>

static const uint8_t cs_ops_words[] = {
#define CS_I(name, words, text) words,
#include "py/heap/ops.def"
#undef CS_I
};

#define CS_OPS_COUNT (sizeof cs_ops_words / sizeof *cs_ops_words)

#endif
