#include "remo/tensor/parameter_store.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "remo/base/format.hpp"

namespace remo {

namespace {

constexpr Index slice_multiple = 16;  // elements: 64 bytes

template <class View>
View two_dimensional(const Parameter& parameter, decltype(View::data) data) {
    if (parameter.shape.size() != 2) failure("Parameter {} is not a matrix.", parameter.name);
    return {data, parameter.shape[0], parameter.shape[1]};
}

}  // namespace

ParameterHandle ParameterStore::add(std::string name, std::vector<Index> shape, ParameterRole role,
                                    std::string part) {
    require(values_.size() == 0, "Parameters are declared before their memory is allocated.");
    if (find(name).valid()) failure("Parameter {} is declared twice.", name);
    Parameter parameter;
    parameter.size = std::accumulate(shape.begin(), shape.end(), Index{1}, std::multiplies<>());
    parameter.name = std::move(name);
    parameter.shape = std::move(shape);
    parameter.role = role;
    parameter.part = std::move(part);
    parameter.offset = flat_size_;
    flat_size_ += (parameter.size + slice_multiple - 1) / slice_multiple * slice_multiple;
    parameters_.push_back(std::move(parameter));
    return {static_cast<std::int32_t>(parameters_.size()) - 1};
}

void ParameterStore::allocate(Device& device, bool with_gradients) {
    values_ = Buffer<float>("remo::parameters::values", flat_size_);
    device.fill_zero(values_.data(), static_cast<std::size_t>(flat_size_) * sizeof(float));
    if (!with_gradients) return;
    gradients_ = Buffer<float>("remo::parameters::gradients", flat_size_);
    zero_gradients(device);
}

const Parameter& ParameterStore::at(ParameterHandle handle) const {
    return parameters_.at(static_cast<std::size_t>(handle.index));
}

ParameterHandle ParameterStore::find(std::string_view name) const {
    const auto place = std::find_if(parameters_.begin(), parameters_.end(),
                                    [&](const Parameter& parameter) { return parameter.name == name; });
    if (place == parameters_.end()) return {};
    return {static_cast<std::int32_t>(place - parameters_.begin())};
}

void ParameterStore::set_trainable(ParameterHandle handle, bool trainable) {
    parameters_.at(static_cast<std::size_t>(handle.index)).trainable = trainable;
}

ConstVector ParameterStore::vector(ParameterHandle handle) const {
    const Parameter& parameter = at(handle);
    return {values_.data() + parameter.offset, parameter.size};
}

ConstMatrix ParameterStore::matrix(ParameterHandle handle) const {
    return two_dimensional<ConstMatrix>(at(handle), vector(handle).data);
}

Vector ParameterStore::gradient_vector(ParameterHandle handle) const {
    const Parameter& parameter = at(handle);
    if (gradients_.size() == 0)
        failure("Parameter {} has no gradient: the store was made without.", parameter.name);
    return {gradients_.data() + parameter.offset, parameter.size};
}

Matrix ParameterStore::gradient_matrix(ParameterHandle handle) const {
    return two_dimensional<Matrix>(at(handle), gradient_vector(handle).data);
}

void ParameterStore::zero_gradients(Device& device) {
    device.fill_zero(gradients_.data(), static_cast<std::size_t>(gradients_.size()) * sizeof(float));
}

Index ParameterStore::element_count() const {
    return std::accumulate(parameters_.begin(), parameters_.end(), Index{0},
                           [](Index sum, const Parameter& parameter) { return sum + parameter.size; });
}

Index ParameterStore::trainable_element_count() const {
    return std::accumulate(parameters_.begin(), parameters_.end(), Index{0},
                           [](Index sum, const Parameter& parameter) {
                               return sum + (parameter.trainable ? parameter.size : 0);
                           });
}

}  // namespace remo
