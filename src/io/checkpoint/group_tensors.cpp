#include "remo/io/checkpoint_file.hpp"

namespace remo::io {

namespace {

class GroupTensors : public TensorSource {
  public:
    GroupTensors(const std::filesystem::path& path, std::string group)
        : origin_(path.string()),
          group_(std::move(group)),
          reader_(path),
          tensors_(reader_.datasets(group_)) {}

    [[nodiscard]] const std::vector<TensorInfo>& tensors() const override { return tensors_; }
    [[nodiscard]] std::string origin() const override { return origin_; }
    void read(const TensorInfo& tensor, std::span<std::byte> target) const override {
        reader_.read(group_, tensor, target);
    }

  private:
    std::string origin_;
    std::string group_;
    CheckpointReader reader_;
    std::vector<TensorInfo> tensors_;
};

}  // namespace

std::unique_ptr<TensorSource> tensors_of(const std::filesystem::path& path, const std::string& group) {
    return std::make_unique<GroupTensors>(path, group);
}

}  // namespace remo::io
