#pragma once
// Tensors held in memory.
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "remo/io/tensor_source.hpp"

namespace remo::test {

class MemorySource : public io::TensorSource {
  public:
    /// Fills the tensor with bytes drawn from its name: any pattern, the same each time.
    MemorySource& add(const std::string& name, DType dtype, std::vector<std::int64_t> shape) {
        io::TensorInfo info{name, dtype, std::move(shape)};
        std::vector<std::byte> bytes(info.bytes());
        std::uint64_t state = 1469598103934665603u;
        for (const char c : name) state = (state ^ static_cast<unsigned char>(c)) * 1099511628211u;
        for (std::byte& byte : bytes) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            byte = static_cast<std::byte>(state >> 56);
            if (dtype == DType::boolean) byte &= std::byte{1};
        }
        return add(std::move(info), std::move(bytes));
    }
    MemorySource& add(io::TensorInfo info, std::vector<std::byte> bytes) {
        bytes_[info.name] = std::move(bytes);
        tensors_.push_back(std::move(info));
        return *this;
    }
    [[nodiscard]] const std::vector<std::byte>& bytes(const std::string& name) const {
        return bytes_.at(name);
    }

    [[nodiscard]] const std::vector<io::TensorInfo>& tensors() const override { return tensors_; }
    [[nodiscard]] std::string origin() const override { return "memory"; }
    void read(const io::TensorInfo& tensor, std::span<std::byte> target) const override {
        const auto& bytes = bytes_.at(tensor.name);
        if (bytes.size() != target.size()) throw std::logic_error("size of " + tensor.name);
        if (!bytes.empty()) std::memcpy(target.data(), bytes.data(), bytes.size());
    }

  private:
    std::vector<io::TensorInfo> tensors_;
    std::map<std::string, std::vector<std::byte>> bytes_;
};

}  // namespace remo::test
