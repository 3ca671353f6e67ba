#pragma once
/// \file
/// A model as stored: a Hugging Face directory, a remo model file or a checkpoint.
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "remo/io/tensor_source.hpp"

namespace remo::io {

/// Texts by file name: tokenizer.json, tokenizer_config.json, vocab.txt, special_tokens_map.json, …
using TextFiles = std::map<std::string, std::string>;

struct ModelBundle {
    std::string origin;       ///< the path that was opened
    std::string config_json;  ///< text of config.json
    TextFiles tokenizer;
    std::map<std::string, std::string>
        attributes;  ///< provenance of an HDF5 file (remo_version, git_commit, created, kind, …)
    std::unique_ptr<TensorSource>
        tensors;  ///< null when only configuration and tokenizer were asked for or are there
};

/// Names of the text files that travel with a model.
std::span<const std::string_view> tokenizer_file_names();
/// Those that the directory holds.
TextFiles read_tokenizer_files(const std::filesystem::path& directory);

enum class BundleParts { all, without_tensors };

/// Opens M of the command line: a directory with config.json, or an HDF5 file of format "remo". Error(usage) says what is
/// missing or that the HDF5 file is none of ours.
ModelBundle open_model(const std::filesystem::path& path, BundleParts parts = BundleParts::all);

}  // namespace remo::io
