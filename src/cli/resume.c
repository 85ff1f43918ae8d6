/*
 * resume.c - caisson resume: go on with a run whose process is gone.
 *
 * Output that the journal has is shown again, so that what resume prints is
 * the whole run; --new-output leaves it out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/drive.h"
#include "cli/durable.h"
#include "cli/verbs.h"
#include "tools/tools.h"

#include "caisson/journal.h"
#include "caisson/session.h"

static void explain_doubts(const cs_settings *s, cs_durable *d) {
  const cs_event *ev = cs_journal_doubt(d->journal, 0);
  if (!ev || s->quiet) return;
  fprintf(stderr,
          "caisson: the call of '%.*s' (id %llu) is in doubt: it was begun, "
          "and its result is not in the journal; %s\n",
          (int)ev->name_len, ev->name, (unsigned long long)ev->id,
          s->retry_in_doubt
              ? "it is made again"
              : "the program gets RuntimeError, --retry-in-doubt repeats it");
}

/* Lines of --stdin that the program has read before. */
static void skip_lines(cs_lines *input, uint64_t n) {
  size_t len = 1;
  while (n-- > 0 && len > 0 && cs_lines_next(input, NULL, &len)) {
  }
}

/* Those that the program did not wait for are made again now; the one that it
 * waits for is the event at which it stands. */
static void retry_pending(cs_durable *d, cs_guest *g, const cs_event *at) {
  const cs_event *ev;
  uint64_t open = at->kind == CS_CALL ? at->id : 0;
  for (size_t i = 0; (ev = cs_journal_doubt(d->journal, i)); i++)
    if (ev->id != open) cs_tools_again(g->tools, ev);
}

static int go_on(cs_durable *d, cs_guest *g) {
  const cs_settings *s = &d->settings;
  cs_journal_options o;
  cs_error err = {0};
  cs_journal_options_init(&o);
  if (s->retry_in_doubt) o.flags |= CS_JOURNAL_ASK;
  if (s->new_output) o.flags |= CS_JOURNAL_NEW_OUTPUT;
  if (d->info.doubts > 0) explain_doubts(s, d);
  cs_sealkey key;
  int code = cs_durable_seal(s, &o, &key);
  if (!code) code = cs_guest_watch(g);
  if (code) return code;
  const cs_event *ev = cs_journal_resume(d->journal, g->session, &o, &err);
  explicit_bzero(&key, sizeof key);
  if (!ev)
    return cs_cli_fail(s, "cannot resume the run", err.text,
                       "check the journal");
  if (s->retry_in_doubt) retry_pending(d, g, ev);
  return cs_durable_report(g, cs_drive(g, ev));
}

static int resume(cs_durable *d, int fd) {
  const cs_settings *s = &d->settings;
  cs_guest g;
  cs_lines input;
  cs_guest_plan plan = {.journal = d->journal, .which = CS_JOURNAL_LAST};
  int code = cs_guest_open(&g, s, &input, &plan);
  if (code) return code;
  cs_lines_init(&input, fd);
  if (s->stdin_file)
    skip_lines(&input, cs_journal_count(d->journal, CS_OS, "stdin.readline"));
  code = go_on(d, &g);
  cs_lines_fini(&input);
  cs_guest_close(&g);
  return code;
}

int cs_cli_resume(const cs_settings *s) {
  cs_durable d;
  int code = cs_durable_open(&d, s, true);
  if (code) return code;
  CS_AUTO_FD
  int file = -1;
  if (chdir(d.dir) != 0)
    code = cs_cli_fail(s, "cannot go to the directory of the run",
                       strerror(errno), "make it again");
  if (!code && d.settings.stdin_file) {
    file = open(d.settings.stdin_file, O_RDONLY | O_CLOEXEC);
    if (file < 0)
      code = cs_cli_fail(s, "cannot read the file of --stdin", strerror(errno),
                         "put it back");
  }
  if (!code) code = resume(&d, file >= 0 ? file : d.settings.input ? 0 : -1);
  cs_durable_close(&d);
  return code;
}
