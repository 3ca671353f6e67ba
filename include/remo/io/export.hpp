#pragma once
/// \file
/// Writing of whole models, by one process.
#include <filesystem>
#include <string>

#include "remo/io/model_bundle.hpp"

namespace remo::io {

/// Writes config.json, model.safetensors and the tokenizer's files, as Transformers loads them, into a directory that is new,
/// empty, or holds a model (config.json) already; Error(usage) refuses any other. Of an old model, tokenizer files and shard
/// index that the new one does not have are removed. config.json comes last: a directory without it is no model.
void write_model_directory(const std::filesystem::path& directory, const ModelBundle& bundle);

/// Writes an HDF5 model file: every tensor with its name, type and bytes. Error(usage) when the path is taken by anything but
/// a model file of remo.
/// \param job  text of the job that trained the model, or empty
void write_model_file(const std::filesystem::path& path, const ModelBundle& bundle, const std::string& job);

}  // namespace remo::io
