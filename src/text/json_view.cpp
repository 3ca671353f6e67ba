#include "json_view.hpp"

#include <limits>

#include "remo/io/json.hpp"

namespace remo::text {

Json parse_json(std::string_view text, const std::string& file) {
    Json value = Json::parse(text, nullptr, false);
    if (!value.is_discarded()) return value;
    io::parse_json(text, file);  // tells line and column
    usage_error("{}: this is no JSON", file);
}

JsonView JsonView::at(const std::string& name) const {
    require_object();
    const auto found = value_->find(name);
    if (found == value_->end()) usage_error("{}: key `{}` is missing", file_, path_to(name));
    return {*found, file_, path_to(name)};
}

std::optional<JsonView> JsonView::find(const std::string& name) const {
    require_object();
    const auto found = value_->find(name);
    if (found == value_->end() || found->is_null()) return std::nullopt;
    return JsonView(*found, file_, path_to(name));
}

JsonView JsonView::element(std::size_t index) const {
    return {value_->at(index), file_, key_ + "[" + std::to_string(index) + "]"};
}

const std::string& JsonView::string() const {
    if (!value_->is_string()) wrong_type("a string");
    return value_->get_ref<const std::string&>();
}

bool JsonView::boolean() const {
    if (!value_->is_boolean()) wrong_type("true or false");
    return value_->get<bool>();
}

std::int32_t JsonView::non_negative() const {
    const bool fits = value_->is_number_unsigned() &&
                      value_->get<std::uint64_t>() < std::numeric_limits<std::int32_t>::max();
    if (!fits) wrong_type("an integer from 0 to 2147483646");
    return value_->get<std::int32_t>();
}

std::size_t JsonView::array_size() const {
    if (!value_->is_array()) wrong_type("an array");
    return value_->size();
}

void JsonView::require_object() const {
    if (!value_->is_object()) wrong_type("an object");
}

std::string JsonView::string_or(const std::string& name, const std::string& otherwise) const {
    const auto found = find(name);
    return found ? found->string() : otherwise;
}

bool JsonView::boolean_or(const std::string& name, bool otherwise) const {
    const auto found = find(name);
    return found ? found->boolean() : otherwise;
}

void JsonView::wrong_type(std::string_view expected) const {
    std::string shown = value_->dump(-1, ' ', true, Json::error_handler_t::replace);
    if (shown.size() > 60) shown = shown.substr(0, 57) + "...";
    refuse(fmt::format("{} is expected, not {}", expected, shown));
}

}  // namespace remo::text
