#include "text_window.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "remo/base/format.hpp"

namespace remo::data {

TextWindow::TextWindow(std::filesystem::path path, std::size_t step) : path_(std::move(path)), step_(step) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path_, error);
    if (!std::filesystem::exists(status)) usage_error("{}: there is no such file", path_.string());
    if (!std::filesystem::is_regular_file(status)) usage_error("{}: not a regular file", path_.string());
    file_bytes_ = std::filesystem::file_size(path_, error);
    in_.open(path_, std::ios::binary);
    if (error || !in_) usage_error("{}: can't be read: {}", path_.string(), std::strerror(errno));
    extend();
    drop_byte_order_mark();
}

void TextWindow::extend() {
    if (complete_) return;
    buffer_.erase(0, begin_);
    begin_ = 0;
    const std::size_t kept = buffer_.size();
    const std::size_t wanted = std::max(step_, kept);  // doubling, so that a long row costs linear time
    buffer_.resize(kept + wanted);
    in_.read(buffer_.data() + kept, static_cast<std::streamsize>(wanted));
    if (in_.bad()) failure("{}: reading failed at byte {}: {}", path_.string(), read_, std::strerror(errno));
    const auto got = static_cast<std::size_t>(in_.gcount());
    buffer_.resize(kept + got);
    read_ += got;
    complete_ = got < wanted || in_.peek() == std::ifstream::traits_type::eof();
    if (in_.bad()) failure("{}: reading failed at byte {}: {}", path_.string(), read_, std::strerror(errno));
}

void TextWindow::drop_byte_order_mark() {
    while (text().size() < 3 && !complete_) extend();
    if (text().starts_with("\xEF\xBB\xBF")) consume(3);
    if (text().starts_with("\xFF\xFE") || text().starts_with("\xFE\xFF"))
        usage_error(
            "{}: is UTF-16 by its byte-order mark; remo reads UTF-8 (iconv -f UTF-16 -t UTF-8 converts it)",
            path_.string());
}

}  // namespace remo::data
