# locale_names.py: locale.normalize knows the C locale only.
# SPDX-License-Identifier: Apache-2.0
#
# There is no table of the world's locales; other names stay as they are.

import locale

locale.resetlocale()
print(locale.normalize("posix"), locale.normalize("c"), locale.normalize("de"))
#> C C de
