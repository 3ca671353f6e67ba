#pragma once
/// \file
/// The HDF5 file of models and checkpoints: written by all ranks through parallel HDF5, published when complete,
/// every data set, text and attribute under an XXH3 checksum. Layout in data/README.md.
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "remo/comm/communicator.hpp"
#include "remo/io/attribute.hpp"
#include "remo/io/tensor_source.hpp"

namespace remo::io {

/// Checksums are per block of this many bytes, so that each writer can compute its own.
inline constexpr std::size_t checksum_block_bytes = std::size_t{4} << 20;

/// Of the HDF5 library that is linked, "1.10.8".
std::string hdf5_version();

/// One data set to write. Collective: all ranks list the same data sets in the same order.
struct DatasetToWrite {
    std::string path;  ///< "/parameters/bert/encoder/…"
    DType dtype = DType::f32;
    std::vector<std::int64_t> shape;
    /// The bytes [begin, end) of the flattened data that this rank writes, from `data`. Ranges of the ranks cover the data
    /// set without overlap; inner borders are multiples of checksum_block_bytes.
    std::size_t begin = 0;
    std::size_t end = 0;
    const void* data = nullptr;  ///< host memory, the first byte being that of `begin`
};

/// All that one file holds.
struct FileContents {
    std::string kind;  ///< "model" or "checkpoint"
    std::string config_json;
    std::map<std::string, std::string> tokenizer;
    std::vector<DatasetToWrite> datasets;
    std::map<std::string, Attribute> training;          ///< attributes of /training; empty: no such group
    std::map<std::string, std::string> training_texts;  ///< text data sets below /training, e.g. "job"
    std::map<std::string, std::vector<double>>
        history;  ///< columns below /history, '.' for '/' as in tensor names
    std::map<std::string, std::string> provenance;  ///< further attributes of the root, e.g. "source"
    std::vector<std::shared_ptr<const void>>
        owned;  ///< memory that `datasets` point to, where it is not the caller's
};

/// Collective over `communicator`: writes `.<name>.partial`, flushes, fsyncs, verifies, renames, fsyncs the directory.
/// Everything but `datasets` is taken from rank 0. An error is the same on all ranks (comm::AgreedError), and the file under
/// the final name is then what it was before.
void write_file(const comm::Communicator& communicator, const std::filesystem::path& path,
                const FileContents& contents);

/// The split of `bytes` over `ranks` as DatasetToWrite wants it: [begin, end) of `rank`, borders at whole blocks.
/// \param turn  a number that differs from data set to data set (its index, say) spreads small ones over the ranks
std::pair<std::size_t, std::size_t> share_of(std::size_t bytes, int rank, int ranks, std::size_t turn = 0);

/// The path of a tensor's data set: `group` + "/" + the name with '/' for '.'. Error(usage) for a name that would not come back
/// the same.
std::string dataset_path(std::string_view group, std::string_view name);

/// A file open for reading, without MPI. When it is opened, its format and version are checked, and the checksum of all its
/// bytes but those of data sets and texts, so that HDF5 never walks through damaged metadata. Every error is an Error(usage)
/// that names the file, and the data set where there is one.
class CheckpointReader {
  public:
    explicit CheckpointReader(const std::filesystem::path& path);
    ~CheckpointReader();
    CheckpointReader(CheckpointReader&&) noexcept;
    CheckpointReader& operator=(CheckpointReader&&) noexcept;

    [[nodiscard]] std::string kind() const;
    [[nodiscard]] std::map<std::string, std::string> provenance() const;  ///< root attributes as text
    [[nodiscard]] std::string config_json() const;
    [[nodiscard]] std::map<std::string, std::string> tokenizer() const;
    [[nodiscard]] std::map<std::string, Attribute> training() const;         ///< empty for a model file
    [[nodiscard]] std::string training_text(const std::string& name) const;  ///< empty when the file has none
    [[nodiscard]] std::map<std::string, std::vector<double>> history() const;
    /// The data sets below `group` ("/parameters", "/optimizer/exp_avg"), names with '.' as in Hugging Face files.
    [[nodiscard]] std::vector<TensorInfo> datasets(const std::string& group) const;
    /// Names of the direct sub-groups; none when there is no such group.
    [[nodiscard]] std::vector<std::string> groups(const std::string& group) const;
    /// Reads and checks the checksum; a mismatch is an error that names file and data set.
    void read(const std::string& group, const TensorInfo& tensor, std::span<std::byte> target) const;
    /// Checks every checksum; throws at the first that differs.
    void verify() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// The data sets below a group of a file as tensors.
std::unique_ptr<TensorSource> tensors_of(const std::filesystem::path& path, const std::string& group);

}  // namespace remo::io
