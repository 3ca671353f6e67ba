#pragma once
/// \file
/// The safetensors format: an 8-byte little-endian header length, a JSON header (name -> dtype, shape, data_offsets), the data.
#include <filesystem>
#include <memory>
#include <string_view>

#include "remo/io/tensor_source.hpp"

namespace remo::io {

/// Opens one file. Error(usage) names file and tensor when the header is cut short or does not hold together: offsets outside
/// the file, overlapping or leaving gaps; a size that is not that of shape and type; a name given twice; an unknown type.
std::unique_ptr<TensorSource> open_safetensors(const std::filesystem::path& path);

/// Opens a model that is split in shards, from its index (model.safetensors.index.json). Error(usage) for a missing shard, a
/// tensor that the index names and its shard lacks, or a tensor in two shards.
std::unique_ptr<TensorSource> open_safetensors_index(const std::filesystem::path& index);

/// Writes all tensors of `source`, sorted by element size and name, with metadata format "pt" as Transformers wants it; the
/// same tensors give the same bytes. The file appears under its name when it is complete.
void write_safetensors(const std::filesystem::path& path, const TensorSource& source);

}  // namespace remo::io
