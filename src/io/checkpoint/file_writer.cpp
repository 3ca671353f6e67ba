#include "remo/io/file_writer.hpp"

#include <unistd.h>

#include <optional>

#include "output_file.hpp"
#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "share_writer.hpp"
#include "structure.hpp"
#include "write_plan.hpp"

namespace remo::io {

namespace fs = std::filesystem;

namespace {

/// Reading back what was just written is no matter of the user's input: its errors are failures.
void check_that_it_opens(const fs::path& path) {
    try {
        const CheckpointReader opens(path);
    } catch (const Error& error) {
        failure("{}", error.what());
    }
}

}  // namespace

struct FileWriter::Impl {
    const comm::Communicator& communicator;
    fs::path path;
    fs::path partial;
    FileContents contents;
    std::optional<Structure> structure;  ///< rank 0
    std::optional<ShareWriter> share;
    bool open = false;  ///< there is a partial file

    Impl(const comm::Communicator& ranks, fs::path final_path, FileContents all)
        : communicator(ranks),
          path(std::move(final_path)),
          partial(partial_name(path)),
          contents(std::move(all)) {}
    ~Impl() {
        share.reset();
        if (open && communicator.is_root()) ::unlink(partial.c_str());
    }
    void begin(Writing writing);
    void finish();
};

void FileWriter::Impl::begin(Writing writing) {
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

void FileWriter::Impl::finish() {
    comm::agree(communicator, share->wait());
    const auto checksums = gather_checksums(communicator, contents.datasets, share->checksums());
    comm::on_root(communicator, [&] {
        OutputFile file = OutputFile::open(partial);
        structure->write(checksums, file);
        file.close();
        check_that_it_opens(partial);
        publish_file(partial, path);
    });
    open = false;
}

FileWriter::FileWriter(const comm::Communicator& communicator, fs::path path, FileContents contents,
                       Writing writing)
    : impl_(std::make_unique<Impl>(communicator, std::move(path), std::move(contents))) {
    impl_->begin(writing);
}

FileWriter::~FileWriter() = default;

void FileWriter::wait_for_copy() const {
    impl_->share->wait_for_copy();
}

bool FileWriter::written() const {
    return impl_->share->finished();
}

void FileWriter::finish() {
    impl_->finish();
}

}  // namespace remo::io
