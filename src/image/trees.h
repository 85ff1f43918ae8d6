/*
 * trees.h - the flattened root of an image, unpacked once.
 *
 * A tree is filed under its chain id, which only depends on the layers: images
 * with the same layers share it.  It is built in staging and renamed into place
 * after its marker `done` was written; without one it does not count.  The lock
 * of its directory is the lease (image.h).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_TREES_H
#define CS_IMAGE_TREES_H

#include "image/image_store.h"
#include "image/oci.h"

typedef struct cs_tree_info {
  int lease; /* owned: the tree's directory, locked shared */
  int root;  /* owned: O_PATH of its root */
  uint64_t entries, bytes;
  bool owned; /* all files belong to the user */
} cs_tree_info;

/* Lease the tree of these layers; unpack it first if it is not there. */
cs_status cs_trees_take(cs_image_store *s, const cs_oci_manifest *m,
                        const cs_oci_config *c, cs_tree_info *out,
                        cs_error *err) CS_MUST_CHECK;

/* Lease a tree that is there; false: it is not. */
bool cs_trees_find(cs_image_store *s, const char *chain, cs_tree_info *out);

/* Remove a tree that nobody leases.  Returns false if somebody does. */
bool cs_trees_remove(cs_image_store *s, const char *hex);

#endif
