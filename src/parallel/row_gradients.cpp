#include "row_gradients.hpp"

#include "pieces.hpp"
#include "remo/kernels/rows.hpp"

namespace remo::parallel {
namespace {

/// A buffer that grows and is kept.
template <class T>
void at_least(Buffer<T>& buffer, const char* label, Index size) {
    if (buffer.size() < size) buffer = Buffer<T>(label, size + size / 2);
}

void zero_vector(Device& device, Vector part) {
    device.fill_zero(part.data, static_cast<std::size_t>(part.size) * sizeof(float));
}

}  // namespace

void RowGradients::begin(Device& device, const optim::TouchedRows& touched) {
    touched_ = touched;
    row_count_ = static_cast<Index>(touched.rows.size());
    at_least(rows_, "remo::parallel::touched_rows", row_count_);
    device.copy_to_device(rows_.data(), touched.rows.data(), touched.rows.size() * sizeof(std::int32_t));
}

void RowGradients::zero(Device& device, ParameterStore& store) {
    if (!active() || !only_rows_) {
        store.zero_gradients(device);
        only_rows_ = false;
        return;
    }
    for_each_other_part(store, store.gradients(), [&](Vector part) { zero_vector(device, part); });
    kernels::zero_rows(device, {rows_.data(), row_count_}, store.gradient_matrix(touched_.table));
}

void RowGradients::for_each_other_part(const ParameterStore& store, Vector flat,
                                       const std::function<void(Vector)>& action) const {
    if (!active()) {
        action(flat);
        return;
    }
    const Parameter& table = store.at(touched_.table);
    const Index end = table.offset + table.size;
    if (table.offset > 0) action(flat.part(0, table.offset));
    if (end < flat.size) action(flat.part(end, flat.size - end));
}

void RowGradients::reduce(Device& device, ParameterStore& store, Index piece,
                          const std::function<void(std::span<float>)>& collective) {
    const Matrix table = store.gradient_matrix(touched_.table);
    packed_size_ = row_count_ * table.columns;
    at_least(packed_, "remo::parallel::packed_rows", packed_size_);
    const Matrix packed(packed_.data(), row_count_, table.columns);
    const IndexVector rows(rows_.data(), row_count_);
    kernels::gather_rows(device, table, rows, packed);
    device.fence("remo::parallel::row_gradients");
    for_each_piece(device, this->packed(), piece, collective);
    kernels::scatter_rows(device, packed, rows, table);
    only_rows_ = true;
}

}  // namespace remo::parallel
