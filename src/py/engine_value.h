/*
 * engine_value.h - values between a session and bytes (base/wire.h).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_ENGINE_VALUE_H
#define CS_PY_ENGINE_VALUE_H

#include "base/wire.h"
#include "py/engine_in.h"

/* Append `v`.  Nothing in the guest changes.  CS_ELIMIT: larger than the
 * message may be; CS_EOS: no memory. */
cs_status cs_engine_encode(cs_engine *e, cs_value v, cs_wire *w) CS_MUST_CHECK;
/* A number by which the host can name this guest object later; 0 when the
 * session does not keep such numbers. */
uint64_t cs_engine_export(cs_engine *e, cs_value v);

/* Make one value from untrusted bytes, which are used up.  `*fixes` is a list
 * that the prelude's _x_wire_fix must work off before anyone sees the value,
 * or None.  CS_ECORRUPT: not a value; CS_THROW: one that cannot be (its
 * exception is set); CS_RETRY: collect and start over. */
cs_status cs_engine_decode(cs_engine *e, cs_wire_in *in, cs_value *out,
                           cs_value *fixes) CS_MUST_CHECK;
/* Collects when needed; CS_THROW with MemoryError when that does not help. */
cs_status cs_engine_decode_all(cs_engine *e, const void *bytes, size_t n,
                               cs_value *out, cs_value *fixes) CS_MUST_CHECK;
/* A HostFuture for the open call: 0 pending, 1 done with `value`, 2 failed. */
cs_status cs_engine_make_future(cs_engine *e, int state, cs_value value,
                                cs_value *out) CS_MUST_CHECK;
/* A pending one, registered under the call's number. */
cs_status cs_engine_make_pending(cs_engine *e, cs_value *out) CS_MUST_CHECK;
/* Must the answer to the open call be something that can be awaited: is the
 * tool async, or does the program await it right away? */
bool cs_engine_wants_future(const cs_engine *e);
bool cs_engine_is_async_call(const cs_engine *e);
/* The class of a built-in exception, RuntimeError for other names. */
cs_off cs_engine_exc_by_name(cs_ctx *ctx, const char *name, size_t n);

#endif
