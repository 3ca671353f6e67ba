#pragma once
/// \file
/// The commands: what the command line tells each of them, and their functions. Every function is collective (all ranks call
/// it with the same options). An error that is not agreed on by all ranks (comm::together, comm::on_root) ends the job
/// through MPI_Abort. Results for programs go to standard output, on rank 0; messages for people go to the log.
#include <cstdint>
#include <string>
#include <vector>

#include "remo/app/environment.hpp"
#include "remo/base/error.hpp"

namespace remo::app {

/// A job file with the `--set section.key=value` on top.
struct JobSource {
    std::string path;
    std::vector<std::string> overrides;
};

struct TrainOptions {
    JobSource job;
    std::string resume = "auto";  ///< "auto", "never", or a checkpoint's path
    bool allow_changes = false;
    bool profile = false;
    bool print_config = false;
};

struct EvaluateOptions {
    std::string model;
    std::string data;
    std::vector<std::string> text;  ///< columns; empty: those it was trained on, else "text" or "sentence"
    std::string label;              ///< column; empty: the one it was trained on, else "label"
    std::int64_t max_length = 0;    ///< 0: what it was trained with, else 128
    std::string out;                ///< file for the metrics; empty: none
};

struct PredictOptions {
    std::string model;
    std::string data;
    std::string out;
    std::vector<std::string> text;
    std::int64_t max_length = 0;
    bool logits = false;
};

struct PrepareOptions {
    JobSource job;
};

struct ConvertOptions {
    std::string source;
    std::string destination;
};

struct InspectOptions {
    std::string path;
    bool verify = false;
    bool parameters = false;
};

struct DiffOptions {
    std::string first;
    std::string second;
};

struct TokenizeOptions {
    std::string model;
    std::string file;
    std::vector<std::string> text;
};

struct DoctorOptions {
    std::string directory = ".";  ///< whose file system is checked
};

struct EstimateOptions {
    JobSource job;
    std::int64_t ranks = 1;
};

ExitStatus run_train(Environment& environment, const TrainOptions& options);
ExitStatus run_evaluate(Environment& environment, const EvaluateOptions& options);
ExitStatus run_predict(Environment& environment, const PredictOptions& options);
ExitStatus run_prepare(Environment& environment, const PrepareOptions& options);
ExitStatus run_convert(Environment& environment, const ConvertOptions& options);
ExitStatus run_inspect(Environment& environment, const InspectOptions& options);
ExitStatus run_diff(Environment& environment, const DiffOptions& options);
ExitStatus run_tokenize(Environment& environment, const TokenizeOptions& options);
ExitStatus run_doctor(Environment& environment, const DoctorOptions& options);
ExitStatus run_estimate(Environment& environment, const EstimateOptions& options);

}  // namespace remo::app
