#include "remo/train/model_source.hpp"

#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/config/job_file.hpp"
#include "remo/io/checkpoint_file.hpp"

namespace remo::train {
namespace {

bool is_hdf5(const std::filesystem::path& path) {
    return std::filesystem::is_regular_file(path);
}

/// The text of the job that made an HDF5 file, or nothing.
std::string job_text_of(const std::filesystem::path& path) {
    if (!is_hdf5(path)) return {};
    return io::CheckpointReader(path).training_text("job");
}

bool holds_classifier(const io::TensorSource& source) {
    return source.find("classifier.weight") != nullptr;
}

void broadcast_texts(const comm::Communicator& communicator, io::TextFiles& files) {
    std::int64_t count = static_cast<std::int64_t>(files.size());
    communicator.broadcast(std::span(&count, 1), 0);
    auto own = files.begin();
    for (std::int64_t i = 0; i < count; ++i) {
        std::string name = communicator.is_root() ? own->first : "";
        std::string text = communicator.is_root() ? own->second : "";
        communicator.broadcast(name, 0);
        communicator.broadcast(text, 0);
        if (communicator.is_root()) {
            ++own;
        } else {
            files[name] = text;
        }
    }
}

}  // namespace

ModelSource::ModelSource(const comm::Communicator& communicator, const std::filesystem::path& path,
                         bool with_tensors, const std::map<std::string, std::string>& overrides)
    : communicator_(communicator), origin_(path.string()) {
    comm::on_root(communicator, [&] { open_on_root(path, with_tensors); });
    communicator.broadcast(bundle_.config_json, 0);
    communicator.broadcast(job_text_, 0);
    tokenizer_files_ = std::move(bundle_.tokenizer);
    broadcast_texts(communicator, tokenizer_files_);
    std::int64_t head = has_head_ ? 1 : 0;
    communicator.broadcast(std::span(&head, 1), 0);
    has_head_ = head != 0;
    comm::together(communicator, [&] {
        config_ = models::ModelConfig::parse(bundle_.config_json, origin_);
        for (const auto& [key, value] : overrides) {
            config_.override_key(key, io::parse_json(value, "model.config." + key));
        }
        if (!job_text_.empty()) job_ = config::parse_job(job_text_, origin_ + ":/training/job");
    });
}

void ModelSource::open_on_root(const std::filesystem::path& path, bool with_tensors) {
    bundle_ = io::open_model(path, with_tensors ? io::BundleParts::all : io::BundleParts::without_tensors);
    if (with_tensors && bundle_.tensors == nullptr) {
        usage_error(
            "{}: no weights are there (model.safetensors); name a directory with weights, or set model.init "
            "= \"random\"",
            path.string());
    }
    has_head_ = bundle_.tensors != nullptr && holds_classifier(*bundle_.tensors);
    job_text_ = job_text_of(path);
}

text::Tokenizer ModelSource::tokenizer(const text::TokenizerOptions& options) const {
    return comm::together(communicator_, [&] {
        auto tokenizer = text::Tokenizer::load(tokenizer_files_, origin_, options);
        if (tokenizer.vocabulary_size() > config_.vocabulary_size) {
            usage_error(
                "{}: the tokenizer has {} tokens, the model embeds only {}; the tokenizer belongs to another "
                "model",
                origin_, tokenizer.vocabulary_size(), config_.vocabulary_size);
        }
        return tokenizer;
    });
}

std::unique_ptr<models::Model> ModelSource::make_model(Device& device, bool with_gradients, bool random,
                                                       std::uint64_t seed, models::LoadReport* report) {
    return comm::together(communicator_, [&] {
        auto model = models::make_model(config_);
        model->parameters().allocate(device, with_gradients);
        if (communicator_.is_root()) {
            if (random) {
                models::initialise_parameters(*model, device, config_, seed);
            } else {
                require(bundle_.tensors != nullptr, "the model was opened without its weights");
                auto loaded = models::load_parameters(*model, device, config_, *bundle_.tensors, seed);
                if (report != nullptr) *report = std::move(loaded);
            }
        }
        return model;
    });
}

}  // namespace remo::train
