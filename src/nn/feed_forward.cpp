#include "remo/nn/feed_forward.hpp"

#include "remo/base/format.hpp"
#include "remo/nn/gradient_ready.hpp"

namespace remo::nn {

kernels::Activation activation_named(std::string_view name) {
    if (name == "gelu") return kernels::Activation::gelu;
    if (name == "relu") return kernels::Activation::relu;
    if (name == "tanh") return kernels::Activation::tanh;
    usage_error("the activation \"{}\" is not known; known are gelu, relu, tanh", name);
}

void FeedForward::forward(RunContext& context, ConstMatrix x, Matrix y) {
    input_ = x;
    const Matrix inner = context.arena.matrix(x.rows, inner_size_);
    inner_.forward(context, x, inner);
    activated_ = context.training ? context.arena.matrix(x.rows, inner_size_) : inner;
    derivative_ = context.training ? inner : Matrix{};
    kernels::activation_forward(context.device, activation_, inner, inner_.bias_value(context), activated_,
                                derivative_);
    outer_.forward(context, activated_, y);
}

void FeedForward::backward(RunContext& context, ConstMatrix dy, Matrix dx) {
    outer_.backward_weight(context, dy, activated_);
    const Matrix dinner = context.arena.matrix(dy.rows, inner_size_);
    outer_.backward_input(context, dy, 0.0f, dinner);
    kernels::activation_backward(context.device, dinner, derivative_, dinner,
                                 gradient_of(context.parameters, inner_.bias));
    inner_.backward_weight(context, dinner, input_);
    inner_.backward_input(context, dinner, 1.0f, dx);
}

}  // namespace remo::nn
