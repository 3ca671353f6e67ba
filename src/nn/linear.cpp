#include "remo/nn/linear.hpp"

#include "remo/kernels/bias.hpp"
#include "remo/kernels/gemm/gemm.hpp"
#include "remo/nn/gradient_ready.hpp"

namespace remo::nn {

using kernels::Transpose;

namespace {

/// Columns [begin, begin + count) of a matrix.
template <class T>
MatrixView<T> column_range(MatrixView<T> x, Index begin, Index count) {
    return {x.data + begin, x.rows, count, x.stride};
}

}  // namespace

Linear Linear::declare(ParameterStore& parameters, const std::string& name, Index out, Index in,
                       const std::string& part) {
    const ParameterHandle weight = parameters.add(name + ".weight", {out, in}, ParameterRole::weight, part);
    return {weight, parameters.add(name + ".bias", {out}, ParameterRole::bias, part)};
}

void Linear::forward(RunContext& context, ConstMatrix x, Matrix y) const {
    kernels::gemm(context.device, Transpose::no, Transpose::yes, 1.0f, x, context.parameters.matrix(weight),
                  0.0f, y);
}

void Linear::backward_weight(RunContext& context, ConstMatrix dy, ConstMatrix x) const {
    if (!context.parameters.at(weight).trainable) return;
    const Matrix gradient = context.parameters.gradient_matrix(weight);
    kernels::gemm(context.device, Transpose::yes, Transpose::no, 1.0f, dy, x, 1.0f, gradient);
}

void Linear::backward_input(RunContext& context, ConstMatrix dy, float beta, Matrix dx) const {
    kernels::gemm(context.device, Transpose::no, Transpose::no, 1.0f, dy, context.parameters.matrix(weight),
                  beta, dx);
}

JointLinear JointLinear::declare(ParameterStore& parameters, const std::vector<std::string>& names, Index out,
                                 Index in, const std::string& part) {
    JointLinear joint;
    for (const std::string& name : names) {
        joint.layers_.push_back(
            {parameters.add(name + ".weight", {out, in}, ParameterRole::weight, part), {}});
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        joint.layers_[i].bias = parameters.add(names[i] + ".bias", {out}, ParameterRole::bias, part);
    }
    return joint;
}

JointLinear JointLinear::range(std::size_t begin, std::size_t count) const {
    JointLinear part;
    const auto first = layers_.begin() + static_cast<std::ptrdiff_t>(begin);
    part.layers_.assign(first, first + static_cast<std::ptrdiff_t>(count));
    return part;
}

bool JointLinear::trainable(const RunContext& context) const {
    for (const Linear& layer : layers_) {
        const ParameterStore& parameters = context.parameters;
        if (parameters.at(layer.weight).trainable || parameters.at(layer.bias).trainable) return true;
    }
    return false;
}

bool JointLinear::joined(const RunContext& context) const {
    const ParameterStore& parameters = context.parameters;
    for (std::size_t i = 0; i + 1 < layers_.size(); ++i) {
        const Parameter& weight = parameters.at(layers_[i].weight);
        const Parameter& next = parameters.at(layers_[i + 1].weight);
        const Parameter& bias = parameters.at(layers_[i].bias);
        const Parameter& next_bias = parameters.at(layers_[i + 1].bias);
        if (weight.offset + weight.size != next.offset || bias.offset + bias.size != next_bias.offset)
            return false;
        if (weight.trainable != next.trainable || bias.trainable != next_bias.trainable) return false;
    }
    return true;
}

void JointLinear::forward(RunContext& context, ConstMatrix x, Matrix y) const {
    if (!joined(context)) {
        const Index out = y.columns / static_cast<Index>(layers_.size());
        for (std::size_t i = 0; i < layers_.size(); ++i) {
            range(i, 1).forward(context, x, column_range(y, static_cast<Index>(i) * out, out));
        }
        return;
    }
    const ConstMatrix weight(context.parameters.matrix(layers_.front().weight).data, y.columns, x.columns);
    const ConstVector bias(context.parameters.vector(layers_.front().bias).data, y.columns);
    kernels::gemm(context.device, Transpose::no, Transpose::yes, 1.0f, x, weight, 0.0f, y);
    kernels::add_bias(context.device, y, bias);
}

void JointLinear::backward_parameters(RunContext& context, ConstMatrix dy, ConstMatrix x) const {
    if (!joined(context)) {
        const Index out = dy.columns / static_cast<Index>(layers_.size());
        for (std::size_t i = 0; i < layers_.size(); ++i) {
            range(i, 1).backward_parameters(context, column_range(dy, static_cast<Index>(i) * out, out), x);
        }
        return;
    }
    const Linear& first = layers_.front();
    if (const Vector weight = gradient_of(context.parameters, first.weight); !weight.empty()) {
        const Matrix joint(weight.data, dy.columns, x.columns);
        kernels::gemm(context.device, Transpose::yes, Transpose::no, 1.0f, dy, x, 1.0f, joint);
    }
    if (const Vector bias = gradient_of(context.parameters, first.bias); !bias.empty()) {
        kernels::column_sums(context.device, dy, Vector(bias.data, dy.columns));
    }
}

void JointLinear::backward_input(RunContext& context, ConstMatrix dy, float beta, Matrix dx) const {
    if (!joined(context)) {
        const Index out = dy.columns / static_cast<Index>(layers_.size());
        for (std::size_t i = 0; i < layers_.size(); ++i) {
            const ConstMatrix part = column_range(dy, static_cast<Index>(i) * out, out);
            layers_[i].backward_input(context, part, i == 0 ? beta : 1.0f, dx);
        }
        return;
    }
    const ConstMatrix weight(context.parameters.matrix(layers_.front().weight).data, dy.columns, dx.columns);
    kernels::gemm(context.device, Transpose::no, Transpose::no, 1.0f, dy, weight, beta, dx);
}

}  // namespace remo::nn
