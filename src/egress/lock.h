/*
 * lock.h - what the egress process gives up before it serves anybody.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_LOCK_H
#define CS_EGRESS_LOCK_H

#include "base/error.h"

/* Before anything secret is in memory: no core, no debugger. */
void cs_lock_memory(void);

/* Landlock (two files can be read: /etc/hosts and /etc/resolv.conf), no
 * capability, an allow-list of system calls; sockets of IP and netlink only. */
cs_status cs_lock_apply(cs_error *err) CS_MUST_CHECK;

#endif
