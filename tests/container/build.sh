#!/usr/bin/env bash
# Prepare what images are built from on a machine that has podman and no registry: build.sh CACHE STORE
#
# CACHE keeps what will be the same the next time: a Debian base, the wheels, Docker's default seccomp profile. STORE
# is podman's storage, gets the image `base`, and holds the tools for tests and a link to the wheels too; who calls this
# removes it. The Debian mirror and the package index are those that this machine's apt and pip are set up with.
set -euo pipefail
cache=$1 store=$2 source=$(cd "$(dirname "$0")/../.." && pwd)
suite=bookworm version=3.11 # the base, and the Python in it
wheels=$cache/wheels-$(cat "$0" "$source/pyproject.toml" "$source/constraints.txt" | sha256sum | cut -c1-12)
mkdir -p "$cache" "$store"

timed() {
    local began=$SECONDS
    "$@"
    echo "$((SECONDS - began)) s: $1"
}

base() {
    local mirror
    mirror=$(apt-get indextargets --format '$(REPO_URI)' "Release: $suite" 'Created-By: Packages' | head -n 1)
    debootstrap --variant=minbase "$suite" "$store/base" "$mirror" > "$store/debootstrap.log"
    tar -C "$store/base" --exclude=./var/cache/apt/* --exclude=./var/lib/apt/lists/* -cf "$cache/base.new" .
    mv "$cache/base.new" "$cache/base.tar"
    rm -rf "$store/base"
}

wheels() {
    rm -rf "$cache"/wheels-*
    "${PYTHON:-python3}" -m pip download --quiet --dest "$wheels.new" --only-binary :all: --python-version "$version" \
        ${TORCH_INDEX:+--extra-index-url "$TORCH_INDEX"} --constraint "$source/constraints.txt" \
        "$source[service]" 'setuptools>=77' hypothesis pytest pytest-randomly pytest-xdist
    mv "$wheels.new" "$wheels"
}

profile() {
    (cd "$store" && apt-get download -qq golang-github-docker-docker-dev && dpkg-deb -x golang-*.deb docker)
    mv "$store/docker/usr/share/gocode/src/github.com/docker/docker/profiles/seccomp/default.json" "$cache/docker.json"
}

tools() {
    "${PYTHON:-python3}" -m pip install --quiet --target "$store/tools" --no-index --find-links "$wheels" \
        --only-binary :all: --python-version "$version" hypothesis pytest pytest-randomly pytest-xdist
}

[ -e "$cache/base.tar" ] || timed base & # debootstrap computes while pip waits for the network
[ -e "$wheels" ] || timed wheels
[ -e "$cache/docker.json" ] || timed profile
wait %1 || [ -e "$cache/base.tar" ]
ln -s "$wheels" "$store/wheels"
podman --root "$store/root" --runroot "$store/run" import --quiet "$cache/base.tar" base
timed tools
