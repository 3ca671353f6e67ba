#include "remo/nn/residual_norm.hpp"

#include "remo/nn/gradient_ready.hpp"

namespace remo::nn {

LayerNorm LayerNorm::declare(ParameterStore& parameters, const std::string& name, Index size, double epsilon,
                             const std::string& part) {
    const ParameterHandle gamma = parameters.add(name + ".weight", {size}, ParameterRole::norm, part);
    const ParameterHandle beta = parameters.add(name + ".bias", {size}, ParameterRole::norm, part);
    return {gamma, beta, static_cast<float>(epsilon)};
}

kernels::LayerNormParameters LayerNorm::values(const RunContext& context) const {
    return {context.parameters.vector(gamma), context.parameters.vector(beta), epsilon};
}

void ResidualNorm::forward(RunContext& context, const RowSelection& rows, Matrix x, ConstMatrix residual,
                           Matrix y) {
    saved_ = {};
    if (context.training) saved_ = {x, context.arena.vector(rows.count)};
    kernels::residual_layer_norm_forward(context.device, x, context.parameters.vector(bias_),
                                         context.dropout(dropout_, site_), rows.names, residual,
                                         norm_.values(context), saved_, y);
}

void ResidualNorm::backward(RunContext& context, const RowSelection& rows, Matrix dy, Matrix dx) {
    const ParameterStore& parameters = context.parameters;
    kernels::residual_layer_norm_backward(
        context.device, dy, saved_, parameters.vector(norm_.gamma), context.dropout(dropout_, site_),
        rows.names, dx, dy, gradient_of(parameters, norm_.gamma), gradient_of(parameters, norm_.beta),
        gradient_of(parameters, bias_));
}

}  // namespace remo::nn
