#include "remo/app/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "command_options.hpp"
#include "remo/base/build_info.hpp"
#include "remo/base/format.hpp"
#include "remo/base/text_distance.hpp"

namespace remo::app {

namespace {

constexpr std::string_view exit_statuses =
    "Exit status: 0 done; 2 a mistake in the command, job file, data or surroundings, told before any "
    "training;\n"
    "75 stopped on request with a checkpoint saved; 1 anything else.";

/// The options of all commands, one of which the command line fills.
struct AllOptions {
    TrainOptions train;
    EvaluateOptions evaluate;
    PredictOptions predict;
    PrepareOptions prepare;
    ConvertOptions convert;
    InspectOptions inspect;
    DiffOptions diff;
    TokenizeOptions tokenize;
    DoctorOptions doctor;
    EstimateOptions estimate;
};

/// Collects the commands and, after parsing, which one was asked for.
class CommandSet {
  public:
    explicit CommandSet(CLI::App& app) : app_(app) {}

    template <class Options>
    void add(const char* name, const char* description, Options& options,
             ExitStatus (*run)(Environment&, const Options&)) {
        CLI::App* command = app_.add_subcommand(name, description);
        define(*command, options);
        names_.emplace_back(name);
        command->callback([this, name, &options, run] {
            chosen_.command = name;
            chosen_.run = [options, run](Environment& environment) { return run(environment, options); };
        });
    }

    [[nodiscard]] const std::vector<std::string_view>& names() const { return names_; }
    [[nodiscard]] const Invocation& chosen() const { return chosen_; }

  private:
    CLI::App& app_;
    std::vector<std::string_view> names_;
    Invocation chosen_;
};

void add_commands(CommandSet& set, AllOptions& options) {
    set.add("train", "Trains a model as a job file says", options.train, run_train);
    set.add("evaluate", "Measures a model on labelled data", options.evaluate, run_evaluate);
    set.add("predict", "Writes a model's predictions for data", options.predict, run_predict);
    set.add("prepare", "Tokenises a job's data once, in parallel, into the token cache", options.prepare,
            run_prepare);
    set.add("convert", "Hugging Face directory to HDF5 model file, or back", options.convert, run_convert);
    set.add("inspect", "Shows configuration, parameters, provenance and checksums", options.inspect,
            run_inspect);
    set.add("diff", "Differences of two models, parameter by parameter", options.diff, run_diff);
    set.add("tokenize", "Prints the token ids of texts", options.tokenize, run_tokenize);
    set.add("doctor", "Devices, MPI, Slurm and file system: what a job would find here", options.doctor,
            run_doctor);
    set.add("estimate", "Memory and checkpoint size of a job, before any node is asked for", options.estimate,
            run_estimate);
}

std::string version_text() {
    const BuildInfo& build = build_info();
    return fmt::format("remo {} ({}, {}, {}, GEMM: {}, Kokkos {})", build.version, build.git_commit,
                       build.build_type, build.compiler, build.gemm, build.kokkos_version);
}

/// A first word that is no command is told with the nearest one.
void check_command_name(int argc, const char* const* argv, const std::vector<std::string_view>& names) {
    if (argc < 2) usage_error("no command given; `remo --help` lists them");
    const std::string_view word = argv[1];
    if (word.starts_with('-') || std::ranges::find(names, word) != names.end()) return;
    usage_error("unknown command {}; did you mean {}? `remo --help` lists the commands", word,
                nearest_name(word, names));
}

[[noreturn]] void parse_failure(const CLI::App& app, const CLI::ParseError& error) {
    std::string help = "remo";
    for (const CLI::App* command : app.get_subcommands()) help += " " + command->get_name();
    usage_error("{}: {}; see `{} --help`", help, error.what(), help);
}

}  // namespace

Invocation parse_command_line(int argc, const char* const* argv) {
    CLI::App app("Data-parallel training of Transformer models over MPI", "remo");
    AllOptions options;
    CommandSet commands(app);
    app.require_subcommand(1);
    app.set_version_flag("--version", version_text());
    app.footer(std::string(exit_statuses));
    add_commands(commands, options);
    check_command_name(argc, argv, commands.names());
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        return {.output = app.help(), .command = {}, .run = {}};
    } catch (const CLI::CallForVersion&) {
        return {.output = version_text() + "\n", .command = {}, .run = {}};
    } catch (const CLI::ParseError& error) {
        parse_failure(app, error);
    }
    return commands.chosen();
}

}  // namespace remo::app
