#include "share_writer.hpp"

#include <algorithm>
#include <cstring>

#include "../input_file.hpp"
#include "checksum.hpp"
#include "remo/base/format.hpp"
#include "signals_blocked.hpp"

namespace remo::io {

namespace {

constexpr std::size_t piece_bytes = std::size_t{256} << 10;  // fits a core's own cache
constexpr std::size_t flush_bytes = std::size_t{32} << 20;

}  // namespace

ShareWriter::ShareWriter(std::filesystem::path path, const std::vector<DatasetToWrite>& datasets,
                         std::vector<std::uint64_t> offsets, Writing writing)
    : path_(std::move(path)), checksums_(datasets.size()) {
    for (std::size_t i = 0; i < datasets.size(); ++i) {
        const DatasetToWrite& dataset = datasets[i];
        if (dataset.begin == dataset.end) continue;
        parts_.push_back({offsets[i] + dataset.begin, static_cast<const std::byte*>(dataset.data),
                          dataset.end - dataset.begin, &checksums_[i]});
    }
    if (writing == Writing::at_once) {
        run({}, false);
    } else {
        const SignalsBlocked blocked;
        thread_ = std::jthread([this](const std::stop_token& stop) { run(stop, true); });
    }
}

std::exception_ptr ShareWriter::wait() {
    if (thread_.joinable()) thread_.join();
    return error_;
}

void ShareWriter::run(const std::stop_token& stop, bool copy) noexcept {
    const auto tell_copied = [this] {
        copied_ = true;
        copied_.notify_all();
    };
    try {
        if (copy) copy_values();
        tell_copied();
        OutputFile file = OutputFile::open(path_);
        write_values(stop, file);
        // From the system's cache, most often: reading while the disk writes. Errors of the disk come with the flush.
        verify_values(stop);
        if (!stop.stop_requested()) file.sync();
        file.close();
    } catch (...) {
        error_ = std::current_exception();
        tell_copied();
    }
    copy_.reset();
    finished_ = true;
}

void ShareWriter::copy_values() {
    std::size_t bytes = 0;
    for (const Part& part : parts_) bytes += part.bytes;
    copy_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
    std::byte* target = copy_.get();
    for (Part& part : parts_) {
        std::memcpy(target, part.data, part.bytes);
        part.data = target;
        target += part.bytes;
    }
}

void ShareWriter::write_values(const std::stop_token& stop, const OutputFile& file) const {
    std::uint64_t unflushed_begin = parts_.empty() ? 0 : parts_[0].offset;
    for (const Part& part : parts_) {
        for (std::size_t begin = 0; begin < part.bytes; begin += checksum_block_bytes) {
            if (stop.stop_requested()) return;
            write_block(file, part, begin);
            const std::uint64_t end = part.offset + std::min(part.bytes, begin + checksum_block_bytes);
            if (end - unflushed_begin < flush_bytes) continue;
            file.start_flushing(unflushed_begin, end - unflushed_begin);
            unflushed_begin = end;
        }
    }
}

/// Piece by piece, so that the checksum finds the bytes in the cache that the write needs too.
void ShareWriter::write_block(const OutputFile& file, const Part& part, std::size_t begin) const {
    const std::size_t end = std::min(part.bytes, begin + checksum_block_bytes);
    Hash hash;
    for (; begin < end; begin += piece_bytes) {
        const std::span piece(part.data + begin, std::min(piece_bytes, end - begin));
        hash.add(piece);
        file.write(part.offset + begin, piece);
    }
    part.checksums->push_back(hash.value());
}

void ShareWriter::verify_values(const std::stop_token& stop) const {
    const InputFile file(path_);
    std::vector<std::byte> buffer(piece_bytes);
    for (const Part& part : parts_) {
        for (std::size_t begin = 0; begin < part.bytes; begin += piece_bytes) {
            if (stop.stop_requested()) return;
            const std::span piece(buffer.data(), std::min(piece_bytes, part.bytes - begin));
            file.read(part.offset + begin, piece, "what was written");
            if (std::memcmp(piece.data(), part.data + begin, piece.size()) != 0) {
                failure("{}: what is read back from byte {} on differs from what was written", path_.string(),
                        part.offset + begin);
            }
        }
    }
}

}  // namespace remo::io
