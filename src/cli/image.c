/*
 * image.c - caisson image ls, inspect, rm, prune, verify.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/image.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/cleanup.h"
#include "cli/json.h"
#include "cli/plain.h"
#include "cli/verbs.h"

void cs_image_cli_size(uint64_t bytes, char out[16]) {
  static const char *const unit[] = {"B", "kB", "MB", "GB", "TB"};
  double n = (double)bytes;
  size_t i = 0;
  for (; n >= 999.5 && i < 4; i++) n /= 1000;
  snprintf(out, 16, i ? "%.1f %s" : "%.0f %s", n, unit[i]);
}

/* --- ls ------------------------------------------------------------------ */

static void age_of(int64_t since, char out[40]) {
  int64_t n = (int64_t)time(NULL) - since;
  if (n < 0) n = 0;
  if (n < 120)
    snprintf(out, 40, "%lld s ago", (long long)n);
  else if (n < 7200)
    snprintf(out, 40, "%lld min ago", (long long)(n / 60));
  else if (n < 172800)
    snprintf(out, 40, "%lld h ago", (long long)(n / 3600));
  else
    snprintf(out, 40, "%lld days ago", (long long)(n / 86400));
}

static void print_row(const cs_image_row *r, int width) {
  char size[16], tree[16], age[40];
  cs_image_cli_size(r->size, size);
  cs_image_cli_size(r->tree_bytes, tree);
  age_of(r->time, age);
  printf("%-*s  %.12s  %10s  %10s  %-11s%s\n", width, r->name, r->digest + 7,
         size, r->unpacked ? tree : "-", age, r->whole ? "" : "  incomplete");
}

static void put_row(cs_json *j, const cs_image_row *r) {
  cs_json_key(j, NULL);
  cs_json_open(j, '{');
  cs_json_text(j, "name", r->name);
  cs_json_text(j, "digest", r->digest);
  cs_json_text(j, "image_id", r->config);
  cs_json_text(j, "source", r->source);
  cs_json_text(j, "created", r->created ? r->created : "");
  cs_json_text(j, "architecture", r->architecture ? r->architecture : "");
  cs_json_int(j, "time", r->time);
  cs_json_int(j, "size", (int64_t)r->size);
  cs_json_int(j, "layers", r->layers);
  cs_json_bool(j, "unpacked", r->unpacked);
  cs_json_int(j, "tree_bytes", (int64_t)r->tree_bytes);
  cs_json_int(j, "pins", r->pins);
  cs_json_bool(j, "complete", r->whole);
  cs_json_close(j, '}');
}

static void print_rows(const cs_settings *s, const cs_image_rows *rows) {
  int width = 4;
  if (s->json) {
    cs_json j;
    cs_json_init(&j);
    cs_json_open(&j, '{');
    cs_json_text(&j, "schema", "caisson.images/1");
    cs_json_key(&j, "images");
    cs_json_open(&j, '[');
    for (size_t i = 0; i < rows->count; i++) put_row(&j, &rows->at[i]);
    cs_json_close(&j, ']');
    cs_json_close(&j, '}');
    cs_json_print(&j);
    return;
  }
  for (size_t i = 0; i < rows->count; i++) {
    int n = (int)strlen(rows->at[i].name);
    if (n > width) width = n;
  }
  if (s->quiet) {
    for (size_t i = 0; i < rows->count; i++) puts(rows->at[i].name);
    return;
  }
  printf("%-*s  %-12s  %10s  %10s  %s\n", width, "NAME", "DIGEST", "LAYERS",
         "UNPACKED", "ADDED");
  for (size_t i = 0; i < rows->count; i++) print_row(&rows->at[i], width);
}

int cs_cli_image_ls(const cs_settings *s) {
  cs_image_bar bar;
  cs_image_store *store;
  cs_image_rows rows;
  cs_error err;
  int code = cs_image_cli_open(s, &bar, &store);
  if (code) return code;
  if (cs_manage_list(store, &rows, &err) == CS_OK) {
    print_rows(s, &rows);
    cs_manage_list_fini(&rows);
  } else {
    code = cs_image_cli_fail(s, store, "cannot list the images", &err);
  }
  cs_image_store_close(store);
  return code;
}

/* --- inspect ------------------------------------------------------------- */

static int no_operand(const cs_settings *s, const char *what) {
  return cs_cli_fail(s, what, "no image was named", "see 'caisson image ls'");
}

static json_t *words_of(char *const *words) {
  json_t *list = json_array();
  for (; *words; words++) json_array_append_new(list, json_string(*words));
  return list;
}

static json_t *describe(const cs_image *i, const char *manifest,
                        const char *config) {
  json_t *o = json_object();
  json_object_set_new(o, "schema", json_string("caisson.image/1"));
  json_object_set_new(o, "digest", json_string(i->digest));
  json_object_set_new(o, "chain_id", json_string(i->chain));
  json_object_set_new(o, "tree", json_string(i->tree_path));
  json_object_set_new(o, "tree_bytes", json_integer((json_int_t)i->tree_bytes));
  json_object_set_new(o, "tree_entries",
                      json_integer((json_int_t)i->tree_entries));
  json_object_set_new(o, "env", words_of(i->config.env));
  json_object_set_new(o, "entrypoint", words_of(i->config.entrypoint));
  json_object_set_new(o, "cmd", words_of(i->config.cmd));
  json_object_set_new(o, "workdir", json_string(i->config.workdir));
  json_object_set_new(o, "user", json_string(i->config.user));
  json_object_set_new(o, "manifest", json_loads(manifest, 0, NULL));
  json_object_set_new(o, "config", json_loads(config, 0, NULL));
  return o;
}

