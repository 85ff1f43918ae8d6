/*
 * imagerules.c - the fields images.* of a policy, as the image store takes
 * them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/imagerules.h"

#include <stdlib.h>
#include <string.h>

cs_image_pull cs_imagerules_pull(const char *word) {
  if (word && strcmp(word, "never") == 0) return CS_IMAGE_PULL_NEVER;
  if (word && strcmp(word, "always") == 0) return CS_IMAGE_PULL_ALWAYS;
  return CS_IMAGE_PULL_MISSING;
}

static void take_lists(const cs_policy *p, cs_imagerules *out) {
  cs_image_policy *image = &out->image;
  for (size_t i = 0; i < image->allows; i++)
    out->allow[i] = cs_policy_entry(p, CS_POLICY_IMAGES_ALLOW, i)->text;
  for (size_t i = 0; i < image->aliased; i++) {
    const cs_pvalue *v = cs_policy_entry(p, CS_POLICY_IMAGES_ALIASES, i);
    out->aliases[i] = (cs_image_alias){.name = v->key, .target = v->text};
  }
  image->allow = out->allow;
  image->aliases = out->aliases;
}

cs_status cs_imagerules_init(const cs_policy *p, cs_imagerules *out) {
  *out = (cs_imagerules){
      .image = {.pull = CS_IMAGE_PULL_MISSING, .allow_all = true},
      .fallback = CS_IMAGERULES_HOST};
  if (!p) return CS_OK;
  out->is_given = true;
  out->is_ruled = cs_policy_is_set(p, CS_POLICY_IMAGES_ALLOW);
  out->fallback = cs_policy_text(p, CS_POLICY_IMAGES_DEFAULT);
  out->image = (cs_image_policy){
      .allows = cs_policy_count(p, CS_POLICY_IMAGES_ALLOW),
      .aliased = cs_policy_count(p, CS_POLICY_IMAGES_ALIASES),
      .pull = cs_imagerules_pull(cs_policy_text(p, CS_POLICY_IMAGES_PULL)),
      .require_digest = cs_policy_flag(p, CS_POLICY_IMAGES_DIGEST),
      .default_registry = cs_policy_text(p, CS_POLICY_IMAGES_REGISTRY),
      .ca_file = cs_policy_text(p, CS_POLICY_IMAGES_CA_FILE)};
  out->allow = calloc(out->image.allows + 1, sizeof *out->allow);
  out->aliases = calloc(out->image.aliased + 1, sizeof *out->aliases);
  if (!out->allow || !out->aliases) {
    cs_imagerules_fini(out);
    return CS_EOS;
  }
  take_lists(p, out);
  return CS_OK;
}

void cs_imagerules_fini(cs_imagerules *r) {
  free(r->allow);
  free(r->aliases);
  *r = (cs_imagerules){.is_given = false};
}

static bool names(const cs_imagerules *r, const char *reference) {
  for (size_t i = 0; i < r->image.allows; i++)
    if (strcmp(r->allow[i], reference) == 0) return true;
  return false;
}

cs_status cs_imagerules_judge(cs_imagerules *r, const char *reference,
                              cs_image_fault *fault, cs_error *err) {
  bool is_default = strcmp(reference, r->fallback) == 0;
  *fault = CS_IMAGE_FAULT_NONE;
  if (r->is_given && !r->is_ruled && is_default) r->image.allow_all = true;
  if (strcmp(reference, CS_IMAGERULES_HOST) != 0)
    return cs_image_judge(&r->image, reference, fault, err);
  if (r->image.allow_all || names(r, reference)) return CS_OK;
  *fault = CS_IMAGE_FAULT_DENIED;
  return cs_error_set(err, CS_EINVAL,
                      "the policy does not allow '%s', the programs of this "
                      "machine; name an image that it allows, or add '%s' to "
                      "images.allow",
                      reference, reference);
}
