#!/bin/sh
# build.sh - build all fuzzers the way OSS-Fuzz asks for.
#
#   CC=clang OUT=/tmp/out tools/oss-fuzz/build.sh
#
# Takes CC, CFLAGS, LIB_FUZZING_ENGINE and SANITIZER from the environment, puts
# into OUT: fuzz_NAME, fuzz_NAME.dict, fuzz_NAME_seed_corpus.zip and
# fuzz_NAME.options, which make findings of undefined behaviour fatal.  Outside
# of OSS-Fuzz it builds with clang's own libFuzzer.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
[ -f meson.build ] || cd "$SRC/caisson" # copied to $SRC/build.sh
: "${OUT:?the folder for the fuzzers}"
: "${CC:=clang}"
: "${SANITIZER:=address,undefined}"
: "${LIB_FUZZING_ENGINE:=-fsanitize=fuzzer}"
export CC
work=${WORK:-build-oss}/fuzzers
case $SANITIZER in
  coverage | none) sanitize=none ;; # OSS-Fuzz passes its flags in CFLAGS
  *) sanitize=$SANITIZER ;;
esac

tools/build/build.sh "$work" --buildtype=debugoptimized -Dtests=false \
  -Dfuzzers=true -Dfuzzing_engine="$LIB_FUZZING_ENGINE" \
  -Db_sanitize="$sanitize" -Db_lundef=false

mkdir -p "$OUT"
for f in tests/fuzz/fuzz_*.c; do
  name=${f##*/fuzz_}
  name=${name%.c}
  cp "$work/fuzz_$name" "$OUT/"
  [ ! -f "tests/fuzz/$name.dict" ] ||
    cp "tests/fuzz/$name.dict" "$OUT/fuzz_$name.dict"
  printf '[libfuzzer]\ntimeout = 10\n[ubsan]\nhalt_on_error = 1\n' \
    >"$OUT/fuzz_$name.options"
  seeds=tests/fuzz/corpus/$name
  [ ! -d "$seeds" ] || python3 - "$seeds" "$OUT/fuzz_${name}_seed_corpus.zip" <<'PY'
import pathlib, sys, zipfile
with zipfile.ZipFile(sys.argv[2], "w") as z:
    for f in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        z.write(f, f.name)
PY
done
echo "$(find "$OUT" -name 'fuzz_*' -perm -u+x -type f | wc -l) fuzzers in $OUT"