static int inspect_one(const cs_settings *s, cs_image_store *store,
                       const char *what, cs_image_bar *bar) {
  char digest[CS_IMAGE_DIGEST];
  CS_AUTO_FREE
  char *manifest = NULL, *config = NULL;
  cs_image *image = NULL;
  cs_error err;
  cs_status st = cs_manage_find(store, what, digest, &err);
  if (st == CS_OK) st = cs_image_open(store, digest, &image, &err);
  if (st == CS_OK)
    st = cs_manage_documents(store, digest, &manifest, &config, &err);
  cs_image_bar_end(bar);
  if (st != CS_OK) {
    cs_image_free(image);
    return cs_image_cli_fail(s, store, "cannot inspect the image", &err);
  }
  json_t *o = describe(image, manifest, config);
  char *text = json_dumps(o, s->json ? JSON_COMPACT | JSON_ENSURE_ASCII
                                     : JSON_INDENT(2) | JSON_ENSURE_ASCII);
  if (text) puts(text);
  free(text);
  json_decref(o);
  cs_image_free(image);
  return 0;
}

int cs_cli_image_inspect(const cs_settings *s) {
  cs_image_bar bar;
  cs_image_store *store;
  if (s->argc == 0) return no_operand(s, "nothing to inspect");
  int code = cs_image_cli_open(s, &bar, &store);
  if (code) return code;
  for (int i = 0; !code && i < s->argc; i++)
    code = inspect_one(s, store, s->argv[i], &bar);
  cs_image_store_close(store);
  return code;
}

/* --- rm, prune ----------------------------------------------------------- */

int cs_cli_image_rm(const cs_settings *s) {
  cs_image_bar bar;
  cs_image_store *store;
  cs_error err;
  if (s->argc == 0) return no_operand(s, "nothing to remove");
  int code = cs_image_cli_open(s, &bar, &store);
  if (code) return code;
  for (int i = 0; !code && i < s->argc; i++) {
    if (cs_manage_remove(store, s->argv[i], &err) != CS_OK)
      code = cs_image_cli_fail(s, store, "cannot remove the image", &err);
    else if (!s->quiet && !s->json)
      puts(s->argv[i]);
  }
  if (!code && s->json)
    puts("{\"schema\": \"caisson.remove/1\", \"status\": \"ok\"}");
  cs_image_store_close(store);
  return code;
}

int cs_cli_image_prune(const cs_settings *s) {
  cs_image_bar bar;
  cs_image_store *store;
  cs_image_pruned gone;
  cs_error err;
  char size[16];
  int code = cs_image_cli_open(s, &bar, &store);
  if (code) return code;
  if (cs_manage_prune(store, &gone, &err) != CS_OK)
    code = cs_image_cli_fail(s, store, "cannot prune the images", &err);
  cs_image_store_close(store);
  if (code) return code;
  cs_image_cli_size(gone.bytes, size);
  if (s->json)
    printf(
        "{\"schema\": \"caisson.prune/1\", \"blobs\": %llu, \"trees\": "
        "%llu, \"downloads\": %llu, \"bytes\": %llu}\n",
        (unsigned long long)gone.blobs, (unsigned long long)gone.trees,
        (unsigned long long)gone.partials, (unsigned long long)gone.bytes);
  else if (!s->quiet)
    printf("removed %llu blobs, %llu trees and %llu unfinished downloads: %s\n",
           (unsigned long long)gone.blobs, (unsigned long long)gone.trees,
           (unsigned long long)gone.partials, size);
  return 0;
}

/* --- verify -------------------------------------------------------------- */

typedef struct telling {
  const cs_settings *s;
  cs_json *j;
  cs_image_bar *bar;
} telling;

static void tell(void *user, const char *what, const char *fault) {
  telling *t = user;
  cs_image_bar_end(t->bar);
  if (t->s->json) {
    cs_json_key(t->j, NULL);
    cs_json_open(t->j, '{');
    cs_json_text(t->j, "what", what);
    cs_json_text(t->j, "fault", fault);
    cs_json_close(t->j, '}');
    return;
  }
  cs_plain_put(stdout, what);
  fputs(": ", stdout);
  cs_plain_put(stdout, fault);
  putchar('\n');
}

int cs_cli_image_verify(const cs_settings *s) {
  cs_image_bar bar;
  cs_image_store *store;
  cs_image_verified seen;
  cs_error err;
  cs_json j;
  int code = cs_image_cli_open(s, &bar, &store);
  if (code) return code;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.verify/1");
  cs_json_key(&j, "faults");
  cs_json_open(&j, '[');
  telling t = {.s = s, .j = &j, .bar = &bar};
  cs_status st = cs_manage_verify(store, tell, &t, &seen, &err);
  cs_image_bar_end(&bar);
  if (st != CS_OK)
    code = cs_image_cli_fail(s, store, "cannot verify the images", &err);
  cs_image_store_close(store);
  cs_json_close(&j, ']');
  cs_json_int(&j, "blobs", (int64_t)seen.blobs);
  cs_json_int(&j, "images", (int64_t)seen.images);
  cs_json_close(&j, '}');
  if (!code && s->json)
    cs_json_print(&j);
  else
    cs_buf_fini(&j.out);
  if (code) return code;
  if (!s->json && !s->quiet)
    printf("%llu images, %llu blobs, %llu faults\n",
           (unsigned long long)seen.images, (unsigned long long)seen.blobs,
           (unsigned long long)seen.faults);
  return seen.faults ? 1 : 0;
}
