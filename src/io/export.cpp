#include "remo/io/export.hpp"

#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "remo/io/checkpoint_file.hpp"
#include "remo/io/safetensors.hpp"

namespace remo::io {

namespace {

namespace fs = std::filesystem;

void require_tensors(const ModelBundle& bundle) {
    if (bundle.tensors == nullptr) {
        usage_error("{} holds no weights: model.safetensors is missing", bundle.origin);
    }
}

/// Whether a model may be written there; nothing else is ever overwritten.
void require_free_directory(const fs::path& directory) {
    if (!fs::exists(directory)) return;
    if (!fs::is_directory(directory)) usage_error("{} exists and is no directory", directory.string());
    if (fs::is_empty(directory) || fs::exists(directory / "config.json")) return;
    usage_error("{} holds files, but no model; name a new or empty directory", directory.string());
}

void require_free_file(const fs::path& path) {
    if (!fs::exists(path)) return;
    std::string kind = "unknown";
    try {
        kind = CheckpointReader(path).kind();
    } catch (const Error& error) {
        usage_error("{} exists and is no sound model file ({}); remove it or choose another name",
                    path.string(), error.what());
    }
    if (kind != "model") {
        usage_error("{} exists and is a {} file; choose another name", path.string(), kind);
    }
}

void remove_stale_files(const fs::path& directory, const TextFiles& tokenizer) {
    fs::remove(directory / "model.safetensors.index.json");
    for (const std::string_view name : tokenizer_file_names()) {
        if (!tokenizer.contains(std::string(name))) fs::remove(directory / name);
    }
}

}  // namespace

void write_model_directory(const fs::path& directory, const ModelBundle& bundle) {
    require_tensors(bundle);
    require_free_directory(directory);
    remo::create_directories(directory);
    fs::remove(directory / "config.json");
    write_safetensors(directory / "model.safetensors", *bundle.tensors);
    remove_stale_files(directory, bundle.tokenizer);
    for (const auto& [name, text] : bundle.tokenizer) write_file_atomically(directory / name, text);
    write_file_atomically(directory / "config.json", bundle.config_json);
}

void write_model_file(const fs::path& path, const ModelBundle& bundle, const std::string& job) {
    require_tensors(bundle);
    require_free_file(path);
    FileContents contents;
    contents.kind = "model";
    contents.config_json = bundle.config_json;
    contents.tokenizer = bundle.tokenizer;
    if (!job.empty()) contents.training_texts["job"] = job;
    contents.provenance["source"] = bundle.origin;
    std::vector<std::vector<std::byte>> values;
    for (const TensorInfo& tensor : bundle.tensors->tensors()) {
        values.emplace_back(tensor.bytes());
        bundle.tensors->read(tensor, values.back());
        contents.datasets.push_back({dataset_path("/parameters", tensor.name), tensor.dtype, tensor.shape, 0,
                                     values.back().size(), values.back().data()});
    }
    write_file(comm::Communicator::self(), path, contents);
}

}  // namespace remo::io
