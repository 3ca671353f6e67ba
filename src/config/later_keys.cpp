#include "later_keys.hpp"

#include <array>

#include "remo/base/format.hpp"

namespace remo::config {

namespace {

struct LaterKey {
    std::string_view key;
    Value supported;        ///< the only value that this version acts by
    std::string_view text;  ///< the same, for the message
};

const std::array<LaterKey, 9>& table() {
    static const std::array<LaterKey, 9> keys = {{
        {"data.class_weights", std::vector<std::string>{}, "[]"},
        {"train.label_smoothing_factor", 0.0, "0.0"},
        {"train.gradient_checkpointing", false, "false"},
        {"train.ema_decay", 0.0, "0.0"},
        {"optimizer.head_learning_rate", 0.0, "0.0"},
        {"optimizer.layer_decay", 1.0, "1.0"},
        {"parallel.gradient_dtype", std::string("fp32"), "\"fp32\""},
        {"parallel.local_updates", std::int64_t{1}, "1"},
        {"evaluation.early_stopping_patience", std::int64_t{0}, "0"},
    }};
    return keys;
}

/// Equal values; an integer equals the same number with a point.
bool same(const Value& given, const Value& supported) {
    if (const auto* integer = std::get_if<std::int64_t>(&given)) {
        if (const auto* number = std::get_if<double>(&supported))
            return static_cast<double>(*integer) == *number;
    }
    return given == supported;
}

}  // namespace

std::vector<std::string_view> later_keys() {
    std::vector<std::string_view> names;
    for (const LaterKey& later : table()) names.push_back(later.key);
    return names;
}

bool accept_later_key(const Entry& entry) {
    if (entry.key.starts_with("model.lora.")) {
        usage_error("{}: {} is not supported by this version; leave [model.lora] empty", entry.place,
                    entry.key);
    }
    for (const LaterKey& later : table()) {
        if (entry.key != later.key) continue;
        if (!same(entry.value, later.supported)) {
            usage_error("{}: {} = {} is not supported by this version; it knows {}", entry.place, entry.key,
                        entry.json, later.text);
        }
        return true;
    }
    return false;
}

void refuse_later_value(const Entry& entry) {
    const auto* text = std::get_if<std::string>(&entry.value);
    if (text == nullptr || entry.key != "train.micro_batch_tokens" || *text != "auto") return;
    usage_error("{}: {} = {} is not supported by this version; it knows integers", entry.place, entry.key,
                entry.json);
}

}  // namespace remo::config
