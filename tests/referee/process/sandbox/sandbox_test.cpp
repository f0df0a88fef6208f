#include "referee/base/user_error.hpp"
#include "referee/process/sandbox/sandbox.hpp"
#include "tests/referee/process/sandbox/sandboxed_scripts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include <elf.h>

namespace referee {
namespace {

using namespace testing_support;
using testing::HasSubstr;

using SandboxTest = SandboxedScripts;

TEST_F(SandboxTest, the_environment_is_emptied_but_for_what_is_given) {
    ::setenv("SOME_TOKEN", "secret", 1); // NOLINT(concurrency-mt-unsafe): no other thread runs
    const std::string variables = said("env | sed 's/=.*//' | sort | tr '\\n' ' '");
    ::unsetenv("SOME_TOKEN"); // NOLINT(concurrency-mt-unsafe)
    EXPECT_THAT(variables, HasSubstr("GIVEN"));
    EXPECT_THAT(variables, HasSubstr("REFEREE_SEED"));
    EXPECT_THAT(variables, testing::Not(HasSubstr("TOKEN")));
    EXPECT_THAT(variables, testing::Not(HasSubstr("HOME")));
}

TEST_F(SandboxTest, the_copy_is_played_although_the_file_changes) {
    const auto cell = make_cell(script("echo old"));
    script("echo new");
    EXPECT_EQ(said_in(*cell), "old\n");
}

#ifdef __x86_64__
/// An executable that exits with 7 by a system call of 32 bits.
template<class Header, class Segment>
std::string exits_with_7(unsigned char bits, std::uint16_t machine) {
    constexpr std::array<unsigned char, 12> kCode{0xb8, 1, 0, 0, 0, 0xbb, 7, 0, 0, 0, 0xcd, 0x80};
    constexpr std::uint32_t kAddress = 0x400000;
    constexpr std::uint32_t kCodeAt = sizeof(Header) + sizeof(Segment);
    Header header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = bits;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_EXEC;
    header.e_machine = machine;
    header.e_version = EV_CURRENT;
    header.e_entry = kAddress + kCodeAt;
    header.e_phoff = sizeof header;
    header.e_ehsize = sizeof header;
    header.e_phentsize = sizeof(Segment);
    header.e_phnum = 1;
    Segment segment{};
    segment.p_type = PT_LOAD;
    segment.p_vaddr = kAddress;
    segment.p_filesz = segment.p_memsz = kCodeAt + kCode.size();
    segment.p_flags = PF_R | PF_X;
    segment.p_align = 0x1000;
    std::string text(reinterpret_cast<const char*>(&header), sizeof header);
    text.append(reinterpret_cast<const char*>(&segment), sizeof segment);
    return text.append(reinterpret_cast<const char*>(kCode.data()), kCode.size());
}

TEST_F(SandboxTest, calls_of_32_bits_are_for_agents_of_32_bits) {
    struct Row {
        std::string executable;
        const char* exit;
    };
    for (const Row& row : {Row{exits_with_7<Elf32_Ehdr, Elf32_Phdr>(ELFCLASS32, EM_386), "exited 7"},
                           Row{exits_with_7<Elf64_Ehdr, Elf64_Phdr>(ELFCLASS64, EM_X86_64), "signal 31"}}) {
        Program program = script("");
        program.executable = dir_.file("bot/run", row.executable, true);
        try {
            Spawner spawner;
            Process here(spawner, program, 1);
            all_of(here.out());
            ASSERT_EQ(here.reap().exit, "exited 7");
        } catch (const UserError& error) {
            GTEST_SKIP() << "the kernel runs no program of 32 bits: " << error.what();
        }
        const auto cell = make_cell(program);
        Process process(*cell, 1);
        all_of(process.out());
        EXPECT_EQ(process.reap().exit, row.exit);
    }
}
#endif

} // namespace
} // namespace referee
