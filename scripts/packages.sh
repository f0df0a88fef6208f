# shellcheck shell=bash disable=SC2034
# Sourced by the other scripts: installs the packages that are missing, and only those. For Debian 12 or newer and
# Ubuntu 24.04 or newer; elsewhere it says what is missing. --help of the script that sources it is its first comment.
case ${1:-} in
-h | --help)
    (cd "${OLDPWD:-.}" && sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0")
    exit
    ;;
esac

# `boost` stands for the package that holds Boost 1.81 or newer; its name differs between systems.
BUILD_PACKAGES=(g++ cmake ninja-build boost libfmt-dev libcli11-dev nlohmann-json3-dev libpugixml-dev libssl-dev
    libseccomp-dev libeigen3-dev)
PACKAGING_PACKAGES=(help2man dpkg-dev file)
STATIC_PACKAGES=(zlib1g-dev libzstd-dev) # for the archive of static programs: from Debian 13 on libcrypto.a needs them
TEST_PACKAGES=(python3 libgtest-dev libgmock-dev libbenchmark-dev "${PACKAGING_PACKAGES[@]}" "${STATIC_PACKAGES[@]}" man-db bash-completion zsh
    libxml2-utils python3-jsonschema git gnuplot-nox bubblewrap fairy-stockfish)
TABLE_PACKAGES=(libfathom-dev) # for Syzygy tables of chess
# For runs over many machines, and their tests; the server is unpacked, see unpack_nats_server.
REMOTE_PACKAGES=(libnats-dev pkg-config iproute2)
PAGE_PACKAGES=(nodejs npm chromium) # for the tests of the page alone
GATE_PACKAGES=(bubblewrap) # for scripts/ci/gate, when it builds sprt
SANITIZER_PACKAGES=(clang libclang-rt-dev lld) # for the presets asan, tsan and fuzz
BENCH_PACKAGES=(strace valgrind)
CHECK_PACKAGES=(clang-format clang-tidy python3 git)

say() { printf '==> %s\n' "$*"; }
die() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# install_missing PACKAGE...: removes nothing, and needs neither root nor network when nothing is missing.
install_missing() {
    command -v dpkg-query >/dev/null || {
        name_what_is_missing "$@"
        return
    }
    local package missing=()
    for package in "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0

    local sudo=sudo
    [ "$(id -u)" -ne 0 ] || sudo=
    [ -z "$sudo" ] || command -v sudo >/dev/null || die "installing packages needs root or sudo: ${missing[*]}"
    local log names
    log=$(mktemp)
    if names=$(names_in_apt "${missing[@]}"); then
        say "will install with ${sudo:+$sudo }apt-get: $names"
        apt_install && return
    else
        say "will install with ${sudo:+$sudo }apt-get: ${missing[*]}, after apt-get update"
    fi
    # The lists of packages are old or were never fetched.
    $sudo apt-get update >"$log" 2>&1 || apt_failed "could not update its lists of packages"
    names=$(names_in_apt "${missing[@]}") || {
        rm -f "$log"
        die "no package of this system holds Boost 1.81 or newer"
    }
    apt_install || apt_failed "could not install $names"
}

# Parts of install_missing; `sudo`, `log` and `names` are its variables.
apt_install() {
    # shellcheck disable=SC2086 # names of packages, without blanks
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends --no-remove $names \
        >"$log" 2>&1 && rm -f "$log"
}
apt_failed() {
    local conflicts
    # shellcheck disable=SC2086
    conflicts=$(apt-get install --simulate --no-install-recommends $names 2>/dev/null |
        sed -n 's/^Remv \([^ ]*\).*/\1/p' | tr '\n' ' ') || true
    [ -n "$conflicts" ] || cat "$log" >&2
    rm -f "$log"
    [ -z "$conflicts" ] ||
        die "apt-get would have to remove ${conflicts% } to install $names; remove them yourself if you do not need them"
    die "apt-get $1 (see above)"
}

# unpack_nats_server BUILD: makes nats-server available to tests, in BUILD/nats unless there is one already. Its package is
# unpacked and not installed: installing it starts a service. Where it cannot be had it says so; with CI set it fails.
unpack_nats_server() {
    local program=nats/usr/sbin/nats-server
    if [ -n "${REFEREE_NATS_SERVER:-}" ] || command -v nats-server >/dev/null || [ -x "$1/$program" ]; then
        return 0
    fi
    say "will unpack nats-server below $1/ for the tests, with apt-get download; it is not installed"
    local work log
    mkdir -p "$1"
    work=$(mktemp -d "$1/nats-XXXXXX")
    log=$work/log
    # Moved as a whole: half of a program that was killed here must not be found the next time.
    if (cd "$work" && fetch_nats_server) && [ -x "$work/$program" ] && rm -rf "$1/nats" && mv "$work/nats" "$1/nats"; then
        rm -rf "$work"
        return 0
    fi
    [ -z "${CI:-}" ] || cat "$log" >&2
    rm -rf "$work"
    [ -z "${CI:-}" ] || die "cannot fetch nats-server with apt-get download (see above)"
    say "cannot fetch nats-server with apt-get download; the tests that need it are skipped"
}

# Part of unpack_nats_server: writes nats/ and log in the current directory.
fetch_nats_server() {
    local sudo=sudo
    [ "$(id -u)" -ne 0 ] || sudo=
    if ! apt-get download nats-server >log 2>&1; then
        # The lists of packages are old or were never fetched.
        command -v apt-get >>log && { [ -z "$sudo" ] || command -v sudo >>log; } || return 1
        say "will update apt-get's lists of packages: ${sudo:+$sudo }apt-get update"
        $sudo apt-get update >>log 2>&1 && apt-get download nats-server >>log 2>&1 || return 1
    fi
    dpkg-deb -x nats-server_*.deb nats >>log 2>&1
}

is_installed() {
    if [ "$1" = boost ]; then
        # A Boost that was installed without a package is found by the compiler.
        installed_boost || has_header boost/version.hpp 'BOOST_VERSION >= 108100'
    elif [ "$1" = nodejs ] || [ "$1" = npm ]; then
        # Packages of others hold both in one, and Debian's npm cannot be installed beside them.
        is_here "$1"
    else
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
    fi
}

installed_boost() {
    local status version package
    while read -r status version package; do
        if [ "$status" = installed ] && is_boost "$package" "$version"; then
            return 0
        fi
    done < <(dpkg-query -W -f='${db:Status-Status} ${Version} ${Package}\n' 'libboost*-dev' 2>/dev/null)
    return 1
}

# is_boost PACKAGE VERSION: whether the package holds the headers of Boost 1.81 or newer.
is_boost() { [[ $1 =~ ^libboost(1\.[0-9]+)?-dev$ ]] && dpkg --compare-versions "$2" ge 1.81; }

# names_in_apt PACKAGE...: the packages as apt-get names them; fails when its lists know no Boost that is new enough.
names_in_apt() {
    local package names=()
    for package in "$@"; do
        [ "$package" != boost ] || package=$(boost_in_apt) || return 1
        names+=("$package")
    done
    printf '%s\n' "${names[*]}"
}

# The package that the distribution itself builds with comes first, then the newest one.
boost_in_apt() {
    local package version
    for package in libboost-dev $(apt-cache pkgnames libboost1. | sort -Vr); do
        version=$(LC_ALL=C apt-cache policy "$package" | sed -n 's/^  Candidate: //p')
        if [ -n "$version" ] && [ "$version" != '(none)' ] && is_boost "$package" "$version"; then
            printf '%s\n' "$package"
            return 0
        fi
    done
    return 1
}

# name_what_is_missing PACKAGE...: for systems without Debian's packages.
name_what_is_missing() {
    local package missing=()
    for package in "$@"; do
        is_here "$package" || missing+=("$(name_elsewhere "$package")")
    done
    [ ${#missing[@]} -eq 0 ] ||
        die "this system has no dpkg, so nothing is installed; missing:$(printf '\n  %s' "${missing[@]}")"
}

has_header() { # HEADER [CONDITION]
    printf '#include <%s>\n#if !(%s)\n#error\n#endif\n' "$1" "${2:-1}" | g++ -std=c++20 -fsyntax-only -x c++ - 2>/dev/null
}

is_here() {
    case $1 in
    ninja-build) command -v ninja ;;
    boost) has_header boost/version.hpp 'BOOST_VERSION >= 108100' ;;
    libfmt-dev) has_header fmt/core.h ;;
    libcli11-dev) has_header CLI/CLI.hpp ;;
    nlohmann-json3-dev) has_header nlohmann/json.hpp ;;
    libpugixml-dev) has_header pugixml.hpp ;;
    libssl-dev) has_header openssl/evp.h ;;
    libseccomp-dev) has_header seccomp.h ;;
    libeigen3-dev) has_header eigen3/Eigen/Dense ;;
    libnats-dev) has_header nats/nats.h ;;
    libfathom-dev) has_header tbprobe.h ;;
    zlib1g-dev) has_header zlib.h ;;
    libzstd-dev) has_header zstd.h ;;
    libgtest-dev) has_header gtest/gtest.h ;;
    libgmock-dev) has_header gmock/gmock.h ;;
    libbenchmark-dev) has_header benchmark/benchmark.h ;;
    dpkg-dev) command -v dpkg-shlibdeps ;;
    man-db) command -v man ;;
    bubblewrap) command -v bwrap ;;
    iproute2) command -v ip ;;
    nodejs) command -v node ;;
    bash-completion) [ -e /usr/share/bash-completion/bash_completion ] ;;
    libxml2-utils) command -v xmllint ;;
    python3-jsonschema) /usr/bin/python3 -c 'import jsonschema' 2>/dev/null ;;
    gnuplot-nox) command -v gnuplot ;;
    fairy-stockfish) command -v "$1" || [ -x "/usr/games/$1" ] ;; # root has no games in its path
    *) command -v "$1" ;;
    esac >/dev/null
}

name_elsewhere() {
    case $1 in
    g++) echo "g++ 12 or newer" ;;
    cmake) echo "CMake 3.25 or newer" ;;
    ninja-build) echo "Ninja" ;;
    boost) echo "Boost 1.81 or newer (headers)" ;;
    libfmt-dev) echo "fmt" ;;
    libcli11-dev) echo "CLI11" ;;
    nlohmann-json3-dev) echo "JSON for Modern C++ (nlohmann_json)" ;;
    libpugixml-dev) echo "pugixml" ;;
    libssl-dev) echo "OpenSSL (headers)" ;;
    libseccomp-dev) echo "libseccomp (headers)" ;;
    libeigen3-dev) echo "Eigen 3.4 (headers)" ;;
    libnats-dev) echo "the C client of NATS (headers)" ;;
    libfathom-dev) echo "Fathom (headers)" ;;
    libgtest-dev) echo "GoogleTest" ;;
    libgmock-dev) echo "GoogleMock" ;;
    libbenchmark-dev) echo "Google Benchmark" ;;
    nodejs) echo "Node 18 or newer" ;;
    *) echo "$1" ;;
    esac
}
