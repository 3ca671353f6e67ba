#pragma once
/// \file
/// The job file's sections as plain structs. The field list of each section (src/config/sections.cpp) gives keys, defaults,
/// checks, help, printing and hash from one place.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace remo::config {

struct RunSection {
    std::string output = "runs/run";
    std::int64_t seed = 42;
    std::string time_limit;
    double watchdog_seconds = 300;
};

struct ModelSection {
    std::string path;
    std::string init = "pretrained";
    std::string task = "sequence_classification";
    std::vector<std::string> freeze;
    std::map<std::string, std::string> config;  ///< [model.config]: key of config.json -> JSON text of the value
};

struct DataSection {
    std::string train;
    std::string validation;
    std::vector<std::string> text;  ///< empty: "text" or "sentence", whichever the file has
    std::string label = "label";
    std::int64_t max_length = 128;
    bool shuffle = true;
    std::string placement = "scatter";
    std::string cache;  ///< directory of token caches; empty: "token-cache" beside the run directory
    bool parse_special_tokens = false;
    std::string invalid_utf8 = "error";
    std::string empty_text = "keep";
    std::string label_file;  ///< one label a line, in index order; empty: the model's own, else natural order
};

struct TrainSection {
    double num_train_epochs = 3.0;
    std::int64_t max_updates = 0;
    std::int64_t global_batch_size = 32;
    std::int64_t micro_batch_tokens = 4096;
    double max_grad_norm = 1.0;
    std::string precision = "fp32";
    std::int64_t max_skipped_updates = 10;  ///< in a row; then the run stops
    std::int64_t check_replicas_every = 0;  ///< updates; 0: only at the start
};

struct OptimizerSection {
    std::string name = "adamw";
    double learning_rate = 2e-5;
    double weight_decay = 0.01;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
    double momentum = 0.0;
};

struct ScheduleSection {
    std::string name = "linear";
    double warmup_ratio = 0.06;
    std::int64_t warmup_updates = 0;  ///< overrides warmup_ratio when above 0
};

struct ParallelSection {
    std::string strategy = "allreduce";
    std::int64_t root_rank = 0;
    double bucket_mib = 1.0;
};

struct EvaluationSection {
    std::int64_t every_updates = 0;
    std::string best_metric;
};

struct CheckpointSection {
    std::int64_t every_updates = 500;
    std::int64_t keep = 3;
    bool async = false;
    std::string on_error = "stop";
};

struct Job {
    RunSection run;
    ModelSection model;
    DataSection data;
    TrainSection train;
    OptimizerSection optimizer;
    ScheduleSection schedule;
    ParallelSection parallel;
    EvaluationSection evaluation;
    CheckpointSection checkpoint;
};

}  // namespace remo::config
