#pragma once
// A directory, a tokenizer and one rank.
#include <boost/test/unit_test.hpp>
#include <optional>
#include <string>

#include "rows.hpp"
#include "small_vocabulary.hpp"

namespace remo::test {

using data::DatasetOptions;
using data::TokenDataset;

struct DatasetFixture {
    TemporaryDirectory directory;
    comm::Communicator self = comm::Communicator::self();
    Log log{0, 1, "host"};
    text::Tokenizer tokenizer = small_tokenizer();

    TokenDataset prepare(const std::filesystem::path& path, const DatasetOptions& options = {}) {
        return TokenDataset::prepare(self, path, tokenizer, options, directory / "cache", log);
    }
    std::string message(const std::string& name, std::string_view bytes, const DatasetOptions& options = {}) {
        const auto path = write(directory, name, bytes);
        return usage_message(directory, [&] { prepare(path, options); });
    }
    [[nodiscard]] std::vector<std::int32_t> encode(std::string_view text,
                                                   std::optional<std::string_view> pair = {},
                                                   std::int32_t max_length = 128) const {
        text::Encoding encoding;
        tokenizer.encode(text, pair, max_length, encoding);
        return encoding.ids;
    }
};

inline bool begins(const std::string& text, const std::string& prefix) {
    BOOST_TEST_MESSAGE(text);
    return text.starts_with(prefix);
}

}  // namespace remo::test
