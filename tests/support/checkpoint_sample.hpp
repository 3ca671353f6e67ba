#pragma once
// A small file of everything that a checkpoint holds.
#include <map>
#include <string>
#include <vector>

#include "remo/io/checkpoint_file.hpp"
#include "support/memory_source.hpp"

namespace remo::test {

struct CheckpointSample {
    MemorySource parameters;
    MemorySource moments;

    CheckpointSample() {
        parameters.add("bert.embeddings.weight", DType::f32, {7, 5})
            .add("bert.encoder.layer.2.bias", DType::f16, {6})
            .add("bert.encoder.layer.10.bias", DType::bf16, {6})
            .add("bert.position_ids", DType::i64, {1, 4})
            .add("classifier.weight", DType::f64, {2, 3, 2})
            .add("mask", DType::boolean, {3})
            .add("scale", DType::f32, {})
            .add("empty", DType::f32, {0, 3})
            .add("bytes", DType::u8, {9})
            .add("signed", DType::i8, {3})
            .add("short", DType::i16, {3})
            .add("int", DType::i32, {3})
            .add("words", DType::u64, {2})
            .add("half_words", DType::u32, {2})
            .add("quarter_words", DType::u16, {2});
        moments.add("bert.embeddings.weight", DType::f32, {7, 5});
    }

    /// What `rank` of `ranks` passes to write_file.
    [[nodiscard]] io::FileContents contents(int rank = 0, int ranks = 1) const {
        io::FileContents contents;
        contents.kind = "checkpoint";
        contents.config_json = "{\"model_type\": \"bert\"}\n";
        contents.tokenizer = {{"vocab.txt", "[PAD]\né\n"}, {"added_tokens.json", ""}};
        contents.training = {
            {"update", std::int64_t{12}}, {"best_value", 0.875}, {"best_metric", std::string("accuracy")}};
        contents.training_texts = {{"job", "[run]\nseed = 1\n"}};
        contents.history = {
            {"update", {1, 2, 3}}, {"loss", {0.5, 0.25, 0.125}}, {"evaluation.loss", {0.75}}, {"none", {}}};
        add(contents, "/parameters", parameters, rank, ranks);
        add(contents, "/optimizer/exp_avg", moments, rank, ranks);
        return contents;
    }

    static void add(io::FileContents& contents, const std::string& group, const MemorySource& source,
                    int rank, int ranks) {
        for (const io::TensorInfo& tensor : source.tensors()) {
            io::DatasetToWrite dataset;
            dataset.path = io::dataset_path(group, tensor.name);
            dataset.dtype = tensor.dtype;
            dataset.shape = tensor.shape;
            std::tie(dataset.begin, dataset.end) =
                io::share_of(tensor.bytes(), rank, ranks, contents.datasets.size());
            dataset.data = source.bytes(tensor.name).data() + dataset.begin;
            contents.datasets.push_back(std::move(dataset));
        }
    }
};

}  // namespace remo::test
