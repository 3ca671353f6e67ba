#include "token_cache_index.hpp"

#include "remo/io/json.hpp"

namespace remo::data {

using io::Json;

namespace {

void share(const comm::Communicator& communicator, std::vector<std::int32_t>& values, std::int64_t size) {
    values.resize(static_cast<std::size_t>(size));
    communicator.broadcast(std::span(values), 0);
}

}  // namespace

std::string head_to_json(const TokenCacheHead& head) {
    Json json = Json::object();
    each_entry(head, [&](const char* name, const auto& value) { json[name] = value; });
    return json.dump();
}

TokenCacheHead head_from_json(std::string_view text, std::string_view origin) {
    const Json json = io::parse_json(text, origin);
    TokenCacheHead head;
    each_entry(head, [&](const char* name, auto& value) { json.at(name).get_to(value); });
    return head;
}

void share_index(const comm::Communicator& communicator, TokenCacheIndex& index) {
    std::string text = communicator.is_root() ? head_to_json(index.head) : std::string();
    communicator.broadcast(text, 0);
    if (!communicator.is_root()) index.head = head_from_json(text, "token cache");
    const std::int64_t samples = index.head.statistics.samples;
    share(communicator, index.lengths, samples);
    share(communicator, index.first_segments, samples);
    share(communicator, index.labels, samples);
}

}  // namespace remo::data
