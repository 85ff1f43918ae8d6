# file_owner.py: Every file belongs to the user of the session.
# SPDX-License-Identifier: Apache-2.0
# caisson: options --tmpfs /tmp
#
# The users of the host are none of a program's business, and packages that check
# who owns their folder (pytest's tmp_path) find what they expect.
import os

open("/tmp/mine", "w").close()
print(os.stat("/tmp/mine").st_uid, os.getuid())
#> 1000 1000
