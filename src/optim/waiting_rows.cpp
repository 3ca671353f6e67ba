#include "waiting_rows.hpp"

#include "remo/kernels/rows.hpp"

namespace remo::optim {
namespace {

/// Waiting rows catch up when they have missed this many updates, so that the list stays short.
constexpr std::size_t most_missed = 256;

Buffer<std::int32_t> upload(Device& device, const std::vector<std::int32_t>& rows) {
    Buffer<std::int32_t> buffer("remo::optim::rows", static_cast<Index>(rows.size()));
    device.copy_to_device(buffer.data(), rows.data(), rows.size() * sizeof(std::int32_t));
    return buffer;
}

}  // namespace

void WaitingRows::begin(Device& device, ConstMatrix exp_avg, ConstMatrix exp_avg_sq) {
    std::vector<std::int32_t> flags(static_cast<std::size_t>(exp_avg.rows), 0);
    const Buffer<std::int32_t> marks = upload(device, flags);
    kernels::mark_nonzero_rows(device, exp_avg, marks.view());
    kernels::mark_nonzero_rows(device, exp_avg_sq, marks.view());
    device.fence("remo::optim::waiting_rows");
    device.copy_to_host(flags.data(), marks.data(), flags.size() * sizeof(std::int32_t));
    active_.assign(flags.begin(), flags.end());
    list_.clear();
    for (std::size_t row = 0; row < flags.size(); ++row) {
        if (active_[row] != 0) list_.push_back(static_cast<std::int32_t>(row));
    }
    list_changed_ = true;
}

void WaitingRows::forget() {
    active_.clear();
    missed_.clear();
}

void WaitingRows::touch(Device& device, const std::vector<std::int32_t>& rows, Matrix values) {
    std::vector<std::int32_t> fresh;
    for (const std::int32_t row : rows) {
        if (active_[static_cast<std::size_t>(row)] == 0) fresh.push_back(row);
    }
    if (fresh.empty()) return;
    catch_up(device, fresh, values);
    for (const std::int32_t row : fresh) active_[static_cast<std::size_t>(row)] = 1;
    list_.insert(list_.end(), fresh.begin(), fresh.end());
    list_changed_ = true;
}

IndexVector WaitingRows::active_rows(Device& device) {
    if (list_changed_) device_list_ = upload(device, list_);
    list_changed_ = false;
    return {device_list_.data(), device_list_.size()};
}

void WaitingRows::miss(Device& device, float factor, Matrix values) {
    if (factor == 1.0f) return;
    missed_.push_back(factor);
    if (missed_.size() >= most_missed) settle(device, values);
}

void WaitingRows::settle(Device& device, Matrix values) {
    if (missed_.empty()) return;
    std::vector<std::int32_t> waiting;
    for (std::size_t row = 0; row < active_.size(); ++row) {
        if (active_[row] == 0) waiting.push_back(static_cast<std::int32_t>(row));
    }
    catch_up(device, waiting, values);
    missed_.clear();
}

void WaitingRows::catch_up(Device& device, const std::vector<std::int32_t>& rows, Matrix values) {
    if (missed_.empty() || rows.empty()) return;
    const Buffer<std::int32_t> places = upload(device, rows);
    const Buffer<float> factors("remo::optim::missed_factors", static_cast<Index>(missed_.size()));
    device.copy_to_device(factors.data(), missed_.data(), missed_.size() * sizeof(float));
    kernels::scale_rows(device, {places.data(), places.size()}, factors.view(), values);
    device.fence("remo::optim::waiting_rows");  // the buffers go away
}

}  // namespace remo::optim
