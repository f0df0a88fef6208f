// refuse_calls CALL=ERROR ... -- PROGRAM ARGUMENT ...: starts a program for which these system calls fail, as
// they do on a system that lacks them: `refuse_calls flock=ENOLCK -- sprt run ...`. What the program starts
// has the same fate. Status 77 when that cannot be done.

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <string_view>

#include <seccomp.h>
#include <unistd.h>

namespace {

const std::map<std::string_view, int> kErrors{
    {"EAGAIN", EAGAIN},         {"EPERM", EPERM},   {"ENOSYS", ENOSYS}, {"ENOLCK", ENOLCK},
    {"EOPNOTSUPP", EOPNOTSUPP}, {"EINVAL", EINVAL}, {"EMFILE", EMFILE}};

int cannot(const char* what) {
    std::fprintf(stderr, "refuse_calls: %s\n", what);
    return 77;
}

} // namespace

int main(int argc, char** argv) {
    scmp_filter_ctx filter = ::seccomp_init(SCMP_ACT_ALLOW);
    int at = 1;
    for (; at < argc && std::strcmp(argv[at], "--") != 0; ++at) {
        char* const error = std::strchr(argv[at], '=');
        if (error == nullptr || !kErrors.contains(error + 1)) {
            return cannot(argv[at]);
        }
        *error = '\0';
        const auto code = static_cast<std::uint16_t>(kErrors.at(error + 1));
        const int call = ::seccomp_syscall_resolve_name(argv[at]);
        if (::seccomp_rule_add(filter, SCMP_ACT_ERRNO(code), call, 0) != 0) {
            return cannot(argv[at]);
        }
    }
    if (at + 1 >= argc || ::seccomp_load(filter) != 0) {
        return cannot("the filter cannot be loaded, or there is no program");
    }
    ::execvp(argv[at + 1], argv + at + 1);
    return cannot(argv[at + 1]);
}
