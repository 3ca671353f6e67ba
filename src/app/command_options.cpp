#include "command_options.hpp"

#include <CLI/CLI.hpp>

namespace remo::app {

namespace {

void add_job(CLI::App& command, JobSource& job) {
    command.add_option("JOB.toml", job.path, "Job file (TOML)")->required()->option_text(" ");
    command.add_option("--set", job.overrides, "Overrides a key of the job file; may be repeated")
        ->option_text("section.key=value")
        ->allow_extra_args(false);
}

void add_model(CLI::App& command, std::string& model) {
    command.add_option("--model", model, "Hugging Face directory, model file or checkpoint")
        ->required()
        ->option_text("M");
}

void add_text(CLI::App& command, std::vector<std::string>& columns) {
    command
        .add_option(
            "--text", columns,
            "Column of the text, or two that make pairs [those it was trained on, else text or sentence]")
        ->option_text("COL[,COL2]")
        ->delimiter(',')
        ->allow_extra_args(false);
}

void add_data(CLI::App& command, std::string& data) {
    command.add_option("--data", data, "Data file: .tsv, .csv or .jsonl")->required()->option_text("FILE");
}

void add_max_length(CLI::App& command, std::int64_t& length) {
    command
        .add_option("--max-length", length,
                    "Tokens a sample, longer ones are cut [what it was trained with, else 128]")
        ->option_text("N")
        ->check(CLI::Range(std::int64_t{3}, std::int64_t{1} << 31));
}

}  // namespace

void define(CLI::App& command, TrainOptions& options) {
    add_job(command, options.job);
    command
        .add_option(
            "--resume", options.resume,
            "auto: goes on from the newest sound checkpoint of the run directory; never; or a checkpoint")
        ->option_text("auto|never|FILE");
    command.add_flag("--allow-changes", options.allow_changes,
                     "Resumes although the job file was changed in a way that alters the maths");
    command.add_flag("--profile", options.profile, "Tells where the time goes");
    command.add_flag("--print-config", options.print_config, "Prints the whole effective job and ends");
}

void define(CLI::App& command, EvaluateOptions& options) {
    add_model(command, options.model);
    add_data(command, options.data);
    add_text(command, options.text);
    command
        .add_option("--label", options.label, "Column of the label [the one it was trained on, else label]")
        ->option_text("COL");
    add_max_length(command, options.max_length);
    command.add_option("--out", options.out, "File for the metrics")->option_text("metrics.json");
}

void define(CLI::App& command, PredictOptions& options) {
    add_model(command, options.model);
    add_data(command, options.data);
    command.add_option("--out", options.out, "File for the predictions, one row a sample, in input order")
        ->required()
        ->option_text("FILE.tsv");
    add_text(command, options.text);
    add_max_length(command, options.max_length);
    command.add_flag("--logits", options.logits, "Adds the logits, with nine significant digits");
}

void define(CLI::App& command, PrepareOptions& options) {
    add_job(command, options.job);
}

void define(CLI::App& command, ConvertOptions& options) {
    command.add_option("SRC", options.source, "Hugging Face directory, model file or checkpoint")
        ->required()
        ->option_text(" ");
    command.add_option("DST", options.destination, "*.h5 for a model file, else a Hugging Face directory")
        ->required()
        ->option_text(" ");
}

void define(CLI::App& command, InspectOptions& options) {
    command.add_option("FILE_OR_DIR", options.path, "Model, checkpoint or Hugging Face directory")
        ->required()
        ->option_text(" ");
    command.add_flag("--verify", options.verify, "Checks every checksum");
    command.add_flag("--parameters", options.parameters, "Lists the parameters");
}

void define(CLI::App& command, DiffOptions& options) {
    command.add_option("A", options.first, "Model or checkpoint")->required()->option_text(" ");
    command.add_option("B", options.second, "Model or checkpoint")->required()->option_text(" ");
}

void define(CLI::App& command, TokenizeOptions& options) {
    add_model(command, options.model);
    command.add_option("FILE", options.file, "Data file, or .txt with one text a line")
        ->required()
        ->option_text(" ");
    add_text(command, options.text);
}

void define(CLI::App& command, DoctorOptions& options) {
    command
        .add_option("DIR", options.directory,
                    "Directory whose file system is checked, e.g. where runs are written [.]")
        ->option_text(" ");
}

void define(CLI::App& command, EstimateOptions& options) {
    add_job(command, options.job);
    command.add_option("--ranks", options.ranks, "Number of ranks")
        ->required()
        ->option_text("N")
        ->check(CLI::PositiveNumber);
}

}  // namespace remo::app
