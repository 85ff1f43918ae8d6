/*
 * tunnel.c - bytes that cross unread, both ways, under a budget.
 *
 * After a TLS greeting that named the allowed host, for a rule of protocol tcp,
 * and after a WebSocket was agreed upon.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "egress/gate.h"

void cs_tunnel_begin(cs_conn *c) {
  c->tunnel = true;
  c->up_tls = false;
  if (cs_ask_permit(c)) cs_dial_begin(c);
}

/* Move what there is from one side to the other; false: broken. */
static bool move(cs_side *from, cs_side *to, bool *more) {
  for (int round = 0; round < 8; round++) {
    if (!cs_side_flush(to)) return false;
    if (cs_side_waiting(to)) return true;
    if (!cs_side_fill(from, CS_CONN_BUFFER)) return false;
    cs_span in = cs_side_left(from);
    if (in.n == 0) return true;
    if (cs_buf_put(&to->out, in.at, in.n) != CS_OK) return false;
    from->used += in.n;
  }
  *more = true;
  return true;
}

static bool is_over(const cs_side *from, const cs_side *to) {
  return from->stream.ended && cs_side_left(from).n == 0 &&
         cs_side_waiting(to) == 0;
}

void cs_tunnel_turn(cs_conn *c) {
  bool more = false;
  c->guest.source.deadline = c->gate->loop.now + CS_WAIT_IDLE;
  bool good = move(&c->guest, &c->up, &more) && move(&c->up, &c->guest, &more);
  if (good && !cs_conn_pay(c)) {
    cs_deny(c, CS_EGRESS_BUDGET, c->up_rule, "");
    return;
  }
  bool out_over = is_over(&c->guest, &c->up);
  bool in_over = is_over(&c->up, &c->guest);
  if (!good || in_over || (out_over && c->up.stream.ssl)) {
    cs_conn_close(c);
    return;
  }
  if (out_over && !c->whole) { /* the server may still answer */
    cs_stream_finish(&c->up.stream);
    c->whole = true;
  }
  if (more) c->guest.wait |= EPOLLOUT; /* others first, then we again */
}
