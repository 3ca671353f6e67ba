#pragma once
/// \file
/// One case of the dumps in this folder (see make.py).
#include <string>

#include "remo/base/file.hpp"
#include "remo/io/json.hpp"
#include "remo/io/model_bundle.hpp"
#include "remo/io/safetensors.hpp"
#include "support/model_tools.hpp"

namespace remo::testing {

struct GoldenCase {
    explicit GoldenCase(const std::string& name)
        : folder(std::string(REMO_SOURCE_DIR "/tests/golden/models/") + name),
          bundle(io::open_model(folder + "/model")),
          config(models::ModelConfig::parse(bundle.config_json, folder)),
          reference(io::parse_json(read_file(folder + "/reference.json"), folder)),
          tensors(io::open_safetensors(folder + "/reference.safetensors")),
          model(config) {
        models::load_parameters(*model.model, device(), config, *bundle.tensors, 1);
        read_batch(reference["batch"]);
    }

    void read_batch(const io::Json& json) {
        batch.cu_seqlens.push_back(0);
        for (std::size_t b = 0; b < json["labels"].size(); ++b) {
            for (const auto& id : json["token_ids"][b]) batch.token_ids.push_back(id);
            for (const auto& type : json["type_ids"][b]) batch.type_ids.push_back(type);
            batch.cu_seqlens.push_back(static_cast<std::int32_t>(batch.token_ids.size()));
            batch.samples.push_back(static_cast<std::int64_t>(b));
            batch.labels.push_back(json["labels"][b]);
            batch.weights.push_back(1.0f);
        }
    }
    [[nodiscard]] std::vector<float> tensor(const std::string& name) const {
        return io::read_as_float(*tensors, *tensors->find(name));
    }

    std::string folder;
    io::ModelBundle bundle;
    models::ModelConfig config;
    io::Json reference;
    std::unique_ptr<io::TensorSource> tensors;
    TestModel model;
    PackedBatch batch;
};

inline double largest(const std::vector<float>& values) {
    double result = 0;
    for (float value : values) result = std::max(result, std::abs(static_cast<double>(value)));
    return result;
}

inline double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
    double result = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        result = std::max(result, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
    }
    return result;
}

}  // namespace remo::testing
