/*
 * wall.h - the bits of walls.def, the same from a policy to the jail's helper.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_WALL_H
#define CS_BASE_WALL_H

enum {
#define WALL(id, bit, field, path) CS_WALL_##id = (bit),
#include "base/walls.def"
#undef WALL
#define WALL(id, bit, field, path) | (bit)
  CS_WALLS = 0
#include "base/walls.def"
#undef WALL
};

#endif
