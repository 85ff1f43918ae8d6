/*
 * protect.c - names in a workspace that other programs act upon.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/protect.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "base/weaken.h"

/* The name and everything below it. */
static const char *const names[] = {
    /* version control: commands in configuration */
    ".git/hooks", ".git/config", ".git/config.worktree", ".git/info",
    ".git/modules", ".git/worktrees", ".git/commondir", ".git/gitdir",
    ".git/objects/info/alternates", ".gitattributes", ".gitmodules",
    ".gitconfig", ".hg/hgrc", ".hgrc", ".husky", ".pre-commit-config.yaml",
    ".jj/repo/config.toml",
    /* editors and agents: tasks, servers and permissions */
    ".vscode", ".idea", ".fleet", ".zed", ".devcontainer", ".mcp.json",
    ".claude", ".claude.json", ".cursor", ".cursorrules", ".windsurf",
    ".gemini", ".codex", ".continue", ".aider.conf.yml", ".roo", ".cline",
    ".github/copilot-instructions.md", ".nvim.lua", ".exrc", ".vimrc",
    ".nvimrc", ".emacs", ".emacs.d", ".dir-locals.el",
    /* shells and other programs that run what they find */
    ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases",
    ".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout",
    ".cshrc", ".tcshrc", ".login", ".kshrc", ".inputrc", ".config/fish",
    ".envrc", ".ssh", ".gnupg", ".netrc", ".npmrc", ".yarnrc", ".yarnrc.yml",
    ".pypirc", ".pnpmfile.cjs", ".gdbinit", ".lldbinit",
    /* ours */
    ".caisson", ".config/caisson", ".local/state/caisson", "caisson.yaml"};

/* Does `path` go on with the components of `name`?  1: at least all of them,
 * 2: it ends inside (a parent of the name), 0: no. */
static int compare(const char *path, const char *name) {
  for (;;) {
    size_t n = strcspn(path, "/"), m = strcspn(name, "/");
    if (n != m || strncasecmp(path, name, n) != 0) return 0;
    path += n;
    name += m;
    if (!*name) return 1;
    if (!*path) return 2;
    path++;
    name++;
  }
}

bool cs_protect_is(const char *path, bool entry) {
  if (cs_weaken("fs.protect")) return false;
  for (const char *p = path; *p;) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      int found = compare(p, names[i]);
      if (found == 1 || (found == 2 && entry)) return true;
    }
    p += strcspn(p, "/");
    p += *p == '/';
  }
  return false;
}
