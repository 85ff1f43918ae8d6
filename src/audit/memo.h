/*
 * memo.h - a record as it waits for the log: packed, not yet spelled.
 *
 * Whoever puts a record pays for a copy of its bytes.  Spelling it as JSON,
 * hashing and writing are the work of those who empty the spool, who may be
 * another process after a crash: a memo has everything that its line needs
 * but the place in the log.  So the same memo at the same place is the same
 * line, byte for byte.
 *
 * Most records of a session are like one before, but for a name and some
 * numbers.  Such a one is told by these and by where the other one, its stem,
 * stands among the same memos: a tenth of the bytes, and no text is looked at.
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
  uint8_t run_key[CS_AUDIT_KEY]; /* for those that repeat it */
} cs_memo_head;

/* A memo that repeats its stem.  The numbers that follow are `bytes_out`, if
 * the stem has it, and those of its data, in their order. */
#define CS_MEMO_AGAIN (1u << 31) /* in `size`: it is such a one */
typedef struct cs_memo_again {
  uint32_t size, stem; /* where that begins */
  int64_t now_ns, mono_ms;
  uint64_t run; /* its number */
} cs_memo_again;

typedef struct cs_memo { /* one that was read */
  cs_memo_head head;
  cs_memo_text text[CS_MEMO_TEXTS];
  cs_memo_item data[CS_MEMO_DATA];
} cs_memo;

/* Memos one behind the other, as they are read. */
#define CS_MEMO_STEMS 4 /* that are kept as they were read */
typedef struct cs_memos {
  const char *bytes;
  size_t n, at;    /* the next one */
  int64_t mono_ms; /* of the last one */
  cs_memo plain;
  cs_memo stem[CS_MEMO_STEMS];
  uint32_t stem_at[CS_MEMO_STEMS], nstems;
  char run[CS_AUDIT_ID + CS_MEMO_SLACK]; /* as spelled last, of this: */
  uint64_t run_number;
  uint8_t run_key[CS_AUDIT_KEY];
} cs_memos;

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

/* What a memo that repeats another one takes, with so many numbers. */
#define CS_MEMO_AGAIN_SIZE(n) (sizeof(cs_memo_again) + 8 * (size_t)(n))
/* Pack it there. */
void cs_memo_repeat(char *out, const cs_audit_again *a, uint32_t stem,
                    int64_t now_ns, int64_t mono_ms);

/* Read `n` bytes, which are memos from their first on, as whatever else. */
void cs_memos_init(cs_memos *m, const char *bytes, size_t n);
/* The next one; its texts point into the bytes or into `m`, until the next
 * call.  NULL: there is none, which is an error if `at` is not `n`. */
const cs_memo *cs_memos_next(cs_memos *m);

/* How many of the bytes are whole memos, with names that may stand in a line,
 * and how many these are. */
size_t cs_memo_whole(const char *bytes, size_t n, uint64_t *count);

#endif
