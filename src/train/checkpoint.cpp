#include "remo/train/checkpoint.hpp"

#include <algorithm>
#include <memory>

#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/io/checkpoint_file.hpp"

namespace remo::train {
namespace {

constexpr std::string_view parameters_group = "/parameters";

/// Device memory as the host sees it: the memory itself, or a copy that the contents own.
const float* host_values(Device& device, ConstVector values, io::FileContents& contents) {
    if (device.host_accessible()) return values.data;
    auto copy = std::make_shared<std::vector<float>>(static_cast<std::size_t>(values.size));
    device.copy_to_host(copy->data(), values.data, copy->size() * sizeof(float));
    contents.owned.push_back(copy);
    return copy->data();
}

/// Lists every parameter-shaped slice of a flat buffer below `group`. `writer` is the rank that writes all of it, or -1 when
/// the ranks share the work; `values` is null on ranks that do not hold the buffer.
void list_datasets(const comm::Communicator& communicator, const ParameterStore& store,
                   const std::string& group, const float* values, int writer,
                   std::vector<io::DatasetToWrite>& datasets) {
    for (const Parameter& parameter : store.parameters()) {
        io::DatasetToWrite dataset;
        dataset.path = io::dataset_path(group, parameter.name);
        dataset.shape = parameter.shape;
        const std::size_t bytes = static_cast<std::size_t>(parameter.size) * sizeof(float);
        if (writer < 0) {
            std::tie(dataset.begin, dataset.end) =
                io::share_of(bytes, communicator.rank(), communicator.size(), datasets.size());
        } else if (writer == communicator.rank()) {
            dataset.end = bytes;
        }
        if (dataset.end > dataset.begin) {
            dataset.data = reinterpret_cast<const std::byte*>(values + parameter.offset) + dataset.begin;
        }
        datasets.push_back(std::move(dataset));
    }
}

/// The names of the strategy's optimiser states, which ranks without an optimiser learn from its holder.
std::vector<std::string> state_names(const comm::Communicator& communicator, parallel::Strategy& strategy) {
    std::string joined;
    if (strategy.optimizer() != nullptr) {
        for (const auto& state : strategy.optimizer()->state()) joined += state.name + "\n";
    }
    communicator.broadcast(joined, std::max(0, strategy.state_holder()));
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin < joined.size();) {
        const std::size_t end = joined.find('\n', begin);
        names.push_back(joined.substr(begin, end - begin));
        begin = end + 1;
    }
    return names;
}

io::FileContents contents_of(const std::string& kind, const FileTexts& texts) {
    io::FileContents contents;
    contents.kind = kind;
    contents.config_json = texts.config_json;
    contents.tokenizer = texts.tokenizer;
    contents.training_texts["job"] = texts.job;
    return contents;
}

/// Reads every parameter-shaped data set below `group` into a flat host buffer laid out like the store.
void read_group(const io::CheckpointReader& reader, const std::string& group, const ParameterStore& store,
                std::vector<float>& flat) {
    const auto infos = reader.datasets(group);
    for (const Parameter& parameter : store.parameters()) {
        const auto found = std::find_if(infos.begin(), infos.end(), [&](const io::TensorInfo& info) {
            return info.name == parameter.name;
        });
        if (found == infos.end()) usage_error("the checkpoint lacks {} in {}", parameter.name, group);
        if (found->dtype != DType::f32 || found->shape != parameter.shape) {
            usage_error("the checkpoint's {} in {} has another shape or type than this model's",
                        parameter.name, group);
        }
        float* target = flat.data() + parameter.offset;
        reader.read(group, *found,
                    std::as_writable_bytes(std::span(target, static_cast<std::size_t>(parameter.size))));
    }
}

/// Reads on rank `reader_rank` and, when all ranks need it, broadcasts; copies to the device.
void load_flat(const comm::Communicator& communicator, Device& device, const std::filesystem::path& path,
               const std::string& group, const ParameterStore& store, int holder, Vector target) {
    const int reader_rank = std::max(0, holder);
    std::vector<float> flat;
    comm::together(communicator, [&] {
        if (communicator.rank() != reader_rank) return;
        flat.assign(static_cast<std::size_t>(store.flat_size()), 0.0f);
        read_group(io::CheckpointReader(path), group, store, flat);
    });
    if (holder < 0) {
        flat.resize(static_cast<std::size_t>(store.flat_size()));
        communicator.broadcast(std::span(flat), 0);
    }
    if (target.size > 0) device.copy_to_device(target.data, flat.data(), flat.size() * sizeof(float));
}

void load_optimizer(const comm::Communicator& communicator, Device& device, const std::filesystem::path& path,
                    const ParameterStore& store, parallel::Strategy& strategy, std::int64_t steps) {
    const std::vector<std::string> names = state_names(communicator, strategy);
    for (std::size_t i = 0; i < names.size(); ++i) {
        Vector target;
        if (strategy.optimizer() != nullptr) target = strategy.optimizer()->state()[i].values;
        load_flat(communicator, device, path, "/optimizer/" + names[i], store, strategy.state_holder(),
                  target);
    }
    if (strategy.optimizer() != nullptr) strategy.optimizer()->set_steps(steps);
}

/// Progress and history, read by rank 0; the history stays there.
TrainingState load_state(const comm::Communicator& communicator, const std::filesystem::path& path) {
    std::map<std::string, io::Attribute> attributes;
    History history;
    comm::on_root(communicator, [&] {
        const io::CheckpointReader reader(path);
        if (reader.kind() != "checkpoint")
            usage_error("{} is a {} file; resume needs a checkpoint", path.string(), reader.kind());
        attributes = reader.training();
        history = History(reader.history());
    });
    TrainingState state;
    comm::on_root(communicator, [&] { state = TrainingState::from_attributes(attributes); });
    std::vector<std::int64_t> whole{state.update,         state.epoch,
                                    state.samples_in_epoch, state.samples,
                                    state.skipped,        static_cast<std::int64_t>(state.has_best),
                                    state.best_update,    static_cast<std::int64_t>(state.evaluation_due)};
    communicator.broadcast(std::span(whole), 0);
    communicator.broadcast(std::span(&state.best_value, 1), 0);
    state.update = whole[0];
    state.epoch = whole[1];
    state.samples_in_epoch = whole[2];
    state.samples = whole[3];
    state.skipped = whole[4];
    state.has_best = whole[5] != 0;
    state.best_update = whole[6];
    state.evaluation_due = whole[7] != 0;
    state.history = std::move(history);
    return state;
}

}  // namespace

