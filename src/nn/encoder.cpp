#include "remo/nn/encoder.hpp"

#include <utility>

#include "remo/kernels/rows.hpp"

namespace remo::nn {

namespace {

/// Gives back scratch memory of an arena when it goes out of scope.
class Scratch {
  public:
    explicit Scratch(Arena& arena) : arena_(arena), mark_(arena.mark()) {}
    ~Scratch() { arena_.release(mark_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

  private:
    Arena& arena_;
    Arena::Mark mark_;
};

}  // namespace

void EncoderBlock::forward(RunContext& context, const DeviceBatch& batch, Rows rows, ConstMatrix x,
                           Matrix y) {
    rows_ = rows;
    const RowSelection selection = select_rows(batch, rows);
    ConstMatrix residual = x;
    if (rows == Rows::first) {
        const Matrix first = context.arena.matrix(selection.count, x.columns);
        kernels::gather_rows(context.device, x, selection.tokens, first);
        residual = first;
    }
    const Matrix attended = context.arena.matrix(selection.count, x.columns);
    attention_.forward(context, batch, rows, x, attended);
    const Matrix middle = context.arena.matrix(selection.count, x.columns);
    attention_norm_.forward(context, selection, attended, residual, middle);
    const Matrix fed = context.arena.matrix(selection.count, x.columns);
    feed_forward_.forward(context, middle, fed);
    output_norm_.forward(context, selection, fed, middle, y);
}

void EncoderBlock::backward(RunContext& context, const DeviceBatch& batch, Matrix dy, bool input_gradient,
                            Matrix dx) {
    const Scratch scratch(context.arena);
    const RowSelection selection = select_rows(batch, rows_);
    const Matrix branch = context.arena.matrix(dy.rows, dy.columns);
    output_norm_.backward(context, selection, dy, branch);
    feed_forward_.backward(context, branch, dy);
    attention_norm_.backward(context, selection, dy, branch);
    attention_.backward(context, batch, branch, input_gradient, dy, dx);
}

Matrix Encoder::forward(RunContext& context, const DeviceBatch& batch, Rows rows, Matrix x) {
    rows_ = rows;
    if (context.training) {
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            const Matrix y = context.arena.matrix(select_rows(batch, rows_of(i)).count, hidden_size_);
            blocks_[i].forward(context, batch, rows_of(i), x, y);
            x = y;
        }
        return x;
    }
    Matrix other = context.arena.matrix(batch.tokens, hidden_size_);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        const Scratch scratch(context.arena);
        const Matrix y = other.row_range(0, select_rows(batch, rows_of(i)).count);
        blocks_[i].forward(context, batch, rows_of(i), x, y);
        other = std::exchange(x, y);
    }
    return x;
}

Matrix Encoder::backward(RunContext& context, const DeviceBatch& batch, Matrix dy, ReadyRanges& ready) {
    for (std::size_t i = blocks_.size(); i-- > 0;) {
        const Index begin = context.parameters.at(blocks_[i].first()).offset;
        const bool input_gradient = trains_before(context.parameters, begin);
        const bool all_rows = rows_of(i) == Rows::all;
        const Matrix dx = all_rows         ? dy
                          : input_gradient ? context.arena.matrix(batch.tokens, hidden_size_)
                                           : Matrix{};
        blocks_[i].backward(context, batch, dy, input_gradient, dx);
        ready.down_to(begin);
        if (!input_gradient) return {};
        dy = dx;
    }
    return dy;
}

}  // namespace remo::nn
