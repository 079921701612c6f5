#!/bin/sh
# Downloads the wt-inject executable of this system, checks it against the release's SHA256SUMS, and puts
# it into a folder. Nothing is run, nothing else is changed.
#
#   sh install.sh
#   WT_INJECT_VERSION=0.1.0 WT_INJECT_DIR=/usr/local/bin sh install.sh
#
# WT_INJECT_VERSION  a release (default: the latest)
# WT_INJECT_DIR      where to put it (default: ~/.local/bin)
# WT_INJECT_URL_BASE where the release's files are, for a mirror
set -eu

repository=https://github.com/wt-inject/wt-inject
version=${WT_INJECT_VERSION:-latest}
folder=${WT_INJECT_DIR:-"${HOME:?HOME is not set; name a folder with WT_INJECT_DIR}/.local/bin"}

fail() {
  echo "Cannot install wt-inject: $1" >&2
  exit 1
}

case $(uname -s) in
  Linux) os=linux ;;
  Darwin) os=macos ;;
  *) fail "there is no executable for $(uname -s); on Windows use install.ps1" ;;
esac
case $(uname -m) in
  x86_64 | amd64) arch=x64 ;;
  aarch64 | arm64) arch=arm64 ;;
  *) fail "there is no executable for $(uname -m)" ;;
esac
file=wt-inject-$os-$arch

if [ -n "${WT_INJECT_URL_BASE:-}" ]; then
  base=$WT_INJECT_URL_BASE
elif [ "$version" = latest ]; then
  base=$repository/releases/latest/download
else
  base=$repository/releases/download/v${version#v}
fi

download() { # name
  if command -v curl > /dev/null 2>&1; then
    curl -fsSL --retry 2 -o "$work/$1" "$base/$1"
  elif command -v wget > /dev/null 2>&1; then
    wget -q -O "$work/$1" "$base/$1"
  else
    fail "neither curl nor wget is there"
  fi || fail "$base/$1 could not be downloaded"
}

sum() { # file
  if command -v sha256sum > /dev/null 2>&1; then
    sha256sum "$1"
  elif command -v shasum > /dev/null 2>&1; then
    shasum -a 256 "$1"
  else
    fail "neither sha256sum nor shasum is there, and an unchecked file is not installed"
  fi | cut -d ' ' -f 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

download SHA256SUMS
download "$file"
wanted=$(awk -v file="$file" '$2 == file || $2 == "*" file { print $1; exit }' "$work/SHA256SUMS")
[ -n "$wanted" ] || fail "SHA256SUMS says nothing of $file"
found=$(sum "$work/$file")
[ "$found" = "$wanted" ] || fail "the checksum of $file is $found, not $wanted; nothing was installed"

mkdir -p "$folder" || fail "$folder can't be made; name another with WT_INJECT_DIR"
chmod 755 "$work/$file"
# Beside its place first: a program that is running is never half written over.
unwritable() {
  rm -f "$folder/.wt-inject.new"
  fail "$folder can't be written to; name another with WT_INJECT_DIR"
}
cp "$work/$file" "$folder/.wt-inject.new" || unwritable
mv -f "$folder/.wt-inject.new" "$folder/wt-inject" || unwritable
echo "$folder/wt-inject"
case :${PATH:-}: in
  *:"$folder":*) ;;
  *) echo "$folder is not on your PATH: add it, or call the executable by its full name." >&2 ;;
esac
