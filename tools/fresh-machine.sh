#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs the project's commands on a bare Debian 12 that has only git, Node and npm, in a chroot, and
# tells what was installed and how long everything took. For maintainers; needs root and debootstrap.
#
#   tools/fresh-machine.sh [option...] [setup|start|test|second]...    default: start second test second
#     setup       the set-up step of `npm test`, alone
#     start       `npm start`, until the printed address answers
#     test        `npm test`
#     second      the set-up step of the stage before it, again: nothing is missing now
#   --worktree    take the files as they lie here, not the commit that HEAD names
#   --node=local  Node under /usr/local, as from nodejs.org or the node image (default)
#   --node=deb    Node as a package without Multi-Arch, as NodeSource's
#   --dir=DIR     where everything goes; the bare system in it is used again   (default: under $TMPDIR)
#   --keep        leave the used system in place
#
# MIRROR names another Debian mirror. All mounts live in a private mount namespace, which ends with the
# command that runs in it: nothing of this machine is ever mounted below a folder that is removed.
set -euo pipefail

self=$(readlink -f "${BASH_SOURCE[0]}")
repository=$(dirname "$(dirname "$self")")
mirror=${MIRROR:-http://deb.debian.org/debian}
home=/root/attention-lab

# The part inside the namespaces: mounts, and then the command in the chroot.
if [[ ${1-} == --inside ]]; then
  root=$2
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs tmpfs "$root/dev/shm"
  forwarded=()
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY NODE_EXTRA_CA_CERTS npm_config_registry; do
    if [[ -n ${!name-} ]]; then forwarded+=("$name=${!name}"); fi
  done
  exec chroot "$root" env -i HOME=/root LANG=C.UTF-8 CI=true "${forwarded[@]}" \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin bash -c "$3"
fi

worktree='' keep='' node=local dir=${TMPDIR:-/tmp}/attention-lab-fresh stages=()
for argument in "$@"; do
  case $argument in
    --worktree) worktree=yes ;;
    --keep) keep=yes ;;
    --node=local | --node=deb) node=${argument#*=} ;;
    --dir=*) dir=${argument#*=} ;;
    setup | start | test | second) stages+=("$argument") ;;
    *) sed -n '3,/^set -euo/{/^#/s/^# \{0,1\}//p}' "$self" >&2; exit 2 ;;
  esac
