#include "attributes.hpp"

#include <algorithm>
#include <optional>

#include "space.hpp"

namespace remo::io::hdf5 {

namespace {

Handle utf8_type() {
    Handle type(check(H5Tcopy(H5T_C_S1), "can't make an HDF5 string type"));
    check(H5Tset_size(type.get(), H5T_VARIABLE), "can't make an HDF5 string type");
    check(H5Tset_cset(type.get(), H5T_CSET_UTF8), "can't make an HDF5 string type");
    return type;
}

void write_value(hid_t object, const std::string& name, hid_t file_type, hid_t memory_type,
                 const Handle& space, const void* value) {
    const Handle attribute(
        check(H5Acreate2(object, name.c_str(), file_type, space.get(), H5P_DEFAULT, H5P_DEFAULT),
              "can't create attribute {}", name));
    check(H5Awrite(attribute.get(), memory_type, value), "can't write attribute {}", name);
}

Handle open_attribute(hid_t object, const std::string& name) {
    return Handle(check_input(H5Aopen(object, name.c_str(), H5P_DEFAULT), "can't open attribute {}", name));
}

Handle type_of(const Handle& attribute, const std::string& name) {
    return Handle(check_input(H5Aget_type(attribute.get()), "can't read the type of attribute {}", name));
}

std::int64_t element_count(const Handle& attribute) {
    const Handle space(check_input(H5Aget_space(attribute.get()), "can't read the shape of an attribute"));
    return check_input(H5Sget_simple_extent_npoints(space.get()), "can't read the shape of an attribute");
}

std::string read_variable_text(const Handle& attribute, hid_t type, const std::string& name) {
    char* text = nullptr;
    check_input(H5Aread(attribute.get(), type, &text), "can't read attribute {}", name);
    std::string result = text == nullptr ? "" : text;
    H5free_memory(text);
    return result;
}

std::string read_fixed_text(const Handle& attribute, hid_t type, const std::string& name) {
    std::string text(H5Tget_size(type), '\0');
    check_input(H5Aread(attribute.get(), type, text.data()), "can't read attribute {}", name);
    return text.substr(0, text.find('\0'));
}

template <class T>
T read_number(const Handle& attribute, hid_t memory_type, const std::string& name) {
    T value{};
    check_input(H5Aread(attribute.get(), memory_type, &value), "can't read attribute {}", name);
    return value;
}

std::optional<Attribute> read_if_known(hid_t object, const std::string& name) {
    const Handle attribute = open_attribute(object, name);
    if (element_count(attribute) != 1) return std::nullopt;
    const Handle type = type_of(attribute, name);
    switch (H5Tget_class(type.get())) {
        case H5T_INTEGER:
            return read_number<std::int64_t>(attribute, H5T_NATIVE_INT64, name);
        case H5T_FLOAT:
            return read_number<double>(attribute, H5T_NATIVE_DOUBLE, name);
        case H5T_STRING:
            return check_input(H5Tis_variable_str(type.get()), "can't read the type of attribute {}", name) >
                           0
                       ? read_variable_text(attribute, type.get(), name)
                       : read_fixed_text(attribute, type.get(), name);
        default:
            return std::nullopt;
    }
}

}  // namespace

void write_attribute(hid_t object, const std::string& name, const Attribute& value) {
    const Handle scalar = make_space({});
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        write_value(object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, scalar, whole);
    } else if (const auto* real = std::get_if<double>(&value)) {
        write_value(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, scalar, real);
    } else {
        const Handle type = utf8_type();
        const char* text = std::get<std::string>(value).c_str();
        write_value(object, name, type.get(), type.get(), scalar, static_cast<const void*>(&text));
    }
}

void write_attribute(hid_t object, const std::string& name, const std::vector<std::uint64_t>& values) {
    const Handle line = make_line(static_cast<std::int64_t>(values.size()));
    write_value(object, name, H5T_STD_U64LE, H5T_NATIVE_UINT64, line, values.data());
}

bool has_attribute(hid_t object, const std::string& name) {
    return check_input(H5Aexists(object, name.c_str()), "can't look for attribute {}", name) > 0;
}

std::vector<std::string> attribute_names(hid_t object) {
    std::vector<std::string> names;
    const auto keep = [](hid_t, const char* name, const H5A_info_t*, void* all) -> herr_t {
        static_cast<std::vector<std::string>*>(all)->emplace_back(name);
        return 0;
    };
    check_input(H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, keep, &names),
                "can't list attributes");
    std::ranges::sort(names);
    return names;
}

Attribute read_attribute(hid_t object, const std::string& name) {
    auto value = read_if_known(object, name);
    if (!value) usage_error("attribute {} is neither a number nor a text", name);
    return *std::move(value);
}

std::vector<std::uint64_t> read_words(hid_t object, const std::string& name) {
    const Handle attribute = open_attribute(object, name);
    const Handle type = type_of(attribute, name);
    if (check_input(H5Tequal(type.get(), H5T_STD_U64LE), "can't read the type of attribute {}", name) == 0) {
        usage_error("attribute {} does not hold 64-bit words", name);
    }
    std::vector<std::uint64_t> words(static_cast<std::size_t>(element_count(attribute)));
    if (!words.empty()) {
        check_input(H5Aread(attribute.get(), H5T_NATIVE_UINT64, words.data()), "can't read attribute {}",
                    name);
    }
    return words;
}

std::map<std::string, Attribute> read_attributes(hid_t object) {
    std::map<std::string, Attribute> result;
    for (const std::string& name : attribute_names(object)) {
        if (auto value = read_if_known(object, name)) result[name] = *std::move(value);
    }
    return result;
}

}  // namespace remo::io::hdf5
