/*
 * judge.c - images.allow, images.aliases, images.require_digest.
 *
 * A rule is an exact reference, REPO@sha256:…, or REPO:*.  An exact reference
 * with a path (oci:…, docker-archive:…, rootfs:…) must be equal to the caller's
 * text.  A rule that cannot be read makes the whole policy invalid: leaving it
 * out would allow or refuse something nobody decided.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "image/judge.h"

#include <stdio.h>
#include <string.h>

static cs_status deny(cs_image_fault *fault, cs_image_fault why) {
  *fault = why;
  return CS_EINVAL;
}

/* "repo:*" into a reference without a tag; false: it is not of that form. */
static bool parse_any_tag(const char *rule, cs_reference *out) {
  char repo[CS_REFERENCE_MAX + 1];
  size_t n = strlen(rule);
  if (n < 3 || n > CS_REFERENCE_MAX || strcmp(rule + n - 2, ":*") != 0)
    return false;
  memcpy(repo, rule, n - 2);
  repo[n - 2] = '\0';
  return cs_reference_parse(repo, out, NULL) == CS_OK &&
         out->kind == CS_REFERENCE_NAME && !out->tag[0] && !out->digest[0];
}

static const char *tag_of(const cs_reference *r) {
  return r->tag[0] ? r->tag : "latest";
}

/* Does one rule allow the reference?  `*digest`: only with its digest. */
static bool rule_allows(const char *rule, const char *text,
                        const cs_reference *r, bool *digest) {
  cs_reference is;
  *digest = false;
  if (r->kind != CS_REFERENCE_NAME) return strcmp(rule, text) == 0;
  if (parse_any_tag(rule, &is)) return cs_reference_same_repo(&is, r);
  if (cs_reference_parse(rule, &is, NULL) != CS_OK ||
      !cs_reference_same_repo(&is, r))
    return false;
  if (is.digest[0]) {
    *digest = strcmp(is.digest, r->digest) != 0;
    return !*digest || !r->digest[0];
  }
  return !r->digest[0] && strcmp(tag_of(&is), tag_of(r)) == 0;
}

static cs_status check_rules(const cs_image_policy *p, cs_error *err) {
  cs_reference r;
  char host[CS_REFERENCE_MAX + 1], prefix[CS_REFERENCE_MAX + 1];
  for (size_t i = 0; i < p->allows; i++)
    if (!parse_any_tag(p->allow[i], &r) &&
        cs_reference_parse(p->allow[i], &r, NULL) != CS_OK)
      return cs_error_set(err, CS_EINVAL,
                          "images.allow has the rule '%.80s', which is not an "
                          "image reference",
                          p->allow[i]);
  for (size_t i = 0; i < p->aliased; i++)
    if (cs_reference_parse(p->aliases[i].target, &r, NULL) != CS_OK)
      return cs_error_set(err, CS_EINVAL,
                          "images.aliases maps '%.60s' to '%.60s', which is "
                          "not an image reference",
                          p->aliases[i].name, p->aliases[i].target);
  if (!p->default_registry || !*p->default_registry) return CS_OK;
  return cs_reference_registry(p->default_registry, host, prefix, err);
}

static cs_status check_allow(const cs_image_policy *p, const char *text,
                             cs_verdict *v, cs_error *err) {
  bool later = false;
  if (p->allow_all) return CS_OK;
  for (size_t i = 0; i < p->allows; i++) {
    bool digest;
    if (!rule_allows(p->allow[i], text, &v->asked, &digest)) continue;
    if (!digest) return CS_OK;
    later = true;
  }
  v->by_digest = later;
  if (later) return CS_OK;
  return cs_error_set(err, CS_EINVAL,
                      "the policy does not allow the image '%.80s'; to allow "
                      "it, add it to images.allow",
                      text);
}

/* An alias is matched by the caller's text, or by the name it stands for. */
static const char *alias_of(const cs_image_policy *p, const char *text,
                            const cs_reference *r) {
  char name[CS_REFERENCE_MAX + 8], own[CS_REFERENCE_MAX + 8];
  cs_reference is;
  if (r->kind == CS_REFERENCE_NAME) cs_reference_print(r, name);
  for (size_t i = 0; i < p->aliased; i++) {
    const char *from = p->aliases[i].name;
    if (strcmp(from, text) == 0) return p->aliases[i].target;
    if (r->kind != CS_REFERENCE_NAME ||
        cs_reference_parse(from, &is, NULL) != CS_OK ||
        is.kind != CS_REFERENCE_NAME)
      continue;
    cs_reference_print(&is, own);
    if (strcmp(own, name) == 0) return p->aliases[i].target;
  }
  return NULL;
}

cs_status cs_judge_name(const cs_image_policy *p, const char *reference,
                        cs_verdict *out, cs_image_fault *fault, cs_error *err) {
  *out = (cs_verdict){.by_digest = false};
  if (check_rules(p, err) != CS_OK) return deny(fault, CS_IMAGE_FAULT_POLICY);
  if (cs_reference_parse(reference, &out->asked, err) != CS_OK ||
      check_allow(p, reference, out, err) != CS_OK)
    return deny(fault, CS_IMAGE_FAULT_DENIED);
  const char *target = alias_of(p, reference, &out->asked);
  out->aliased = target != NULL;
  out->target = out->asked;
  if (target && cs_reference_parse(target, &out->target, err) != CS_OK)
    return deny(fault, CS_IMAGE_FAULT_POLICY);
  if (!p->require_digest || out->target.digest[0] ||
      out->target.kind == CS_REFERENCE_ROOTFS)
    return CS_OK;
  cs_error_set(err, CS_EINVAL,
               "the policy requires a digest (images.require_digest): write "
               "'%.80s@sha256:…', or add an alias to images.aliases",
               reference);
  return deny(fault, CS_IMAGE_FAULT_DENIED);
}

cs_status cs_judge_digest(const cs_image_policy *p, const cs_verdict *v,
                          const char *digest, const char *index,
                          cs_image_fault *fault, cs_error *err) {
  cs_reference is;
  if (!v->by_digest) return CS_OK;
  for (size_t i = 0; i < p->allows; i++)
    if (cs_reference_parse(p->allow[i], &is, NULL) == CS_OK && is.digest[0] &&
        cs_reference_same_repo(&is, &v->asked) &&
        (strcmp(is.digest, digest) == 0 || strcmp(is.digest, index) == 0))
      return CS_OK;
  cs_error_set(err, CS_EINVAL,
               "the policy does not allow %.71s; images.allow names another "
               "digest",
               digest);
  return deny(fault, CS_IMAGE_FAULT_DENIED);
}

cs_status cs_image_judge(const cs_image_policy *policy, const char *reference,
                         cs_image_fault *fault, cs_error *err) {
  cs_verdict v;
  return cs_judge_name(policy, reference, &v, fault, err);
}
