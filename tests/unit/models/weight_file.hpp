#pragma once
/// \file
/// A weight file in memory whose tensors can be renamed, reshaped and taken out.
#include <cstring>
#include <map>

#include "remo/io/tensor_source.hpp"

namespace remo::testing {

class WeightFile : public io::TensorSource {
  public:
    void add(const std::string& name, const std::vector<std::int64_t>& shape,
             const std::vector<float>& values) {
        tensors_.push_back({name, DType::f32, shape});
        values_[name] = values;
    }
    void remove(std::string_view name) {
        std::erase_if(tensors_, [name](const io::TensorInfo& tensor) { return tensor.name == name; });
    }
    void rename(const std::string& name, const std::string& to) {
        for (io::TensorInfo& tensor : tensors_) {
            if (tensor.name != name) continue;
            tensor.name = to;
            values_[to] = values_[name];
        }
    }
    [[nodiscard]] const std::vector<float>& values(const std::string& name) const { return values_.at(name); }

    [[nodiscard]] const std::vector<io::TensorInfo>& tensors() const override { return tensors_; }
    void read(const io::TensorInfo& tensor, std::span<std::byte> target) const override {
        std::memcpy(target.data(), values_.at(tensor.name).data(), target.size());
    }
    [[nodiscard]] std::string origin() const override { return "weights.safetensors"; }

  private:
    std::vector<io::TensorInfo> tensors_;
    std::map<std::string, std::vector<float>> values_;
};

}  // namespace remo::testing
