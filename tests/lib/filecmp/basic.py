# caisson: options --tmpfs /tmp
"""Files and directories compared."""
import filecmp
import os
import tempfile

os.chdir(tempfile.mkdtemp())
for name in ("left", "right"):
    os.makedirs(f"{name}/same/.git")
    for file, text in (("equal", "x"), ("other", name), (f"only_{name}", ""), ("same/deep", name[:2])):
        with open(f"{name}/{file}", "w") as out:
            out.write(text)
os.mkdir("left/kind")
open("right/kind", "w").close()
print(filecmp.cmp("left/equal", "right/equal"), filecmp.cmp("left/other", "right/other", shallow=False))
print(filecmp.cmp("left", "right"), filecmp.cmpfiles("left", "right", ["equal", "other", "gone"], False))
d = filecmp.dircmp("left", "right")
print(d.left_list, d.right_list, d.common, d.left_only, d.right_only)
print(d.common_dirs, d.common_files, d.common_funny, d.same_files, d.diff_files, d.funny_files)
print(sorted(d.subdirs), d.subdirs["same"].common, ".git" in filecmp.DEFAULT_IGNORES)
d.report()
d.report_partial_closure()
d.report_full_closure()
print(filecmp.dircmp("left", "right", ignore=["equal"], hide=["same"]).common, filecmp.clear_cache())
for bad in (lambda: d.nothing, lambda: filecmp.cmp("left/equal", "gone")):
    try:
        print(bad())
    except (AttributeError, OSError) as error:
        print(type(error).__name__, error)
