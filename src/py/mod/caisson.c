/*
 * caisson.c - what only the library sees: host calls, digests, sizes.
 *
 * The module `_engine` is the C half of `_caisson` (prelude/lib/_caisson.py).
 * A digest is a BOX that holds the bytes of a cs_digest, so it can be dumped
 * and loaded; the state is checked at every use because a snapshot may come
 * from anywhere.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "digest/digest.h"
#include "py/heap/box.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/mod/size.h"
#include "py/types/bytes.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"

/* --- the host ------------------------------------------------------------ */

/* os_call(name, *args): the host's answer is the result. */
CS_LEAF(os_call) {
  cs_value row[2];
  if (n == 0 || !cs_is_str(args[0]))
    return cs_throw(ctx, CS_TypeError, "os_call() needs a name");
  row[0] = args[0];
  CS_TRY(cs_tuple_new(ctx, args + 1, n - 1, &row[1]));
  cs_value request;
  CS_TRY(cs_tuple_new(ctx, row, 2, &request));
  return cs_want_request(ctx, CS_REQ_OS, request);
}

/* host_wait(timeout): until a pending call has a result. */
CS_LEAF_TAKES(host_wait, ANY) {
  cs_value request;
  CS_TRY(cs_tuple_new(ctx, args, 1, &request));
  return cs_want_request(ctx, CS_REQ_WAIT, request);
}

/* host_method(object number, name, args, kwargs) */
CS_LEAF_TAKES(host_method, ANY, STR, TUPLE, DICT) {
  cs_value row[4] = {args[1], args[2], args[3], args[0]}, request;
  if (!cs_is_str(args[1]) || !cs_is_tuple(args[2]) || !cs_is_dict(args[3]))
    return cs_throw(ctx, CS_TypeError, "method of the host expected");
  CS_TRY(cs_tuple_new(ctx, row, 4, &request));
  return cs_want_request(ctx, CS_REQ_CALL, request);
}

/* host_attribute(object number, name) */
CS_LEAF_TAKES(host_attribute, ANY, STR) {
  cs_value row[2] = {args[1], args[0]}, request;
  if (!cs_is_str(args[1]))
    return cs_throw(ctx, CS_TypeError, "name of an attribute expected");
  CS_TRY(cs_tuple_new(ctx, row, 2, &request));
  return cs_want_request(ctx, CS_REQ_NAME, request);
}

/* --- digests ------------------------------------------------------------- */

static cs_status digest_of(cs_ctx *ctx, cs_value v, cs_digest **out) {
  if (!cs_box_is(ctx, v, CS_BOX_DIGEST))
    return cs_throw(ctx, CS_TypeError, "digest expected, not %t", v);
  *out = cs_box_bytes(ctx, v);
  if (cs_digest_check(*out) != CS_OK)
    return cs_throw(ctx, CS_ValueError, "damaged digest");
  return CS_OK;
}

/* BLAKE2's numbers come as one tuple: size, fanout, depth, leaf, offset, node
 * depth, inner size, last node. */
static cs_status blake2_params(cs_ctx *ctx, const cs_value *args,
                               cs_digest_blake2 *p) {
  int64_t num[8];
  uint32_t len;
  cs_value t = args[1];
  if (!cs_is_tuple(t) || cs_tuple_len(ctx, t) != 8) return CS_EINVAL;
  for (uint32_t i = 0; i < 8; i++)
    if (!cs_int_as_i64(ctx, cs_tuple_at(ctx, t, i), &num[i]) ||
        (num[i] < 0 && i != 4))
      return CS_EINVAL;
  CS_TRY(cs_bytes_arg(ctx, args[2], &p->key, &len));
  p->key_size = len;
  CS_TRY(cs_bytes_arg(ctx, args[3], &p->salt, &len));
  p->salt_size = len;
  CS_TRY(cs_bytes_arg(ctx, args[4], &p->person, &len));
  p->person_size = len;
  for (uint32_t i = 0; i < 8; i++)
    if (i != 4 && num[i] > UINT32_MAX) return CS_EINVAL;
  p->digest_size = (uint32_t)num[0];
  p->fanout = (uint32_t)num[1];
  p->depth = (uint32_t)num[2];
  p->leaf_size = (uint32_t)num[3];
  p->node_offset = (uint64_t)num[4];
  p->node_depth = (uint32_t)num[5];
  p->inner_size = (uint32_t)num[6];
  p->last_node = num[7] != 0;
  return CS_OK;
}

