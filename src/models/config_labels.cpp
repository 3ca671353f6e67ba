#include "config_labels.hpp"

#include <charconv>
#include <optional>

#include "remo/base/format.hpp"

namespace remo::models {

namespace {

std::optional<std::size_t> as_index(std::string_view text) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return index;
}

std::vector<std::string> named_labels(const io::Json& id2label, std::string_view origin) {
    if (!id2label.is_object() || id2label.empty()) {
        usage_error("{}: id2label must be an object of label names by index", origin);
    }
    std::vector<std::string> labels(id2label.size());
    std::vector<bool> seen(id2label.size(), false);
    for (const auto& [key, name] : id2label.items()) {
        const auto index = as_index(key);
        if (!index || *index >= labels.size() || seen[*index]) {
            usage_error("{}: id2label has {} labels, so its indices must be 0 to {}, but it has \"{}\"",
                        origin, labels.size(), labels.size() - 1, key);
        }
        seen[*index] = true;
        labels[*index] = name.is_string() ? name.get<std::string>() : name.dump();
    }
    return labels;
}

}  // namespace

std::vector<std::string> default_labels(std::size_t count) {
    std::vector<std::string> labels(count);
    for (std::size_t i = 0; i < count; ++i) labels[i] = fmt::format("LABEL_{}", i);
    return labels;
}

std::vector<std::string> read_labels(const io::Json& json, std::string_view origin) {
    std::vector<std::string> labels = default_labels(2);
    if (const auto found = json.find("id2label"); found != json.end() && !found->is_null()) {
        labels = named_labels(*found, origin);
    }
    if (const auto found = json.find("num_labels"); found != json.end() && !found->is_null()) {
        if (!found->is_number_integer() || found->get<std::int64_t>() < 1) {
            usage_error("{}: num_labels must be a whole number above 0, not {}", origin, found->dump());
        }
        const auto count = found->get<std::size_t>();
        if (count != labels.size()) labels = default_labels(count);
    }
    return labels;
}

void write_labels(io::Json& json, const std::vector<std::string>& labels) {
    for (const char* key : {"num_labels", "id2label", "label2id"}) json.erase(key);
    if (labels == default_labels(2)) return;
    io::Json id2label = io::Json::object();
    io::Json label2id = io::Json::object();
    for (std::size_t i = 0; i < labels.size(); ++i) {
        id2label[std::to_string(i)] = labels[i];
        label2id[labels[i]] = i;
    }
    json["id2label"] = std::move(id2label);
    json["label2id"] = std::move(label2id);
}

}  // namespace remo::models
