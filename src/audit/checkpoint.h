/*
 * checkpoint.h - signed statements about how far a log has come.
 *
 * A line of `LOG.checkpoints` says: record `seq` has this hash, at this time;
 * signed with the key in `LOG.key`.  Who cuts or rewrites the log has to forge
 * them, too; who keeps a checkpoint elsewhere needs to trust nobody.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_AUDIT_CHECKPOINT_H
#define CS_AUDIT_CHECKPOINT_H

#include "audit/line.h"
#include "digest/ed25519.h"

#define CS_CHECKPOINT_RECORDS 256
#define CS_CHECKPOINT_NS      (INT64_C(60) * 1000000000)
#define CS_CHECKPOINT_LINE    512 /* more than any line has */

typedef struct cs_checkpoint {
  uint64_t seq;
  char hash[CS_LINE_HASH + 1];
  char key[2 * CS_ED25519_KEY + 1];
  char t[25];
  bool good; /* the signature fits the key */
} cs_checkpoint;

typedef struct cs_checkpoints {
  char *path, *key_path;         /* owned */
  cs_ed25519 crypto;             /* owned */
  uint8_t seed[CS_ED25519_SEED]; /* secret */
  uint8_t public_key[CS_ED25519_KEY];
  bool ready;    /* both and what was written last are known */
  uint64_t seq;  /* of the last one */
  int64_t at_ns; /* when */
} cs_checkpoints;

/* Fails if the library that signs is not installed: a log without checkpoints
 * could be cut unnoticed. */
cs_status cs_checkpoints_init(cs_checkpoints *c, const char *log,
                              cs_error *err) CS_MUST_CHECK;
void cs_checkpoints_fini(cs_checkpoints *c);

/* Is it time, with the log at `seq`?  Only with the log's lock. */
bool cs_checkpoints_is_due(cs_checkpoints *c, uint64_t seq, int64_t now_ns);
/* Write one.  The first call makes the key, if there is none. */
cs_status cs_checkpoints_put(cs_checkpoints *c, uint64_t seq, const char *hash,
                             int64_t now_ns, cs_error *err) CS_MUST_CHECK;

/* A line, without its newline.  False: it is no checkpoint. */
bool cs_checkpoint_read(const cs_ed25519 *crypto, const char *line, size_t n,
                        cs_checkpoint *out);
/* The public key in `LOG.key`, in hex; false: there is none to be read. */
bool cs_checkpoint_key(const char *log, char out[2 * CS_ED25519_KEY + 1]);

#endif
