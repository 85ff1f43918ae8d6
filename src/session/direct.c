/*
 * direct.c - large reads go straight into the program's memory.
 *
 * The usual way of an answer is a message that the engine takes apart: two
 * copies and twice the memory, which shows from some pages on.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "session/session_in.h"
#include "vfs/call.h"

#define LEAST 16384 /* bytes */

/* The arguments of "fs.read": a handle of ours and how much. */
static bool get_read(const cs_session *s, int64_t *handle, int64_t *most) {
  cs_wire_in in = cs_wire_read(s->args.data, s->args.len);
  uint32_t n;
  return cs_wire_get_seq(&in, &n) && n == 2 && cs_wire_get_int(&in, handle) &&
         cs_wire_get_int(&in, most) && *handle < CS_HOST_HANDLE &&
         *most >= LEAST;
}

bool cs_session_read_direct(cs_session *s) {
  int64_t handle, most;
  cs_engine *e = cs_port_local(&s->port);
  if (!e || s->tapped || !s->files || s->saved.len > 0 ||
      s->oscall != CS_OSCALL_READ || !get_read(s, &handle, &most))
    return false;
  size_t got = 0, want = cs_vfs_call_wants(s->files, handle, most);
  if (want < LEAST) return false;
  void *room = cs_engine_reply_room(e, want);
  if (!room) return true; /* the program has got its MemoryError */
  int err = cs_vfs_read(s->files, handle, room, want, &got);
  if (err)
    (void)!cs_engine_reply_oserror(e, err, strerrordesc_np(err));
  else
    (void)!cs_engine_reply_filled(e, got);
  return true;
}
