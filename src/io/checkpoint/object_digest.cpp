#include "object_digest.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "../hdf5/attributes.hpp"
#include "../hdf5/space.hpp"
#include "../hdf5/text.hpp"
#include "../hdf5/tree.hpp"
#include "../hdf5/types.hpp"
#include "checksum.hpp"
#include "layout.hpp"

namespace remo::io {

namespace {

/// Texts with their length, so that no two listings read alike.
std::string counted(const std::string& text) {
    return fmt::format("{}:{}", text.size(), text);
}

std::string listed_attribute(const hdf5::Handle& object, const std::string& name) {
    if (name == layout::checksums)
        return fmt::format("words {}", fmt::join(hdf5::read_words(object.get(), name), ","));
    const Attribute value = hdf5::read_attribute(object.get(), name);
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("whole {}", *whole);
    if (const auto* real = std::get_if<double>(&value))
        return fmt::format("real {}", std::bit_cast<std::uint64_t>(*real));
    return "text " + counted(std::get<std::string>(value));
}

std::string listed_dataset(const hdf5::Handle& dataset) {
    const auto dtype = hdf5::dtype_of(dataset.get());
    return fmt::format("data set {} [{}]\n", dtype ? name_of(*dtype) : "text",
                       fmt::join(hdf5::shape_of_dataset(dataset.get()), ","));
}

std::string listed_group(const hdf5::Handle& group, const std::string& path) {
    auto members = hdf5::members_of(group.get(), path);
    std::ranges::sort(members);
    std::string listing = "group\n";
    for (const std::string& name : members) listing += counted(name) + "\n";
    return listing;
}

}  // namespace

std::uint64_t object_digest(const hdf5::Handle& object, const std::string& path) {
    std::string listing = hdf5::is_group(object.get()) ? listed_group(object, path) : listed_dataset(object);
    for (const std::string& name : hdf5::attribute_names(object.get())) {
        if (name == layout::object_checksum) continue;
        listing += fmt::format("{} {}\n", counted(name), listed_attribute(object, name));
    }
    return checksum(listing);
}

void write_digests(hid_t file) {
    hdf5::visit_all(file, "/", [](const std::string& path, const hdf5::Handle& object) {
        hdf5::write_attribute(object.get(), layout::object_checksum,
                              std::vector{object_digest(object, path)});
    });
}

void check_digests(hid_t file, const std::string& origin) {
    hdf5::visit_all(file, "/", [&](const std::string& path, const hdf5::Handle& object) {
        if (!hdf5::has_attribute(object.get(), layout::object_checksum)) {
            usage_error("{}: {} lacks attribute {}; it was not written by remo", origin, path,
                        layout::object_checksum);
        }
        const auto stored = hdf5::read_words(object.get(), layout::object_checksum);
        if (stored != std::vector{object_digest(object, path)}) {
            usage_error(
                "{}: the attributes, members or shape of {} differ from their checksum; the file is damaged "
                "or "
                "was changed by another program",
                origin, path);
        }
    });
}

}  // namespace remo::io
