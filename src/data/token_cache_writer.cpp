#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "cache_seal.hpp"
#include "remo/base/build_info.hpp"
#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "remo/io/array_file.hpp"
#include "remo/io/json.hpp"
#include "token_cache.hpp"

namespace remo::data {
namespace {

namespace fs = std::filesystem;

struct EntryWriter {
    io::ArrayFile& file;
    void operator()(const char* name, const std::string& value) const { file.set_attribute(name, value); }
    void operator()(const char* name, std::int64_t value) const { file.set_attribute(name, value); }
    void operator()(const char* name, const std::vector<std::string>& values) const {
        file.write_text(name, io::Json(values).dump());
    }
    void operator()(const char* name, const std::vector<std::int64_t>& values) const {
        file.write_array<std::int64_t>(name, values);
    }
};

std::string host_name() {
    char host[256] = "";
    return ::gethostname(host, sizeof host - 1) == 0 ? host : "";
}

// Partial names of a host: each process has its own, since several jobs may prepare the same data at once.
std::string partial_prefix(const fs::path& path) {
    return fmt::format(".{}.{}-", path.filename().string(), host_name());
}

void remove_quietly(const fs::path& path) {
    std::error_code ignored;
    fs::remove(path, ignored);
}

// What processes of this host that were killed left behind.
void remove_leftovers(const fs::path& path) {
    const std::string prefix = partial_prefix(path);
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(path.parent_path(), ignored)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(prefix) || name.find(".partial") == std::string::npos) continue;
        const int process = std::atoi(name.c_str() + prefix.size());
        const bool gone = process > 0 && ::kill(process, 0) != 0 && errno == ESRCH;
        if (gone || process == ::getpid()) remove_quietly(entry.path());
    }
}

}  // namespace

// Tokens wait in a scratch file until their number is known: in one piece they are the fastest to read in any order.
struct TokenCacheWriter::Impl {
    explicit Impl(fs::path final_path)
        : path(std::move(final_path)),
          partial((remove_leftovers(path),
                   path.parent_path() / fmt::format("{}{}.partial", partial_prefix(path), ::getpid()))),
          scratch_path(partial.string() + ".tokens"),
          file(io::ArrayFile::create(partial)),
          scratch(scratch_path, std::ios::binary | std::ios::in | std::ios::out | std::ios::trunc) {
        if (!scratch) failure("{}: can't be created: {}", scratch_path.string(), std::strerror(errno));
        file.create_growing_array<std::int64_t>("lines");
    }
    ~Impl() {
        remove_quietly(scratch_path);
        if (!published) remove_quietly(partial);
    }

    void check_scratch(const char* what) const {
        if (!scratch) failure("{}: {} failed: {}", scratch_path.string(), what, std::strerror(errno));
    }

    void copy_tokens() {
        constexpr std::int64_t step = tokens_per_block * 1024;
        scratch.flush();
        check_scratch("writing");
        scratch.seekg(0);
        file.create_array<std::int32_t>("tokens", size);
        std::vector<std::uint64_t> checksums;
        std::vector<std::int32_t> tokens;
        for (std::int64_t begin = 0; begin < size; begin += step) {
            tokens.resize(static_cast<std::size_t>(std::min(step, size - begin)));
            scratch.read(reinterpret_cast<char*>(tokens.data()),
                         static_cast<std::streamsize>(tokens.size() * 4));
            check_scratch("reading");
            file.write<std::int32_t>("tokens", begin, tokens);
            for (std::size_t at = 0; at < tokens.size(); at += tokens_per_block)
                checksums.push_back(block_checksum(std::span(tokens).subspan(at).first(
                    std::min<std::size_t>(tokens_per_block, tokens.size() - at))));
        }
        file.write_array<std::uint64_t>("token_checksums", checksums);
    }

    fs::path path;
    fs::path partial;
    fs::path scratch_path;
    io::ArrayFile file;
    std::fstream scratch;
    std::int64_t size = 0;
    bool published = false;
};

std::uint64_t block_checksum(std::span<const std::int32_t> tokens) {
    return XXH3_64bits(tokens.data(), tokens.size_bytes());
}

TokenCacheWriter::TokenCacheWriter(fs::path path) : impl_(std::make_unique<Impl>(std::move(path))) {}
TokenCacheWriter::~TokenCacheWriter() = default;

void TokenCacheWriter::append(std::span<const std::int32_t> tokens, std::span<const std::int64_t> lines) {
    impl_->scratch.write(reinterpret_cast<const char*>(tokens.data()),
                         static_cast<std::streamsize>(tokens.size_bytes()));
    impl_->check_scratch("writing");
    impl_->size += static_cast<std::int64_t>(tokens.size());
    impl_->file.append("lines", lines);
}

void TokenCacheWriter::publish(const TokenCacheIndex& index) {
    Impl& out = *impl_;
    out.copy_tokens();
    out.file.write_array<std::int32_t>("lengths", index.lengths);
    out.file.write_array<std::int32_t>("first_segments", index.first_segments);
    out.file.write_array<std::int32_t>("labels", index.labels);
    out.file.set_attribute("format", "remo-tokens");
    out.file.set_attribute("format_version", std::int64_t{1});
    out.file.set_attribute("remo_version", std::string(build_info().version));
    each_entry(index.head, EntryWriter{out.file});
    out.file.close();
    seal_file(out.partial);
    publish_file(out.partial, out.path);
    out.published = true;
}

}  // namespace remo::data
