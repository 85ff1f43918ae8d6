/*
 * image.h - OCI images: a verified store, and trees to run from.
 *
 * A store is a directory of one user: blobs by SHA-256, references (names), and
 * trees, each the flattened root of an image, unpacked once and shared by all
 * sandboxes that use it.  Everything is published by rename: a process that is
 * killed at any point leaves nothing that looks whole and is not.
 *
 * Whoever runs a sandbox calls cs_image_resolve and gets an image: digest,
 * config and a tree, leased.  The lease is the descriptor `lease` (a shared
 * flock): while any copy of it is open, in any process, neither prune nor rm
 * removes the tree, so a keeper inherits it.  A stopped sandbox, which has no
 * process, pins the tree by name instead (cs_image_pin).
 *
 * A store handle is used by one thread at a time; any number of handles and
 * processes use one directory at once.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_IMAGE_H
#define CS_IMAGE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

#define CS_IMAGE_DIGEST 72 /* "sha256:", 64 hex digits, NUL */

/* --- what went wrong ----------------------------------------------------- */

/* Why the last call on a store failed: symbol, number, word for JSON. */
#define CS_IMAGE_FAULT_LIST(X)                \
  X(NONE, 0, "none")                          \
  X(DENIED, 1, "image_denied")                \
  X(NOT_FOUND, 2, "image_not_found")          \
  X(CORRUPT, 3, "image_corrupt")              \
  X(TOO_BIG, 4, "image_too_big")              \
  X(POLICY, 5, "image_policy_invalid")        \
  X(IN_USE, 6, "image_in_use")                \
  X(UNREACHABLE, 7, "registry_unreachable")   \
  X(UNAUTHORIZED, 8, "registry_unauthorized") \
  X(HOST, 9, "host_error")

typedef enum cs_image_fault {
#define X(name, number, text) CS_IMAGE_FAULT_##name = number,
  CS_IMAGE_FAULT_LIST(X)
#undef X
} cs_image_fault;

/* The word of a fault, "image_denied"; static storage. */
const char *cs_image_fault_word(cs_image_fault fault);

/* --- the store ----------------------------------------------------------- */

typedef struct cs_image_store cs_image_store;

/* What a long operation does right now; called often, must be quick. */
typedef struct cs_image_step {
  const char *what;     /* "download", "copy", "unpack", "verify", "write" */
  const char *digest;   /* of the blob; borrowed */
  uint64_t done, total; /* bytes; total 0: not known */
  bool finished;        /* the last call for this digest */
} cs_image_step;

typedef struct cs_image_options {
  const char *home;   /* directory of the store; NULL: the user's data folder */
  const char *worker; /* program that unpacks; NULL: /proc/self/exe.  It must
                         call cs_unpack_called first thing in main() */
  const char *auth;   /* credentials file; NULL: $CAISSON_AUTH_FILE, else
                         $DOCKER_CONFIG or ~/.docker/config.json */
  /* May be NULL.  True: cancel; the call fails with CS_EOS, ECANCELED. */
  bool (*progress)(void *user, const cs_image_step *step);
  void *user;
} cs_image_options;

/* Open the store, making its directories, and remove what dead processes left
 * in its staging area.  Opens no socket.  `options` may be NULL; its strings
 * are copied. */
cs_status cs_image_store_open(const cs_image_options *options,
                              cs_image_store **out,
                              cs_error *err) CS_MUST_CHECK;
void cs_image_store_close(cs_image_store *store); /* NULL is allowed */

/* The store's directory; borrowed. */
const char *cs_image_store_home(const cs_image_store *store);

/* Why the last call with this store failed. */
cs_image_fault cs_image_why(const cs_image_store *store);

/* --- which images may be used -------------------------------------------- */

typedef enum cs_image_pull {
  CS_IMAGE_PULL_NEVER,   /* no socket is opened */
  CS_IMAGE_PULL_MISSING, /* what the store lacks is pulled */
  CS_IMAGE_PULL_ALWAYS   /* tags are asked for again each time */
} cs_image_pull;

typedef struct cs_image_alias {
  const char *name, *target;
} cs_image_alias;

