/*
 * host.c - names of hosts in rules, and which of two rules is wider.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/host.h"

#include <string.h>

/* A rule taken apart. */
typedef struct cs_host_rule {
  const char *base; /* the name behind the stars */
  bool self;        /* matches it */
  bool below;       /* matches names below it */
} cs_host_rule;

static cs_host_rule take_apart(const char *rule) {
  if (strcmp(rule, "*") == 0) return (cs_host_rule){"", true, true};
  if (strncmp(rule, "**.", 3) == 0) return (cs_host_rule){rule + 3, true, true};
  if (strncmp(rule, "*.", 2) == 0) return (cs_host_rule){rule + 2, false, true};
  return (cs_host_rule){rule, true, false};
}

/* --- checking ---------------------------------------------------------------
 */

/* Suffixes under which anybody can have a name, besides single labels. */
static const char *const public_suffixes[] = {
    "ac.uk",           "co.in",
    "co.jp",           "co.kr",
    "co.nz",           "co.uk",
    "co.za",           "com.au",
    "com.br",          "com.cn",
    "com.mx",          "com.tr",
    "com.tw",          "gov.uk",
    "ne.jp",           "net.au",
    "or.jp",           "org.au",
    "org.uk",          "amazonaws.com",
    "appspot.com",     "azurewebsites.net",
    "blogspot.com",    "cloudfront.net",
    "firebaseapp.com", "github.io",
    "gitlab.io",       "herokuapp.com",
    "netlify.app",     "pages.dev",
    "vercel.app",      "web.app",
    "workers.dev"};

static bool is_public(const char *base) {
  if (!strchr(base, '.')) return true;
  for (size_t i = 0; i < sizeof public_suffixes / sizeof *public_suffixes; i++)
    if (strcmp(public_suffixes[i], base) == 0) return true;
  return false;
}

static const char *check_label(const char *label, size_t n) {
  if (n == 0) return "has an empty label";
  if (n > 63) return "has a label of more than 63 characters";
  if (label[0] == '-' || label[n - 1] == '-')
    return "has a label that begins or ends with '-'";
  for (size_t i = 0; i < n; i++) {
    char c = label[i];
    if (c >= 'A' && c <= 'Z') return "is not in lower case";
    if ((unsigned char)c >= 0x80)
      return "is not ASCII; names of hosts are written as A-labels (xn--...)";
    if (c == '*')
      return "has a star that is not alone at the beginning: *.x or **.x";
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'))
      return "has a character that no host's name has";
  }
  return NULL;
}

static bool looks_like_address(const char *last) {
  return strspn(last, "0123456789") == strlen(last) ||
         strncmp(last, "0x", 2) == 0;
}

const char *cs_host_check(const char *rule) {
  if (strcmp(rule, "*") == 0) return NULL;
  cs_host_rule r = take_apart(rule);
  if (strlen(r.base) > 253) return "has more than 253 characters";
  if (strstr(r.base, "://"))
    return "is a URL; write its host only, without 'https://' and path";
  const char *label = r.base;
  for (;;) {
    size_t n = strcspn(label, ".");
    const char *wrong = check_label(label, n);
    if (wrong) return wrong;
    if (!label[n]) break;
    label += n + 1;
  }
  if (looks_like_address(label))
    return "is an address; write {ip: ...} for one";
  if (r.below && is_public(r.base))
    return "is a wildcard on a suffix under which anybody can have a name";
  return NULL;
}

/* --- matching ----------------------------------------------------------------
 */

/* Does `name` end with ".base", with at least one label before it? */
static bool is_below(const char *name, const char *base) {
  size_t n = strlen(name), m = strlen(base);
  if (m == 0) return n > 0;
  return n > m + 1 && name[n - m - 1] == '.' && strcmp(name + n - m, base) == 0;
}

/* Has one of the labels that the star stands for an A-label's prefix? */
static bool star_hits_idn(const char *name, const char *base) {
  size_t stop = strlen(name) - strlen(base);
  for (size_t at = 0; at < stop; at += strcspn(name + at, ".") + 1)
    if (strncmp(name + at, "xn--", 4) == 0) return true;
  return false;
}

bool cs_host_matches(const char *rule, const char *name) {
  cs_host_rule r = take_apart(rule);
  if (r.self && *r.base && strcmp(r.base, name) == 0) return true;
  return r.below && is_below(name, r.base) && !star_hits_idn(name, r.base);
}

bool cs_host_covers(const char *wide, const char *rule) {
  cs_host_rule w = take_apart(wide), r = take_apart(rule);
  if (strcmp(wide, rule) == 0) return true;
  if (!r.below) return cs_host_matches(wide, r.base);
  if (!w.below) return false;
  if (strcmp(w.base, r.base) == 0) return w.self || !r.self;
  return is_below(r.base, w.base) && !star_hits_idn(r.base, w.base);
}