done
[[ ${#stages[@]} -gt 0 ]] || stages=(start second test second)
[[ $EUID -eq 0 ]] || { echo 'this needs root: chroot and mount' >&2; exit 2; }
for program in debootstrap unshare git node npm; do
  command -v "$program" >/dev/null || { echo "this needs $program" >&2; exit 2; }
done

mkdir -p "$dir/logs"
base=$dir/bookworm
root=$(mktemp -d "$dir/root.XXXXXX")

remove() {
  if grep -q " $1" /proc/self/mounts; then
    echo "left in place, something is mounted in it: $1" >&2
  else
    rm -rf --one-file-system "$1"
  fi
}
finish() {
  if [[ -n $keep ]]; then echo "kept: $root"; else remove "$root"; fi
}
trap finish EXIT
trap 'exit 130' INT TERM

inside() {
  unshare --mount --pid --fork --kill-child --propagation private bash "$self" --inside "$root" "$1" </dev/null
}

if [[ ! -d $base ]]; then
  remove "$base.partial"
  debootstrap --variant=minbase --include=ca-certificates,git bookworm "$base.partial" "$mirror"
  # Installed systems and images come without debootstrap's leftovers.
  rm -rf "$base.partial"/var/lib/apt/lists/* "$base.partial"/var/cache/apt/archives/*.deb
  mv "$base.partial" "$base"
fi
cp -a "$base/." "$root"

# What this machine needs to reach the registries, the other one needs too; credentials stay here.
cp /etc/resolv.conf /etc/hosts "$root/etc/"
cat >"$root/etc/apt/sources.list" <<END
deb $mirror bookworm main
deb $mirror bookworm-updates main
deb ${mirror%/debian}/debian-security bookworm-security main
END
apt-config dump | grep -E '^Acquire::(https?|Check-|Retries|ForceIPv)' >"$root/etc/apt/apt.conf.d/99host" || true
if compgen -G '/usr/local/share/ca-certificates/*.crt' >/dev/null; then
  cp /usr/local/share/ca-certificates/*.crt "$root/usr/local/share/ca-certificates/"
  inside 'update-ca-certificates' >/dev/null
fi

prefix=/usr/local
[[ $node == local ]] || prefix=/usr
tree=$root
[[ $node == local ]] || tree=$root/tmp/nodejs
mkdir -p "$tree$prefix/bin" "$tree$prefix/lib/node_modules" "$tree$prefix/etc"
cp "$(readlink -f "$(command -v node)")" "$tree$prefix/bin/node"
cp -a "$(cd / && npm root --global)/npm" "$tree$prefix/lib/node_modules/"
for command in npm npx; do ln -sf "../lib/node_modules/npm/bin/$command-cli.js" "$tree$prefix/bin/$command"; done
copy_npmrc() { if [[ -f $1 ]]; then grep -viE '_auth|_password|token' "$1" >"$2" || true; fi; }
copy_npmrc "$(cd / && npm config get globalconfig)" "$tree$prefix/etc/npmrc"
copy_npmrc "$(cd / && npm config get userconfig)" "$root/root/.npmrc"
if [[ $node == deb ]]; then
  mkdir "$tree/DEBIAN"
  cat >"$tree/DEBIAN/control" <<END
Package: nodejs
Version: $(node -p process.versions.node)-1nodesource1
Architecture: $(dpkg --print-architecture)
Maintainer: fresh-machine.sh
Depends: libc6, libstdc++6, ca-certificates
Provides: nodejs-dev, nodejs-legacy, npm
Conflicts: nodejs-dev, nodejs-legacy, npm
Description: Node.js, packaged as NodeSource does
END
  inside 'dpkg-deb --root-owner-group --build /tmp/nodejs /tmp/nodejs.deb && dpkg --install /tmp/nodejs.deb' >/dev/null
  rm -rf --one-file-system "$tree" "$root/tmp/nodejs.deb"
fi

if [[ -n $worktree ]]; then
  mkdir "$root$home"
  git -C "$repository" ls-files --cached --others --exclude-standard -z |
    (cd "$repository" && xargs -0 ls -d 2>/dev/null | tar -cf - -T -) | tar -xf - -C "$root$home"
  git -C "$root$home" init --quiet
else
  git clone --quiet --no-local "$repository" "$root$home"
fi
echo "bare system: $(inside 'echo "$(. /etc/os-release && echo $PRETTY_NAME), node $(node --version), npm $(npm --version)"'), $(du -sm "$root" | cut -f1) MB"

failed=0
role=test
report=()
number=0
for stage in "${stages[@]}"; do
  case $stage in
    setup) role=test command='node tools/setup.mjs test' ;;
    start) role=site command='node tools/probe-start.mjs' ;;
    test) role=test command='npm test' ;;
    second) command="node tools/setup.mjs $role" ;;
  esac
  number=$((number + 1))
  log=$dir/logs/$node-$number-$stage.log
  echo "=== $stage: $command   ($log)"
  manual=$(inside 'apt-mark showmanual | sort')
  begun=$(date +%s%N)
  status=0
  inside "cd $home && $command" 2>&1 | tee "$log" || status=$?
  took=$((($(date +%s%N) - begun) / 1000000))
  added=$(comm -13 <(echo "$manual") <(inside 'apt-mark showmanual | sort') | tr '\n' ' ')
  report+=("$(printf '%-7s status %s  %6d.%03d s  %5d MB  installed: %s' "$stage" "$status" \
    $((took / 1000)) $((took % 1000)) "$(du -sm "$root" | cut -f1)" "${added:-nothing}")")
  [[ $status -eq 0 ]] || failed=1
done
printf '%s\n' '=== report' "${report[@]}"
exit "$failed"
