#include "header.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <set>
#include <string>

#include "remo/base/format.hpp"
#include "remo/io/json.hpp"

namespace remo::io::safetensors {

namespace {

static_assert(std::endian::native == std::endian::little,
              "files are little-endian and read without conversion");

constexpr std::uint64_t length_bytes = 8;
constexpr std::uint64_t longest_header = 100'000'000;  // the format's own limit

/// Where an error is: file and tensor.
struct Place {
    const std::string& path;
    const std::string& tensor;
    template <class... Args>
    [[noreturn]] void refuse(fmt::format_string<Args...> sentence, Args&&... args) const {
        usage_error("{}: tensor {}: {}", path, tensor, fmt::format(sentence, std::forward<Args>(args)...));
    }
};

std::uint64_t header_size(const InputFile& file) {
    if (file.size() < length_bytes) {
        usage_error("{}: the file has {} bytes; it is no safetensors file, or cut short", file.path(),
                    file.size());
    }
    std::uint64_t size = 0;
    file.read(0, std::as_writable_bytes(std::span(&size, 1)), "the header's length");
    if (size > longest_header || size > file.size() - length_bytes) {
        usage_error(
            "{}: the header is said to have {} bytes, the file has {}; it is no safetensors file, or cut "
            "short",
            file.path(), size, file.size());
    }
    return size;
}

/// JSON parsers keep one of several members of one name; here that is an error.
class UniqueNames {
  public:
    explicit UniqueNames(const std::string& path) : path_(path) {}
    bool operator()(int depth, Json::parse_event_t event, Json& parsed) {
        if (depth > 8) usage_error("{}: the header is nested too deeply", path_);
        if (event != Json::parse_event_t::key || depth != 1) return true;
        const auto& name = parsed.get_ref<const std::string&>();
        if (!names_.insert(name).second) usage_error("{}: tensor {}: the header names it twice", path_, name);
        return true;
    }

  private:
    const std::string& path_;
    std::set<std::string> names_;
};

Json parse_header(const InputFile& file, const std::string& text) {
    Json header;
    try {
        UniqueNames unique(file.path());
        header = Json::parse(text, [&](int depth, Json::parse_event_t event, Json& parsed) {
            return unique(depth, event, parsed);
        });
    } catch (const Json::exception&) {
        header = parse_json(text, file.path() + ": header");  // fails with the place
    }
    if (!header.is_object()) usage_error("{}: the header is no JSON object", file.path());
    return header;
}

const Json& member(const Place& place, const Json& entry, const char* key) {
    if (!entry.is_object()) place.refuse("its header entry is no object");
    const auto found = entry.find(key);
    if (found == entry.end()) place.refuse("its header entry lacks \"{}\"", key);
    return *found;
}

std::vector<std::uint64_t> whole_numbers(const Place& place, const Json& entry, const char* key) {
    const Json& list = member(place, entry, key);
    std::vector<std::uint64_t> numbers;
    bool sound = list.is_array();
    for (const Json& number : list) {
        sound = sound && number.is_number_unsigned();
        if (sound) numbers.push_back(number.get<std::uint64_t>());
    }
    if (!sound) place.refuse("\"{}\" is no list of whole numbers", key);
    return numbers;
}

DType dtype_of(const Place& place, const Json& entry) {
    const Json& name = member(place, entry, "dtype");
    if (!name.is_string()) place.refuse("\"dtype\" is no text");
    try {
        return dtype_named(name.get_ref<const std::string&>());
    } catch (const Error& error) {
        place.refuse("{}", error.what());
    }
}

/// Bytes of a tensor of this shape; refuses what overflows.
std::uint64_t bytes_of(const Place& place, const std::vector<std::uint64_t>& shape, DType dtype) {
    constexpr auto limit = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    std::uint64_t bytes = size_of(dtype);
    for (const std::uint64_t size : shape) {
        if (size > limit || (size != 0 && bytes > limit / size))
            place.refuse("its shape is impossibly large");
        bytes *= size;
    }
    return bytes;
}

Entry entry_of(const Place& place, const Json& json, std::uint64_t data_begin, std::uint64_t data_bytes) {
    Entry entry;
    entry.info.name = place.tensor;
    entry.info.dtype = dtype_of(place, json);
    const auto shape = whole_numbers(place, json, "shape");
    const std::uint64_t bytes = bytes_of(place, shape, entry.info.dtype);
    entry.info.shape.assign(shape.begin(), shape.end());
    const auto offsets = whole_numbers(place, json, "data_offsets");
    if (offsets.size() != 2 || offsets[0] > offsets[1]) place.refuse("\"data_offsets\" is no range");
    if (offsets[1] > data_bytes) {
        place.refuse("its data end at byte {} of {}; the file is cut short or its header wrong", offsets[1],
                     data_bytes);
    }
    if (offsets[1] - offsets[0] != bytes) {
        place.refuse("its range has {} bytes; shape {} of {} has {}", offsets[1] - offsets[0],
                     entry.info.shape_text(), name_of(entry.info.dtype), bytes);
    }
    entry.offset = data_begin + offsets[0];
    return entry;
}

/// The format allows neither overlaps nor gaps.
void require_dense(const InputFile& file, const std::vector<Entry>& entries, std::uint64_t data_begin) {
    std::uint64_t end = data_begin;
    for (const Entry& entry : entries) {
        const Place place{file.path(), entry.info.name};
        if (entry.offset < end) place.refuse("its data overlap those of the tensor before it");
        if (entry.offset > end)
            place.refuse("{} bytes before its data belong to no tensor", entry.offset - end);
        end += entry.info.bytes();
    }
    if (end != file.size()) {
        usage_error("{}: {} bytes at its end belong to no tensor", file.path(), file.size() - end);
    }
}

}  // namespace

std::vector<Entry> read_header(const InputFile& file) {
    const std::uint64_t size = header_size(file);
    const Json header = parse_header(file, file.read_text(length_bytes, size, "the header"));
    const std::uint64_t data_begin = length_bytes + size;
    std::vector<Entry> entries;
    for (const auto& [name, json] : header.items()) {
        if (name == "__metadata__") continue;
        entries.push_back(entry_of({file.path(), name}, json, data_begin, file.size() - data_begin));
    }
    // Empty tensors share their offset with the tensor after them.
    std::ranges::stable_sort(
        entries, {}, [](const Entry& entry) { return std::pair(entry.offset, entry.info.bytes() != 0); });
    require_dense(file, entries, data_begin);
    return entries;
}

}  // namespace remo::io::safetensors
