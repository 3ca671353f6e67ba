// The explicit list of optimisers.
#include "adamw.hpp"
#include "remo/base/error.hpp"
#include "remo/optim/optimizer.hpp"
#include "sgd.hpp"

namespace remo::optim {

std::unique_ptr<Optimizer> make_optimizer(const OptimizerOptions& options, Device& device,
                                          const ParameterStore& store) {
    if (options.name == "adamw") return std::make_unique<AdamW>(options, device, store);
    if (options.name == "sgd") return std::make_unique<Sgd>(options, device, store);
    throw Error(ExitStatus::usage,
                "optimizer.name = \"" + options.name + "\" is not known; the optimisers are adamw and sgd");
}

}  // namespace remo::optim
