/*
 * engine_make.h - instances of library classes from the parts of a message.
 *
 * All return CS_OK, CS_RETRY, CS_THROW for values that cannot be, or
 * CS_ECORRUPT for parts of the wrong kind.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_ENGINE_MAKE_H
#define CS_PY_ENGINE_MAKE_H

#include "base/wire.h"
#include "py/engine_in.h"

cs_status cs_engine_make_date(cs_engine *e, const cs_wire_item *it,
                              cs_value *out) CS_MUST_CHECK;
cs_status cs_engine_make_delta(cs_engine *e, const cs_wire_item *it,
                               cs_value *out) CS_MUST_CHECK;
cs_status cs_engine_make_path(cs_engine *e, const cs_wire_item *it,
                              cs_value *out) CS_MUST_CHECK;
cs_status cs_engine_make_uuid(cs_engine *e, const cs_wire_item *it,
                              cs_value *out) CS_MUST_CHECK;
/* A ZoneInfo without content: the prelude loads it. */
cs_status cs_engine_make_zone(cs_engine *e, cs_value key,
                              cs_value *out) CS_MUST_CHECK;
/* Every other kind that has parts. */
cs_status cs_engine_make(cs_engine *e, const cs_wire_item *it,
                         const cs_value *part, cs_value *out) CS_MUST_CHECK;
/* A function of the host. */
cs_status cs_engine_make_tool(cs_ctx *ctx, cs_value name,
                              cs_value *out) CS_MUST_CHECK;
/* The guest object with this export number, or UNBOUND. */
cs_value cs_engine_exported(cs_engine *e, uint64_t id);

#endif
