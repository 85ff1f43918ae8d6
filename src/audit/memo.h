/*
 * memo.h - a record as it waits for the log: packed, not yet spelled.
 *
 * Whoever puts a record pays for a copy of its bytes.  Spelling it as JSON,
 * hashing and writing are the work of those who empty the spool, who may be
 * another process after a crash: a memo has everything that its line needs
 * but the place in the log.  So the same memo at the same place is the same
 * line, byte for byte.
 *
 * What must not be written down is hidden and what is too long is cut while
 * packing, because the spool is a file, too.  Reading trusts nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_AUDIT_MEMO_H
#define CS_AUDIT_MEMO_H

#include "audit/audit.h"
#include "audit/secret.h"
#include "base/buf.h"

#define CS_MEMO_TEXT 1024         /* bytes of a text; longer ones are cut */
#define CS_MEMO_CODE (256u << 10) /* of code and arguments, in full */
#define CS_MEMO_MAX  (4u << 20)   /* of a memo */
#define CS_MEMO_KEY  48           /* of the name of an item */
#define CS_MEMO_DATA 24           /* items */
/* Behind every memo so many bytes can be read, whatever they are. */
#define CS_MEMO_SLACK 16

/* Texts that all records of a writer share, and those of a record. */
/* clang-format off */
#define CS_MEMO_SHARED(X) \
  X(boot) X(owner) X(policy_hash) X(report_hash) X(writer)
#define CS_MEMO_OWN(X) \
  X(capability) X(decision) X(depth) X(kind) X(mechanism) X(reason) X(rule) \
  X(run) X(sandbox) X(session) X(tool_call)
/* clang-format on */

typedef enum cs_memo_name {
#define X(name) CS_MEMO_##name,
  CS_MEMO_SHARED(X) CS_MEMO_OWN(X)
#undef X
      CS_MEMO_object,
  CS_MEMO_TEXTS
} cs_memo_name;

typedef struct cs_memo_text { /* borrowed; `at` NULL: absent */
  const char *at;
  size_t n;
} cs_memo_text;

typedef struct cs_memo_item { /* of data; without a text: the number */
  cs_memo_text key, text;
  int64_t number;
} cs_memo_item;

/* The numbers of a record, as they stand at the beginning of a memo. */
typedef struct cs_memo_head {
  uint32_t size;  /* of the memo, and with it of its texts */
  uint32_t texts; /* a bit for each that follows */
  uint32_t has, ndata;
  int64_t now_ns; /* since 1970 */
  int64_t mono_ms;
  int64_t bytes_in, bytes_out, exit_code;
} cs_memo_head;

typedef struct cs_memo { /* one that was read */
  cs_memo_head head;
  cs_memo_text text[CS_MEMO_TEXTS];
  cs_memo_item data[CS_MEMO_DATA];
} cs_memo;

/* Pack the shared texts into `v`, from where they are copied into every memo;
 * in the order of CS_MEMO_SHARED, NULL: absent.  `secrets` are not packed;
 * `scratch` is memory for that. */
cs_status cs_memo_share(cs_audit_voice *v, const char *const texts[],
                        const cs_secrets *secrets,
                        cs_buf *scratch) CS_MUST_CHECK;

/* Are the names of the items such that they can stand in a line? */
bool cs_memo_has_good_names(const cs_audit_record *r);

/* Pack `r` into `out`, which is emptied first. */
cs_status cs_memo_pack(cs_buf *out, const cs_audit_voice *shared,
                       const cs_secrets *secrets, cs_buf *scratch,
                       const cs_audit_record *r, int64_t now_ns,
                       int64_t mono_ms) CS_MUST_CHECK;

/* The first memo in `bytes`: how long it is; 0: there is none.  Its texts point
 * into `bytes`. */
size_t cs_memo_read(const char *bytes, size_t n, cs_memo *out);

/* How many of the bytes are whole memos, with names that may stand in a line,
 * and how many these are. */
size_t cs_memo_whole(const char *bytes, size_t n, uint64_t *count);

#endif
