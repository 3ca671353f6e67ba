#include "remo/train/training_state.hpp"

#include "remo/base/format.hpp"

namespace remo::train {
namespace {

template <class T>
T attribute(const std::map<std::string, io::Attribute>& attributes, const std::string& name) {
    const auto found = attributes.find(name);
    if (found == attributes.end() || !std::holds_alternative<T>(found->second)) {
        usage_error("the checkpoint lacks the attribute '{}' of /training; resume from another one", name);
    }
    return std::get<T>(found->second);
}

}  // namespace

std::map<std::string, io::Attribute> TrainingState::attributes() const {
    return {{"update", update},
            {"epoch", epoch},
            {"samples_in_epoch", samples_in_epoch},
            {"samples", samples},
            {"skipped", skipped},
            {"has_best", static_cast<std::int64_t>(has_best)},
            {"best_value", best_value},
            {"best_update", best_update},
            {"evaluation_due", static_cast<std::int64_t>(evaluation_due)},
            {"data", data}};
}

TrainingState TrainingState::from_attributes(const std::map<std::string, io::Attribute>& attributes) {
    TrainingState state;
    state.update = attribute<std::int64_t>(attributes, "update");
    state.epoch = attribute<std::int64_t>(attributes, "epoch");
    state.samples_in_epoch = attribute<std::int64_t>(attributes, "samples_in_epoch");
    state.samples = attribute<std::int64_t>(attributes, "samples");
    state.skipped = attribute<std::int64_t>(attributes, "skipped");
    state.has_best = attribute<std::int64_t>(attributes, "has_best") != 0;
    state.best_value = attribute<double>(attributes, "best_value");
    state.best_update = attribute<std::int64_t>(attributes, "best_update");
    state.evaluation_due = attribute<std::int64_t>(attributes, "evaluation_due") != 0;
    state.data = attribute<std::string>(attributes, "data");
    return state;
}

}  // namespace remo::train
