#pragma once
/// \file
/// metrics.jsonl: one JSON object a line; and the history columns that checkpoints carry.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "remo/io/json.hpp"

namespace remo::train {

/// Figures of one update.
struct UpdateFigures {
    std::int64_t update = 0;   ///< updates done, this one included
    double epoch = 0.0;        ///< epochs done, as a fraction
    std::int64_t samples = 0;  ///< samples seen, all epochs
    double loss = 0.0;
    double learning_rate = 0.0;
    double gradient_norm = 0.0;
    double tokens_per_second = 0.0;
    double samples_per_second = 0.0;
    double communication_seconds = 0.0;
    double seconds = 0.0;  ///< of the whole update
    bool finite = true;    ///< false: skipped for a loss or gradient that is not finite
};

/// Figures of one evaluation.
struct EvaluationFigures {
    std::int64_t update = 0;
    std::int64_t samples = 0;
    double loss = 0.0;
    std::map<std::string, double> metrics;
    io::Json report;  ///< all of it, `evaluation_json`; empty: the figures above are all there is
};

/// Columns by name ("updates.loss", "evaluations.accuracy", …; a dot becomes a group in the file): what of metrics.jsonl does not depend on the clock.
class History {
  public:
    using Columns = std::map<std::string, std::vector<double>>;
    History() = default;
    explicit History(Columns columns) : columns_(std::move(columns)) {}
    void add(const UpdateFigures& figures);
    void add(const EvaluationFigures& figures);
    [[nodiscard]] const Columns& columns() const { return columns_; }
    /// Without its number of samples, which the history does not hold.
    [[nodiscard]] std::optional<EvaluationFigures> last_evaluation() const;

  private:
    Columns columns_;
};

/// Appends events; rank 0 only. Lines reach the file as they are written.
class MetricsLog {
  public:
    /// Keeps the events of updates up to `last_update` that are in the file already and cuts what follows: a resumed run
    /// neither loses nor repeats an update.
    MetricsLog(std::filesystem::path path, std::int64_t last_update);
    void update(const UpdateFigures& figures);
    void evaluation(const EvaluationFigures& figures);
    void checkpoint(std::int64_t update, const std::string& file, double seconds, double stall_seconds);
    void end(const std::string& status, std::int64_t update, double seconds);

  private:
    void line(const std::string& text);
    std::filesystem::path path_;
    std::ofstream out_;
};

}  // namespace remo::train
