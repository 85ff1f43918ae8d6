/*
 * caisson/depth.h - depths by name: from part 5 of caisson.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CAISSON_DEPTH_H
#define CAISSON_DEPTH_H

/* === 5. Depths =========================================================== */

/* Where programs run, from shallow to deep.  Numbers are append-only. */
typedef enum cs_depth {
  CS_DEPTH_NONE = -1,
  CS_DEPTH_CHECK = 0,   /* nothing runs */
  CS_DEPTH_INTERP = 1,  /* our own engine */
  CS_DEPTH_PROCESS = 2, /* CPython in a jail */
  CS_DEPTH_IMAGE = 3,   /* the programs of an image, in a jail */
  CS_DEPTH_VM = 4       /* a virtual machine */
} cs_depth;

#endif
