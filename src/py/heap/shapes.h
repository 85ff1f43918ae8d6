/*
 * shapes.h - the table of shape transitions.
 *
 * Open addressing in a RAW block: pairs of key (shape and name, both offsets)
 * and next shape.  The table keeps nothing alive: the collector removes the
 * entries whose shape or name is gone, because their offsets will be used
 * again for other objects.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_SHAPES_H
#define CS_PY_HEAP_SHAPES_H

#include <stdint.h>

static inline uint64_t cs_shapes_key(uint32_t shape, uint32_t name) {
  return (uint64_t)shape << 32 | name;
}

/* Where the search for `key` begins. */
static inline uint32_t cs_shapes_home(uint64_t key, uint32_t mask) {
  return (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 40) & mask;
}

#endif
