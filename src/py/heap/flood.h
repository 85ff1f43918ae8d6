/*
 * flood.h - tables that somebody fills with keys that collide.
 *
 * Hashes of text, bytes and numbers are the same in every session, so whoever
 * sends data to a program can choose keys that all have one hash.  A table in
 * which a probe takes more than CS_FLOOD steps places its keys from then on by
 * a keyed hash of what they are, with the session's key.  That is not seen in
 * a dict; a set that is flooded has another order than CPython's.
 *
 * Stored hashes stay those that programs see.  Keys whose hash is Python code
 * have no other: a table with such a key is never placed by key, and a lookup
 * of one in a table that is looks at the hashes one by one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_FLOOD_H
#define CS_PY_HEAP_FLOOD_H

#include "py/heap/ctx.h"

#define CS_FLOOD 96u /* steps; by chance it happens once in 10^15 probes */

enum { /* h.flags of TABLE, SETTABLE, and the ARRAY of interned names */
       CS_TABLE_KEYED = 1, /* placed by the keyed hash */
       CS_TABLE_PLAIN = 2  /* never to be: has keys whose hash is Python code */
};

/* Where a key whose hash is known to C belongs in such a table.  Equal keys
 * have equal places. */
uint64_t cs_flood_place(cs_ctx *ctx, cs_value key);
/* Is the hash of this key known to C, also later? */
bool cs_flood_knows(cs_ctx *ctx, cs_value key);

#endif
