#include "remo/io/model_bundle.hpp"

#include <array>
#include <system_error>

#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "remo/io/checkpoint_file.hpp"
#include "remo/io/safetensors.hpp"

namespace remo::io {

namespace {

namespace fs = std::filesystem;

/// Whether the file is there; Error(usage) when the file system won't tell, e.g. for want of permission.
bool is_there(const fs::path& path) {
    std::error_code reason;
    const fs::file_status status = fs::status(path, reason);
    if (status.type() == fs::file_type::not_found) return false;
    if (reason) usage_error("can't open {}: {}", path.string(), reason.message());
    return true;
}

std::unique_ptr<TensorSource> open_weights(const fs::path& directory) {
    if (is_there(directory / "model.safetensors")) return open_safetensors(directory / "model.safetensors");
    if (is_there(directory / "model.safetensors.index.json")) {
        return open_safetensors_index(directory / "model.safetensors.index.json");
    }
    for (const char* other : {"pytorch_model.bin", "pytorch_model.bin.index.json"}) {
        if (!is_there(directory / other)) continue;
        usage_error(
            "{} holds its weights only as {}, which remo can't read; convert it once in Python: "
            "AutoModelForSequenceClassification.from_pretrained(DIR).save_pretrained(DIR) writes "
            "model.safetensors",
            directory.string(), other);
    }
    return nullptr;
}

ModelBundle open_directory(const fs::path& directory, BundleParts parts) {
    ModelBundle bundle;
    bundle.origin = directory.string();
    if (!is_there(directory / "config.json")) {
        usage_error("{} holds no config.json; a model is a Hugging Face directory or an HDF5 file of remo",
                    directory.string());
    }
    bundle.config_json = read_file(directory / "config.json");
    bundle.tokenizer = read_tokenizer_files(directory);
    if (parts == BundleParts::all) bundle.tensors = open_weights(directory);
    return bundle;
}

ModelBundle open_file(const fs::path& path, BundleParts parts) {
    if (path.extension() == ".safetensors") {
        usage_error("{} holds weights alone; name the directory that also holds its config.json",
                    path.string());
    }
    const CheckpointReader reader(path);
    ModelBundle bundle;
    bundle.origin = path.string();
    bundle.config_json = reader.config_json();
    bundle.tokenizer = reader.tokenizer();
    bundle.attributes = reader.provenance();
    if (parts == BundleParts::all) bundle.tensors = tensors_of(path, "/parameters");
    return bundle;
}

}  // namespace

std::span<const std::string_view> tokenizer_file_names() {
    static constexpr std::array<std::string_view, 7> names{"tokenizer.json",    "tokenizer_config.json",
                                                           "vocab.txt",         "special_tokens_map.json",
                                                           "added_tokens.json", "merges.txt",
                                                           "vocab.json"};
    return names;
}

TextFiles read_tokenizer_files(const fs::path& directory) {
    TextFiles files;
    for (const std::string_view name : tokenizer_file_names()) {
        if (is_there(directory / name)) files[std::string(name)] = read_file(directory / name);
    }
    return files;
}

ModelBundle open_model(const fs::path& path, BundleParts parts) {
    std::error_code reason;
    const fs::file_status status = fs::status(path, reason);
    if (status.type() == fs::file_type::not_found) usage_error("there is no model {}", path.string());
    if (reason) usage_error("can't open {}: {}", path.string(), reason.message());
    return fs::is_directory(status) ? open_directory(path, parts) : open_file(path, parts);
}

}  // namespace remo::io
