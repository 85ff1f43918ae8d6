/*
 * image.h - what the commands for images share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_IMAGE_H
#define CS_CLI_IMAGE_H

#include "cli/cli.h"
#include "image/manage.h"

/* One line on a terminal that is drawn again while bytes move. */
typedef struct cs_image_bar {
  const cs_settings *s;
  uint64_t told_ns;
  bool drawn, on, json;
  char what[16], digest[20]; /* of the line that stands there */
} cs_image_bar;

/* Open the user's store; progress goes to `bar`, which must outlive it.
 * Returns 0, or the exit code after a message. */
int cs_image_cli_open(const cs_settings *s, cs_image_bar *bar,
                      cs_image_store **out);
/* Remove the line. */
void cs_image_bar_end(cs_image_bar *bar);

/* Say why a call failed.  Returns CS_EXIT_OURS. */
int cs_image_cli_fail(const cs_settings *s, cs_image_store *store,
                      const char *what, const cs_error *err);

/* "1.5 MB"; a static text would not do for two in one line. */
void cs_image_cli_size(uint64_t bytes, char out[16]);

#endif
