#!/bin/sh
# vm_test.sh - depth process under another kernel than this machine's.
#
#   tools/ops/vm_test.sh BUILD [COMMAND]     (default: python3 tests/vm/checks.py BUILD)
#
# Boots Debian's own cloud kernel (unpacked, not installed) in a machine of
# QEMU whose root directory is this machine's, read-only, with a scratch disk
# over it: nothing of what happens there stays.  Control groups are of version 2
# there, user namespaces can be switched off, and nobody else is on it.
# COMMAND runs as root in the project's directory.
#
# VM_ACCEL=tcg|kvm   how (default: kvm where the processor's own is there)
# VM_SECONDS=3000    when to give up
#
# The exit code is COMMAND's; 77: this machine cannot boot another.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
root=$PWD
build=$(realpath "$1")
shift
command=${*:-python3 tests/vm/checks.py $build}
vm=$build/vm
modules="virtio_pci virtio_blk virtiofs overlay"

[ "$(id -u)" -eq 0 ] || {
  echo "vm_test.sh: only root can share a whole file system" >&2
  exit 77
}
tools/build/deps.sh vm || exit 77
mkdir -p "$vm"

# --- the kernel --------------------------------------------------------------

fetch_kernel() {
  name=$(apt-cache depends linux-image-cloud-amd64 |
    awk '/Depends: linux-image/ { print $2 }')
  [ -n "$name" ] || return 1
  (cd "$vm" && rm -rf ./*.deb kernel &&
    apt-get download -q "$name" >/dev/null 2>&1 && dpkg -x ./*.deb kernel)
}

[ -d "$vm/kernel/boot" ] || fetch_kernel || {
  echo "vm_test.sh: no kernel: is there a network?" >&2
  exit 77
}
release=$(ls "$vm/kernel/lib/modules")
[ -f "$vm/kernel/lib/modules/$release/modules.dep.bb" ] ||
  (cd "$vm/kernel/lib/modules/$release" && busybox depmod -b "$vm/kernel" "$release")

# --- what it starts with -----------------------------------------------------

# Modules with what they need, in the order in which they load.
list_modules() {
  awk -v want="$modules" '
    { sub(/:$/, "", $1); needs[$1] = ""
      for (i = NF; i > 1; i--) needs[$1] = needs[$1] " " $i
      name = $1; sub(/.*\//, "", name); sub(/\.ko.*/, "", name)
      gsub(/-/, "_", name); at[name] = $1 }
    function load(file,   n, i, part) {
      if (file in done) return
      done[file] = 1
      n = split(needs[file], part, " ")
      for (i = 1; i <= n; i++) load(part[i])
      print file
    }
    END { n = split(want, w, " "); for (i = 1; i <= n; i++)
            if (w[i] in at) load(at[w[i]]) }' \
    "$vm/kernel/lib/modules/$release/modules.dep"
}

make_ram() {
  rm -rf "$vm/ram"
  mkdir -p "$vm/ram/bin" "$vm/ram/modules"
  cp "$(command -v busybox)" "$vm/ram/bin/busybox"
  cp tests/vm/init "$vm/ram/init"
  chmod 755 "$vm/ram/init"
  list_modules >"$vm/ram/order.in"
  while read -r file; do
    cp "$vm/kernel/lib/modules/$release/$file" "$vm/ram/modules/"
    basename "$file"
  done <"$vm/ram/order.in" >"$vm/ram/order"
  printf 'cd %s\n%s\n' "$root" "$command" >"$vm/ram/command"
  (cd "$vm/ram" && find . | cpio -o -H newc --quiet) >"$vm/ram.cpio"
}

make_ram
rm -f "$vm/disk" "$vm/socket"
truncate -s 4G "$vm/disk"
mkfs.ext4 -q "$vm/disk"

# --- the machine -------------------------------------------------------------

accel=${VM_ACCEL:-tcg}
if [ -z "${VM_ACCEL:-}" ] && [ -w /dev/kvm ] &&
  ls -d /sys/module/kvm_intel /sys/module/kvm_amd 2>/dev/null | grep -q .; then
  accel=kvm
fi

/usr/lib/qemu/virtiofsd --socket-path="$vm/socket" -o source=/ \
  -o cache=always -o sandbox=chroot >"$vm/files.log" 2>&1 &
files=$!
trap 'kill $files 2>/dev/null || true' EXIT
tries=0
while [ ! -S "$vm/socket" ] && [ $tries -lt 50 ]; do
  sleep 0.1
  tries=$((tries + 1))
done

timeout "${VM_SECONDS:-3000}" qemu-system-x86_64 -accel "$accel" -cpu max \
  -smp 2 -m 3G -no-reboot -display none -monitor none -serial stdio \
  -kernel "$vm/kernel/boot/vmlinuz-$release" -initrd "$vm/ram.cpio" \
  -append "console=ttyS0 quiet panic=-1" \
  -object memory-backend-memfd,id=memory,size=3G,share=on \
  -numa node,memdev=memory \
  -chardev socket,id=files,path="$vm/socket" \
  -device vhost-user-fs-pci,chardev=files,tag=host \
  -drive file="$vm/disk",format=raw,if=virtio,cache=unsafe \
  </dev/null 2>&1 | sed -u 's/\r$//' | tee "$vm/log"
rm -f "$vm/disk"
code=$(sed -n 's/^vm: exit \([0-9]*\)$/\1/p' "$vm/log" | tail -n 1)
exit "${code:-1}"
