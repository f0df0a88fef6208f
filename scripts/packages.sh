# Sourced by the other scripts: installs the Debian packages that are missing, and only those.

BUILD_PACKAGES=(g++ cmake ninja-build libboost1.81-dev libfmt-dev libcli11-dev nlohmann-json3-dev libpugixml-dev
    libssl-dev)
PACKAGING_PACKAGES=(python3 dpkg-dev file)
TEST_PACKAGES=(libgtest-dev libgmock-dev libbenchmark-dev "${PACKAGING_PACKAGES[@]}" man-db bash-completion zsh
    libxml2-utils python3-jsonschema git gnuplot-nox)

say() { printf '==> %s\n' "$*"; }
die() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "installing packages needs root or sudo: $*"
    fi
}

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# install_missing PACKAGE...: never removes anything, and needs no network when nothing is missing.
install_missing() {
    local missing=() package log
    command -v dpkg-query >/dev/null || die "this is not Debian; install what corresponds to: $*"
    for package in "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    say "installing ${missing[*]}"
    log=$(mktemp)
    local install=(env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends --no-remove "${missing[@]}")
    # The lists may be old or not there at all: try without them, then once more with new ones.
    if as_root "${install[@]}" >"$log" 2>&1 || { as_root apt-get update >"$log" 2>&1 && as_root "${install[@]}" >"$log" 2>&1; }; then
        rm -f "$log"
        return 0
    fi
    local conflicts
    conflicts=$(apt-get install --simulate --no-install-recommends "${missing[@]}" 2>/dev/null |
        sed -n 's/^Remv \([^ ]*\).*/\1/p' | tr '\n' ' ')
    [ -z "$conflicts" ] || die "apt-get would have to remove ${conflicts% } to install ${missing[*]}; remove them yourself if you do not need them"
    cat "$log" >&2
    rm -f "$log"
    die "apt-get could not install ${missing[*]} (see above)"
}
