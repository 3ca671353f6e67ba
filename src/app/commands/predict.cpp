#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <span>

#include "remo/app/command.hpp"
#include "remo/base/file.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/train/evaluator.hpp"
#include "remo/train/inference_setup.hpp"

namespace remo::app {
namespace {

/// A tab-separated file of predictions, one row a sample, under its final name only when it is complete.
class PredictionFile {
  public:
    PredictionFile(const std::string& path, std::vector<std::string> labels, bool logits)
        : path_(path), labels_(std::move(labels)), logits_(logits) {
        require_publishable(path_);
        out_.open(partial_name(path_));
        if (!out_) usage_error("cannot write {}; is its directory writable?", path);
        out_ << header();
    }
    ~PredictionFile() {
        std::error_code ignored;
        if (!published_) std::filesystem::remove(partial_name(path_), ignored);
    }
    PredictionFile(const PredictionFile&) = delete;
    PredictionFile& operator=(const PredictionFile&) = delete;

    /// \param logits  (rows, labels)
    void write(std::span<const float> logits) {
        for (; !logits.empty(); logits = logits.subspan(labels_.size()))
            out_ << row(logits.first(labels_.size()));
        check();
    }

    void publish() {
        out_.close();
        check();
        publish_file(partial_name(path_), path_);
        published_ = true;
    }

  private:
    [[nodiscard]] std::string header() const {
        std::string text = "prediction";
        for (const std::string& label : labels_) text += "\tp_" + one_cell(label);
        for (std::size_t i = 0; logits_ && i < labels_.size(); ++i) text += fmt::format("\tlogit_{}", i);
        return text + "\n";
    }

    [[nodiscard]] std::string row(std::span<const float> logits) const {
        const auto best = std::max_element(logits.begin(), logits.end());
        double sum = 0.0;
        for (const float logit : logits) sum += std::exp(static_cast<double>(logit) - *best);
        std::string text = one_cell(labels_[static_cast<std::size_t>(best - logits.begin())]);
        for (const float logit : logits)
            text += fmt::format("\t{:.7g}", std::exp(static_cast<double>(logit) - *best) / sum);
        for (std::size_t i = 0; logits_ && i < logits.size(); ++i) text += fmt::format("\t{:.9g}", logits[i]);
        return text + "\n";
    }

    /// A label as one cell: a tab or line break in it would break the table.
    static std::string one_cell(std::string label) {
        std::replace_if(
            label.begin(), label.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
        return label;
    }

    void check() const {
        if (!out_) failure("cannot write {}: is the disk full?", path_.string());
    }

    std::filesystem::path path_;
    std::vector<std::string> labels_;
    bool logits_;
    bool published_ = false;
    std::ofstream out_;
};

}  // namespace

ExitStatus run_predict(Environment& environment, const PredictOptions& options) {
    const comm::Communicator& communicator = environment.communicator;
    std::optional<PredictionFile> file;
    train::InferenceSetup setup(communicator, environment.device, environment.log,
                                {options.model, options.data, options.text, "", options.max_length, false});
    comm::on_root(communicator, [&] { file.emplace(options.out, setup.config().labels, options.logits); });
    train::predict(communicator, environment.device, setup.model(), setup.dataset(), {},
                   [&](std::int64_t, std::span<const float> logits) { file->write(logits); });
    comm::on_root(communicator, [&] { file->publish(); });
    environment.log.info(fmt::format("{} predictions in {}", setup.dataset().size(), options.out));
    return ExitStatus::done;
}

}  // namespace remo::app
