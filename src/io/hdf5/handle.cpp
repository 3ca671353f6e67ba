#include "handle.hpp"

namespace remo::io::hdf5 {

namespace {

/// HDF5's low-level drivers put the system's own words between these.
std::string system_message(const std::string& text) {
    constexpr std::string_view before = "error message = '";
    const std::size_t begin = text.find(before);
    if (begin == std::string::npos) return text;
    const std::size_t end = text.find('\'', begin + before.size());
    return text.substr(begin + before.size(), end - begin - before.size());
}

/// Called from the outermost function to the innermost: the last one knows best.
herr_t keep_description(unsigned /*depth*/, const H5E_error2_t* record, void* description) {
    if (record->desc != nullptr && *record->desc != '\0')
        *static_cast<std::string*>(description) = record->desc;
    return 0;
}

}  // namespace

void silence_error_stack() {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

std::string last_reason() {
    std::string description;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_description, &description);
    H5Eclear2(H5E_DEFAULT);
    return description.empty() ? "HDF5 gives no reason" : system_message(description);
}

}  // namespace remo::io::hdf5
