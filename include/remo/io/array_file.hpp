#pragma once
/// \file
/// One-dimensional arrays, texts and attributes in an HDF5 file, read and written by one process (no MPI).
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "remo/io/attribute.hpp"

namespace remo::io {

/// Names are paths such as "tokens" or "index/lengths"; groups on the way are made. T is std::uint8_t, std::int32_t,
/// std::int64_t, std::uint64_t, float or double (explicitly instantiated). A failed read is an Error(usage), a failed write an
/// Error(failure); both name file and array.
class ArrayFile {
  public:
    static ArrayFile create(const std::filesystem::path& path);  ///< writes over an old file
    static ArrayFile open(const std::filesystem::path& path);    ///< read-only
    ~ArrayFile();
    ArrayFile(ArrayFile&&) noexcept;
    ArrayFile& operator=(ArrayFile&&) noexcept;

    /// An array of a known size, laid out in one piece: the fastest for reads of short slices in any order.
    template <class T>
    void create_array(const std::string& name, std::int64_t size);
    /// An empty array that `append` grows; stored in chunks with a checksum each.
    template <class T>
    void create_growing_array(const std::string& name);
    template <class T>
    void append(const std::string& name, std::span<const T> values);
    template <class T>
    void write(const std::string& name, std::int64_t begin, std::span<const T> values);
    /// Creates an array that holds `values`.
    template <class T>
    void write_array(const std::string& name, std::span<const T> values);

    [[nodiscard]] bool has(const std::string& name) const;
    [[nodiscard]] std::int64_t size(const std::string& name) const;
    /// Fills `target` with the elements from `begin` on; they must be there and be of type T.
    template <class T>
    void read(const std::string& name, std::int64_t begin, std::span<T> target) const;
    template <class T>
    [[nodiscard]] std::vector<T> read_array(const std::string& name) const;

    void write_text(const std::string& name, const std::string& text);
    [[nodiscard]] std::string read_text(const std::string& name) const;

    /// Attributes of the file's root.
    void set_attribute(const std::string& name, const Attribute& value);
    [[nodiscard]] std::map<std::string, Attribute> attributes() const;

    /// Flushes and closes; tells of an error that the destructor could only swallow. Call it before publishing the file.
    void close();

  private:
    struct Impl;
    explicit ArrayFile(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace remo::io
