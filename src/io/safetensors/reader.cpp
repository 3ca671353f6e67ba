#include <algorithm>
#include <map>
#include <set>

#include "../input_file.hpp"
#include "header.hpp"
#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "remo/io/json.hpp"
#include "remo/io/safetensors.hpp"

namespace remo::io {

namespace {

namespace fs = std::filesystem;

/// One file, or several that each hold other tensors.
class SafetensorsSource : public TensorSource {
  public:
    explicit SafetensorsSource(std::string origin) : origin_(std::move(origin)) {}

    void add(const fs::path& path) {
        InputFile file(path);
        for (safetensors::Entry& entry : safetensors::read_header(file)) {
            const auto [place, added] =
                places_.try_emplace(entry.info.name, Place{files_.size(), entry.offset});
            if (!added) {
                usage_error("{}: tensor {}: {} holds it too", file.path(), entry.info.name,
                            files_[place->second.file].path());
            }
            tensors_.push_back(std::move(entry.info));
        }
        files_.push_back(std::move(file));
    }

    /// The file that holds the tensor; null when none does.
    [[nodiscard]] const InputFile* holder(const std::string& name) const {
        const auto found = places_.find(name);
        return found == places_.end() ? nullptr : &files_[found->second.file];
    }

    [[nodiscard]] const std::vector<TensorInfo>& tensors() const override { return tensors_; }
    [[nodiscard]] std::string origin() const override { return origin_; }

    void read(const TensorInfo& tensor, std::span<std::byte> target) const override {
        const auto found = places_.find(tensor.name);
        if (found == places_.end()) usage_error("{} holds no tensor {}", origin_, tensor.name);
        require(target.size() == tensor.bytes(), "the memory for a tensor has another size than the tensor");
        files_[found->second.file].read(found->second.offset, target, "tensor " + tensor.name);
    }

  private:
    struct Place {
        std::size_t file;
        std::uint64_t offset;
    };
    std::string origin_;
    std::vector<InputFile> files_;
    std::vector<TensorInfo> tensors_;
    std::map<std::string, Place> places_;
};

/// Tensor name -> shard, as the index has it.
std::map<std::string, std::string> weight_map(const fs::path& index) {
    const Json json = parse_json(read_file(index), index.string());
    if (!json.is_object() || !json.contains("weight_map") || !json["weight_map"].is_object()) {
        usage_error("{}: \"weight_map\" is missing or no object", index.string());
    }
    std::map<std::string, std::string> shards;
    for (const auto& [tensor, shard] : json["weight_map"].items()) {
        if (!shard.is_string()) usage_error("{}: the shard of tensor {} is no text", index.string(), tensor);
        const fs::path name(shard.get_ref<const std::string&>());
        if (name.empty() || name != name.filename() || name == "..") {
            usage_error("{}: tensor {}: shard \"{}\" is no file name", index.string(), tensor, name.string());
        }
        shards[tensor] = name.string();
    }
    return shards;
}

}  // namespace

std::unique_ptr<TensorSource> open_safetensors(const fs::path& path) {
    auto source = std::make_unique<SafetensorsSource>(path.string());
    source->add(path);
    return source;
}

std::unique_ptr<TensorSource> open_safetensors_index(const fs::path& index) {
    const auto shards = weight_map(index);
    auto source = std::make_unique<SafetensorsSource>(index.string());
    std::set<std::string> opened;
    for (const auto& [tensor, shard] : shards) {
        const fs::path path = index.parent_path() / shard;
        if (!fs::exists(path)) {
            usage_error("{}: shard {}, which holds tensor {}, is missing", index.string(), shard, tensor);
        }
        if (opened.insert(shard).second) source->add(path);
    }
    for (const auto& [tensor, shard] : shards) {
        const InputFile* holder = source->holder(tensor);
        if (holder == nullptr || holder->path() != (index.parent_path() / shard).string()) {
            usage_error("{}: tensor {} should be in shard {}, which lacks it", index.string(), tensor, shard);
        }
    }
    return source;
}

}  // namespace remo::io
