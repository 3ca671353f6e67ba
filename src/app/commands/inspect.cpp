#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "../tensor_statistics.hpp"
#include "remo/app/command.hpp"
#include "remo/comm/agreement.hpp"
#include "remo/io/checkpoint_file.hpp"
#include "remo/io/model_bundle.hpp"
#include "remo/models/model_config.hpp"

namespace remo::app {
namespace {

namespace fs = std::filesystem;

std::string as_text(const io::Attribute& value) {
    return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
}

bool is_floating(DType dtype) {
    return dtype == DType::f32 || dtype == DType::f16 || dtype == DType::bf16 || dtype == DType::f64;
}

/// The name that PyTorch gives to the type of the weights: that of the first floating-point tensor.
std::string stored_type(const io::TensorSource* tensors) {
    if (tensors == nullptr) return "float32";
    for (const io::TensorInfo& tensor : tensors->tensors()) {
        switch (tensor.dtype) {
            case DType::f32:
                return "float32";
            case DType::f16:
                return "float16";
            case DType::bf16:
                return "bfloat16";
            case DType::f64:
                return "float64";
            default:
                break;
        }
    }
    return "float32";
}

void print_configuration(const io::ModelBundle& bundle) {
    const auto config = models::ModelConfig::parse(bundle.config_json, bundle.origin);
    std::cout << config.printed(stored_type(bundle.tensors.get())) << '\n';
}

void print_counts(const io::TensorSource* tensors) {
    if (tensors == nullptr) {
        std::cout << "parameters: none stored\n";
        return;
    }
    std::int64_t elements = 0;
    std::size_t buffers = 0;  // of whole numbers, such as position_ids: not trained
    std::size_t bytes = 0;
    for (const io::TensorInfo& tensor : tensors->tensors()) {
        bytes += tensor.bytes();
        if (is_floating(tensor.dtype)) {
            elements += tensor.elements();
        } else {
            ++buffers;
        }
    }
    const std::size_t count = tensors->tensors().size() - buffers;
    std::cout << fmt::format("parameters: {} in {} tensors, {:.1f} MiB", with_separators(elements), count,
                             static_cast<double>(bytes) / (1 << 20));
    std::cout << (buffers == 0 ? "\n" : fmt::format(" with {} of whole numbers\n", buffers));
}

void print_file(const io::CheckpointReader& reader) {
    std::cout << "file:\n";
    for (const auto& [name, text] : reader.provenance()) std::cout << fmt::format("  {}: {}\n", name, text);
    for (const std::string& state : reader.groups("/optimizer")) {
        std::cout << fmt::format("  optimizer state: {} ({} tensors)\n", state,
                                 reader.datasets("/optimizer/" + state).size());
    }
    const auto training = reader.training();
    if (training.empty()) return;
    std::cout << "training:\n";
    for (const auto& [name, value] : training) std::cout << fmt::format("  {}: {}\n", name, as_text(value));
}

void print_table(const io::TensorSource& tensors) {
    std::vector<std::vector<std::string>> rows{{"name", "shape", "dtype", "mean", "std", "min", "max"}};
    for (const io::TensorInfo& tensor : tensors.tensors()) {
        const TensorStatistics values = statistics_of(io::read_as_float(tensors, tensor));
        rows.push_back({tensor.name, tensor.shape_text(), std::string(name_of(tensor.dtype)),
                        fmt::format("{:.4g}", values.mean), fmt::format("{:.4g}", values.standard_deviation),
                        fmt::format("{:.4g}", values.minimum), fmt::format("{:.4g}", values.maximum)});
    }
    std::cout << '\n' << table_text(rows, 3);
}

/// Checks all that can be checked; the line that tells so.
std::string verify(const fs::path& path, const io::TensorSource* tensors) {
    if (!fs::is_directory(path)) {
        io::CheckpointReader(path).verify();
        return "verified: all checksums are right\n";
    }
    if (tensors == nullptr) return "";
    std::vector<std::byte> bytes;
    for (const io::TensorInfo& tensor : tensors->tensors()) {
        bytes.resize(tensor.bytes());
        tensors->read(tensor, bytes);
    }
    return "verified: every tensor can be read; safetensors files have no checksums\n";
}

void inspect(const InspectOptions& options) {
    const io::ModelBundle bundle = io::open_model(options.path);
    const std::string verified = options.verify ? verify(options.path, bundle.tensors.get()) : "";
    print_configuration(bundle);
    print_counts(bundle.tensors.get());
    if (!fs::is_directory(options.path)) print_file(io::CheckpointReader(options.path));
    std::cout << verified;
    if (options.parameters && bundle.tensors != nullptr) print_table(*bundle.tensors);
}

}  // namespace

ExitStatus run_inspect(Environment& environment, const InspectOptions& options) {
    comm::on_root(environment.communicator, [&] { inspect(options); });
    return ExitStatus::done;
}

}  // namespace remo::app
