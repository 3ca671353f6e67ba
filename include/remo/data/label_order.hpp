#pragma once
/// \file
/// The order of labels that no model and no label file gives.
#include <string_view>

namespace remo::data {

/// Natural order: numbers first and by value ("2" before "10", "-1" before "0.5"), then texts with runs of digits
/// compared by value ("class2" before "class10"). A strict total order: ties are broken by bytes.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace remo::data
