/*
 * message.h - what a host and its egress process tell each other.
 *
 * One message per packet of a SEQPACKET socket: a head, then `size` bytes that
 * depend on its kind.  Both ends are the same build, and the sandbox has no
 * way to this socket, so there is no version; lengths are checked anyway.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_MESSAGE_H
#define CS_EGRESS_MESSAGE_H

#include "base/approval.h"
#include "egress/code.h"
#include "egress/name.h"
#include "egress/rule.h"
#include "egress/vault.h"

typedef enum cs_message_kind {
  /* host to process */
  CS_MESSAGE_RULES = 1, /* with a memory file: the rules, or narrower ones */
  CS_MESSAGE_SECRET,    /* a cs_vault_secret: bind it, refresh it, revoke it */
  CS_MESSAGE_GO,        /* a cs_message_setup: begin */
  CS_MESSAGE_REPORT,    /* send the counters */
  CS_MESSAGE_TALK,      /* any byte: tell of what is allowed, too; none: not */
  CS_MESSAGE_VERDICT,   /* a cs_egress_verdict */
  /* process to host */
  CS_MESSAGE_CA,     /* the certificate, as PEM */
  CS_MESSAGE_READY,  /* it is locked and serves; a pid_t */
  CS_MESSAGE_FAILED, /* a text: why there is no way out */
  CS_MESSAGE_EVENT,  /* a cs_egress_event */
  CS_MESSAGE_COUNTS  /* a cs_egress_counts */
} cs_message_kind;

typedef struct cs_message {
  uint64_t kind, size;
} cs_message;

#define CS_MESSAGE_MAX (sizeof(cs_vault_secret) + 4096)

typedef struct cs_message_setup {
  uint32_t secrets;   /* how many there will be */
  bool talks;         /* it wants to hear of what is allowed, too */
  bool asks;          /* it answers what an owner has to agree to */
  char ca_file[4096]; /* "": the system's */
} cs_message_setup;

typedef enum cs_egress_event_kind {
  CS_EGRESS_EVENT_ALLOWED =
      1, /* a request or tunnel was judged and let through */
  CS_EGRESS_EVENT_DENIED,
  CS_EGRESS_EVENT_CLOSED, /* an upstream connection ended: bytes are known */
  CS_EGRESS_EVENT_SECRET, /* a placeholder went out unchanged; `secret` */
  CS_EGRESS_EVENT_ASKS    /* answer with a verdict on `id` */
} cs_egress_event_kind;

typedef struct cs_egress_event {
  uint32_t kind; /* a cs_egress_event_kind */
  uint32_t code; /* a cs_egress_code */
  uint64_t id;   /* DENIED: its number, the same wherever it is told */
  uint16_t port;
  uint8_t proto;
  bool tunnel;
  uint64_t in, out;           /* CLOSED */
  char host[CS_NAME_MAX + 1]; /* escaped where it is no name */
  char method[CS_HTTP_METHOD];
  char rule[300]; /* "policy.yaml:31 egress.allow" or "default-deny" */
  char reason[200];
  char remedy[340]; /* what to write to allow it; "": nothing would */
  char secret[CS_VAULT_NAME];
  char token[CS_APPROVAL_TOKEN]; /* the question to the owner; "": none */
} cs_egress_event;

typedef struct cs_egress_verdict {
  uint64_t id;     /* of the event that asked */
  uint32_t answer; /* a cs_approval; CS_APPROVAL_OPEN: not yet */
  char token[CS_APPROVAL_TOKEN];
} cs_egress_verdict;

typedef struct cs_egress_counts {
  uint64_t connections, requests, out, in, denied;
  uint64_t untold; /* events that the host had no room for */
} cs_egress_counts;

/* False: the other side is gone, or its buffer is full.  `fd` -1: none. */
bool cs_message_send(int socket, const cs_message *m, const void *data, int fd,
                     bool wait);
/* Bytes of data, which are in `data`; -1: nothing there, -2: the end or not a
 * message.  `*fd` is owned by the caller, -1 if none came. */
long cs_message_take(int socket, cs_message *m, void *data, size_t room,
                     int *fd);

#endif