/* digest_new(name, numbers=None, key=b'', salt=b'', person=b'') */
CS_LEAF_TAKES(digest_new, STR) {
  cs_digest_kind kind;
  uint32_t len;
  if (!cs_is_str(args[0]))
    return cs_throw(ctx, CS_TypeError, "name of a digest expected");
  const char *name = cs_str_data(ctx, args[0], &len);
  if (!cs_digest_find(name, len, &kind))
    return cs_throw(ctx, CS_ValueError, "unsupported hash type %v", args[0]);
  cs_digest d;
  cs_status st = CS_OK;
  if (cs_is_tuple(args[1])) {
    cs_digest_blake2 p = cs_digest_blake2_default(kind);
    st = blake2_params(ctx, args, &p);
    if (st == CS_OK) st = cs_digest_init_blake2(&d, kind, &p);
    if (st == CS_EINVAL)
      return cs_throw(ctx, CS_ValueError, "parameter of BLAKE2 out of range");
    if (st != CS_OK) return st;
  } else {
    cs_digest_init(&d, kind);
  }
  cs_value box;
  CS_TRY(cs_box_new(ctx, CS_BOX_DIGEST, 0, sizeof d, &box));
  memcpy(cs_box_bytes(ctx, box), &d, sizeof d);
  CS_GIVE(box);
}

#define PIECE (1u << 20) /* bytes between two looks at the clock */

CS_LEAF_TAKES(digest_update, DIGEST, ANY) {
  cs_digest *d;
  const uint8_t *data;
  uint32_t len;
  CS_TRY(digest_of(ctx, args[0], &d));
  CS_TRY(cs_bytes_need(ctx, args, 1, &data, &len));
  if (cs_is_frozen(ctx, args[0]))
    return cs_throw(ctx, CS_TypeError,
                    "cannot modify a constant of the library");
  /* In pieces, on a copy: time may be over in the middle. */
  cs_digest copy = *d;
  for (; len > PIECE; len -= PIECE, data += PIECE) {
    CS_TRY(cs_charge_big(ctx, PIECE / 32));
    cs_digest_update(&copy, data, PIECE);
  }
  CS_TRY(cs_charge_big(ctx, len / 32));
  cs_digest_update(&copy, data, len);
  *d = copy;
  CS_GIVE(CS_NONE);
}

/* digest_final(d, length=0): `length` only for SHAKE. */
CS_LEAF_TAKES(digest_final, DIGEST, ANY) {
  cs_digest *d;
  int64_t len = 0;
  CS_TRY(digest_of(ctx, args[0], &d));
  if (!cs_is_unbound(args[1]) && !cs_int_as_i64(ctx, args[1], &len))
    return cs_throw(ctx, CS_OverflowError, "digest length is too large");
  if (d->size) len = d->size;
  if (len < 0) return cs_throw(ctx, CS_ValueError, "value must be positive");
  CS_TRY(cs_charge_big(ctx, (uint64_t)len / 32 + 4));
  uint8_t *data;
  CS_TRY(cs_bytes_room(ctx, CS_L_BYTES, (uint64_t)len, out, &data));
  cs_digest_finish(d, data, (size_t)len);
  return CS_OK;
}

CS_LEAF_TAKES(digest_copy, DIGEST) {
  cs_digest *d;
  cs_value box;
  CS_TRY(digest_of(ctx, args[0], &d));
  CS_TRY(cs_box_new(ctx, CS_BOX_DIGEST, 0, sizeof *d, &box));
  memcpy(cs_box_bytes(ctx, box), d, sizeof *d);
  CS_GIVE(box);
}

/* --- sys.getsizeof ------------------------------------------------------- */

CS_LEAF_TAKES(size_of, ANY) {
  CS_GIVE(cs_int(cs_size_of(ctx, args[0])));
}

/* intern(s) */
CS_LEAF_TAKES(intern, ANY) {
  cs_value s = args[0];
  if (!cs_is_str(s))
    return cs_throw(ctx, CS_TypeError, "intern() argument must be str, not %t",
                    s);
  return cs_str_intern(ctx, s, out);
}

extern const cs_native_def cs_caisson_natives[];
const cs_native_def cs_caisson_natives[] = {
    {"._engine", "os_call", "(*args)", os_call},
    {"._engine", "host_wait", "(timeout, /)", host_wait},
    {"._engine", "digest_new",
     "(name, numbers=None, key=b'', salt=b'', person=b'', /)", digest_new},
    {"._engine", "digest_update", "(d, data, /)", digest_update},
    {"._engine", "digest_final", "(d, length=0, /)", digest_final},
    {"._engine", "digest_copy", "(d, /)", digest_copy},
    {"._engine", "size_of", "(x, /)", size_of},
    {"._engine", "intern", "(string, /)", intern},
    {"._engine", "host_method", "(id, name, args, kwargs, /)", host_method},
    {"._engine", "host_attribute", "(id, name, /)", host_attribute},
    CS_NATIVE_END};
