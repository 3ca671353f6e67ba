#pragma once
// A small training job on the project's own data and model, for tests on any number of ranks.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "remo/base/file.hpp"
#include "remo/base/log.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/comm/communicator.hpp"
#include "remo/config/job.hpp"
#include "remo/io/checkpoint_file.hpp"
#include "remo/io/json.hpp"

namespace remo::testing {

/// A directory that all ranks know and rank 0 makes and removes.
class SharedDirectory {
  public:
    explicit SharedDirectory(const comm::Communicator& communicator) : communicator_(communicator) {
        std::string name;
        if (communicator_.is_root()) {
            name = (std::filesystem::temp_directory_path() / "remo-mpi-XXXXXX").string();
            if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
        }
        communicator_.broadcast(name, 0);
        path_ = name;
    }
    ~SharedDirectory() {
        communicator_.barrier();
        std::error_code ignored;
        if (communicator_.is_root()) std::filesystem::remove_all(path_, ignored);
    }
    [[nodiscard]] std::filesystem::path path(const std::string& name) const { return path_ / name; }

  private:
    const comm::Communicator& communicator_;
    std::filesystem::path path_;
};

/// The first rows of a sample file. Collective.
inline std::string write_rows(const comm::Communicator& communicator, const SharedDirectory& directory,
                              const std::string& source, int rows) {
    const auto target = directory.path(std::to_string(rows) + ".tsv");
    comm::on_root(communicator, [&] {
        std::ifstream in(std::string(REMO_SOURCE_DIR) + "/data/" + source);
        std::ofstream out(target);
        std::string line;
        for (int i = 0; i <= rows && std::getline(in, line); ++i) out << line << '\n';
    });
    return target.string();
}

inline config::Job small_job(const std::string& train, const std::filesystem::path& output) {
    config::Job job;
    job.run.output = output.string();
    job.model.path = std::string(REMO_SOURCE_DIR) + "/data/small-bert";
    job.data.train = train;
    job.data.text = {"sentence"};
    job.data.max_length = 48;
    job.train.num_train_epochs = 1.0;
    job.train.global_batch_size = 5;
    job.train.micro_batch_tokens = 64;  // several micro-batches a rank
    job.optimizer.learning_rate = 1e-3;
    job.schedule.warmup_ratio = 0.0;
    job.checkpoint.every_updates = 0;
    return job;
}

/// Parameters of a model file, by name. Rank 0 only.
struct NamedValues {
    std::string name;
    std::vector<float> values;
};

inline std::vector<NamedValues> read_parameters(const std::filesystem::path& file) {
    const io::CheckpointReader reader(file);
    std::vector<NamedValues> all;
    for (const io::TensorInfo& info : reader.datasets("/parameters")) {
        NamedValues named{info.name, std::vector<float>(static_cast<std::size_t>(info.elements()))};
        reader.read("/parameters", info, std::as_writable_bytes(std::span(named.values)));
        all.push_back(std::move(named));
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return all;
}

/// Largest difference relative to the tensor's largest value.
inline double relative_difference(const std::vector<float>& a, const std::vector<float>& b) {
    double difference = 0.0, scale = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        difference = std::max(difference, std::abs(static_cast<double>(a[i]) - b[i]));
        scale = std::max(scale, std::abs(static_cast<double>(b[i])));
    }
    return scale == 0.0 ? difference : difference / scale;
}

/// The values of a key over the events of metrics.jsonl of one kind. Rank 0 only.
inline std::vector<double> metric_column(const std::filesystem::path& file, const std::string& event,
                                         const std::string& key) {
    std::vector<double> values;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        const auto json = io::parse_json(line, file.string());
        if (json["event"] == event) values.push_back(json[key].get<double>());
    }
    return values;
}

}  // namespace remo::testing
