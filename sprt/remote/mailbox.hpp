#pragma once
// Messages that wait to be read, and the threads that read them beside the one that counts.

#include "sprt/remote/bus.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace sprt::remote {

class Mailbox {
  public:
    /// `read` is called by `readers` threads at once; it must not throw.
    Mailbox(unsigned readers, std::function<void(const Message&)> read);
    /// As close().
    ~Mailbox();
    Mailbox(const Mailbox&) = delete;
    Mailbox& operator=(const Mailbox&) = delete;

    /// A message came. It is thrown away when too many wait, or too many or too large ones of its sender, who
    /// is the last word of its subject: workers repeat it.
    void put(Message message);
    /// Ends the threads, after the messages that they are reading.
    void close();

  private:
    void read_messages();

    std::function<void(const Message&)> read_;
    std::mutex mutex_; ///< guards the members down to `is_closing_`
    std::condition_variable has_message_;
    std::deque<Message> waiting_;
    std::map<std::string, std::size_t> bytes_of_; ///< of the waiting ones and something for each, by sender
    bool is_closing_ = false;
    std::vector<std::jthread> threads_;
};

} // namespace sprt::remote
