/*
 * engine_lib.h - classes of the library that cross the border by kind.
 *
 * Their instances are read and made by C code without running any Python:
 * the members are those that the module in prelude/lib declares.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_ENGINE_LIB_H
#define CS_PY_ENGINE_LIB_H

#include "py/engine_in.h"

/* The class; 0 when the image does not have it. */
cs_off cs_engine_lib_class(cs_engine *e, cs_lib_id id);
/* Which of them `type` is or extends; CS_LIB_COUNT: none. */
cs_lib_id cs_engine_lib_find(cs_engine *e, cs_off type);
/* An interned name. */
cs_status cs_engine_lib_name(cs_ctx *ctx, const char *text,
                             cs_value *out) CS_MUST_CHECK;
/* Member `name` of an instance, UNBOUND if there is none. */
cs_value cs_engine_lib_get(cs_ctx *ctx, cs_value obj, const char *name);
cs_status cs_engine_lib_set(cs_ctx *ctx, cs_value obj, const char *name,
                            cs_value v) CS_MUST_CHECK;
/* A small int member inside [low, high]. */
bool cs_engine_lib_int(cs_ctx *ctx, cs_value obj, const char *name, int low,
                       int high, int *out);

#endif