/* The fields images.* of a policy; everything borrowed during the call. */
typedef struct cs_image_policy {
  const char *const *allow; /* exact references, repo@sha256:…, repo:*; none:
                               every image is refused */
  size_t allows;
  const cs_image_alias *aliases;
  size_t aliased;
  cs_image_pull pull;
  bool require_digest;
  bool allow_all;               /* the operator's own commands: `allow` is not
                                   looked at */
  bool insecure;                /* plain HTTP, for loopback registries only */
  const char *default_registry; /* of short names; NULL: none */
  const char *ca_file;          /* PEM; NULL: the system's */
} cs_image_policy;

/* --- an image to run ----------------------------------------------------- */

/* What the image says about its programs.  Bounded, UTF-8, without NUL; all of
 * it is the image author's text: the policy is judged without it. */
typedef struct cs_image_config {
  char **env;               /* NULL-terminated "NAME=value" */
  char **entrypoint, **cmd; /* NULL-terminated, perhaps empty */
  char *workdir, *user;     /* "" when the image says nothing */
  char *architecture, *os;
  char *created; /* RFC 3339 or "" */
} cs_image_config;

typedef struct cs_image {
  char digest[CS_IMAGE_DIGEST]; /* of the manifest: what ran, for the audit */
  char chain[CS_IMAGE_DIGEST];  /* chain id: names the tree */
  char *reference;              /* what was asked for */
  char *source;                 /* after aliases: what was looked up */
  cs_image_config config;
  char *tree_path; /* the root directory, absolute; for `lowerdir+` */
  int tree;        /* the same, O_PATH | O_DIRECTORY, close-on-exec */
  int lease;       /* shared lock of the tree, close-on-exec; see above */
  uint64_t tree_bytes, tree_entries;
  bool is_rootfs; /* rootfs:DIR: a directory of the operator; no digest, chain
                     or lease (-1), config empty */
  bool is_owned;  /* false: the files have the image's own uids and gids (the
                     store belongs to root); true: all belong to the user */
} cs_image;

/* Resolve `reference` under `policy`: judge it, find or pull it, unpack it if
 * that has not been done, lease its tree.  All sources of the manual:
 * NAME[:TAG][@DIGEST], oci:DIR[:TAG], oci-archive:FILE, docker-archive:FILE,
 * rootfs:DIR.  "rootfs:host" is not a directory: the caller handles it before.
 * On success cs_image_free releases `*out`. */
cs_status cs_image_resolve(cs_image_store *store, const cs_image_policy *policy,
                           const char *reference, cs_image **out,
                           cs_error *err) CS_MUST_CHECK;

/* Only the judgement: is the reference well formed and allowed?  Touches
 * neither store nor network.  CS_EINVAL with a fault otherwise. */
cs_status cs_image_judge(const cs_image_policy *policy, const char *reference,
                         cs_image_fault *fault, cs_error *err) CS_MUST_CHECK;

/* The image with this manifest digest ("sha256:…"), which is in the store: for
 * a sandbox that starts again.  No policy, no network. */
cs_status cs_image_open(cs_image_store *store, const char *digest,
                        cs_image **out, cs_error *err) CS_MUST_CHECK;

/* Close the tree and this copy of the lease.  NULL is allowed. */
void cs_image_free(cs_image *image);

/* Keep the image and its tree for `holder` ([A-Za-z0-9_-], at most 64 bytes),
 * durably, until it is unpinned.  Both can be repeated. */
cs_status cs_image_pin(cs_image_store *store, const char *digest,
                       const char *holder, cs_error *err) CS_MUST_CHECK;
cs_status cs_image_unpin(cs_image_store *store, const char *digest,
                         const char *holder, cs_error *err) CS_MUST_CHECK;

/* --- making images ------------------------------------------------------- */

/* Make an image of `base` (a digest in the store) and the changes in `upper`:
 * the upper directory of an overlayfs, with its whiteouts (character device
 * 0:0, or an empty file with the attribute overlay.whiteout) and opaque
 * directories, under trusted.* or user.*.  Devices, sockets and FIFOs are left
 * out, setuid bits and attributes dropped.  `config` replaces what is not NULL
 * in it; may be NULL.  `name` (may be NULL) becomes a reference to it.  Uids
 * are shifted down by `first_uid` (0: as they are). */
typedef struct cs_image_commit {
  const char *base;
  int upper; /* borrowed */
  const char *name;
  const cs_image_config *config;
  uint32_t first_uid;
} cs_image_commit;
cs_status cs_image_make(cs_image_store *store, const cs_image_commit *what,
                        char digest[CS_IMAGE_DIGEST],
                        cs_error *err) CS_MUST_CHECK;

#endif