void save_model(const comm::Communicator& communicator, Device& device, const std::filesystem::path& path,
                const ParameterStore& store, const FileTexts& texts) {
    io::FileContents contents = contents_of("model", texts);
    const float* values = host_values(device, store.values(), contents);
    list_datasets(communicator, store, std::string(parameters_group), values, -1, contents.datasets);
    io::write_file(communicator, path, contents);
}

io::FileContents checkpoint_contents(const comm::Communicator& communicator, Device& device,
                                     const ParameterStore& store, parallel::Strategy& strategy,
                                     const TrainingState& state, const FileTexts& texts) {
    io::FileContents contents = contents_of("checkpoint", texts);
    contents.training = state.attributes();
    contents.history = state.history.columns();
    const float* parameters = host_values(device, store.values(), contents);
    list_datasets(communicator, store, std::string(parameters_group), parameters, -1, contents.datasets);
    const std::vector<std::string> names = state_names(communicator, strategy);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const float* values = nullptr;
        if (strategy.optimizer() != nullptr)
            values = host_values(device, strategy.optimizer()->state()[i].values, contents);
        list_datasets(communicator, store, "/optimizer/" + names[i], values, strategy.state_holder(),
                      contents.datasets);
    }
    return contents;
}

std::optional<std::filesystem::path> newest_sound_checkpoint(const RunDirectory& directory, Log& log) {
    std::vector<std::int64_t> updates = directory.checkpoint_updates();
    std::reverse(updates.begin(), updates.end());
    for (const std::int64_t update : updates) {
        const auto path = directory.checkpoint(update);
        try {
            io::CheckpointReader(path).verify();
            return path;
        } catch (const Error& error) {
            log.warning(
                fmt::format("checkpoint {} is damaged and is stepped over: {}", path.string(), error.what()));
        }
    }
    return std::nullopt;
}

TrainingState load_checkpoint(const comm::Communicator& communicator, Device& device,
                              const std::filesystem::path& path, ParameterStore& store,
                              parallel::Strategy& strategy) {
    TrainingState state = load_state(communicator, path);
    load_flat(communicator, device, path, std::string(parameters_group), store, -1, store.values());
    load_optimizer(communicator, device, path, store, strategy, state.update);
    return state;
}

void delete_old_checkpoints(const RunDirectory& directory, std::int64_t keep) {
    const std::vector<std::int64_t> updates = directory.checkpoint_updates();
    for (std::size_t i = 0; i + static_cast<std::size_t>(keep) < updates.size(); ++i) {
        const auto path = directory.checkpoint(updates[i]);
        std::error_code reason;
        std::filesystem::remove(path, reason);
        if (reason) failure("can't delete the old checkpoint {}: {}", path.string(), reason.message());
    }
}

}  // namespace remo::train
