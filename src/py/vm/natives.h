/*
 * natives.h - every native of the engine by id.
 *
 * An id is table number times 128 plus row. It is stored in NATIVE objects and
 * in snapshots, therefore rows are only appended. The table itself is made in
 * py/natives.c, the one place that sees all modules: vm knows it by this header
 * alone.
 *
 * A native is one row: owner, name, signature, C function. "str" is a class,
 * ".math" a module, ".intrinsics" what only the prelude reaches. Ids are never
 * given to anything else, so an old snapshot of the same build family is
 * refused by its fingerprint and not misread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_VM_NATIVES_H
#define CS_PY_VM_NATIVES_H

#include "py/heap/native.h"

/* cs_natives_table[id / 128][id % 128]; see natives.def. */
extern const cs_native_def *const cs_natives_table[];
extern const uint32_t cs_natives_tables;

/* The C function of a native; `id` comes from a NATIVE object. */
cs_leaf *cs_natives_leaf(uint32_t id);

/* Id of the native "owner.name" (a module function without its dot). For the
 * prelude, which names natives by text; `*id` is untouched if there is none. */
bool cs_natives_find(const char *name, size_t len, uint32_t *id);

#endif
