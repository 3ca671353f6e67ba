#include "remo/train/inference_setup.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/kernels/gemm/gemm.hpp"
#include "remo/parallel/broadcast.hpp"
#include "remo/train/job_data.hpp"

namespace remo::train {
namespace {

constexpr std::int64_t default_max_length = 128;

std::filesystem::path make_scratch_directory() {
    std::string name = (std::filesystem::temp_directory_path() / "remo-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        usage_error("cannot make a temporary directory {}: {}; set TMPDIR to a place with room", name,
                    std::strerror(errno));
    }
    return name;
}

data::DatasetOptions dataset_options(const InferenceOptions& asked, const ModelSource& source) {
    data::DatasetOptions options;
    options.labels_required = asked.labels_required;
    std::int64_t length = default_max_length;
    if (source.job()) {
        const config::DataSection& trained = source.job()->data;
        options.text = trained.text;
        options.label = trained.label;
        options.invalid_utf8 =
            trained.invalid_utf8 == "replace" ? data::InvalidUtf8::replace : data::InvalidUtf8::error;
        length = trained.max_length;
    }
    if (!asked.text.empty()) options.text = asked.text;
    if (!asked.label.empty()) options.label = asked.label;
    if (asked.max_length > 0) length = asked.max_length;
    if (asked.max_length > source.config().position_count) {
        usage_error("--max-length is {}, the model has {} positions (max_position_embeddings)",
                    asked.max_length, source.config().position_count);
    }
    options.max_length =
        static_cast<std::int32_t>(std::min<std::int64_t>(length, source.config().position_count));
    return options;
}

}  // namespace

InferenceSetup::InferenceSetup(const comm::Communicator& communicator, Device& device, Log& log,
                               const InferenceOptions& options)
    : source_(communicator, options.model, true) {
    comm::together(communicator, [&] {
        if (!source_.has_head()) {
            usage_error(
                "{}: the model has no trained classifier (no classifier.weight); train it with `remo train` "
                "first",
                options.model);
        }
    });
    prepare_data(communicator, log, options);
    model_ = source_.make_model(device, false, false, 0, nullptr);
    source_.drop_tensors();
    parallel::broadcast_parameters(communicator, device, model_->parameters());
    log.info("device: " + device.description(kernels::gemm_library()));
}

InferenceSetup::~InferenceSetup() {
    dataset_.reset();
    std::error_code ignored;
    if (!scratch_.empty()) std::filesystem::remove_all(scratch_, ignored);
}

void InferenceSetup::prepare_data(const comm::Communicator& communicator, Log& log,
                                  const InferenceOptions& options) {
    const bool plain = !source_.job() || !source_.job()->data.parse_special_tokens;
    const text::Tokenizer tokenizer = source_.tokenizer({!plain});
    comm::on_root(communicator, [&] { scratch_ = make_scratch_directory(); });
    const auto settings = comm::together(communicator, [&] { return dataset_options(options, source_); });
    dataset_.emplace(
        data::TokenDataset::prepare(communicator, options.data, tokenizer, settings, scratch_, log));
    comm::together(communicator, [&] {
        if (dataset_->size() == 0)
            usage_error("{}: no samples; a data file has a header line and at least one row", options.data);
        check_pairs(*dataset_, source_.config());
        if (!options.labels_required) return;
        dataset_->require_labels();
        dataset_->map_labels(source_.config().labels, source_.config().labels_are_default);
    });
}

}  // namespace remo::train
