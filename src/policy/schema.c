/*
 * schema.c - the fields of a policy as a table.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/schema.h"

#include <stdio.h>
#include <string.h>

#define KIB  UINT64_C(1024)
#define MIB  (1024 * KIB)
#define GIB  (1024 * MIB)
#define TIB  (1024 * GIB)
#define SEC  UINT64_C(1000) /* in milliseconds */
#define MIN  (60 * SEC)
#define HOUR (60 * MIN)
#define DAY  (24 * HOUR)

/* Parts of a row.  fields.h uses the same words. */
#define A          CS_MARK_ALWAYS
#define I          CS_MARK_ENGINE
#define O          CS_MARK_OWNER
#define NUM(n)     .number = (n)
#define TXT(t)     .text = t
#define LST(l)     .list = l
#define EMPTY      .list = NULL
#define ABSENT     .absent = true
#define ANY()      .rule = CS_TEXT_ANY
#define RULE(r)    .rule = CS_TEXT_##r
#define WORDS(w)   .rule = CS_TEXT_WORD, .words = w
#define ITEMS(s)   .shape = &shape_##s
#define MOST(n)    .most = n
#define FROM(a, b) .least = a, .most = b
#define ROW(k, t, m, ...) \
  { .key = k, .type = CS_TYPE_##t, .meaning = m, __VA_ARGS__ }

/* --- default lists ------------------------------------------------------- */

static const char *const depths[] = {"check", "interp", "process", "image",
                                     NULL};
static const char *const everything[] = {"**", NULL};
/* clang-format off */
static const char *const protect[] = {
    ".git/hooks/**", ".git/config", ".git/info/attributes", ".git",
    ".gitmodules", ".gitattributes", ".gitconfig", ".vscode/**", ".idea/**",
    ".devcontainer/**", ".claude/**", ".codex/**", ".cursor/**", ".mcp.json",
    ".envrc", ".npmrc", ".pypirc", ".bashrc", ".bash_profile", ".profile",
    ".zshrc", ".zprofile", ".ssh/**", "caisson*.yaml", NULL};
/* clang-format on */
static const char *const port_https[] = {"443", NULL};
static const char *const sites[] = {"header", "basic", NULL};

/* --- shapes that are one text or number ---------------------------------- */

#define COUNT_OF(a) (sizeof(a) / sizeof *(a))

#define SINGLE(name, type, rule, keys, ...)          \
  static const cs_pfield name##_field[] = {          \
      ROW(#name, type, #name, ABSENT, __VA_ARGS__)}; \
  static const cs_pshape shape_##name = {            \
      #name, CS_TEXT_##rule, CS_TEXT_##keys, 0, true, name##_field, 1}
#define TEXTS(name, rule, keys, most) \
  SINGLE(name, TEXT, rule, keys, MOST(most), RULE(rule))

SINGLE(port, COUNT, ANY, ANY, FROM(1, 65535));
SINGLE(site, WORD, WORD, ANY, WORDS("header|basic|query|body"));
TEXTS(method, METHOD, ANY, 32);
TEXTS(prefix, PREFIX, ANY, 1024);
TEXTS(host, HOST, ANY, 260);
TEXTS(program, PATH, ANY, 4096);
TEXTS(variable, ENVGLOB, ANY, 128);
TEXTS(setting, VALUE, ENV, 4096);
TEXTS(tool, TOOL, ANY, 128);
TEXTS(module, MODULE, ANY, 128);
TEXTS(package, PACKAGE, ANY, 256);
TEXTS(image, IMAGE, ANY, 512);
TEXTS(alias, ANY, IMAGE, 4096);
TEXTS(argument, ANY, ANY, 4096);

/* --- shapes with several fields ------------------------------------------ */

static const cs_pfield path_fields[] = {
    ROW("path", TEXT, "an absolute path or pattern", ABSENT, MOST(4096),
        RULE(GLOB)),
    ROW("literal", BOOL, "* has no meaning", MOST(1))};

static const cs_pfield inner_fields[] = {
    ROW("path", TEXT, "a path or pattern inside of a mount", ABSENT, MOST(4096),
        RULE(INNER)),
    ROW("literal", BOOL, "* has no meaning", MOST(1))};

static const cs_pfield mount_fields[] = {
    ROW("host", TEXT, "directory or file of the host", ABSENT, MOST(4096),
        RULE(PATH)),
    ROW("guest", TEXT, "where the program finds it", ABSENT, MOST(4096),
        RULE(PATH)),
    ROW("mode", WORD, "what happens to writes", TXT("overlay"),
        WORDS("ro|overlay|rw")),
    ROW("write_bytes", SIZE, "bytes written in all", ABSENT, MOST(TIB)),
    ROW("memory_bytes", SIZE, "bytes that an overlay holds", NUM(100000000),
        MOST(TIB))};

static const cs_pfield egress_fields[] = {
    ROW("host", TEXT, "x, *.x (names below it), **.x (both)", ABSENT, MOST(260),
        RULE(HOST)),
    ROW("ip", TEXT, "a literal address instead", ABSENT, MOST(64), RULE(IP)),
    ROW("ports", LIST, "443; for http 80", LST(port_https), MOST(64),
        ITEMS(port)),
    ROW("proto", WORD, "protocol", TXT("https"), WORDS("https|http|tcp")),
    ROW("tls", WORD, "who ends the encryption", TXT("intercept"),
        WORDS("intercept|tunnel")),
    ROW("methods", LIST, "HTTP methods; absent: all", ABSENT, MOST(32),
        ITEMS(method)),
    ROW("paths", LIST, "begins of paths; absent: all", ABSENT, MOST(256),
        ITEMS(prefix)),
    ROW("upgrade", BOOL, "WebSocket and other upgrades", MOST(1)),
    ROW("approve", BOOL, "the owner is asked about each request", MOST(1),
        .meet = CS_MEET_GUARD),
    ROW("allow_private", BOOL, "ip: also a private address", MOST(1),
        .marks = O),
    ROW("max_out", SIZE, "bytes sent", ABSENT, MOST(TIB)),
    ROW("max_in", SIZE, "bytes received", ABSENT, MOST(TIB)),
    ROW("max_requests", COUNT, "requests", ABSENT, MOST(1000000000))};

static const cs_pfield egress_deny_fields[] = {
    ROW("host", TEXT, "x, *.x (names below it), **.x (both)", ABSENT, MOST(260),
        RULE(HOST)),
    ROW("ip", TEXT, "a literal address instead", ABSENT, MOST(64), RULE(IP))};

static const cs_pfield listen_fields[] = {
    ROW("guest", COUNT, "port inside", ABSENT, FROM(1, 65535)),
    ROW("host", COUNT, "port of the host's loopback; 0: any free one", NUM(0),
        MOST(65535))};

static const cs_pfield secret_fields[] = {
    ROW("from", TEXT, "env:VAR, file:PATH or cmd:[argv], read on the host",
        ABSENT, MOST(4096), RULE(FROM), .marks = O),
    ROW("env", TEXT, "variable in the sandbox", ABSENT, MOST(128), RULE(ENV)),
    ROW("mode", WORD, "placeholder if there are hosts", ABSENT,
        WORDS("placeholder|env")),
    ROW("hosts", LIST, "where it may be sent", ABSENT, MOST(64), ITEMS(host)),
    ROW("sites", LIST, "and in which part of a request", LST(sites), MOST(4),
        ITEMS(site)),
    ROW("prefix", TEXT, "begin of the placeholder", ABSENT, MOST(32),
        RULE(NAME))};

#define SHAPE(name, rule, keys, text)                      \
  static const cs_pshape shape_##name = {                  \
      #name, CS_TEXT_##rule, CS_TEXT_##keys,         text, \
      false, name##_fields,  COUNT_OF(name##_fields)}
SHAPE(path, GLOB, ANY, 0);
SHAPE(inner, INNER, ANY, 0);
SHAPE(mount, ANY, ANY, -1);
SHAPE(egress, HOST, ANY, 0);
SHAPE(egress_deny, HOST, ANY, 0);
SHAPE(listen, ANY, ANY, -1);
SHAPE(secret, ANY, SECRET, -1);

/* --- the table ----------------------------------------------------------- */

const cs_pfield cs_schema[CS_POLICY_FIELDS] = {
#define X(id, key_, type_, default_, least_, most_, marks_, meet_, look_, \
          meaning_)                                                       \
  [CS_POLICY_##id] = {.key = key_,                                        \
                      .type = CS_TYPE_##type_,                            \
                      default_,                                           \
                      .least = least_,                                    \
                      .most = most_,                                      \
                      .marks = marks_,                                    \
                      .meet = CS_MEET_##meet_,                            \
                      look_,                                              \
                      .meaning = meaning_},
    CS_POLICY_FIELD_LIST(X)
#undef X
};

/* --- finding ------------------------------------------------------------- */

cs_policy_field cs_schema_find(const char *key) {
  cs_policy_field id = 0;
  while (id < CS_POLICY_FIELDS && strcmp(cs_schema[id].key, key) != 0) id++;
  return id;
}

bool cs_schema_is_report_key(const char *key) {
  static const char *const keys[] = {
#define X(key) key,
      CS_POLICY_REPORT_LIST(X)
#undef X
  };
  for (size_t i = 0; i < COUNT_OF(keys); i++)
    if (strcmp(keys[i], key) == 0) return true;
  return cs_schema_find(key) < CS_POLICY_FIELDS;
}

int cs_schema_word(const char *words, const char *word) {
  size_t len = strlen(word);
  for (int i = 0;; i++) {
    size_t n = strcspn(words, "|");
    if (n == len && memcmp(words, word, n) == 0) return i;
    if (!words[n]) return -1;
    words += n + 1;
  }
}

/* --- nearest name -------------------------------------------------------- */

#define LONGEST 40

/* Edit distance with neighbours exchanged as one slip. */
static size_t distance(const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b);
  size_t rows[3][LONGEST + 1], *before = rows[0], *last = rows[1],
                               *row = rows[2];
  if (n > LONGEST || m > LONGEST) return LONGEST;
  memset(rows, 0, sizeof rows);
  for (size_t j = 0; j <= m; j++) last[j] = j;
  for (size_t i = 1; i <= n; i++) {
    row[0] = i;
    for (size_t j = 1; j <= m; j++) {
      size_t best = last[j - 1] + (a[i - 1] != b[j - 1]);
      if (last[j] + 1 < best) best = last[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
          before[j - 2] + 1 < best)
        best = before[j - 2] + 1;
      row[j] = best;
    }
    size_t *free_row = before;
    before = last;
    last = row;
    row = free_row;
  }
  return last[m];
}

bool cs_schema_nearest(const char *text, cs_schema_next next, void *state,
                       char out[64]) {
  const char *name;
  bool found = false;
  size_t best = strlen(text) / 3 + 1; /* more slips would be a guess */
  if (best < 2) best = 2;
  while ((name = next(state))) {
    size_t d = distance(text, name);
    if (d >= best || d >= strlen(name)) continue;
    best = d;
    found = true;
    snprintf(out, 64, "%s", name);
  }
  return found;
}

const char *cs_schema_next_word(void *walk) {
  cs_word_walk *w = walk;
  if (!w->at) return NULL;
  size_t n = strcspn(w->at, "|");
  snprintf(w->word, sizeof w->word, "%.*s", (int)n, w->at);
  w->at = w->at[n] ? w->at + n + 1 : NULL;
  return w->word;
}
