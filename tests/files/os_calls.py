"""os: directories, links, attributes, walking."""
import errno
import os
import stat


def tried(function, *args, **kwargs):
    try:
        result = function(*args, **kwargs)
    except OSError as error:
        print(type(error).__name__, errno.errorcode[error.errno], error.filename,
              error.filename2, error)
    except Exception as error:
        print(type(error).__name__, error)
    else:
        print(result)


def tree(top="."):
    for path, dirs, files in os.walk(top):
        dirs.sort()
        print(path, dirs, sorted(files))


tree()
os.mkdir("d")
tried(os.mkdir, "d")
tried(os.mkdir, "no/such")
os.makedirs("d/e/f", exist_ok=True)
os.makedirs("d/e/f", exist_ok=True)
tried(os.makedirs, "d/e/f")
tried(os.rmdir, "d")
tried(os.rmdir, "missing")
tried(os.rmdir, "sub/in.txt")
tried(os.remove, "d")
tried(os.remove, "missing")
tried(os.listdir, "missing")
tried(os.listdir, "sub/in.txt")
open("d/one", "w").write("1")
open("d/two", "w").write("22")
tree("d")
os.rename("d/one", "d/uno")
tried(os.rename, "d/one", "d/x")
tried(os.rename, "d/uno", "d/e")
tried(os.rename, "d", "d/e/inside")
os.replace("d/uno", "d/two")
print(open("d/two").read())
os.rename("sub", "moved")
tree()
print(open("moved/in.txt").read())
tried(open, "sub/in.txt")
os.mkdir("sub")
print(os.listdir("sub"))
open("moved/in.txt", "a").write("more")
print(open("moved/in.txt").read())
os.rename("moved", "sub2")
os.rename("sub2/deep", "deep")
tree()
os.symlink("../keep.txt", "d/link")
print(os.readlink("d/link"), os.path.islink("d/link"), open("d/link").read())
print(stat.S_ISLNK(os.lstat("d/link").st_mode), os.stat("d/link").st_size)
os.symlink("nowhere", "dangling")
print(os.path.exists("dangling"), os.path.lexists("dangling"))
open("dangling", "w").write("now it exists")
print(open("nowhere").read())
os.symlink("loop", "loop")
tried(os.stat, "loop")
tried(open, "loop")
os.symlink("d/e", "dirlink")
print(os.listdir("dirlink"), os.path.realpath("dirlink/f") == os.path.realpath("d/e/f"))
tried(os.rmdir, "dirlink")
os.remove("dirlink")
tried(os.symlink, "x", "keep.txt")
tried(os.readlink, "keep.txt")
os.link("keep.txt", "hard")
open("hard", "a").write("+")
print(open("keep.txt").read(), os.stat("hard").st_nlink, os.path.samefile("hard", "keep.txt"))
os.remove("keep.txt")
print(open("hard").read(), os.stat("hard").st_nlink)
tried(os.link, "hard", "d/two")
tried(os.link, "d", "d2")
os.chmod("hard", 0o400)
print(oct(os.stat("hard").st_mode), os.access("hard", os.R_OK), os.access("hard", os.X_OK))
os.chmod("hard", 0o755)
print(oct(os.stat("hard").st_mode), os.access("hard", os.X_OK))
os.utime("hard", (1_000_000_000, 1_500_000_000.5))
st = os.stat("hard")
print(st.st_atime, st.st_mtime, st.st_mtime_ns)
os.utime("hard", ns=(1, 2))
print(os.stat("hard").st_mtime_ns)
os.chdir("d/e")
print(os.path.basename(os.getcwd()), os.listdir("."), os.path.exists("../two"))
tried(os.chdir, "nope")
tried(os.chdir, "../two")
os.chdir("../..")
with os.scandir("d") as entries:
    for e in sorted(entries, key=lambda e: e.name):
        print(e.name, e.path, e.is_file(), e.is_dir(), e.is_symlink(),
              e.is_file(follow_symlinks=False), e.stat(follow_symlinks=False).st_size > 0)
for path, dirs, files in os.walk("d", topdown=False):
    for name in files:
        os.remove(os.path.join(path, name))
    for name in dirs:
        os.rmdir(os.path.join(path, name))
os.removedirs("d")
print(os.path.exists("d"))
os.truncate("nowhere", 3)
print(open("nowhere").read())
tried(os.truncate, "nothing", 3)
print(os.path.isdir("sub2"), os.path.isfile("sub2"), os.path.getsize("hard"))
tried(os.stat, "hard/x")
tried(os.stat, "")
tried(os.stat, "y" * 256)
fd = os.open("sub2", os.O_RDONLY)
print(os.listdir(fd), stat.S_ISDIR(os.fstat(fd).st_mode))
os.close(fd)
tree()
