#pragma once
/// \file
/// The parameters of one replica and their gradients.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "remo/tensor/device.hpp"

namespace remo {

/// What a parameter is, which decides about weight decay and sparse updates.
enum class ParameterRole : std::uint8_t { weight, bias, norm, embedding };

/// One parameter: a slice of the store's flat buffers.
struct Parameter {
    std::string name;          ///< Hugging Face name, e.g. "distilbert.embeddings.word_embeddings.weight"
    std::vector<Index> shape;  ///< as stored in files: (out, in) for linear weights
    ParameterRole role = ParameterRole::weight;
    std::string part;          ///< "embeddings", "layer.0", …, "head": for freezing and layer-wise rates
    Index offset = 0;          ///< first element in the flat buffers; a multiple of 16
    Index size = 0;            ///< elements
    bool trainable = true;

    [[nodiscard]] bool decays() const { return role == ParameterRole::weight || role == ParameterRole::embedding; }
};

/// Names a parameter of a store; layers keep these and ask for views when they run.
struct ParameterHandle {
    std::int32_t index = -1;
    [[nodiscard]] bool valid() const { return index >= 0; }
};

/// All parameters in one flat value buffer and one flat gradient buffer, in the order of `add`, which is that of the
/// forward pass: gradients become final from the back. Slices start at multiples of 64 bytes; the gaps hold zeros.
class ParameterStore {
  public:
    /// Declares a parameter; before `allocate`.
    ParameterHandle add(std::string name, std::vector<Index> shape, ParameterRole role, std::string part);
    /// Makes the buffers, zero-filled. Gradients only when training.
    void allocate(Device& device, bool with_gradients);

    [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }
    [[nodiscard]] const Parameter& at(ParameterHandle handle) const;
    [[nodiscard]] ParameterHandle find(std::string_view name) const;  ///< invalid handle when absent
    void set_trainable(ParameterHandle handle, bool trainable);

    [[nodiscard]] ConstVector vector(ParameterHandle handle) const;          ///< value, any shape, flat
    [[nodiscard]] ConstMatrix matrix(ParameterHandle handle) const;          ///< value of a 2-d parameter
    [[nodiscard]] Vector gradient_vector(ParameterHandle handle) const;
    [[nodiscard]] Matrix gradient_matrix(ParameterHandle handle) const;

    [[nodiscard]] Vector values() const { return values_.view(); }        ///< the whole flat buffer, gaps included
    [[nodiscard]] Vector gradients() const { return gradients_.view(); }  ///< likewise; empty without gradients
    void zero_gradients(Device& device);

    [[nodiscard]] Index element_count() const;            ///< elements of all parameters, without gaps
    [[nodiscard]] Index trainable_element_count() const;
    [[nodiscard]] Index flat_size() const { return flat_size_; }

  private:
    std::vector<Parameter> parameters_;
    Index flat_size_ = 0;
    Buffer<float> values_;
    Buffer<float> gradients_;
};

}  // namespace remo
