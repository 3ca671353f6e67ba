#include "remo/io/file_writer.hpp"

#include <unistd.h>

#include <atomic>
#include <functional>
#include <optional>
#include <thread>

#include "output_file.hpp"
#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "seal.hpp"
#include "share_writer.hpp"
#include "signals_blocked.hpp"
#include "structure.hpp"
#include "write_plan.hpp"

namespace remo::io {

namespace fs = std::filesystem;

namespace {

/// What `Writing` says: now, or in a thread. The error is kept for wait().
class Step {
  public:
    Step(Writing writing, std::function<void()> action) {
        const auto run = [this, action = std::move(action)]() noexcept {
            try {
                action();
            } catch (...) {
                error_ = std::current_exception();
            }
            done_ = true;
        };
        if (writing == Writing::at_once) {
            run();
        } else {
            const SignalsBlocked blocked;
            thread_ = std::jthread(run);
        }
    }
    [[nodiscard]] bool done() const { return done_; }
    [[nodiscard]] std::exception_ptr wait() {
        if (thread_.joinable()) thread_.join();
        return error_;
    }

  private:
    std::exception_ptr error_;
    std::atomic<bool> done_ = false;
    std::jthread thread_;  ///< last: it uses the others
};

/// Reading back what was just written is no matter of the user's input: its errors are failures.
void check_that_it_is_sealed(const fs::path& path) {
    try {
        if (check_seal(path) == Seal::sound) return;
    } catch (const Error& error) {
        failure("{}", error.what());
    }
    failure("{}: its seal is missing after it was written", path.string());
}

}  // namespace

struct FileWriter::Impl {
    const comm::Communicator& communicator;
    fs::path path;
    fs::path partial;
    FileContents contents;
    Writing writing;
    std::optional<Structure> structure;  ///< rank 0
    std::optional<ShareWriter> share;
    std::optional<Step> publication;  ///< rank 0
    bool published_next = false;      ///< the values are there, rank 0 publishes
    bool open = false;                ///< there is a partial file

    Impl(const comm::Communicator& ranks, fs::path final_path, FileContents all, Writing how)
        : communicator(ranks),
          path(std::move(final_path)),
          partial(partial_name(path)),
          contents(std::move(all)),
          writing(how) {}
    ~Impl() {
        share.reset();
        publication.reset();
        if (open && communicator.is_root()) ::unlink(partial.c_str());
    }
    void begin();
    bool advance();
    void publish() const;
};

void FileWriter::Impl::begin() {
    comm::together(communicator, [&] { check_contents(contents); });
    check_shares(communicator, contents.datasets);
    open = true;
    comm::on_root(communicator, [&] {
        structure.emplace(partial, contents);
        OutputFile::create(partial, structure->bytes()).close();
    });
    std::vector<std::uint64_t> offsets(contents.datasets.size());
    if (structure) offsets = structure->offsets();
    communicator.broadcast(std::span(offsets), 0);
    comm::together(communicator, [&] { share.emplace(partial, contents.datasets, offsets, writing); });
}

bool FileWriter::Impl::advance() {
    if (published_next) {
        comm::agree(communicator, publication ? publication->wait() : nullptr);
        open = false;
        return true;
    }
    comm::agree(communicator, share->wait());
    const auto checksums = gather_checksums(communicator, contents.datasets, share->checksums());
    comm::on_root(communicator, [&] { structure->finish(checksums); });
    if (structure) publication.emplace(writing, [this] { publish(); });
    published_next = true;
    return false;
}

void FileWriter::Impl::publish() const {
    OutputFile file = OutputFile::open(partial);
    structure->write(file);
    file.close();
    check_that_it_is_sealed(partial);
    publish_file(partial, path);
}

FileWriter::FileWriter(const comm::Communicator& communicator, fs::path path, FileContents contents,
                       Writing writing)
    : impl_(std::make_unique<Impl>(communicator, std::move(path), std::move(contents), writing)) {
    impl_->begin();
}

FileWriter::~FileWriter() = default;

void FileWriter::wait_for_copy() const {
    impl_->share->wait_for_copy();
}

bool FileWriter::ready() const {
    if (impl_->published_next) return !impl_->publication || impl_->publication->done();
    return impl_->share->finished();
}

bool FileWriter::advance() {
    return impl_->advance();
}

void FileWriter::finish() {
    while (!impl_->advance()) {
    }
}

}  // namespace remo::io
