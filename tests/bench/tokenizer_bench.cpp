// Speed of the tokenizer over the lines of a text file, in tokens a second of one core:
//     bench_tokenizer MODEL_DIR TEXT_FILE [options of Google Benchmark]
#include <benchmark/benchmark.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "remo/base/error.hpp"
#include "remo/text/tokenizer.hpp"

namespace {

using remo::text::Encoding;
using remo::text::Scratch;
using remo::text::Tokenizer;

std::map<std::string, std::string> tokenizer_files(const std::filesystem::path& folder) {
    std::map<std::string, std::string> files;
    for (const char* name : {"tokenizer.json", "tokenizer_config.json", "vocab.txt"}) {
        std::ifstream file(folder / name, std::ios::binary);
        if (file) files[name].assign(std::istreambuf_iterator<char>(file), {});
    }
    return files;
}

std::vector<std::string> lines_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    remo::require(file.good(), "the text file can't be read");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

void encode_lines(benchmark::State& state, const Tokenizer& tokenizer,
                  const std::vector<std::string>& lines) {
    Scratch scratch;
    Encoding out;
    std::int64_t tokens = 0;
    for (auto _ : state) {
        for (const std::string& line : lines) {
            tokenizer.encode(line, std::nullopt, 128, out, scratch);
            tokens += static_cast<std::int64_t>(out.ids.size());
        }
    }
    state.counters["tokens/s"] = benchmark::Counter(static_cast<double>(tokens), benchmark::Counter::kIsRate);
}

void load(benchmark::State& state, const std::map<std::string, std::string>& files) {
    for (auto _ : state) benchmark::DoNotOptimize(Tokenizer::load(files, "model"));
}

int run(int argc, char** argv) {
    const auto files = tokenizer_files(argv[1]);
    const Tokenizer tokenizer = Tokenizer::load(files, argv[1]);
    const auto lines = lines_of(argv[2]);
    benchmark::RegisterBenchmark("encode",
                                 [&](benchmark::State& state) { encode_lines(state, tokenizer, lines); });
    benchmark::RegisterBenchmark("load", [&](benchmark::State& state) {
        load(state, files);
    })->Unit(benchmark::kMillisecond);
    argc -= 2;
    argv[2] = argv[0];
    argv += 2;
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc < 3) {
        std::cerr << "usage: bench_tokenizer MODEL_DIR TEXT_FILE\n";
        return 2;
    }
    return run(argc, argv);
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
