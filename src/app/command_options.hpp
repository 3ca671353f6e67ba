#pragma once
// The options and operands of each command, as its options struct takes them. The structs outlive the parsing.
#include "remo/app/command.hpp"

namespace CLI {
class App;
}

namespace remo::app {

void define(CLI::App& command, TrainOptions& options);
void define(CLI::App& command, EvaluateOptions& options);
void define(CLI::App& command, PredictOptions& options);
void define(CLI::App& command, PrepareOptions& options);
void define(CLI::App& command, ConvertOptions& options);
void define(CLI::App& command, InspectOptions& options);
void define(CLI::App& command, DiffOptions& options);
void define(CLI::App& command, TokenizeOptions& options);
void define(CLI::App& command, DoctorOptions& options);
void define(CLI::App& command, EstimateOptions& options);

}  // namespace remo::app
