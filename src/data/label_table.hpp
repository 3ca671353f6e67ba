#pragma once
// Labels as they are met in a file.
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "token_cache_index.hpp"

namespace remo::data {

class LabelTable {
  public:
    // `origin` and `column` are for messages.
    LabelTable(std::string origin, std::string column)
        : origin_(std::move(origin)), column_(std::move(column)) {}
    // The next row's label; "" and "-1" are none.
    void add(std::string_view label, std::int64_t line);
    // Moves names and indices, in natural order, into the index.
    void finish(TokenCacheIndex& index);

  private:
    std::int32_t number_of(std::string_view label, std::int64_t line);
    std::string origin_;
    std::string column_;
    std::unordered_map<std::string, std::int32_t> numbers_;  // in order of appearance
    std::vector<std::string> names_;
    std::vector<std::int64_t> lines_;
    std::vector<std::int32_t> labels_;
    std::int64_t unlabelled_ = 0;
    std::int64_t unlabelled_line_ = 0;
};

}  // namespace remo::data
