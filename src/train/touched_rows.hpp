#pragma once
#include "remo/comm/communicator.hpp"
#include "remo/data/batch_loader.hpp"
#include "remo/optim/optimizer.hpp"

namespace remo::train {

/// Collective: the token ids of the whole global batch as rows of the embedding table. \param table  invalid: none are looked for
optim::TouchedRows touched_rows(const comm::Communicator& communicator, ParameterHandle table,
                                const data::UpdateBatch& batch);

}  // namespace remo::train
