# html_diff.py: difflib.HtmlDiff writes plainer HTML.
# SPDX-License-Identifier: Apache-2.0
#
# The same lines, numbers and marks, without links from change to change;
# long lines are not wrapped.

import difflib

print(difflib.HtmlDiff().make_table(["one\n", "two\n"], ["one\n", "twos\n"]))
#> <table class="diff" cellspacing="0" cellpadding="0" rules="groups">
#> <tbody>
#> <tr><td>1</td><td>one</td><td>1</td><td>one</td></tr>
#> <tr><td>2</td><td>two</td><td>2</td><td>two<span class="diff_add">s</span></td></tr>
#> </tbody></table>
