#include "touched_rows.hpp"

#include <algorithm>

namespace remo::train {
namespace {

void sort_distinct(std::vector<std::int32_t>& rows) {
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
}

}  // namespace

optim::TouchedRows touched_rows(const comm::Communicator& communicator, ParameterHandle table,
                                const data::UpdateBatch& batch) {
    optim::TouchedRows touched;
    if (!table.valid()) return touched;
    touched.table = table;
    for (const PackedBatch& micro : batch.micro) {
        touched.rows.insert(touched.rows.end(), micro.token_ids.begin(), micro.token_ids.end());
    }
    sort_distinct(touched.rows);
    if (communicator.size() == 1) return touched;
    touched.rows = communicator.all_gather(std::span<const std::int32_t>(touched.rows));
    sort_distinct(touched.rows);
    return touched;
}

}  // namespace remo::train
