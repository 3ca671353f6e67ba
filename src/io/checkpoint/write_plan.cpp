#include "write_plan.hpp"

#include <fmt/ranges.h>

#include <set>
#include <string>

#include "checksum.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/agreement.hpp"

namespace remo::io {

namespace {

/// Components are parts of names that were split at their dots: so they are not empty and hold no dots.
void check_path(const std::string& path) {
    bool sound = path.starts_with('/') && path.find("//") == std::string::npos && !path.ends_with('/') &&
                 path.find('.') == std::string::npos && path.find('\0') == std::string::npos;
    sound = sound && (path.starts_with("/parameters/") || path.starts_with("/optimizer/"));
    if (!sound) failure("\"{}\" can't be the path of a data set in a file of remo", path);
}

void check_unique(const std::vector<DatasetToWrite>& datasets) {
    std::set<std::string> paths;
    for (const DatasetToWrite& dataset : datasets) {
        if (!paths.insert(dataset.path).second) failure("data set {} is given twice", dataset.path);
    }
    for (const std::string& path : paths) {
        for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1)) {
            if (paths.contains(path.substr(0, end))) {
                failure("{} can't be stored beside {}: one name is the beginning of the other", path,
                        path.substr(0, end));
            }
        }
    }
}

void check_range(const DatasetToWrite& dataset) {
    const std::size_t bytes = bytes_of(dataset);
    const auto at_block = [&](std::size_t border) {
        return border == bytes || border % checksum_block_bytes == 0;
    };
    const bool empty = dataset.begin == dataset.end;
    if (empty) return;
    if (dataset.begin > dataset.end || dataset.end > bytes || !at_block(dataset.begin) ||
        !at_block(dataset.end)) {
        failure("bytes {} to {} of {} are no whole blocks of its {} bytes", dataset.begin, dataset.end,
                dataset.path, bytes);
    }
    if (dataset.data == nullptr) failure("there are no values to write for {}", dataset.path);
}

void check_name(const std::string& name, const char* what) {
    if (name.empty() || name == "." || name.find('/') != std::string::npos ||
        name.find('\0') != std::string::npos) {
        failure("\"{}\" can't be the name of a {}", name, what);
    }
}

std::uint64_t listing_digest(const std::vector<DatasetToWrite>& datasets) {
    std::string listing;
    for (const DatasetToWrite& dataset : datasets) {
        listing +=
            fmt::format("{} {} {}\n", dataset.path, name_of(dataset.dtype), fmt::join(dataset.shape, ","));
    }
    return checksum(listing);
}

/// For each data set: begin, end, and the checksums of the blocks between; the listing's digest goes first.
Checksums own_part(const std::vector<DatasetToWrite>& datasets, const std::vector<Checksums>& checksums) {
    Checksums words{listing_digest(datasets)};
    for (std::size_t i = 0; i < datasets.size(); ++i) {
        words.insert(words.end(), {datasets[i].begin, datasets[i].end});
        words.insert(words.end(), checksums[i].begin(), checksums[i].end());
    }
    return words;
}

/// Puts the ranks' parts together; each block must come exactly once.
class Assembly {
  public:
    explicit Assembly(const std::vector<DatasetToWrite>& datasets) : datasets_(datasets) {
        for (const DatasetToWrite& dataset : datasets) {
            checksums_.emplace_back(block_count(bytes_of(dataset)));
            filled_.emplace_back(checksums_.back().size(), false);
        }
    }

    /// Takes one rank's words from `words` on; returns where the next rank's begin.
    const std::uint64_t* take(const std::uint64_t* words) {
        if (*words++ != listing_digest(datasets_)) failure("the ranks list different data sets to write");
        for (std::size_t i = 0; i < datasets_.size(); ++i) {
            const std::uint64_t begin = *words++;
            const std::uint64_t end = *words++;
            if (begin == end) continue;
            const std::size_t first = begin / checksum_block_bytes;
            for (std::size_t block = first; block < first + block_count(end - begin); ++block)
                set(i, block, *words++);
        }
        return words;
    }

    std::vector<Checksums> finish() {
        for (std::size_t i = 0; i < datasets_.size(); ++i) {
            if (bytes_of(datasets_[i]) == 0) set(i, 0, checksum(std::string_view()));
            for (const bool filled : filled_[i]) {
                if (!filled) failure("no rank writes all of {}", datasets_[i].path);
            }
        }
        return std::move(checksums_);
    }

  private:
    void set(std::size_t dataset, std::size_t block, std::uint64_t value) {
        if (filled_[dataset][block]) failure("two ranks write the same part of {}", datasets_[dataset].path);
        filled_[dataset][block] = true;
        checksums_[dataset][block] = value;
    }

    const std::vector<DatasetToWrite>& datasets_;
    std::vector<Checksums> checksums_;
    std::vector<std::vector<bool>> filled_;
};

}  // namespace

std::size_t bytes_of(const DatasetToWrite& dataset) {
    return TensorInfo{{}, dataset.dtype, dataset.shape}.bytes();
}

void check_contents(const FileContents& contents) {
    for (const DatasetToWrite& dataset : contents.datasets) {
        check_path(dataset.path);
        check_range(dataset);
    }
    check_unique(contents.datasets);
    for (const auto& [name, text] : contents.tokenizer) check_name(name, "tokenizer file");
    for (const auto& [name, text] : contents.training_texts) check_name(name, "text");
    for (const auto& [name, values] : contents.history) check_name(name, "history column");
}

std::vector<Checksums> gather_checksums(const comm::Communicator& communicator,
                                        const std::vector<DatasetToWrite>& datasets,
                                        const std::vector<Checksums>& checksums) {
    const Checksums own = own_part(datasets, checksums);
    const Checksums all = communicator.gather(std::span<const std::uint64_t>(own), 0);
    std::vector<Checksums> result;
    comm::together(communicator, [&] {
        if (!communicator.is_root()) return;
        Assembly assembly(datasets);
        const std::uint64_t* words = all.data();
        while (words < all.data() + all.size()) words = assembly.take(words);
        result = assembly.finish();
    });
    return result;
}

void check_shares(const comm::Communicator& communicator, const std::vector<DatasetToWrite>& datasets) {
    std::vector<Checksums> none;
    for (const DatasetToWrite& dataset : datasets) {
        const std::size_t bytes = dataset.end - dataset.begin;
        none.emplace_back(bytes == 0 ? 0 : block_count(bytes), 0);
    }
    gather_checksums(communicator, datasets, none);
}

}  // namespace remo::io
