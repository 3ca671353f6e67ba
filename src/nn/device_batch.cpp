#include "remo/nn/device_batch.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "remo/base/error.hpp"

namespace remo::nn {

namespace {

/// Whole numbers for the device, collected so that one copy brings them all.
class Staging {
  public:
    std::size_t add(std::span<const std::int32_t> values) {
        const std::size_t begin = values_.size();
        values_.insert(values_.end(), values.begin(), values.end());
        values_.resize((values_.size() + 15) / 16 * 16);  // each array at a 64-byte boundary
        return begin;
    }
    void copy(Device& device, Arena& arena) {
        device_ = arena.array<std::int32_t>(static_cast<Index>(values_.size()));
        device.copy_to_device(device_.data, values_.data(), values_.size() * sizeof(std::int32_t));
    }
    [[nodiscard]] IndexVector view(std::size_t begin, std::size_t size) const {
        return IndexVector(device_).part(static_cast<Index>(begin), static_cast<Index>(size));
    }

  private:
    std::vector<std::int32_t> values_;
    VectorView<std::int32_t> device_;
};

struct TokenNames {
    std::vector<std::int32_t> places;
    std::vector<std::int32_t> samples;
};

TokenNames name_tokens(const PackedBatch& batch, std::span<const std::int32_t> sequence_samples) {
    TokenNames names;
    for (std::size_t b = 0; b < sequence_samples.size(); ++b) {
        const std::int32_t length = batch.cu_seqlens[b + 1] - batch.cu_seqlens[b];
        for (std::int32_t place = 0; place < length; ++place) names.places.push_back(place);
        names.samples.insert(names.samples.end(), static_cast<std::size_t>(length), sequence_samples[b]);
    }
    return names;
}

struct TokensById {
    std::vector<std::int32_t> tokens;
    std::vector<std::int32_t> begins;
    std::vector<std::int32_t> ids;
};

TokensById order_by_id(std::span<const std::int32_t> token_ids) {
    TokensById result;
    result.tokens.resize(token_ids.size());
    std::iota(result.tokens.begin(), result.tokens.end(), 0);
    std::stable_sort(result.tokens.begin(), result.tokens.end(), [&](std::int32_t a, std::int32_t b) {
        return token_ids[static_cast<std::size_t>(a)] < token_ids[static_cast<std::size_t>(b)];
    });
    for (std::size_t i = 0; i < result.tokens.size(); ++i) {
        const std::int32_t id = token_ids[static_cast<std::size_t>(result.tokens[i])];
        if (!result.ids.empty() && result.ids.back() == id) continue;
        result.ids.push_back(id);
        result.begins.push_back(static_cast<std::int32_t>(i));
    }
    result.begins.push_back(static_cast<std::int32_t>(result.tokens.size()));
    return result;
}

void check(const PackedBatch& batch) {
    const auto sequences = batch.samples.size();
    require(sequences > 0 && batch.cu_seqlens.size() == sequences + 1 && batch.labels.size() == sequences &&
                batch.weights.size() == sequences && batch.type_ids.size() == batch.token_ids.size() &&
                batch.cu_seqlens.front() == 0 && batch.cu_seqlens.back() == batch.tokens(),
            "a packed batch has arrays that do not belong together");
    const bool ascending = std::adjacent_find(batch.cu_seqlens.begin(), batch.cu_seqlens.end(),
                                              std::greater_equal<>()) == batch.cu_seqlens.end();
    require(ascending, "a packed batch has a sequence without tokens");
}

Index longest_sequence(const PackedBatch& batch) {
    std::int32_t longest = 0;
    for (std::size_t b = 0; b + 1 < batch.cu_seqlens.size(); ++b) {
        longest = std::max(longest, batch.cu_seqlens[b + 1] - batch.cu_seqlens[b]);
    }
    return longest;
}

ConstVector upload_weights(Device& device, Arena& arena, std::span<const float> weights) {
    const Vector target = arena.vector(static_cast<Index>(weights.size()));
    device.copy_to_device(target.data, weights.data(), weights.size_bytes());
    return target;
}

}  // namespace

DeviceBatch upload(Device& device, Arena& arena, const PackedBatch& batch) {
    check(batch);
    std::vector<std::int32_t> samples(batch.samples.size());
    std::transform(batch.samples.begin(), batch.samples.end(), samples.begin(), [](std::int64_t sample) {
        return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(sample)));
    });
    const TokenNames names = name_tokens(batch, samples);
    const TokensById by_id = order_by_id(batch.token_ids);

    DeviceBatch result;
    result.tokens = batch.tokens();
    result.sequences = batch.sequences();
    result.longest = longest_sequence(batch);
    result.highest_token_id = by_id.ids.back();
    result.highest_type_id = *std::max_element(batch.type_ids.begin(), batch.type_ids.end());

    const std::pair<IndexVector DeviceBatch::*, std::span<const std::int32_t>> arrays[] = {
        {&DeviceBatch::token_ids, batch.token_ids},   {&DeviceBatch::type_ids, batch.type_ids},
        {&DeviceBatch::positions, names.places},      {&DeviceBatch::token_samples, names.samples},
        {&DeviceBatch::cu_seqlens, batch.cu_seqlens}, {&DeviceBatch::sequence_samples, samples},
        {&DeviceBatch::labels, batch.labels},         {&DeviceBatch::by_id_tokens, by_id.tokens},
        {&DeviceBatch::by_id_begins, by_id.begins},   {&DeviceBatch::distinct_ids, by_id.ids}};
    Staging staging;
    std::vector<std::size_t> begins;
    for (const auto& [member, values] : arrays) begins.push_back(staging.add(values));
    staging.copy(device, arena);
    for (std::size_t i = 0; i < begins.size(); ++i) {
        result.*arrays[i].first = staging.view(begins[i], arrays[i].second.size());
    }
    result.weights = upload_weights(device, arena, batch.weights);
    return result;
}

RowSelection select_rows(const DeviceBatch& batch, Rows rows) {
    if (rows == Rows::all) return {batch.tokens, {}, {batch.token_samples, batch.positions}};
    return {batch.sequences, batch.cu_seqlens.part(0, batch.sequences), {batch.sequence_samples, {}}};
}

}  // namespace remo::nn
