#pragma once
// Writes one rank's values of the data sets: raw bytes at their places in the file. No HDF5 and no MPI, so a thread may do it.
#include <atomic>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <thread>
#include <vector>

#include "output_file.hpp"
#include "remo/io/file_writer.hpp"
#include "write_plan.hpp"

namespace remo::io {

class ShareWriter {
  public:
    /// Writes the parts [begin, end) of `datasets`, which begin at `offsets`, into the file `path`, which is there. Errors are
    /// kept for wait(). `datasets` must outlive the object.
    ShareWriter(std::filesystem::path path, const std::vector<DatasetToWrite>& datasets,
                std::vector<std::uint64_t> offsets, Writing writing);
    /// Gives up early when the work is still going on.
    ~ShareWriter() = default;
    ShareWriter(const ShareWriter&) = delete;
    ShareWriter& operator=(const ShareWriter&) = delete;

    void wait_for_copy() const { copied_.wait(false); }
    [[nodiscard]] bool finished() const { return finished_.load(); }
    /// Waits for the end of the work; the error, if there was one.
    [[nodiscard]] std::exception_ptr wait();
    /// Of the blocks of each part, after wait().
    [[nodiscard]] const std::vector<Checksums>& checksums() const { return checksums_; }

  private:
    struct Part {
        std::uint64_t offset = 0;  ///< in the file
        const std::byte* data = nullptr;
        std::size_t bytes = 0;
        Checksums* checksums = nullptr;
    };

    void run(const std::stop_token& stop, bool copy) noexcept;
    void copy_values();
    void write_values(const std::stop_token& stop, const OutputFile& file) const;
    void write_block(const OutputFile& file, const Part& part, std::size_t begin) const;
    void verify_values(const std::stop_token& stop) const;

    std::filesystem::path path_;
    std::vector<Checksums> checksums_;
    std::vector<Part> parts_;
    std::unique_ptr<std::byte[]> copy_;
    std::exception_ptr error_;
    std::atomic<bool> copied_ = false;
    std::atomic<bool> finished_ = false;
    std::jthread thread_;  ///< last: it uses the others
};

}  // namespace remo::io
