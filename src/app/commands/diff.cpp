#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <limits>
#include <map>
#include <memory>

#include "../tensor_statistics.hpp"
#include "remo/app/command.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/io/checkpoint_file.hpp"
#include "remo/io/model_bundle.hpp"

namespace remo::app {
namespace {

namespace fs = std::filesystem;

/// The tensors of a model, and of a checkpoint's optimizer, by name: "bert.…", "optimizer/exp_avg/bert.…".
class Tensors {
  public:
    explicit Tensors(const std::string& path) : bundle_(io::open_model(path)) {
        if (bundle_.tensors == nullptr)
            usage_error("{} holds no weights: model.safetensors is missing", path);
        add("", *bundle_.tensors);
        if (fs::is_directory(path)) return;
        for (const std::string& state : io::CheckpointReader(path).groups("/optimizer")) {
            states_.push_back(io::tensors_of(path, "/optimizer/" + state));
            add("optimizer/" + state + "/", *states_.back());
        }
    }

    struct Entry {
        const io::TensorSource* source;
        io::TensorInfo info;
    };
    [[nodiscard]] const std::map<std::string, Entry>& entries() const { return entries_; }

  private:
    void add(const std::string& prefix, const io::TensorSource& source) {
        for (const io::TensorInfo& tensor : source.tensors())
            entries_[prefix + tensor.name] = {&source, tensor};
    }

    io::ModelBundle bundle_;
    std::vector<std::unique_ptr<io::TensorSource>> states_;
    std::map<std::string, Entry> entries_;
};

struct Finding {
    std::string name;
    std::string note;  ///< what can't be put in numbers
    TensorDifference difference;
};

bool same_bytes(const Tensors::Entry& a, const Tensors::Entry& b) {
    if (a.info.dtype != b.info.dtype || a.info.shape != b.info.shape) return false;
    std::vector<std::byte> bytes[2] = {std::vector<std::byte>(a.info.bytes()),
                                       std::vector<std::byte>(b.info.bytes())};
    a.source->read(a.info, bytes[0]);
    b.source->read(b.info, bytes[1]);
    return bytes[0] == bytes[1];
}

Finding compare(const std::string& name, const Tensors::Entry& a, const Tensors::Entry& b) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (a.info.shape != b.info.shape) {
        return {name,
                fmt::format("shapes {} and {}", a.info.shape_text(), b.info.shape_text()),
                {infinite, infinite}};
    }
    Finding finding{
        name, "", difference_of(io::read_as_float(*a.source, a.info), io::read_as_float(*b.source, b.info))};
    if (a.info.dtype != b.info.dtype)
        finding.note = fmt::format("{} and {}", name_of(a.info.dtype), name_of(b.info.dtype));
    return finding;
}

/// The largest relative difference first; NaN before all.
bool goes_first(const Finding& a, const Finding& b) {
    const auto key = [](const Finding& f) {
        return std::isnan(f.difference.relative) ? std::numeric_limits<double>::infinity()
                                                 : f.difference.relative;
    };
    return key(a) != key(b) ? key(a) > key(b) : a.name < b.name;
}

void print_findings(std::vector<Finding> findings) {
    std::ranges::sort(findings, goes_first);
    std::vector<std::vector<std::string>> rows{{"name", "max abs", "rel L2", ""}};
    for (const Finding& finding : findings) {
        const bool numbers = !std::isinf(finding.difference.largest);
        rows.push_back({finding.name, numbers ? fmt::format("{:.3e}", finding.difference.largest) : "-",
                        numbers ? fmt::format("{:.3e}", finding.difference.relative) : "-", finding.note});
    }
    std::cout << table_text(rows, 1);
}

std::size_t print_missing(const Tensors& from, const Tensors& in, const std::string& file) {
    std::size_t missing = 0;
    for (const auto& [name, entry] : from.entries()) {
        if (in.entries().contains(name)) continue;
        std::cout << fmt::format("only in {}: {} {}\n", file, name, entry.info.shape_text());
        ++missing;
    }
    return missing;
}

void diff(const DiffOptions& options) {
    const Tensors first(options.first);
    const Tensors second(options.second);
    std::vector<Finding> findings;
    std::size_t common = 0;
    for (const auto& [name, entry] : first.entries()) {
        const auto other = second.entries().find(name);
        if (other == second.entries().end()) continue;
        ++common;
        if (!same_bytes(entry, other->second)) findings.push_back(compare(name, entry, other->second));
    }
    const std::size_t missing =
        print_missing(first, second, options.first) + print_missing(second, first, options.second);
    if (missing == 0 && findings.empty()) {
        std::cout << fmt::format("identical: {} tensors, bit for bit\n", common);
        return;
    }
    if (!findings.empty()) print_findings(findings);
    std::cout << fmt::format("different: {} of {} common tensors differ, {} are in one file only\n",
                             findings.size(), common, missing);
}

}  // namespace

ExitStatus run_diff(Environment& environment, const DiffOptions& options) {
    comm::on_root(environment.communicator, [&] { diff(options); });
    return ExitStatus::done;
}

}  // namespace remo::app
