#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs the project's commands on a minimal Debian with only git, Node and npm, in a chroot. Reports
# what was installed and how long each command took. For maintainers; needs root and debootstrap.
#
#   tools/fresh-machine.sh [option...] [stage...]
#
# Stages, by default `start second test second`:
#   setup          only the set-up step of `npm test`
#   start          `npm start`, until the printed address answers
#   native         `npm run test:native`
#   engine         `npm run test:engine`
#   test           `npm test`
#   second         the set-up step of the previous stage again: nothing is missing now
#
# Options:
#   --suite=SUITE  bookworm (Debian 12, default), trixie (Debian 13) or testing
#   --worktree     copy the files of this folder instead of the commit at HEAD
#   --node=local   this machine's Node under /usr/local, as from nodejs.org or the node image (default)
#   --node=deb     this machine's Node as a package without Multi-Arch, as from NodeSource
#   --node=suite   the suite's own packages nodejs and npm; bookworm's are too old for the project
#   --dir=DIR      folder of the chroots and logs      (default: attention-lab-fresh under $TMPDIR or /tmp)
#   --keep         do not delete the chroot at the end
#
# Each suite is bootstrapped once: delete DIR/SUITE to do it again. MIRROR is the address of another
# Debian mirror. All mounts are in a private mount namespace, which ends with its command. Nothing
# of this machine is ever mounted below a folder that is removed.
set -euo pipefail

self=$(readlink -f "${BASH_SOURCE[0]}")
repository=$(dirname "$(dirname "$self")")
mirror=${MIRROR:-http://deb.debian.org/debian}
home=/root/attention-lab

# The script runs itself with --inside in new mount and PID namespaces: mounts /proc, /sys and /dev below the chroot $2,
# then runs the command $3 in it.
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

suite=bookworm worktree='' keep='' node=local dir=${TMPDIR:-/tmp}/attention-lab-fresh stages=()
for argument in "$@"; do
  case $argument in
    --suite=bookworm | --suite=trixie | --suite=testing) suite=${argument#*=} ;;
    --worktree) worktree=yes ;;
    --keep) keep=yes ;;
    --node=local | --node=deb | --node=suite) node=${argument#*=} ;;
    --dir=*) dir=${argument#*=} ;;
    setup | start | native | engine | test | second) stages+=("$argument") ;;
    *) sed -n '3,/^set -euo/{/^#/s/^# \{0,1\}//p}' "$self" >&2; exit 2 ;;
  esac
done
[[ ${#stages[@]} -gt 0 ]] || stages=(start second test second)
[[ $EUID -eq 0 ]] || { echo 'this needs root: chroot and mount' >&2; exit 2; }
for program in debootstrap unshare git node npm; do
  command -v "$program" >/dev/null || { echo "this needs $program" >&2; exit 2; }
done

mkdir -p "$dir/logs"
base=$dir/$suite
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
  debootstrap --variant=minbase --include=ca-certificates,git "$suite" "$base.partial" "$mirror"
  # Removes the package lists and archives that debootstrap leaves, because an installed system has none.
  rm -rf "$base.partial"/var/lib/apt/lists/* "$base.partial"/var/cache/apt/archives/*.deb
  mv "$base.partial" "$base"
fi
cp -a "$base/." "$root"

# Copies the settings with which this machine reaches the Debian mirror and the npm registry: DNS, hosts, apt's network
# options, certificates and .npmrc. Lines of .npmrc with a login or token are left out, but the address of a proxy is
# copied with the password that it may contain.
cp /etc/resolv.conf /etc/hosts "$root/etc/"
{
  echo "deb $mirror $suite main"
  [[ $suite == testing ]] || echo "deb $mirror $suite-updates main"
  echo "deb ${mirror%/debian}/debian-security $suite-security main"
} >"$root/etc/apt/sources.list"
apt-config dump | grep -E '^Acquire::(https?|Check-|Retries|ForceIPv)' >"$root/etc/apt/apt.conf.d/99host" || true
if compgen -G '/usr/local/share/ca-certificates/*.crt' >/dev/null; then
  cp /usr/local/share/ca-certificates/*.crt "$root/usr/local/share/ca-certificates/"
  inside 'update-ca-certificates' >/dev/null
fi

copy_npmrc() { if [[ -f $1 ]]; then grep -viE '_auth|_password|token' "$1" >"$2" || true; fi; }
global_npmrc=$(cd / && npm config get globalconfig)
copy_npmrc "$(cd / && npm config get userconfig)" "$root/root/.npmrc"

# copy_node <prefix>: copies this machine's Node, npm and global npmrc to the folder <prefix>, so that the fresh machine
# does not have to download them.
copy_node() {
  mkdir -p "$1/bin" "$1/lib/node_modules" "$1/etc"
  cp "$(readlink -f "$(command -v node)")" "$1/bin/node"
  cp -a "$(cd / && npm root --global)/npm" "$1/lib/node_modules/"
  for command in npm npx; do ln -sf "../lib/node_modules/npm/bin/$command-cli.js" "$1/bin/$command"; done
  copy_npmrc "$global_npmrc" "$1/etc/npmrc"
}

case $node in
  local) copy_node "$root/usr/local" ;;
  deb)
    tree=$root/tmp/nodejs
    copy_node "$tree/usr"
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
    ;;
  suite)
    copy_npmrc "$global_npmrc" "$root/etc/npmrc"
    inside 'apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends nodejs npm &&
      rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb' >/dev/null
    ;;
esac

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
    native) role=native command='npm run test:native' ;;
    engine) role=engine command='npm run test:engine' ;;
    test) role=test command='npm test' ;;
    second) command="node tools/setup.mjs $role" ;;
  esac
  number=$((number + 1))
  log=$dir/logs/$suite-$node-$number-$stage.log
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
