#include <algorithm>
#include <numeric>
#include <variant>

#include "cache_seal.hpp"
#include "remo/base/format.hpp"
#include "remo/io/array_file.hpp"
#include "remo/io/json.hpp"
#include "token_cache.hpp"

namespace remo::data {
namespace {

// As many blocks are read at once as stand together, up to this.
constexpr std::int64_t blocks_per_read = 512;

struct EntryReader {
    const io::ArrayFile& file;
    std::map<std::string, io::Attribute> attributes;

    template <class T>
    void attribute(const char* name, T& value) const {
        const auto at = attributes.find(name);
        if (at == attributes.end() || !std::holds_alternative<T>(at->second))
            throw CacheDefect{fmt::format("its attribute '{}' is missing", name)};
        value = std::get<T>(at->second);
    }
    void operator()(const char* name, std::string& value) const { attribute(name, value); }
    void operator()(const char* name, std::int64_t& value) const { attribute(name, value); }
    void operator()(const char* name, std::vector<std::string>& values) const {
        io::parse_json(file.read_text(name), name).get_to(values);
    }
    void operator()(const char* name, std::vector<std::int64_t>& values) const {
        values = file.read_array<std::int64_t>(name);
    }
};

void check_index(const TokenCacheIndex& index) {
    const auto samples = static_cast<std::size_t>(index.head.statistics.samples);
    const auto classes = static_cast<std::int64_t>(index.head.label_names.size());
    bool sound = samples > 0 && index.lengths.size() == samples && index.first_segments.size() == samples &&
                 index.labels.size() == samples &&
                 index.head.label_lines.size() == index.head.label_names.size();
    for (std::size_t i = 0; sound && i < samples; ++i)
        sound = index.lengths[i] > 0 && index.first_segments[i] >= 0 &&
                index.first_segments[i] <= index.lengths[i] && index.labels[i] >= -1 &&
                index.labels[i] < classes;
    const auto tokens = std::accumulate(index.lengths.begin(), index.lengths.end(), std::int64_t{0});
    if (!sound || tokens != index.head.statistics.tokens)
        throw CacheDefect{"its parts contradict each other"};
}

TokenCacheIndex read_index(const std::filesystem::path& path) {
    const io::ArrayFile file = io::ArrayFile::open(path);
    TokenCacheIndex index;
    each_entry(index.head, EntryReader{file, file.attributes()});
    index.lengths = file.read_array<std::int32_t>("lengths");
    index.first_segments = file.read_array<std::int32_t>("first_segments");
    index.labels = file.read_array<std::int32_t>("labels");
    return index;
}

}  // namespace

TokenCacheIndex read_cache_index(const std::filesystem::path& path) {
    check_seal(path);
    try {
        TokenCacheIndex index = read_index(path);
        check_index(index);
        return index;
    } catch (const std::exception& error) {
        throw CacheDefect{error.what()};
    }
}

struct TokenCacheReader::Impl {
    explicit Impl(std::filesystem::path file_path)
        : path(std::move(file_path)),
          file(io::ArrayFile::open(path)),
          size(file.size("tokens")),
          checksums(file.read_array<std::uint64_t>("token_checksums")) {
        if (static_cast<std::int64_t>(checksums.size()) != (size + tokens_per_block - 1) / tokens_per_block)
            failure("{}: this token cache is damaged; delete it, it is made again", path.string());
    }

    // Loads blocks [first, last) into `buffer` and checks them.
    void load(std::int64_t first, std::int64_t last) {
        first_block = last_block = first;
        const std::int64_t begin = first * tokens_per_block;
        buffer.resize(static_cast<std::size_t>(std::min(last * tokens_per_block, size) - begin));
        file.read<std::int32_t>("tokens", begin, buffer);
        for (std::int64_t block = first; block < last; ++block) verify(block);
        last_block = last;
    }

    void verify(std::int64_t block) const {
        const auto at = static_cast<std::size_t>((block - first_block) * tokens_per_block);
        const auto tokens = std::span(buffer).subspan(at);
        if (block_checksum(tokens.first(std::min<std::size_t>(tokens.size(), tokens_per_block))) ==
            checksums[static_cast<std::size_t>(block)])
            return;
        failure("{}: tokens {} to {} are damaged (their checksum differs); delete the file, it is made again",
                path.string(), block * tokens_per_block, std::min(size, (block + 1) * tokens_per_block) - 1);
    }

    void copy(const Slice& slice) const {
        const auto begin = buffer.begin() + (slice.begin - first_block * tokens_per_block);
        std::copy(begin, begin + (slice.end - slice.begin), slice.target);
    }

    [[nodiscard]] bool holds(std::int64_t first, std::int64_t last) const {
        return first >= first_block && last <= last_block;
    }

    std::filesystem::path path;
    io::ArrayFile file;
    std::int64_t size;
    std::vector<std::uint64_t> checksums;
    std::vector<std::int32_t> buffer;  // blocks [first_block, last_block), checked
    std::int64_t first_block = 0;
    std::int64_t last_block = 0;
};

TokenCacheReader::TokenCacheReader(std::filesystem::path path)
    : impl_(std::make_unique<Impl>(std::move(path))) {}
TokenCacheReader::~TokenCacheReader() = default;

void TokenCacheReader::read(std::span<const Slice> slices) const {
    const auto first_of = [](const Slice& slice) { return slice.begin / tokens_per_block; };
    const auto last_of = [](const Slice& slice) {
        return (slice.end + tokens_per_block - 1) / tokens_per_block;
    };
    impl_->last_block = impl_->first_block;  // nothing is kept from call to call
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (slices[i].begin == slices[i].end) continue;
        require(slices[i].begin >= 0 && slices[i].end <= impl_->size,
                "tokens beyond the end of the token cache");
        const std::int64_t first = first_of(slices[i]);
        std::int64_t last = last_of(slices[i]);
        if (!impl_->holds(first, last)) {
            for (std::size_t j = i + 1; j < slices.size() && first_of(slices[j]) <= last &&
                                        last_of(slices[j]) <= first + blocks_per_read;
                 ++j)
                last = std::max(last, last_of(slices[j]));
            impl_->load(first, last);
        }
        impl_->copy(slices[i]);
    }
}

}  // namespace remo::data
